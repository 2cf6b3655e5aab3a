import { describe, expect, it } from '@jest/globals';
import type { PrescriptionSupply } from '#common/api/index.js';
import { orderInWords } from './order-in-words.js';
import { askable, asksFrom, gatesSoon, missingGates, supplyNow } from './supply-now.js';

const order = (id: string, change: Partial<PrescriptionSupply> = {}): PrescriptionSupply => ({
  prescription_id: id,
  formulation: 'testosterone_cypionate_im',
  drug: 'Testosterone cypionate injection 200 mg/mL',
  dose: '80 mg',
  issued_on: '2026-09-01',
  in_clinic: false,
  goes_on: false,
  last_fill_on: '2026-11-03',
  run_out_on: '2026-12-01',
  days_left: 8,
  doses_left: 1,
  doses_short: false,
  earliest_fill_on: '2026-11-20',
  legal_last_fill_on: '2027-03-01',
  refills_left: 3,
  new_prescription_needed: false,
  ask_by: '2026-11-28',
  state: 'enough',
  open_rest: null,
  on_hold: false,
  refill_request_id: null,
  gates: [],
  ...change,
});

describe('the supply that matters now', () => {
  it('is the most urgent of those filled before', () => {
    expect([
      supplyNow([order('clinic', { in_clinic: true })], true),
      askable([order('clinic', { in_clinic: true, state: 'ask_now' })]),
    ]).toEqual([null, []]);
    const never = order('never', { run_out_on: null, last_fill_on: null, state: 'can_refill' });
    expect(supplyNow([never], false)).toBeNull();
    expect(supplyNow([never], true)?.prescription_id).toBe('never');
    expect(supplyNow([], true)).toBeNull();
    const orders = [never, order('fine'), order('out', { state: 'past_run_out' })];
    expect(supplyNow(orders, true)?.prescription_id).toBe('out');
  });

  it('offers a request only where none is open, none is held and supply is short', () => {
    const orders = [
      order('never', { formulation: 'gel', run_out_on: null, last_fill_on: null, state: 'can_refill' }),
      order('beside', { last_fill_on: null, state: 'ask_now' }),
      order('enough'),
      order('open', { state: 'ask_now', refill_request_id: 'r' }),
      order('held', { state: 'past_run_out', on_hold: true }),
      order('late', { state: 'ask_now' }),
    ];
    expect(askable(orders).map((one) => one.prescription_id)).toEqual(['late', 'never']);
  });

  it('is that of the order that was filled, where another one shares its supply', () => {
    const unfilled = order('never', { last_fill_on: null });
    expect(supplyNow([unfilled, order('filled')], false)?.prescription_id).toBe('filled');
    expect(supplyNow([unfilled], false)?.prescription_id).toBe('never');
  });

  it('says from when a refill may be asked for', () => {
    expect(asksFrom(order('one'))).toBe('2026-11-20');
    expect(asksFrom(order('anew', { new_prescription_needed: true }))).toBe('2026-11-28');
    expect(asksFrom(order('never', { ask_by: null, earliest_fill_on: null }))).toBeNull();
  });

  it('tells two orders of one drug apart', () => {
    const two = [order('one'), order('two', { dose: '100 mg', last_fill_on: null })];
    const [first, second] = two.map((one) => orderInWords(one, two));
    expect(first).toMatch(/^Testosterone cypionate.*, 80 mg, prescribed .*2026, last filled .*2026$/);
    expect(second).toMatch(/, 100 mg, prescribed .*2026, not filled yet$/);
    expect(orderInWords(two[0]!, [two[0]!])).toBe(two[0]!.drug);
  });

  it('names what is missing, and what the patient has to do within four weeks', () => {
    const known = order('one', {
      gates: [
        { key: 'labs', met: true, due_on: '2026-12-10' },
        { key: 'pdmp', met: true, due_on: '2026-11-24' },
        { key: 'check_in', met: true, due_on: '2027-03-01' },
        { key: 'consent', met: false, due_on: null },
      ],
    });
    expect(missingGates(known).map(({ key }) => key)).toEqual(['consent']);
    expect(gatesSoon(known, '2026-11-22').map(({ key }) => key)).toEqual(['labs']);
  });
});
