import { describe, expect, it } from '@jest/globals';
import { fittingOrder, LAB_ORDER_LIFECYCLE, statusOf } from './records/lab-order-lifecycle.js';

const order = (change: object = {}) => ({
  id: 'a',
  analytes: ['tt_ng_dl', 'hct_percent'],
  results_in: [] as string[],
  window_from: '2026-11-20',
  due_on: '2026-12-04',
  drawn_on: null as string | null,
  canceled: false,
  ...change,
});

describe('the status of a laboratory order', () => {
  it.each([
    [{}, 'ordered'],
    [{ drawn_on: '2026-11-25' }, 'drawn'],
    [{ results_in: ['tt_ng_dl'] }, 'partial'],
    [{ results_in: ['tt_ng_dl', 'hct_percent', 'psa_ng_ml'] }, 'final'],
    [{ results_in: ['psa_ng_ml'], drawn_on: '2026-11-25' }, 'drawn'],
    [{ results_in: ['tt_ng_dl', 'hct_percent'], canceled: true }, 'canceled'],
  ])('with %j is %s', (change, expected) => {
    expect(statusOf(order(change))).toBe(expected);
  });

  it('is canceled by staff until its results are in', () => {
    for (const status of ['ordered', 'drawn', 'partial'] as const)
      expect(LAB_ORDER_LIFECYCLE.allows(status, 'canceled')).toBe(true);
    for (const status of ['final', 'canceled'] as const)
      expect(LAB_ORDER_LIFECYCLE.allows(status, 'canceled')).toBe(false);
  });
});

describe('a draw without an order number', () => {
  const draw = (day: string, ...analytes: string[]) => ({ day, analytes });

  it('is of the open order whose days and tests it fits', () => {
    expect(fittingOrder([order()], draw('2026-11-25', 'tt_ng_dl', 'hct_percent', 'hgb_g_dl'))?.id).toBe('a');
    expect(fittingOrder([order()], draw('2026-11-25', 'tt_ng_dl'))?.id).toBe('a');
  });

  it.each([
    ['before the window', [order()], draw('2026-11-19', 'tt_ng_dl', 'hct_percent')],
    ['after the window', [order()], draw('2026-12-05', 'tt_ng_dl', 'hct_percent')],
    [
      'on another day than the one recorded',
      [order({ drawn_on: '2026-11-26' })],
      draw('2026-11-25', 'tt_ng_dl'),
    ],
    ['with only some of the tests beside others', [order()], draw('2026-11-25', 'tt_ng_dl', 'tsh_miu_l')],
    ['with tests that are in already', [order({ results_in: ['tt_ng_dl'] })], draw('2026-11-25', 'tt_ng_dl')],
    ['that fits two orders', [order(), order({ id: 'b' })], draw('2026-11-25', 'tt_ng_dl', 'hct_percent')],
    ['with none of its tests', [order()], draw('2026-11-25', 'tsh_miu_l')],
  ])('%s is of none', (_, orders, came) => {
    expect(fittingOrder(orders, came)).toBeNull();
  });
});
