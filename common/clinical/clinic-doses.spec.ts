import { describe, expect, it } from '@jest/globals';
import { daysAfterDose, fillsByDoses, firstTroughDays, troughFrom } from './clinic-doses.js';
import { clinicDoseDays } from './dose-product.js';
import { course } from './pk/index.js';
import { settlingWeeks } from './pk/settling.js';
import { drawAfterChange } from './schedule.js';
import { reviewDays } from './baseline.js';
import { supplyClock } from './supply-clock.js';

const AVEED = {
  formulation: 'testosterone_undecanoate_im',
  dose: 750,
  frequency: 'every 10 weeks',
} as const;
const WEEKLY = { formulation: 'testosterone_cypionate_im', frequency: 'once weekly' } as const;

describe('an injection at the clinic whose second dose comes sooner', () => {
  it.each([
    [AVEED, 1, 28],
    [AVEED, 2, 70],
    [AVEED, 7, 70],
    [WEEKLY, 1, 7],
  ])('%j after %d doses is given again after %d days', (plan, given, days) => {
    expect(daysAfterDose(plan, given)).toBe(days);
  });

  it.each([
    ['without a dose on record', [], '2026-12-20', '2027-03-06'],
    ['after the first one, five days late', ['2026-12-03'], '2026-12-20', '2027-03-11'],
    [
      'between the third and the fourth',
      ['2026-11-28', '2026-12-26', '2027-03-06'],
      '2027-03-07',
      '2027-05-15',
    ],
    ['on the day of the third', ['2026-11-28', '2026-12-26', '2027-03-06'], '2027-03-06', '2027-03-06'],
  ])('has its level drawn from the third one on: %s', (_, given, from, day) => {
    expect(troughFrom(AVEED, from, { given, startedOn: '2026-11-28' })).toBe(day);
  });

  it('is asked for no other product', () => {
    expect(troughFrom(WEEKLY, '2026-12-01', { given: [], startedOn: '2026-11-28' })).toBeNull();
    expect(firstTroughDays(WEEKLY.formulation)).toBeNull();
  });

  it('has its first draw after 70 days until a dose is on record, and its review after the third', () => {
    expect(drawAfterChange(AVEED, '2026-11-28', null)).toBe('2027-02-06');
    expect([firstTroughDays(AVEED.formulation), reviewDays(AVEED.formulation)]).toEqual([98, 105]);
  });

  it('uses its first vial until the second dose: one then is no early refill', () => {
    const fills = fillsByDoses(AVEED.formulation, [
      ['2026-12-26', 70],
      ['2026-11-28', 70],
    ]);
    expect(fills).toEqual([
      ['2026-11-28', 28],
      ['2026-12-26', 70],
    ]);
    const clock = { issued_on: '2026-11-28', refills: 2, days_supply: 70, today: '2026-12-01' };
    expect(supplyClock({ ...clock, fills: fills.slice(0, 1) })).toMatchObject({
      run_out_on: '2026-12-26',
      earliest_fill_on: '2026-12-22',
    });
    expect(supplyClock({ ...clock, fills }).run_out_on).toBe('2027-03-06');
    expect(fillsByDoses(WEEKLY.formulation, [['2026-11-28', 28]])).toEqual([['2026-11-28', 28]]);
  });

  it('is known in the log by its amount, from the day that its plan counts', () => {
    const logged = [
      { on: '2026-12-26', dose: 750, unit: 'mg' },
      { on: '2026-12-01', dose: 80, unit: 'mg' },
      { on: '2026-11-28', dose: 1, unit: 'injections' },
      { on: '2025-01-01', dose: 750, unit: 'mg' },
    ] as const;
    expect(clinicDoseDays(AVEED, logged, '2026-11-28')).toEqual(['2026-11-28', '2026-12-26']);
  });

  it('goes on from what was given before the plan, unless that is long ago', () => {
    const elsewhere = [
      { on: '2026-10-19', dose: 750, unit: 'mg' },
      { on: '2026-11-28', dose: 750, unit: 'mg' },
    ] as const;
    expect(clinicDoseDays(AVEED, elsewhere, '2026-11-28')).toEqual(['2026-10-19', '2026-11-28']);
    expect(clinicDoseDays(AVEED, elsewhere, '2026-11-29')).toEqual(['2026-10-19', '2026-11-28']);
    const other = [{ on: '2026-11-21', dose: 1, unit: 'injections' }, elsewhere[1]] as const;
    expect(clinicDoseDays(AVEED, other, '2026-11-28')).toEqual(['2026-11-28']);
    const long = [{ on: '2026-08-01', dose: 750, unit: 'mg' }, elsewhere[1]] as const;
    expect(clinicDoseDays(AVEED, long, '2026-11-28')).toEqual(['2026-11-28']);
  });

  it('is simulated with its second dose, and settled by the third', () => {
    const { formulation, dose: mg } = AVEED;
    const period = { formulation, mg, interval_days: 70, from: 0, to: 140 };
    const level = (more: object, week: number) =>
      course({ kg: 85, c0: 250, periods: [{ ...period, ...more }] })[week]!.mid;
    const sooner = { second_after: 28 };
    expect(level(sooner, 3)).toBe(level({}, 3));
    expect(level(sooner, 6)).toBeGreaterThan(level({}, 6) + 100);
    expect(settlingWeeks({ formulation, before: 'testosterone_cypionate_im' })).toBe(14);
  });
});
