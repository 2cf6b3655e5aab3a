import { describe, expect, it } from '@jest/globals';
import {
  FORMULATIONS,
  FORMULATION_IDS,
  FORMULATION_LIST,
  FREQUENCIES,
  doseLimits,
  drawWindowHours,
  isFormulationId,
  weeklyDose,
} from './formulations.js';
import { doseText, parseDoseMg, parseFrequency } from './order-words.js';

describe('the catalog', () => {
  it.each(FORMULATION_LIST.map((product) => [product.id, product] as const))(
    '%s is consistent',
    (id, product) => {
      expect(FORMULATIONS[id].id).toBe(id);
      const limits = doseLimits(id, product.frequencies[0]);
      if (product.starting_dose !== null && limits) {
        expect(product.starting_dose).toBeGreaterThanOrEqual(limits.min);
        expect(product.starting_dose).toBeLessThanOrEqual(limits.max);
      }
      for (const frequency of product.frequencies) {
        const range = doseLimits(id, frequency);
        if (range && product.hard_max)
          expect(weeklyDose(range.max, frequency)).toBeLessThanOrEqual(
            (product.hard_max.mg * 7) / product.hard_max.per_days + 1e-9,
          );
      }
      if (product.action_band) expect(product.action_band.low).toBeLessThan(product.action_band.high);
    },
  );

  it('suggests only its first four automatically', () =>
    expect(FORMULATION_LIST.filter((product) => product.auto_suggest).map((product) => product.id)).toEqual(
      FORMULATION_IDS.slice(0, 4),
    ));

  it('treats no inherited property as a product', () => {
    expect(isFormulationId('testosterone_patch')).toBe(true);
    expect(isFormulationId('toString')).toBe(false);
  });

  it.each([
    ['once weekly', [[67, 101]]],
    ['every 14 days', [[134, 202]]],
    ['twice weekly', [[34, 50]]],
  ] as const)('mid-interval %s is %j h', (frequency, hours) =>
    expect(drawWindowHours('testosterone_cypionate_im', frequency)).toEqual(hours),
  );

  it.each([
    ['once weekly', { min: 40, max: 150 }],
    ['every 14 days', { min: 80, max: 300 }],
    ['twice weekly', { min: 20, max: 75 }],
  ] as const)('limits %s', (frequency, limits) =>
    expect(doseLimits('testosterone_cypionate_im', frequency)).toEqual(limits),
  );
});

describe('words of a prescription', () => {
  it.each([
    ['80 mg', 80],
    ['40.5 mg', 40.5],
    [' 100MG ', 100],
    ['100 mg/week', 100],
    ['40.5 mg (2 pumps)', 40.5],
    ['80 mg or 800 mg', null],
    ['80 mg twice', null],
    ['80 mg (take 800 mg)', null],
    ['80 mg/mL', null],
    ['80 mg, take ten', null],
    ['75', 75],
    ['half a vial', null],
    ['0.5 mL', null],
    ['', null],
  ])('"%s" is %p mg', (text, mg) => expect(parseDoseMg(text)).toBe(mg));

  it('writes doses without needless zeros', () => {
    expect(doseText(80)).toBe('80 mg');
    expect(doseText(60.75)).toBe('60.75 mg');
  });

  it.each([
    ['Weekly', 'once weekly'],
    ['once a week', 'once weekly'],
    ['every 7 days', 'once weekly'],
    ['Every 2 weeks', 'every 14 days'],
    ['two times per week', 'twice weekly'],
    ['daily', 'once daily'],
    ['BID', 'twice daily'],
    ['three times a day', 'three times daily'],
    ['biweekly', null],
    ['as needed', null],
  ])('"%s" means %p', (text, frequency) => expect(parseFrequency(text)).toBe(frequency));

  it('reads its own wording', () => {
    for (const frequency of FREQUENCIES) expect(parseFrequency(frequency)).toBe(frequency);
  });
});
