import { describe, expect, it } from '@jest/globals';
import type { PlanFacts, PrescriptionFacts } from './facts.js';
import { FORMULATION_LIST, INTERVAL_DAYS } from './formulations.js';
import type { FormulationId, Frequency } from './formulations.js';
import { TODAY, WEEKLY_100 } from './fixtures/facts.js';
import {
  assistPrescription,
  dosesPerVial,
  draftPrescription,
  lastLegalFillOn,
  lastPlannedFillOn,
  maxRefills,
  possibleDaysSupply,
  renewalDueOn,
  runOutOn,
  directionsText,
  sigText,
  supplyWarnings,
} from './supply.js';

const CYPIONATE = 'testosterone_cypionate_im';

describe("prescription arithmetic, the reference's table", () => {
  it.each([
    ['100 mg weekly, 4 mL', CYPIONATE, 100, 'once weekly', 4, 1, 28, 5],
    ['100 mg weekly, 8 mL', CYPIONATE, 100, 'once weekly', 8, 1, 56, 3],
    ['80 mg weekly, 1-mL vials', CYPIONATE, 80, 'once weekly', 4, 1, 28, 5],
    ['80 mg weekly, one 10-mL vial', CYPIONATE, 80, 'once weekly', 10, 10, 35, 5],
    ['200 mg every 14 days', CYPIONATE, 200, 'every 14 days', 2, 1, 28, 5],
    ['50 mg twice weekly', CYPIONATE, 50, 'twice weekly', 16, 1, 56, 3],
    ['auto-injector 75 mg', 'testosterone_enanthate_sc_auto', 75, 'once weekly', 4, null, 28, 5],
    ['gel 40.5 mg, one pump', 'testosterone_gel_1_62', 40.5, 'once daily', 1, null, 30, 5],
    ['gel 40.5 mg, 75 g', 'testosterone_gel_1_62', 40.5, 'once daily', 75, null, 30, 5],
    ['gel 60.75 mg, two pumps', 'testosterone_gel_1_62', 60.75, 'once daily', 2, null, 40, 4],
    ['gel 81 mg, two pumps', 'testosterone_gel_1_62', 81, 'once daily', 2, null, 30, 5],
    [
      'Jatenzo 237 mg, 60 capsules',
      'testosterone_undecanoate_oral_jatenzo',
      237,
      'twice daily',
      60,
      null,
      30,
      5,
    ],
    [
      'Jatenzo 316 mg, 120 capsules',
      'testosterone_undecanoate_oral_jatenzo',
      316,
      'twice daily',
      120,
      null,
      30,
      5,
    ],
  ] as const)('%s: %s', (_name, id, dose, frequency, quantity, vial_ml, days, refills) => {
    expect(possibleDaysSupply(id, { dose: `${dose} mg`, frequency, quantity, vial_ml })).toEqual([days]);
    expect(maxRefills(TODAY, days)).toBe(refills);
  });

  it.each([
    [28, 5],
    [30, 5],
    [35, 5],
    [40, 4],
    [56, 3],
    [84, 2],
    [90, 2],
    [140, 1],
    [175, 1],
    [182, 0],
  ])('%d days leave %d refills', (days, refills) => expect(maxRefills(TODAY, days)).toBe(refills));

  it('rejects invalid days', () => {
    expect(() => maxRefills(TODAY, 0)).toThrow(RangeError);
    expect(maxRefills(TODAY, 1)).toBe(5);
  });

  it('allows both readings for a vial of unknown size', () => {
    expect(possibleDaysSupply(CYPIONATE, { dose: 80, frequency: 'weekly', quantity: 10 })).toEqual([70, 35]);
    expect(possibleDaysSupply(CYPIONATE, { dose: 80, frequency: 'weekly', quantity: 2.5 })).toEqual([14]);
    expect(
      possibleDaysSupply(CYPIONATE, { dose: 80, frequency: 'weekly', quantity: 10, vial: 'single' }),
    ).toEqual([70]);
  });

  it.each([
    ['as it is made', '200 mg/mL', [28]],
    ['of its own', '100 mg/mL', [14]],
    ['that no pharmacy makes', '2000 mg/mL', [28]],
  ])('counts with the strength of the order: %s', (_, strength, days) =>
    expect(
      possibleDaysSupply(CYPIONATE, {
        drug: `Testosterone cypionate injection ${strength}`,
        dose: 200,
        frequency: 'once weekly',
        quantity: 4,
        vial: 'single',
      }),
    ).toEqual(days),
  );

  it('uses two vials for a dose over one vial', () =>
    expect(
      possibleDaysSupply(CYPIONATE, { dose: 240, frequency: 'every 14 days', quantity: 4, vial_ml: 1 }),
    ).toEqual([28]));

  it.each([
    [{ dose: 'half', frequency: 'once weekly', quantity: 2 }],
    [{ dose: 80, frequency: 'now and then', quantity: 2 }],
    [{ dose: 80, frequency: 'once weekly', quantity: 0 }],
    [{ dose: 0, frequency: 'once weekly', quantity: 2 }],
  ])('nothing can be computed from %j', (rx) => expect(possibleDaysSupply(CYPIONATE, rx)).toEqual([]));

  it('has no count for a dose that no strength makes', () =>
    expect(
      possibleDaysSupply('testosterone_enanthate_sc_auto', {
        dose: 60,
        frequency: 'once weekly',
        quantity: 4,
      }),
    ).toEqual([]));
});

