import { describe, expect, it } from '@jest/globals';
import { doseConcern, type LoggedDose } from './dose-log.js';

const WEEKLY_80 = { formulation: 'testosterone_cypionate_im', dose: 80, frequency: 'once weekly' } as const;
const PUMPS = { formulation: 'testosterone_gel_1_62', dose: 40.5, frequency: 'once daily' } as const;
const on = (day: number, hour: number, dose: number, unit: LoggedDose['unit'] = 'mg'): LoggedDose => ({
  taken_at: `2026-11-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`,
  dose,
  unit,
});
const free = { plan: WEEKLY_80, held: false, others: [] };

describe('doseConcern', () => {
  it.each([
    ['the planned dose', on(10, 8, 80), free, null],
    ['twice the planned dose', on(10, 8, 160), free, null],
    ['more than twice the planned dose', on(10, 8, 161), free, 'far_over_plan'],
    ['four milliliters of 200 mg/mL', on(10, 8, 4, 'mL'), free, 'far_over_plan'],
    ['the next dose half a week later', on(10, 8, 80), { ...free, others: [on(6, 20, 80)] }, null],
    ['a second dose after two days', on(10, 8, 80), { ...free, others: [on(8, 8, 80)] }, 'too_soon'],
    [
      'a second injection after two days',
      on(10, 8, 1, 'injections'),
      { ...free, others: [on(8, 8, 80)] },
      'too_soon',
    ],
    [
      'a third dose within hours',
      on(10, 10, 80),
      { ...free, others: [on(10, 8, 80), on(10, 9, 80)] },
      'far_over_plan',
    ],
    ['the second half of a dose', on(10, 9, 40), { ...free, others: [on(10, 8, 40)] }, null],
    [
      'two pumps one after the other',
      on(10, 9, 1, 'pumps'),
      { ...free, plan: PUMPS, others: [on(10, 8, 1, 'pumps')] },
      null,
    ],
    ['six pumps', on(10, 9, 6, 'pumps'), { ...free, plan: PUMPS }, 'far_over_plan'],
    ['a dose while on hold', on(10, 8, 80), { ...free, held: true }, 'on_hold'],
    ['far too much while on hold', on(10, 8, 800), { ...free, held: true }, 'far_over_plan'],
    ['a dose without a plan', on(10, 8, 800), { ...free, plan: null }, null],
    ['a unit of another product', on(10, 8, 9, 'patches'), free, null],
  ] as const)('reads %s', (_, taken, situation, concern) => {
    expect(doseConcern(taken, situation)).toBe(concern);
  });
});
