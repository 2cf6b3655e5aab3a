import { describe, expect, it } from '@jest/globals';
import { doseInForce, goesOn, orderInForce, type KnownOrder } from './dose-in-force.js';

const CYPIONATE = 'testosterone_cypionate_im';
const plan = { plan_id: 'p2', formulation: CYPIONATE, dose: 100, frequency: 'once weekly' };
const order = (dose: string, change: Partial<KnownOrder> = {}): KnownOrder => ({
  plan_id: 'p1',
  plan_status: 'approved',
  formulation: CYPIONATE,
  dose,
  frequency: 'once weekly',
  drug: 'Testosterone cypionate 200 mg/mL',
  sig: `Take ${dose}.`,
  status: 'filled',
  prescription_state: 'current',
  on_hold: null,
  ended_reason: null,
  approved_at: '2026-10-01T12:00:00.000Z',
  ...change,
});
const draft = order('100 mg', {
  status: 'draft',
  prescription_state: 'draft',
  approved_at: null,
  plan_id: 'p2',
});
const ahead = order('100 mg', { status: 'accepted', plan_id: 'p2', plan_status: 'pending_review' });
const past = { prescription_state: 'past' } as const;
const held = { on_hold: { since: '2026-11-01', rule_key: null, reason: null, by: null } };
const gel = (change: Partial<KnownOrder>) =>
  order('40.5 mg', {
    formulation: 'testosterone_gel_1_62',
    frequency: 'once daily',
    ended_reason: 'replaced',
    ...past,
    ...change,
  });

describe('the dose that counts', () => {
  it.each<[string, KnownOrder[], number | null, string | null]>([
    ['is the plan’s without any order', [], 100, null],
    ['is the order’s in use while the new one is a draft', [draft, order('80 mg')], 80, 'Take 80 mg.'],
    ['is the newest order’s in use', [order('100 mg'), order('80 mg')], 100, null],
    ['is one that is not on hold', [order('100 mg', held), order('80 mg')], 80, null],
    ['is none while each is on hold', [draft, order('80 mg', held)], null, null],
    ['is none while the first order is a draft', [draft], null, null],
    ['is not that of one approved ahead of its plan', [ahead, order('80 mg')], 80, 'Take 80 mg.'],
    ['is none while the first one is ahead of its plan', [ahead], null, null],
    [
      'goes on after one ahead of its plan was withdrawn with it',
      [order('100 mg', { ...ahead, ...past, status: 'canceled' }), order('80 mg', past)],
      80,
      null,
    ],
    ['is that of one whose days are over', [draft, order('80 mg', past)], 80, 'Take 80 mg.'],
    [
      'is not that of one that was ended',
      [order('80 mg', { ...past, ended_reason: 'replaced' })],
      null,
      null,
    ],
    [
      'is none after the newest was canceled',
      [order('100 mg', { ...past, status: 'canceled' }), order('80 mg', { ...past })],
      null,
      null,
    ],
    [
      'is the plan’s where its order says it in other words',
      [order('half a vial', { plan_id: 'p2' })],
      100,
      null,
    ],
    ['is unknown where another plan’s order does', [order('half a vial')], null, null],
    [
      'is the same while a renewal waits',
      [order('80 mg', { ...draft, dose: '80 mg' }), order('80 mg')],
      80,
      null,
    ],
    [
      'is that of the product at home until the new one is filled',
      [order('100 mg', { status: 'accepted' }), gel({})],
      40.5,
      'Take 40.5 mg.',
    ],
    ['and then of the new one', [order('100 mg'), gel({})], 100, null],
    [
      'is that of the new product where the one before was on hold',
      [order('100 mg', { status: 'accepted' }), gel(held)],
      100,
      null,
    ],
    [
      'is the new dose of one product before it is filled',
      [order('100 mg', { status: 'accepted' }), order('80 mg', { ...past, ended_reason: 'replaced' })],
      100,
      null,
    ],
  ])('%s', (_, orders, dose, sig) => {
    expect(doseInForce(plan, orderInForce(orders))?.dose ?? null).toBe(dose);
    expect(goesOn(orders)?.as ?? null).toBe(sig);
  });
});

it.each([
  ['approval', [draft, order('80 mg')]],
  ['approval', [ahead, order('80 mg')]],
  [
    'fill',
    [
      gel({ status: 'accepted', prescription_state: 'current', ended_reason: null }),
      order('80 mg', { ...past, ended_reason: 'replaced' }),
    ],
  ],
  [
    'injection',
    [
      order('750 mg', {
        formulation: 'testosterone_undecanoate_im',
        frequency: 'every 10 weeks',
        status: 'accepted',
      }),
      order('80 mg', { ...past, ended_reason: 'replaced' }),
    ],
  ],
] as const)('a new dose waits for its %s', (what, orders) => {
  expect(goesOn<KnownOrder>(orders)).toMatchObject({ as: 'Take 80 mg.', for: what });
});