describe('doses in a vial', () => {
  it.each([
    [{ vial_ml: 1, vol_ml: 0.4 }, 2],
    [{ vial_ml: 1, vol_ml: 0.4, single_use: true }, 1],
    [{ vial_ml: 1, vol_ml: 0.5, waste_ml: 0.07 }, 1],
    [{ vial_ml: 10, vol_ml: 0.4 }, 25],
    [{ vial_ml: 10, vol_ml: 0.4, waste_ml: 0.07 }, 21],
    [{ vial_ml: 10, vol_ml: 0.4, open_days: 28, interval: 7 }, 5],
    [{ vial_ml: 10, vol_ml: 0.25, open_days: 28, interval: 3.5 }, 9],
  ])('%j: %d', (input, doses) => expect(dosesPerVial(input)).toBe(doses));
});

describe('directions', () => {
  it.each([
    ['Testosterone cypionate injection 200 mg/mL', 'Inject 0.4 mL (80 mg)'],
    ['Testosterone cypionate injection 100 mg/mL', 'Inject 0.8 mL (80 mg)'],
    ['Testosterone cypionate 1,000 mg per 10 mL', 'Inject 0.8 mL (80 mg)'],
    ['Testosterone cypionate', 'Inject 0.4 mL (80 mg)'],
  ])('of %s', (drug, expected) => {
    const order = { drug, dose: '80 mg', frequency: 'weekly', route: 'IM' };
    expect(directionsText(CYPIONATE, order)).toBe(`${expected} into the muscle once every 7 days`);
    expect(directionsText(CYPIONATE, { ...order, frequency: 'every 5 days' })).toBe('80 mg every 5 days, IM');
  });

  it.each([
    [CYPIONATE, 100, 'once weekly', 'Inject 0.5 mL (100 mg) into the muscle once every 7 days'],
    [CYPIONATE, 80, 'once weekly', 'Inject 0.4 mL (80 mg) into the muscle once every 7 days'],
    [CYPIONATE, 200, 'every 14 days', 'Inject 1 mL (200 mg) into the muscle once every 14 days'],
    [
      CYPIONATE,
      50,
      'twice weekly',
      'Inject 0.25 mL (50 mg) into the muscle every 3.5 days (for example Monday morning and Thursday evening)',
    ],
    [
      'testosterone_enanthate_sc_auto',
      75,
      'once weekly',
      'Inject 75 mg under the abdominal skin every 7 days',
    ],
    [
      'testosterone_gel_1_62',
      20.25,
      'once daily',
      'Apply 1 pump (20.25 mg) each morning to clean, dry skin of the shoulders and upper arms',
    ],
    [
      'testosterone_gel_1_62',
      40.5,
      'once daily',
      'Apply 2 pumps (40.5 mg) each morning to clean, dry skin of the shoulders and upper arms',
    ],
    [
      'testosterone_gel_1',
      50,
      'once daily',
      'Apply 5 g (50 mg) each morning to clean, dry skin of the shoulders and upper arms',
    ],
    [
      'testosterone_undecanoate_oral_jatenzo',
      316,
      'twice daily',
      'Take 2 x 158 mg by mouth twice daily with food',
    ],
    [
      'testosterone_patch',
      4,
      'once daily',
      'Put on 1 x 4 mg each evening for 24 hours, on a new place every day',
    ],
    [
      'testosterone_nasal',
      11,
      'three times daily',
      'One actuation (5.5 mg) in each nostril three times daily',
    ],
    [
      'testosterone_undecanoate_im',
      750,
      'every 10 weeks',
      '750 mg given in the clinic, with 30 minutes of observation: the second dose 4 weeks after the first, then every 10 weeks',
    ],
    ['non_testosterone_option', 25, 'once daily', 'Use 25 mg once daily, as your clinician says'],
  ] as const)('%s %d mg %s', (id, dose, frequency, sig) => expect(sigText(id, dose, frequency)).toBe(sig));

  it('says so for an injection under the skin', () =>
    expect(sigText(CYPIONATE, 100, 'once weekly', 'subcutaneous')).toBe(
      'Inject 0.5 mL (100 mg) under the skin once every 7 days',
    ));
});

