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
    ['Azmiro 200 mg/mL', 'testosterone_cypionate_im'],
    ['Depo Testosterone 200 mg/mL', 'testosterone_cypionate_im'],
    ['Delatestryl 200 mg/mL', 'testosterone_enanthate_im'],
    ['Xyosted 75 mg', 'testosterone_enanthate_sc_auto'],
    ['Aveed 750 mg/3 mL', 'testosterone_undecanoate_im'],
    ['Jatenzo 237 mg', 'testosterone_undecanoate_oral_jatenzo'],
    ['Tlando 112.5 mg', 'testosterone_undecanoate_oral_tlando'],
    ['Kyzatrex 200 mg', 'testosterone_undecanoate_oral_kyzatrex'],
    ['Testim 50 mg', 'testosterone_gel_1'],
    ['Vogelxo 1% pump', 'testosterone_gel_1'],
    ['AndroGel 1.62%', 'testosterone_gel_1_62'],
    ['AndroGel 1 %', 'testosterone_gel_1'],
    ['Clomiphene citrate 50 mg', 'non_testosterone_option'],
  ])('%s is %s', (drug, id) => {
    expect(FORMULATION_IDS.filter((one) => namesProduct(one, drug))).toEqual([id]);
  });

  it.each([
    'Oxycodone 10 mg',
    'Testosterone',
    'Testosterone gel',
    'AndroGel',
    'Fortesta 2% gel 10 mg per actuation',
    'Azmiro or Xyosted',
    'Cypionate or enanthate 200 mg/mL',
    '',
  ])('"%s" is no product that can be dispensed', (drug) => {
    expect(dispensed.filter((id) => namesProduct(id, drug))).toEqual([]);
  });
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
    'Testosterone cypionate injection 20 mg/mL',
    'Testosterone cypionate injection 50 mg/mL',
    'Testosterone cypionate injection 150 mg/mL',
    'Testosterone cypionate injection 2%',
    'Testosterone cypionate injection 20%',
    'Testosterone cypionate injection 200 mcg/mL',
    'Testosterone cypionate injection 0.2 g/mL',
    'Testosterone cypionate injection 20 mg',
    'Testosterone cypionate injection 200 mg',
    'Testosterone cypionate injection 20 mg mL',
    'Testosterone cypionate 200 mg/mL with nandrolone 300 mg',
    'Testosterone cypionate 200 mg/mL IV push',
    'NOT testosterone cypionate injection',
    'banana testosterone cypionate banana',
    'Testosterone cypionate compounded with estradiol',
  ])('is not %s', (drug) => expect(isPlainName('testosterone_cypionate_im', drug)).toBe(false));

  it.each([
    'Testosterone cypionate 200 mg/mL',
    'testosterone cyp',
    'Depo-Testosterone 200 mg/mL vial',
    'Azmiro 200 mg/mL',
  ])('is %s', (drug) => expect(isPlainName('testosterone_cypionate_im', drug)).toBe(true));
});

it.each([
  ['Testosterone cypionate injection 200 mg/mL', false],
  ['Testosterone cypionate in cottonseed oil with benzyl benzoate', false],
  ['Testosterone cyp', false],
  ['Testosterone cypionate 200 mg/mL (Perrigo)', false],
  ['Testosterone cypionate injection 200 mg/mL + trenbolone 100 mg/mL', true],
  ['Testosterone cypionate and fentanyl', true],
  ['Testosterone cypionate injection 2000 mg/mL', true],
  ['Testosterone cypionate injection 20 mg/mL', true],
  ['Testosterone cypionate injection 50 mg/mL', false],
  ['Testosterone cypionate injection 2%', true],
  ['Testosterone cypionate injection 20%', false],
  ['Testosterone cypionate injection 200 mcg/mL', true],
])('%s names more than the product: %s', (drug, more) => {
  expect(namesMore('testosterone_cypionate_im', drug)).toBe(more);
});

