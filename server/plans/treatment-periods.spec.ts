import { describe, expect, it } from '@jest/globals';
import type { Plan } from '#common/api/index.js';
import { planOn, treatmentPeriods } from './treatment-periods.js';

const plan = (dose: number, approved_at: string | null) => ({ dose, approved_at }) as Plan;
const FIRST = plan(80, '2026-01-10T15:00:00.000Z');
const SECOND = plan(100, '2026-04-02T03:00:00.000Z');
const PENDING = plan(120, null);
const stopsOn = (days: string[]) => days.map((on) => ({ on, at: `${on}T20:00:00.000Z` }));
const periods = (plans: Plan[], endings: string[] = []) =>
  treatmentPeriods(plans, stopsOn(endings), 'America/New_York').map((p) => [p.from, p.to, p.plan.dose]);

describe('the periods of a treatment', () => {
  it('follow each other by the day of approval where the clinic is; a pending plan is none', () => {
    expect(periods([PENDING, SECOND, FIRST])).toEqual([
      ['2026-01-10', '2026-04-01', 80],
      ['2026-04-01', null, 100],
    ]);
  });

  it('end with a discontinuation, and begin again with the next plan', () => {
    expect(periods([SECOND, FIRST], ['2026-03-01'])).toEqual([
      ['2026-01-10', '2026-03-01', 80],
      ['2026-04-01', null, 100],
    ]);
    expect(periods([FIRST], ['2025-06-01', '2026-02-01'])).toEqual([['2026-01-10', '2026-02-01', 80]]);
  });

  it('go on after a stop and a restart of one day', () => {
    const again = plan(60, '2026-03-01T21:00:00.000Z');
    const [before, after] = treatmentPeriods([FIRST, again], stopsOn(['2026-03-01']), 'America/New_York');
    expect([before?.to, before?.stopped_at, after?.to, after?.stopped_at]).toEqual([
      '2026-03-01',
      '2026-03-01T20:00:00.000Z',
      null,
      undefined,
    ]);
  });

  it('say what was in force on a day', () => {
    const known = treatmentPeriods([FIRST, SECOND], stopsOn(['2026-03-01']), 'America/New_York');
    const doseOn = (day: string) => planOn(known, day)?.dose ?? null;
    expect(['2026-01-09', '2026-01-10', '2026-03-01', '2026-03-02', '2026-04-01'].map(doseOn)).toEqual([
      null,
      80,
      80,
      null,
      100,
    ]);
  });
});
