import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { StoredDispense } from './records/dispenses.repository.js';
import { clockOf, dosesLeftOf } from './supply-math.js';
import type { SupplyOrder } from './supply.repository.js';

const order = (id: string, more: Partial<SupplyOrder>): SupplyOrder => ({
  id,
  org_id: 'o',
  case_id: 'c',
  patient_id: 'p',
  formulation: 'testosterone_cypionate_im',
  drug: 'Testosterone cypionate injection 200 mg/mL',
  dose: '80 mg',
  frequency: 'once weekly',
  quantity: 4,
  days_supply: 28,
  vial: 'single',
  refills: 5,
  ended: false,
  on_hold: false,
  sent: false,
  issued_on: '2026-11-02',
  approved_by: null,
  override_rules: [],
  overridden_at: null,
  approved_at: '2026-11-02T12:00:00Z',
  request_id: null,
  ...more,
});
const FILL = {
  id: 'f',
  prescription_id: 'old',
  patient_id: 'p',
  n: 1,
  filled_on: '2026-11-02',
  quantity: 4,
  days: 28,
  source: 'staff',
  completes: null,
} as StoredDispense;

/** First day without supply after a change of dose on the day of the fill. */
function runOut(before: Partial<SupplyOrder>, after: Partial<SupplyOrder>): string | null {
  const old = order('old', { ...before, ended: true });
  const now = order('new', { ...before, ...after });
  return clockOf(now, [now, old], [FILL], { today: '2026-11-02', holds: [] }).run_out_on;
}

describe('what a dose change leaves', () => {
  it.each<[string, Partial<SupplyOrder>, Partial<SupplyOrder>, string]>([
    ['four single-dose vials are four lower doses', {}, { dose: '50 mg' }, '2026-11-30'],
    ['and four higher ones', {}, { dose: '100 mg' }, '2026-11-30'],
    [
      'where no kind is named, a higher dose counts by its amount',
      { vial: null },
      { dose: '100 mg' },
      '2026-11-24',
    ],
    ['and a lower one by its vials', { vial: null }, { dose: '50 mg' }, '2026-11-30'],
    ['twice a week they last half as long', {}, { dose: '50 mg', frequency: 'twice weekly' }, '2026-11-16'],
    ['two vials a dose last half as long', {}, { dose: '220 mg' }, '2026-11-16'],
    [
      'an opened multi-dose vial is discarded after its days, whatever is in it by a lower dose',
      { vial: 'multi', quantity: 10 },
      { dose: '60 mg' },
      '2026-11-30',
    ],
    ['or by a higher one', { vial: 'multi', quantity: 10 }, { dose: '120 mg' }, '2026-11-30'],
    ['as long as it holds enough', { vial: 'multi', quantity: 1 }, { dose: '160 mg' }, '2026-11-16'],
    [
      'and so does a gel',
      {
        formulation: 'testosterone_gel_1_62',
        vial: null,
        dose: '40.5 mg',
        frequency: 'once daily',
        quantity: 1,
      },
      { dose: '20.25 mg' },
      '2026-12-28',
    ],
  ])('%s', (_, before, after, day) => expect(runOut(before, after)).toBe(day));
});

