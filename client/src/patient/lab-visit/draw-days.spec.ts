import { describe, expect, it } from '@jest/globals';
import { drawDays, isLate } from './draw-days.js';

const WEEKLY = { formulation: 'testosterone_cypionate_im', dose: 80, frequency: 'once weekly' };
const ZONE = 'America/New_York';
/** 8 a.m. in New York. */
const taken_at = '2026-11-24T13:00:00Z';

describe('the days of a draw', () => {
  it.each([
    ['3 to 4 days after the last dose', '2026-11-25', { from: '2026-11-27', until: '2026-11-28' }],
    ['what is left of them', '2026-11-28', { from: '2026-11-28', until: '2026-11-28' }],
    [
      'the same after the next dose once they are over',
      '2026-11-29',
      { from: '2026-12-04', until: '2026-12-05' },
    ],
  ])('are %s', (_, today, days) => expect(drawDays(WEEKLY, { taken_at, zone: ZONE, today })).toEqual(days));

  it('are none where each morning is as good', () =>
    expect(
      drawDays(
        { formulation: 'testosterone_gel_1_62', dose: 40.5, frequency: 'once daily' },
        { taken_at, zone: ZONE, today: '2026-11-25' },
      ),
    ).toBeNull());
});

it.each([
  ['32 days in hand', '2026-12-30', '2026-12-01', false],
  ['a week in hand', '2026-12-05', '2026-11-28', true],
  ['a day of draw just before the end', '2026-12-10', '2026-12-05', true],
  ['an unknown end', null, null, true],
])('%s', (_, runOut, until, late) => expect(isLate({ runOut, today: '2026-11-28', until })).toBe(late));
