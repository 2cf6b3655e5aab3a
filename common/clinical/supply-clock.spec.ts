import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { addDays } from './dates.js';
import { dosesPerVial, legalLastFill, refillSigns, restOfFill, supplyClock } from './supply.js';
import type {
  DosesPerVial,
  Fill,
  RefillSigns,
  RefillSignsInput,
  SupplyClock,
  SupplyClockInput,
} from './supply.js';

type Named = { name: string };
const { supply } = JSON.parse(
  readFileSync(new URL('fixtures/care-examples.json', import.meta.url), 'utf8'),
) as {
  supply: {
    doses_per_vial: { input: DosesPerVial; expect: number }[];
    clock: (SupplyClockInput & Named & { expect: SupplyClock })[];
    early: (RefillSignsInput & Named & { expect: RefillSigns })[];
    legal: { issued_on: string; expect: string }[];
  };
};
const TODAY = '2026-11-22';
const clock = (fills: readonly Fill[], rest: Partial<SupplyClockInput> = {}): SupplyClock =>
  supplyClock({ issued_on: fills[0]![0], refills: 5, days_supply: 28, fills, today: TODAY, ...rest });
/** One fill every 28 days starting on a date. */
const monthly = (from: string, count: number): Fill[] =>
  Array.from({ length: count }, (_, n) => [addDays(from, 28 * n), 28]);

describe('doses of a vial', () => {
  it.each(supply.doses_per_vial)('$input', ({ input, expect: doses }) =>
    expect(dosesPerVial(input)).toBe(doses),
  );
  it.each([
    { vial_ml: 0, vol_ml: 0.4 },
    { vial_ml: 1, vol_ml: 0 },
    { vial_ml: 1, vol_ml: 0.4, waste_ml: -0.1 },
    { vial_ml: 1, vol_ml: 0.4, open_days: 28, interval: 0 },
  ])('refuses %p', (input) => expect(() => dosesPerVial(input)).toThrow(RangeError));
});

describe('the last legal day', () => {
  it.each(supply.legal)('$issued_on', ({ issued_on, expect: last }) =>
    expect(legalLastFill(issued_on)).toBe(last),
  );
  it('rejects an invalid date', () => expect(() => legalLastFill('2026-02-30')).toThrow(RangeError));
});