describe('drafts', () => {
  const plan = (formulation: FormulationId, dose: number, frequency: Frequency): PlanFacts => ({
    formulation,
    dose,
    frequency,
  });

  it.each([
    [CYPIONATE, 80, 'once weekly', 4, 'mL', 28, 5],
    [CYPIONATE, 60, 'once weekly', 4, 'mL', 28, 5],
    [CYPIONATE, 40, 'once weekly', 4, 'mL', 28, 5],
    [CYPIONATE, 120, 'once weekly', 4, 'mL', 28, 5],
    [CYPIONATE, 280, 'every 14 days', 4, 'mL', 28, 5],
    [CYPIONATE, 50, 'twice weekly', 8, 'mL', 28, 5],
    ['testosterone_enanthate_sc_auto', 75, 'once weekly', 4, 'auto-injectors', 28, 5],
    ['testosterone_gel_1_62', 40.5, 'once daily', 1, 'pump bottles', 30, 5],
    ['testosterone_gel_1_62', 60.75, 'once daily', 2, 'pump bottles', 40, 4],
    ['testosterone_gel_1_62', 20.25, 'once daily', 1, 'pump bottles', 60, 3],
    ['testosterone_gel_1', 75, 'once daily', 225, 'g', 30, 5],
    ['testosterone_patch', 6, 'once daily', 90, 'patches', 30, 5],
    ['testosterone_undecanoate_oral_tlando', 225, 'twice daily', 120, 'capsules', 30, 5],
    ['testosterone_undecanoate_oral_kyzatrex', 300, 'twice daily', 120, 'capsules', 30, 5],
    ['testosterone_nasal', 11, 'three times daily', 3, 'dispensers', 30, 5],
    ['testosterone_undecanoate_im', 750, 'every 10 weeks', 1, 'vials', 70, 2],
    ['testosterone_pellet', 450, 'every 4 months', 6, 'pellets', 120, 1],
  ] as const)('%s %d mg %s', (id, dose, frequency, quantity, quantity_unit, days_supply, refills) =>
    expect(draftPrescription(plan(id, dose, frequency), TODAY)).toMatchObject({
      quantity,
      quantity_unit,
      days_supply,
      refills,
    }),
  );

  it('names the strength that makes the dose', () => {
    expect(
      draftPrescription(plan('testosterone_undecanoate_oral_jatenzo', 316, 'twice daily'), TODAY)?.drug,
    ).toBe('Testosterone undecanoate capsules (Jatenzo) 158 mg');
    expect(draftPrescription(plan('testosterone_enanthate_sc_auto', 75, 'once weekly'), TODAY)?.drug).toBe(
      'Testosterone enanthate auto-injector (Xyosted) 75 mg',
    );
  });

  it('has no draft where the catalog counts nothing', () => {
    expect(draftPrescription(plan('non_testosterone_option', 25, 'once daily'), TODAY)).toBeNull();
    expect(draftPrescription(plan('testosterone_enanthate_sc_auto', 60, 'once weekly'), TODAY)).toBeNull();
  });

  it('agrees in quantity, days and refills for every product at every automatic start', () => {
    for (const product of FORMULATION_LIST) {
      if (product.starting_dose === null) continue;
      for (const frequency of product.frequencies) {
        const draft = draftPrescription(plan(product.id, product.starting_dose, frequency), TODAY);
        if (!draft) throw new Error(`No draft for ${product.id}`);
        expect(possibleDaysSupply(product.id, draft)).toContain(draft.days_supply);
        expect(draft.refills).toBe(maxRefills(TODAY, draft.days_supply));
        expect(draft.days_supply).toBeGreaterThanOrEqual(Math.min(28, INTERVAL_DAYS[frequency]));
      }
    }
  });
});