describe('doses in hand after a change of dose on the day of the fill, one taken before it', () => {
  const taken = { dose: 80, unit: 'mg' as const, on: '2026-11-02', taken_at: '2026-11-02T13:00:00Z' };
  const today = '2026-11-02';
  const left = (
    fills: readonly [vial: 'single' | 'multi', quantity: number, days: number][],
    after: Partial<SupplyOrder>,
  ) => {
    const old = fills.map(([vial, quantity, days], n) =>
      order(`old${n}`, {
        vial,
        quantity,
        days_supply: days,
        ended: true,
        approved_at: `2026-11-02T1${n}:00:00Z`,
      }),
    );
    const now = order('new', { ...after, approved_at: '2026-11-02T15:00:00Z' });
    const dispenses = fills.map(([, quantity, days], n) => ({
      ...FILL,
      id: `f${n}`,
      prescription_id: `old${n}`,
      quantity,
      days,
    }));
    // Newest first, as the orders are read.
    const orders = [now, ...old.toReversed()];
    const { days_left } = clockOf(now, orders, dispenses, { today, holds: [] });
    return dosesLeftOf(
      now,
      { orders, dispenses },
      { today, days_left, zone: 'America/New_York', holds: [], logged: [taken] },
    )?.left;
  };
  const weekly = (mg: number) => ({ dose: `${mg} mg` });

  it('of a multi-dose vial are those of its 28 days, by whatever dose it is enough for', () =>
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 200 }), (mg) => {
        expect(left([['multi', 10, 35]], weekly(mg))).toBe(4);
      }),
    ));
  it('of a vial that is emptied before its days are those that its mg give', () => {
    expect(left([['multi', 1, 14]], weekly(80))).toBe(1);
    expect(left([['multi', 1, 14]], weekly(40))).toBe(3);
  });
  it('of mixed stock are both', () => {
    const stock = [
      ['single', 4, 28],
      ['multi', 10, 35],
    ] as const;
    expect(
      left(
        [...stock].map((one) => [...one]),
        weekly(80),
      ),
    ).toBe(8);
    expect(
      left(
        [...stock].map((one) => [...one]),
        weekly(60),
      ),
    ).toBe(8);
    expect(
      left(
        [...stock].map((one) => [...one]),
        weekly(100),
      ),
    ).toBe(8);
  });
  it('of single-dose vials are the vials: a dose was one, also by half of it twice a week', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.boolean(), (mg, twice) => {
        const after = { ...weekly(mg), ...(twice && { frequency: 'twice weekly' }) };
        expect(left([['single', 4, 28]], after)).toBe(3);
      }),
    ));
});

it('a logged dose of another product takes none of a fill', () => {
  const gel = order('gel', {
    formulation: 'testosterone_gel_1_62',
    dose: '40.5 mg',
    frequency: 'once daily',
    approved_at: '2026-10-01T12:00:00Z',
    ended: true,
  });
  const now = order('new', {});
  const dispenses = [{ ...FILL, prescription_id: 'new' }];
  const at = { today: '2026-11-02', days_left: 28, zone: 'America/New_York', holds: [] };
  const left = (...logged: { dose: number; unit: 'mg' | 'mL' | 'pumps' }[]) =>
    dosesLeftOf(
      now,
      { orders: [now, gel], dispenses },
      {
        ...at,
        logged: logged.map((one) => ({ ...one, on: '2026-11-02', taken_at: '2026-11-02T13:00:00Z' })),
      },
    )?.left;
  expect(left({ dose: 40.5, unit: 'mg' }, { dose: 2, unit: 'pumps' })).toBe(4);
  expect(left({ dose: 40.5, unit: 'mg' }, { dose: 0.4, unit: 'mL' })).toBe(3);
});

describe('a hold of three weeks in a supply of four', () => {
  const now = order('new', {});
  const dispenses = [{ ...FILL, prescription_id: 'new' }];
  const taken = { dose: 80, unit: 'mg' as const, on: '2026-11-02', taken_at: '2026-11-02T13:00:00Z' };
  const at = (today: string, until: string | null, logged = [taken]) => {
    const holds = [['2026-11-09', until]] as const;
    const { days_left } = clockOf(now, [now], dispenses, { today, holds });
    return dosesLeftOf(
      now,
      { orders: [now], dispenses },
      { today, holds, days_left, zone: 'America/New_York', logged },
    );
  };
  it.each([
    ['2026-11-09', null],
    ['2026-11-29', null],
    ['2026-11-30', '2026-11-30'],
  ])('leaves the doses in hand on %s (resumed on %s)', (today, until) => {
    expect(at(today, until)).toEqual({ left: 3, short: false, out_on: null });
    expect(at(today, until, [])?.left).toBe(3);
  });
  it('moves on the day on which doses end too soon', () => {
    const twice = [taken, { ...taken, on: '2026-11-03' }, { ...taken, on: '2026-11-04' }];
    expect(at('2026-11-30', '2026-11-30', twice)).toEqual({ left: 1, short: true, out_on: '2026-12-09' });
  });
});