describe('supply clock', () => {
  it.each(supply.clock)('$name', ({ expect: wanted, ...input }) =>
    expect(supplyClock(input)).toEqual(wanted),
  );

  it('handles two fills, the second a little early', () =>
    expect(
      clock([
        ['2026-10-01', 28],
        ['2026-10-25', 28],
      ]),
    ).toMatchObject({
      run_out_on: '2026-11-26',
      refills_left: 4,
      earliest_fill_on: '2026-11-18',
      ask_by: '2026-11-23',
      state: 'can_refill',
    }));

  it('counts the rest of a fill as the same fill, from either part', () => {
    const parts: Fill[] = [
      ['2026-10-01', 14],
      ['2026-10-13', 14, 'rest'],
    ];
    const whole = clock([['2026-10-01', 28]], { today: '2026-10-20' });
    expect(clock(parts, { today: '2026-10-20' })).toEqual(whole);
    expect(clock(parts.toReversed(), { today: '2026-10-20', issued_on: '2026-10-01' })).toEqual(whole);
    const two = clock(
      parts.map(([on, days]) => [on, days]),
      { today: '2026-10-20' },
    );
    expect([whole.refills_left, two.refills_left]).toEqual([5, 4]);
  });

  it('starts a rest that comes late on its own day, and takes the whole fill for the next one', () => {
    const late = clock(
      [
        ['2026-10-01', 14],
        ['2026-10-20', 14, 'rest'],
      ],
      { today: '2026-10-21' },
    );
    // 24 of 28 days of use, four of which it was not there.
    expect(late).toMatchObject({ run_out_on: '2026-11-03', earliest_fill_on: '2026-10-30', refills_left: 5 });
  });

  it.each<[string, { quantity: number; days: number }[], unknown]>([
    ['nothing yet', [], { quantity: 4, days: 28 }],
    ['one of four', [{ quantity: 1, days: 7 }], { quantity: 3, days: 21 }],
    [
      'tenths',
      [
        { quantity: 1.1, days: 8 },
        { quantity: 2.2, days: 15 },
      ],
      { quantity: 0.7, days: 5 },
    ],
    ['all', [{ quantity: 4, days: 28 }], null],
    ['all of the quantity', [{ quantity: 4, days: 20 }], null],
  ])('says what is left of a fill after %s', (_, parts, rest) =>
    expect(restOfFill({ quantity: 4, days: 28, parts })).toEqual(rest),
  );

  it('has, in any parts, the refills and the end of whole fills when each rest comes in time', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 27 }), { minLength: 1, maxLength: 5 }), (firsts) => {
        const whole = monthly('2026-06-01', firsts.length);
        const parts = whole.flatMap(([on, days], n): Fill[] => [
          [on, firsts[n]!],
          [addDays(on, firsts[n]! - 1), days - firsts[n]!, 'rest'],
        ]);
        const today = addDays('2026-06-01', 28 * firsts.length - 1);
        expect(clock(parts, { today })).toEqual(clock(whole, { today }));
      }),
    ));

  it('asks from the right day on', () => {
    const fills: Fill[] = [
      ['2026-10-01', 28],
      ['2026-10-25', 28],
    ];
    const on = (today: string) => clock(fills, { today }).state;
    expect([on('2026-11-17'), on('2026-11-18'), on('2026-11-22')]).toEqual([
      'enough',
      'can_refill',
      'can_refill',
    ]);
    expect([on('2026-11-23'), on('2026-11-25'), on('2026-11-26')]).toEqual([
      'ask_now',
      'ask_now',
      'past_run_out',
    ]);
  });

  it('shortens the supply when the dose rises, and extends it when it falls', () => {
    expect(clock([['2026-11-02', 28]], { change: ['2026-11-16', 0.8] }).run_out_on).toBe('2026-11-27');
    expect(clock([['2026-11-02', 28]], { change: ['2026-11-16', 1.25] }).run_out_on).toBe('2026-12-03');
    expect(clock([['2026-11-02', 28]], { change: ['2027-01-01', 1.25] }).run_out_on).toBe('2026-11-30');
  });

  it('needs a new prescription after the last refill', () =>
    expect(clock(monthly('2026-06-25', 6))).toMatchObject({
      refills_left: 0,
      new_prescription_needed: true,
      ask_by: '2026-11-30',
    }));

  it('does not count a refill that expires before it can be filled', () =>
    expect(clock([['2026-11-10', 28]], { issued_on: '2026-05-25', today: '2026-11-20' })).toMatchObject({
      legal_last_fill_on: '2026-11-25',
      new_prescription_needed: true,
    }));

  it('counts what the replaced prescription left', () => {
    const order = { issued_on: '2026-11-16', refills: 3, days_supply: 28, today: TODAY };
    const carried = { fills: [['2026-11-02', 28]] as const, change: ['2026-11-16', 0.8] as const };
    expect(supplyClock({ ...order, fills: [], carried })).toMatchObject({
      run_out_on: '2026-11-27',
      earliest_fill_on: null,
      refills_left: 3,
      ask_by: '2026-11-24',
      state: 'enough',
    });
    expect(supplyClock({ ...order, fills: [['2026-11-16', 28]], carried })).toMatchObject({
      run_out_on: '2026-12-25',
      refills_left: 3,
      earliest_fill_on: '2026-12-10',
    });
  });

  it('adds up what two prescriptions in use for the same drug were filled with', () => {
    const two = (own: readonly Fill[], shared: readonly Fill[]) =>
      supplyClock({ issued_on: '2026-11-01', refills: 3, days_supply: 28, fills: own, shared, today: TODAY });
    const [first, second]: [Fill, Fill] = [
      [TODAY, 28],
      [TODAY, 32],
    ];
    const both = { run_out_on: addDays(TODAY, 60), days_left: 60, earliest_fill_on: addDays(TODAY, 56) };
    expect(two([first], [second])).toMatchObject({ ...both, refills_left: 3, state: 'enough' });
    expect(two([second], [first])).toMatchObject(both);
    // One that was never filled waits for the supply of the other.
    expect(two([], [first])).toMatchObject({
      run_out_on: addDays(TODAY, 28),
      earliest_fill_on: addDays(TODAY, 24),
      refills_left: 3,
      state: 'enough',
    });
    // An older fill of the other was used up before this one began.
    expect(two([first], [['2026-10-01', 28]])).toMatchObject({ days_left: 28 });
  });

  it('knows only the legal limit before the first fill', () =>
    expect(
      supplyClock({ issued_on: '2026-11-01', refills: 3, days_supply: 28, fills: [], today: TODAY }),
    ).toMatchObject({ run_out_on: null, ask_by: null, refills_left: 3, state: 'can_refill' }));

  const fills = fc.array(
    fc.tuple(
      fc.integer({ min: 0, max: 150 }).map((day) => addDays('2026-06-01', day)),
      fc.integer({ min: 1, max: 90 }),
    ),
    { minLength: 1, maxLength: 6 },
  );

  it('does not depend on the order, and another fill never ends it sooner', () =>
    fc.assert(
      fc.property(fills, (list) => {
        const all = clock(list);
        expect(clock(list.toReversed(), { issued_on: list[0]![0] })).toEqual(all);
        const more = clock([...list, ['2026-11-20', 28]]);
        expect(more.run_out_on! > all.run_out_on!).toBe(true);
        expect(more.refills_left).toBeLessThanOrEqual(all.refills_left);
        expect(all.stockpile_days).toBe(Math.max(0, all.days_left!));
      }),
      { numRuns: 100 },
    ));

  it.each([
    { fills: [['2026-11-31', 28]] },
    { fills: [['2026-11-12', 0]] },
    { today: 'today' },
    { refills: -1 },
    { change: ['2026-11-16', 0] },
  ] as Partial<SupplyClockInput>[])('refuses %p', (wrong) =>
    expect(() => clock([['2026-11-12', 28]], wrong)).toThrow(RangeError),
  );
});

