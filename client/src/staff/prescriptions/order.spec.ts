import { describe, expect, it } from '@jest/globals';
import type { Prescription } from '#common/api/index.js';
import {
  checkOrder,
  productOf,
  withDose,
  withProduct,
  EMPTY_ORDER,
  isApproved,
  isPending,
  readOrder,
  unreadableDose,
  whyNot,
} from './order.js';

const TODAY = '2026-03-02';
const plan = { plan_dose: 80, plan_frequency: 'once weekly' };
const form = {
  drug: 'Testosterone cypionate injection 200 mg/mL',
  dose: '80 mg',
  frequency: 'once weekly',
  route: 'intramuscular',
  quantity: '4',
  refills: '5',
  days_supply: '28',
  vial: '' as '' | 'single' | 'multi',
};
const check = (change: Partial<typeof form>) =>
  checkOrder({ ...form, ...change }, 'testosterone_cypionate_im', plan, TODAY);
const wrong = (change: Partial<typeof form>) =>
  check(change)
    .filter((finding) => !finding.ok)
    .map((finding) => finding.text);

describe('pending and approved orders', () => {
  it.each([
    ['draft', 'draft', true, false],
    ['submitted', 'draft', true, false],
    ['accepted', 'current', false, true],
    ['filled', 'current', false, true],
    ['filled', 'past', false, false],
    ['canceled', 'past', false, false],
    ['rejected', 'past', false, false],
  ] as const)('%s, %s', (status, prescription_state, pending, approved) => {
    expect(isPending({ status, prescription_state })).toBe(pending);
    expect(isApproved({ status, prescription_state })).toBe(approved);
  });
  it('says why the others cannot be selected', () => {
    expect(whyNot({ status: 'accepted' } as Prescription)).toBe('Already approved');
  });
});

describe('readOrder', () => {
  it('requires all seven fields', () => {
    const read = readOrder(EMPTY_ORDER);
    expect('problems' in read && Object.keys(read.problems).sort()).toEqual(
      ['days_supply', 'dose', 'drug', 'frequency', 'quantity', 'refills', 'route'].sort(),
    );
  });
  it.each([
    ['refills', '6'],
    ['refills', '1.5'],
    ['days_supply', '0'],
    ['quantity', '-1'],
    ['quantity', 'two'],
  ] as const)('refuses %s %s', (name, text) => {
    expect(readOrder({ ...form, [name]: text })).toHaveProperty(`problems.${name}`);
  });
  it('reads numbers as numbers', () => {
    expect(readOrder(form)).toMatchObject({ fields: { vial: null } });
    expect(readOrder({ ...form, vial: 'multi' })).toMatchObject({ fields: { vial: 'multi' } });
    expect(readOrder({ ...form, quantity: '2,5' })).toMatchObject({ fields: { quantity: 2.5, refills: 5 } });
  });
});

describe('checkOrder', () => {
  it('shows the directions, whose volume follows dose and strength', () => {
    const directions = (change: Partial<typeof form>) =>
      check(change).flatMap(({ text }) => (text.startsWith('Directions') ? [text] : []));
    expect(directions({})).toEqual(['Directions: Inject 0.4 mL (80 mg) into the muscle once every 7 days.']);
    expect(directions({ drug: 'Testosterone cypionate injection 100 mg/mL' })[0]).toContain('Inject 0.8 mL');
    expect(directions({ dose: '100 mg' })[0]).toContain('Inject 0.5 mL');
    expect(directions({ route: ' ' })).toEqual([]);
  });
  it('accepts an order that adds up', () => expect(wrong({})).toEqual([]));
  it('reports days that do not match the quantity', () => {
    expect(wrong({ days_supply: '60', refills: '1' })[0]).toMatch(/lasts .*28.* days, not 60/);
    // The same 4 mL in multi-dose vials, and in single-dose vials.
    expect(wrong({ vial: 'multi' })[0]).toMatch(/lasts .* days, not 28/);
    expect(wrong({ vial: 'single' })).toEqual([]);
  });
  it('reports refills past six months', () => {
    expect(wrong({ quantity: '8', days_supply: '56', refills: '5' })[0]).toMatch(
      /^At most 3 refills of 56 days/,
    );
  });
  it('reports a dose over the maximum and one that differs from the plan', () => {
    expect(wrong({ dose: '250 mg' })).toEqual([
      expect.stringMatching(/lasts/),
      '250 mg a week; the product’s maximum is 200 mg.'.replace('’', "'"),
      'The plan says 80 mg once weekly.',
    ]);
  });
  it("reports a drug that is not the plan's product", () => {
    expect(wrong({ drug: 'Testosterone gel 1.62%' })).toEqual([
      'The plan is for Testosterone cypionate injection: an order of another product cannot be approved.',
    ]);
    expect(wrong({ drug: ' ' })).toEqual([]);
  });
  it('reports a route the product does not have', () => {
    expect(wrong({ route: 'oral' })).toEqual([
      'This product is given by the intramuscular or subcutaneous route: an order with another one cannot be approved.',
    ]);
    expect(wrong({ route: 'IM' })).toEqual([]);
    expect(wrong({ route: ' ' })).toEqual([]);
  });
  it('says when a dose cannot be read', () => {
    expect(unreadableDose('80 mg')).toBeNull();
    for (const dose of ['0.8 g', '4 mL', '80 mg x 10', 'half a vial']) {
      expect(unreadableDose(dose)).toContain('in mg per dose');
      expect(readOrder({ ...form, dose })).toHaveProperty('problems.dose');
    }
    expect(wrong({ frequency: 'now and then' })).toEqual(
      expect.arrayContaining([expect.stringContaining('frequency cannot be read')]),
    );
  });
});

describe('the formulary', () => {
  it('recognizes the product by its name, its short name and its brand', () => {
    expect(['Testosterone cyp 200 mg/mL', 'AndroGel gel 1.62%', 'Xyosted 75 mg'].map(productOf)).toEqual([
      'testosterone_cypionate_im',
      'testosterone_gel_1_62',
      'testosterone_enanthate_sc_auto',
    ]);
    expect(['', 'Semaglutide', 'cypionate or enanthate'].map(productOf)).toEqual([null, null, null]);
  });
  it('changes route and frequency only where the new product has different ones', () => {
    expect(withProduct({ ...form, frequency: 'daily' }, 'testosterone_gel_1_62')).toMatchObject({
      route: 'topical',
      frequency: 'daily',
    });
    expect(withProduct({ ...form, route: 'IM' }, 'testosterone_enanthate_im')).toMatchObject({ route: 'IM' });
  });
  it('picks the strength for the dose, and leaves a typed drug alone', () => {
    const capsules = withProduct({ ...form, dose: '200 mg' }, 'testosterone_undecanoate_oral_kyzatrex');
    expect(withDose(capsules, '150 mg').drug).not.toBe(capsules.drug);
    expect(withDose({ ...form, drug: 'testosterone cyp, my own words' }, '100 mg')).toMatchObject({
      drug: 'testosterone cyp, my own words',
      dose: '100 mg',
    });
  });
});