describe('an order of testosterone', () => {
  it.each([
    'Testosterone cypionate 200 mg/mL; oxycodone 30 mg #120',
    'Testosterone cypionate 200 mg/mL - Xanax',
    'Testosterone cypionate, Adderall',
    'Testosterone cypionate (tren)',
    'Testosterone cypionate injection 200 mg/mL w/ 0xycodone',
    'testosterone cypionate o-x-y 30',
    'testosterone cypionate r o x i 30',
    'Testosterone cypionate 200 mg/mL Охусоdone',
    'Testosterone cypionate 200 mg/mL p3rc0c3t',
    'Testosterone cypionate ⓞⓧⓨ 30',
    'Testosterone cypionate 💊 30',
    'Testosterone cypionate oxy\u200bcodone',
    'Testosterone cypionate / h-g-h 10 IU',
    'Testosterone cypionate T3 25 mcg',
    'Testosterone cypionate 200 mg/mL; testosterone gel 1.62%',
    'Testosterone cypionate + enanthate 200 mg/mL',
    'Testosterone cypionate 200 mg/mL, Androgel',
    'Testosterone cypionate 200 mg/mL, compound 7',
    'Testosterone cypionate injection "20" mg/mL',
    'Testosterone cypionate injection (20) mg/mL',
    'Testosterone cypionate injection 20: mg/mL',
    'Testosterone cypionate injection 20_mg/mL',
    'Testosterone cypionate injection "200" mcg/mL',
    'Testosterone cypionate injection 200 mg/mL (20)',
    'Testosterone cypionate 20',
    'oxycodone 30 mg',
    '0xyc0d0ne 30 mg',
    'x-a-n-a-x 2 mg',
  ])('names more than the product: %s', (drug) =>
    expect(namesMore('testosterone_cypionate_im', drug)).toBe(true),
  );

  it.each([
    'Testosterone cypionate injection, USP CIII 200 mg/mL',
    'Testosterone Cypionate 200mg/ml 10ml vial',
    'Depo-Testosterone® 200 mg/mL (Pfizer)',
    'testosterone cypionate 200 mg/mL, 10 x 1 mL single-dose vials',
    'Testosterone cypionate C-III in grapeseed oil, multi-dose vial of 10 mL',
    'Testosteron cypionat injecton 200 mg/mL',
    'Testosterone cypionate 100 mg/mL w/ benzyl alcohol, preservative free',
    'Azmiro (testosterone cypionate injection) prefilled syringe 100 mg/mL',
    'compound 7',
    'Testosterone enanthate 200 mg/mL',
  ])('names no more: %s', (drug) => expect(namesMore('testosterone_cypionate_im', drug)).toBe(false));

  it.each<[FormulationId, string]>([
    ['testosterone_gel_1_62', 'AndroGel 1.62% metered pump, 20.25 mg per actuation'],
    ['testosterone_gel_1', 'Vogelxo 1% topical gel 50 mg in 5 g packet'],
    ['testosterone_enanthate_sc_auto', 'Xyosted (testosterone enanthate) autoinjector 75 mg/0.5 mL'],
    ['testosterone_patch', 'Androderm transdermal system 4 mg/24 h'],
    ['testosterone_undecanoate_oral_jatenzo', 'Jatenzo (testosterone undecanoate) 237 mg oral capsules'],
    ['testosterone_undecanoate_im', 'Aveed 750 mg/3 mL (testosterone undecanoate) in castor oil'],
    ['testosterone_pellet', 'Testopel 75 mg pellets, 10 implants'],
    ['testosterone_nasal', 'Natesto nasal gel 5.5 mg per actuation'],
    ['non_testosterone_option', 'Clomiphene citrate 50 mg tablets'],
    ['non_testosterone_option', 'compound 7'],
  ])('%s as pharmacies write it: %s', (id, drug) => expect(namesMore(id, drug)).toBe(false));

  it.each(FORMULATION_IDS)('as the portal writes it names no more: %s', (id) => {
    const { starting_dose: start, hard_max: most, supply } = FORMULATIONS[id];
    if (supply.kind === 'none') return;
    for (const dose of [start ?? 0, ...(most ? [most.mg] : [])])
      expect([drugName(id, dose), namesMore(id, drugName(id, dose))]).toEqual([drugName(id, dose), false]);
  });

  it('without a product of the plan may hold no second drug either', () => {
    expect(namesMore(null, 'Testosterone cypionate 200 mg/mL')).toBe(false);
    expect(namesMore(null, 'Testosterone cypionate 200 mg/mL, oxy 30')).toBe(true);
    expect(namesMore('non_testosterone_option', 'Clomiphene 50 mg; oxy 30')).toBe(true);
    expect(namesMore('non_testosterone_option', 'oxycodone 30 mg')).toBe(true);
  });
});