describe('signs of early refills', () => {
  it.each(supply.early)('$name', ({ expect: wanted, ...input }) =>
    expect(refillSigns(input)).toEqual(wanted),
  );

  it('finds more than 115 percent of half a year, and two prescriptions', () => {
    const many = Array.from({ length: 8 }, (_, n): Fill => [addDays('2026-06-01', 22 * n), 28]);
    const { signs } = refillSigns({ fills: many, request_on: '2026-11-26', prescriptions_alive: 2 });
    expect(signs).toContain('more_than_115_percent');
    expect(signs).toContain('two_prescriptions');
    expect(refillSigns({ fills: many.slice(1), request_on: '2026-11-26' }).signs).not.toContain(
      'more_than_115_percent',
    );
  });

  it('finds nothing before the first fill', () =>
    expect(refillSigns({ fills: [], request_on: TODAY })).toEqual({
      elapsed: null,
      share: null,
      days_in_hand: 0,
      signs: [],
    }));

  it('does not flag a fill on time', () =>
    fc.assert(
      fc.property(fc.integer({ min: 7, max: 90 }), (days) =>
        expect(refillSigns({ fills: [[addDays(TODAY, -days), days]], request_on: TODAY }).signs).toEqual([]),
      ),
      { numRuns: 50 },
    ));
});

describe('while therapy is on hold', () => {
  /** 28 days from October 12, put on hold a week later; the clocks go back on November 1. */
  const held = (until: string | null, today: string, rest: Partial<SupplyClockInput> = {}) =>
    clock([['2026-10-12', 28]], { today, holds: [['2026-10-19', until]], ...rest });
  const dates = ({ run_out_on, days_left, ask_by, earliest_fill_on, state }: SupplyClock) => [
    run_out_on,
    days_left,
    ask_by,
    earliest_fill_on,
    state,
  ];

  it('stands still', () => {
    const first = dates(held(null, '2026-10-19'));
    expect(first).toEqual(['2026-11-09', 21, '2026-11-06', '2026-11-05', 'enough']);
    for (const today of ['2026-10-31', '2026-11-01', '2026-11-09', '2026-12-24'])
      expect(dates(held(null, today))).toEqual(first);
  });

  it('moves on by the length of the hold when therapy is resumed', () => {
    expect(dates(held('2026-11-09', '2026-11-09'))).toEqual([
      '2026-11-30',
      21,
      '2026-11-27',
      '2026-11-26',
      'enough',
    ]);
    expect(held('2026-11-09', '2026-11-30').state).toBe('past_run_out');
  });

  it('adds two holds, and days in both of them once', () => {
    const twice = clock([['2026-10-12', 28]], {
      today: '2026-12-01',
      holds: [
        ['2026-11-16', '2026-11-23'],
        ['2026-10-19', '2026-11-02'],
        ['2026-10-26', '2026-11-09'],
      ],
    });
    expect([twice.run_out_on, twice.days_left]).toEqual(['2026-12-07', 6]);
  });

  it('changes nothing for what had run out before, and counts a fill in it from the day of resuming', () => {
    expect(clock([['2026-09-01', 28]], { holds: [['2026-10-19', '2026-11-09']] }).run_out_on).toBe(
      '2026-09-29',
    );
    expect(clock([['2026-11-02', 28]], { holds: [['2026-10-19', '2026-11-09']] }).run_out_on).toBe(
      '2026-12-07',
    );
  });

  it('ends in a legal limit that no hold moves', () =>
    expect(held('2027-03-01', '2027-04-13').new_prescription_needed).toBe(true));

  it('leaves what was not taken in hand, for who asks early', () => {
    const signs = (holds: SupplyClockInput['holds'] = []) =>
      refillSigns({ fills: [['2026-10-12', 28]], request_on: '2026-11-09', holds });
    expect(signs()).toMatchObject({ elapsed: 28, days_in_hand: 0, signs: [] });
    expect(signs([['2026-10-19', '2026-11-09']])).toMatchObject({
      elapsed: 7,
      days_in_hand: 21,
      signs: ['rx_early_refill', 'stock_in_hand'],
    });
  });
});
