import { describe, expect, it } from '@jest/globals';
import { doseLimits, FORMULATION_IDS, FORMULATIONS } from '#common/clinical/formulations.js';
import { draftPrescription } from '#common/clinical/supply.js';
import { quantityText, quantityUnit } from './quantity.js';

describe('quantityUnit', () => {
  it("matches the unit in the server's drafts", () => {
    const drafts = FORMULATION_IDS.flatMap((formulation) => {
      const [frequency] = FORMULATIONS[formulation].frequencies;
      const dose = doseLimits(formulation, frequency)?.min ?? 0;
      return draftPrescription({ formulation, dose, frequency }, '2026-03-02') ?? [];
    });
    expect(drafts.length).toBeGreaterThan(8);
    for (const draft of drafts) expect(quantityUnit(draft.formulation)).toBe(draft.quantity_unit);
  });
});

describe('quantityText', () => {
  it.each([
    [2.5, 'testosterone_cypionate_im', '2.5 mL'],
    [1, 'testosterone_gel_1_62', '1 pump bottle'],
    [1, 'testosterone_patch', '1 patch'],
    [30, 'testosterone_patch', '30 patches'],
    [1, 'testosterone_undecanoate_oral_jatenzo', '1 capsule'],
    [4, 'something_else', '4'],
  ])('%d of %s: %s', (quantity, formulation, text) => expect(quantityText(quantity, formulation)).toBe(text));
});
