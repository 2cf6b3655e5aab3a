import { describe, expect, it } from '@jest/globals';
import type { TakenDose } from '#common/api/doses.js';
import { nextDose, type FollowedOrder } from './next-dose.js';

const zone = 'America/New_York';
const order = (formulation: FollowedOrder['formulation'], more: Partial<FollowedOrder>): FollowedOrder => ({
  formulation,
  dose: 80,
  frequency: 'once weekly',
  approved_at: '2026-10-01T12:00:00Z',
  filled_on: null,
  ...more,
});
const WEEKLY = order('testosterone_cypionate_im', { filled_on: '2026-10-01' });
const AVEED = order('testosterone_undecanoate_im', {
  dose: 750,
  frequency: 'every 10 weeks',
  approved_at: '2026-11-20T12:00:00Z',
});
const taken = (day: string, dose: number): TakenDose => ({
  id: day,
  taken_at: `${day}T15:00:00Z`,
  dose,
  unit: 'mg',
  site: null,
  note: null,
  recorded_at: `${day}T15:00:00Z`,
});
const nextOf = (counts: FollowedOrder, doses: TakenDose[], followed = [WEEKLY, AVEED]) => {
  const { formulation, dose, frequency } = counts;
  const now = Date.parse('2026-12-01T15:00:00Z');
  const next = nextDose({ formulation, dose: dose!, frequency }, doses, { missed: [], now, followed, zone });
  return next && [next.due_at.slice(0, 10), next.given_in_clinic, next.missed];
};

describe('the next dose of what the clinic gives', () => {
  it.each([
    ['when that of the product before was due', [taken('2026-11-21', 80)], '2026-11-28'],
    ['four weeks after the first', [taken('2026-11-28', 750), taken('2026-11-21', 80)], '2026-12-26'],
    ['ten weeks after the second', [taken('2026-12-26', 750), taken('2026-11-28', 750)], '2027-03-06'],
    ['whatever was taken beside it', [taken('2026-12-01', 80), taken('2026-11-28', 750)], '2026-12-26'],
  ])('is due %s', (_, doses, due) => {
    expect(nextOf(AVEED, doses)).toEqual([due, true, false]);
  });

  it('lets another product begin when its next one was due', () => {
    const back = order('testosterone_cypionate_im', { approved_at: '2026-11-30T12:00:00Z' });
    const orders = [WEEKLY, AVEED, back];
    expect(nextOf(back, [taken('2026-11-28', 750)], orders)).toEqual(['2026-12-26', false, false]);
    const twice = [taken('2026-11-28', 750), taken('2026-10-31', 750)];
    const longer = [WEEKLY, { ...AVEED, approved_at: '2026-10-20T12:00:00Z' }, back];
    expect(nextOf(back, twice, longer)).toEqual(['2027-02-06', false, false]);
  });
});
