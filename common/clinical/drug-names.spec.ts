import { describe, expect, it } from '@jest/globals';
import { isPlainName, namesMore, namesProduct } from './drug-names.js';
import { FORMULATION_IDS, FORMULATIONS, type FormulationId } from './formulations.js';
import { drugName } from './supply.js';

describe('namesProduct', () => {
  const dispensed = FORMULATION_IDS.filter((id) => FORMULATIONS[id].supply.kind !== 'none');
  it.each(dispensed)('recognizes %s by its draft name, and as no other product', (id) => {
    const drug = drugName(id, FORMULATIONS[id].starting_dose ?? 0);
    expect(FORMULATION_IDS.filter((one) => namesProduct(one, drug))).toEqual([id]);
  });

  it.each<[string, FormulationId]>([
    ['Depo-Testosterone 200 mg/mL', 'testosterone_cypionate_im'],
    ['TESTOSTERONE CYP 200 MG/ML', 'testosterone_cypionate_im'],
    ['Xyosted 75 mg (testosterone enanthate)', 'testosterone_enanthate_sc_auto'],
    ['Testosterone enanthate 200 mg/mL', 'testosterone_enanthate_im'],
    ['AndroGel 1.62%', 'testosterone_gel_1_62'],
    ['AndroGel 1 %', 'testosterone_gel_1'],
    ['Clomiphene citrate 50 mg', 'non_testosterone_option'],
  ])('%s is %s', (drug, id) => {
    expect(FORMULATION_IDS.filter((one) => namesProduct(one, drug))).toEqual([id]);
  });

  it.each(['Oxycodone 10 mg', 'Testosterone', 'Testosterone gel', 'Cypionate or enanthate 200 mg/mL', ''])(
    '"%s" is no product that can be dispensed',
    (drug) => {
      expect(dispensed.filter((id) => namesProduct(id, drug))).toEqual([]);
    },
  );
});

describe('a plain name', () => {
  it.each(FORMULATION_IDS.filter((id) => FORMULATIONS[id].supply.kind !== 'none'))(
    'of %s is what the portal itself writes',
    (id) => {
      const { starting_dose: start, hard_max: most } = FORMULATIONS[id];
      for (const dose of [start ?? 0, ...(most ? [most.mg] : [])])
        expect([drugName(id, dose), isPlainName(id, drugName(id, dose))]).toEqual([drugName(id, dose), true]);
    },
  );

  it.each([
    'Testosterone cypionate injection 2000 mg/mL',
    'Testosterone cypionate 200 mg/mL with nandrolone 300 mg',
    'Testosterone cypionate 200 mg/mL IV push',
    'NOT testosterone cypionate injection',
    'banana testosterone cypionate banana',
    'Testosterone cypionate compounded with estradiol',
  ])('is not %s', (drug) => expect(isPlainName('testosterone_cypionate_im', drug)).toBe(false));

  it.each(['Testosterone cypionate 200 mg/mL', 'testosterone cyp', 'Depo-Testosterone 200 mg/mL vial'])(
    'is %s',
    (drug) => expect(isPlainName('testosterone_cypionate_im', drug)).toBe(true),
  );
});

it.each([
  ['Testosterone cypionate injection 200 mg/mL', false],
  ['Testosterone cypionate in cottonseed oil with benzyl benzoate', false],
  ['Testosterone cyp', false],
  ['Testosterone cypionate 200 mg/mL (Perrigo)', false],
  ['Testosterone cypionate injection 200 mg/mL + trenbolone 100 mg/mL', true],
  ['Testosterone cypionate and fentanyl', true],
  ['Testosterone cypionate injection 2000 mg/mL', true],
])('%s names more than the product: %s', (drug, more) => {
  expect(namesMore('testosterone_cypionate_im', drug)).toBe(more);
});
