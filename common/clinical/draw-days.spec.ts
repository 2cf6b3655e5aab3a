import { describe, expect, it } from '@jest/globals';
import { dueOnIn, refillDraw } from './draw-days.js';

const WEEKLY = { formulation: 'testosterone_cypionate_im', frequency: 'once weekly' } as const;
const GEL = { formulation: 'testosterone_gel_1_62', frequency: 'once daily' } as const;
/** The last dose is at 8 a.m. in New York. */
const facts = {
  asked_on: '2026-11-25',
  today: '2026-11-25',
  zone: 'America/New_York',
  last_dose_at: '2026-11-24T13:00:00Z',
  run_out_on: '2027-01-30',
};
const days = (draw_from: string, draw_until: string) => ({ draw_from, draw_until });

describe('the days of a draw that a refill waits for', () => {
  it.each([
    ['3 to 4 days after the last dose', '2026-11-25', days('2026-11-27', '2026-11-28')],
    ['the same on the last of them', '2026-11-28', days('2026-11-27', '2026-11-28')],
    ['the same after the next dose once they are over', '2026-11-29', days('2026-12-04', '2026-12-05')],
  ])('are %s', (_, today, drawn) => expect(refillDraw(WEEKLY, { ...facts, today })).toEqual(drawn));

  it('begin no sooner than they were asked for', () =>
    expect(refillDraw(WEEKLY, { ...facts, asked_on: '2026-11-28', today: '2026-11-28' })).toEqual(
      days('2026-11-28', '2026-11-28'),
    ));

  it('are the next week where each morning is as good, and at once when it is over', () => {
    expect(refillDraw(GEL, facts)).toEqual(days('2026-11-25', '2026-12-01'));
    expect(refillDraw(GEL, { ...facts, today: '2026-12-02' })).toBeNull();
    expect(refillDraw(WEEKLY, { ...facts, last_dose_at: null })).toEqual(days('2026-11-25', '2026-12-01'));
  });

  it.each([
    ['10 days after them', '2026-12-08', false],
    ['9 days after them', '2026-12-07', true],
    ['an unknown end', null, true],
  ])('are none with supply until %s', (_, run_out_on, none) =>
    expect(refillDraw(WEEKLY, { ...facts, run_out_on }) === null).toBe(none),
  );

  it.each([
    ['2026-11-25', '2026-11-27'],
    ['2026-11-28', '2026-11-28'],
    ['2026-11-29', '2026-11-28'],
  ])('on %s are due on %s', (today, due) =>
    expect(dueOnIn(days('2026-11-27', '2026-11-28'), today)).toBe(due),
  );
});
