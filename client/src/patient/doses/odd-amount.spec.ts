import { describe, expect, it } from '@jest/globals';
import type { DoseUnit } from '#common/vocabulary/index.js';
import { oddAmount } from './odd-amount.js';

const CYPIONATE = { formulation: 'testosterone_cypionate_im', dose: 80 };

it('an amount drawn up is judged by the strength that the order names', () => {
  const ordered = { ...CYPIONATE, mg_per_ml: 100 };
  expect(oddAmount(1.6, 'mL', { ...CYPIONATE, dose: 80 })).toEqual({ meant: 'injections' });
  expect(oddAmount(1.6, 'mL', ordered)).toBeNull();
});

describe('an amount far off the dose', () => {
  it.each<[number, DoseUnit, { meant: DoseUnit | null } | null]>([
    [80, 'mg', null],
    [40, 'mg', null],
    [240, 'mg', null],
    [0.4, 'mL', null],
    [1, 'injections', null],
    [0.4, 'mg', { meant: 'mL' }],
    [1, 'mg', { meant: 'injections' }],
    [80, 'mL', { meant: 'mg' }],
    [800, 'mg', { meant: null }],
    [20, 'mg', { meant: null }],
  ])('%p %s', (dose, unit, odd) => expect(oddAmount(dose, unit, CYPIONATE)).toEqual(odd));

  it('is not known without a dose or a strength', () => {
    expect(oddAmount(0.4, 'mg', null)).toBeNull();
    expect(oddAmount(9, 'pumps', { formulation: 'testosterone_patch', dose: 4 })).toBeNull();
    expect(oddAmount(9, 'mL', { formulation: 'something_else', dose: 4 })).toBeNull();
  });
});