describe('dates of a prescription', () => {
  it.each([
    ['2026-11-20', '2027-05-20'],
    ['2026-08-31', '2027-02-28'],
    ['2027-08-31', '2028-02-29'],
  ])('issued on %s, the last legal fill is on %s', (issued, last) =>
    expect(lastLegalFillOn(issued)).toBe(last),
  );

  it('derives the last planned fill from the refills', () => {
    expect(lastPlannedFillOn(TODAY, 5, 30)).toBe('2027-04-19');
    expect(lastPlannedFillOn(TODAY, 0, 84)).toBe(TODAY);
  });

  it('runs out after its days, or with refills after all of them', () => {
    expect(runOutOn(TODAY, 28)).toBe('2026-12-18');
    expect(runOutOn(TODAY, 28, 5)).toBe('2027-05-07');
  });

  it('asks for a renewal 14 days before it runs out, or before the last legal fill', () => {
    const rx = { issued_on: TODAY, filled_on: TODAY, days_supply: 28, refills: 5 };
    expect(renewalDueOn(rx)).toBe('2027-04-23');
    expect(renewalDueOn({ ...rx, days_supply: 90, refills: 2 })).toBe('2027-05-06');
    expect(renewalDueOn({ ...rx, refills: 0 })).toBe('2026-12-04');
  });
});

describe('assist', () => {
  it('gives a draft, its limits and its dates', () => {
    expect(assistPrescription(WEEKLY_100, TODAY)).toMatchObject({
      draft: { quantity: 4, vial: 'single', days_supply: 28, refills: 5 },
      max_refills: 5,
      run_out_on: '2026-12-18',
      refill_by: '2027-05-20',
      warnings: ['Single-dose vial: discard unused portion.'],
    });
    expect(assistPrescription({ ...WEEKLY_100, formulation: 'non_testosterone_option' }, TODAY)).toBeNull();
  });

  it('warns when an opened multi-dose vial would have to last longer than 28 days', () => {
    const warnings = (order: Pick<PrescriptionFacts, 'quantity' | 'vial' | 'vial_ml'>, dose = 100) =>
      supplyWarnings({ ...WEEKLY_100, dose }, { days_supply: 28, ...order });
    const discard = (usable: number, holds: number) => [
      `Discard an opened multi-dose vial after 28 days: it gives ${usable} of its ${holds} doses.`,
    ];
    expect(warnings({ quantity: 10, vial_ml: 10 })).toEqual(discard(5, 20));
    expect(warnings({ quantity: 10, vial: 'multi' })).toEqual(discard(5, 20));
    expect(warnings({ quantity: 5, vial_ml: 5 })).toEqual(discard(5, 10));
    expect(warnings({ quantity: 1, vial: 'multi', vial_ml: 1 }, 100)).toEqual([]);
    expect(warnings({ quantity: 1, vial: 'multi', vial_ml: 1 }, 30)).toEqual(discard(5, 6));
    // Ten single-dose vials are not a multi-dose vial.
    expect(warnings({ quantity: 10, vial_ml: 1 }, 200)).toEqual([]);
  });

  it('does not warn about a fill of exactly the state cap', () =>
    expect(
      supplyWarnings({ ...WEEKLY_100, dose: 200 }, { quantity: 4, days_supply: 28 }, { max_days_supply: 28 }),
    ).toEqual([]));

  it('warns of waste, of products given in the clinic and of a state cap', () => {
    const warnings = (plan: PlanFacts, max_days_supply: number | null = null) =>
      assistPrescription(plan, TODAY, { max_days_supply })?.warnings;
    expect(warnings({ ...WEEKLY_100, dose: 80 })).toEqual(['Single-dose vial: discard unused portion.']);
    expect(
      warnings({ formulation: 'testosterone_undecanoate_im', dose: 750, frequency: 'every 10 weeks' }),
    ).toEqual(['Given in the clinic only: do not send it to the patient.']);
    expect(
      warnings({ formulation: 'testosterone_gel_1_62', dose: 60.75, frequency: 'once daily' }, 30),
    ).toEqual(['The state allows 30 days a fill; this one lasts 40.']);
  });
});
