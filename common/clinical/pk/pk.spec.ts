import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { PK_PRODUCTS, fit, freeTestosterone, simulate, steadyState } from './index.js';
import type { Band, FitInput, FreeTestosteroneInput, SteadyState, SteadyStateInput } from './index.js';

interface MapExample extends FitInput {
  name: string;
  z: number[];
  expect: {
    used?: false;
    ln_cl: number;
    ln_half_life: number;
    clearance_factor: number;
    current: Record<string, number | Band>;
    proposed: Record<string, number | Band>;
  };
}
const { simulator } = JSON.parse(
  readFileSync(new URL('../fixtures/care-examples.json', import.meta.url), 'utf8'),
) as {
  simulator: {
    steady: (SteadyStateInput & { expect: SteadyState })[];
    map: MapExample[];
    free_t: (FreeTestosteroneInput & { expect: Record<string, number> })[];
    published_checks: { predicted_trough_85kg: number[] }[];
  };
};
const WEEKLY: FitInput = {
  formulation: 'testosterone_cypionate_im',
  kg: 85,
  mg: 100,
  interval_days: 7,
  c0: 250,
};

/** Every number within `by` of the expected one, bands number by number. */
function near(actual: object, expected: object, by: (key: string) => number): void {
  for (const [key, value] of Object.entries(expected)) {
    const given = (actual as Record<string, unknown>)[key];
    const pairs = Array.isArray(value)
      ? value.map((one, n) => [one, (given as number[])[n]])
      : [[value, given]];
    for (const [wanted, got] of pairs)
      if (!(Math.abs(Number(got) - Number(wanted)) <= by(key)))
        throw new Error(`${key}: ${String(got)} instead of ${String(wanted)}`);
  }
}
const tolerance = (key: string): number => (key === 'peak_day' || key.startsWith('p_') ? 0.01 : 1);

describe('steady state', () => {
  it.each(simulator.steady)('$formulation $mg mg every $interval_days days, $kg kg', (example) =>
    near(steadyState(example), example.expect, tolerance),
  );

  it('is close to the published nadirs for weekly enanthate', () => {
    const nadirs = [50, 125, 300, 600].map(
      (mg) => steadyState({ ...WEEKLY, formulation: 'testosterone_enanthate_im', mg, c0: 0 }).trough,
    );
    near(nadirs, simulator.published_checks[0]!.predicted_trough_85kg, tolerance);
  });

  it('has the table values for long-acting and skin products', () => {
    const levels = (formulation: SteadyStateInput['formulation'], mg: number, days: number) =>
      steadyState({ formulation, kg: 85, mg, interval_days: days, c0: 0 });
    near(
      levels('testosterone_undecanoate_im', 750, 70),
      { average: 469, peak: 731, middle: 466, trough: 228 },
      tolerance,
    );
    expect(levels('testosterone_patch', 4, 1).average).toBeCloseTo(307.7, 1);
    expect(levels('testosterone_nasal', 11, 1 / 3).average).toBeCloseTo(279.2, 1);
  });

  it('scales with the dose; the same weekly mg gives the same average', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 300 }), fc.integer({ min: 50, max: 180 }), (mg, kg) => {
        const plain = { ...WEEKLY, mg, kg, c0: 0 };
        const once = steadyState(plain);
        const twice = steadyState({ ...plain, mg: 2 * mg });
        expect(Math.abs(twice.peak - 2 * once.peak)).toBeLessThan(0.21);
        expect(Math.abs(twice.trough - 2 * once.trough)).toBeLessThan(0.21);
        const halves = steadyState({ ...plain, mg: mg / 2, interval_days: 3.5 });
        expect(Math.abs(halves.average - once.average)).toBeLessThan(0.11);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    { ...WEEKLY, mg: 0 },
    { ...WEEKLY, mg: Number.NaN },
    { ...WEEKLY, interval_days: 0 },
    { ...WEEKLY, kg: 0 },
    { ...WEEKLY, c0: -1 },
    { ...WEEKLY, formulation: 'non_testosterone_option' as SteadyStateInput['formulation'] },
    { ...WEEKLY, formulation: 'toString' as SteadyStateInput['formulation'] },
  ])('rejects impossible input: %p', (input) => expect(() => steadyState(input)).toThrow(RangeError));
});

describe('fit', () => {
  it.each(simulator.map)('$name', (example) => {
    const result = fit(example);
    near(result.z, example.z, () => 0.01);
    const { current, proposed, ...rest } = example.expect;
    if (rest.used === false) {
      expect(result).toMatchObject({ used: false, ln_cl: 0, clearance_factor: 1 });
      return;
    }
    near(result, { ln_cl: rest.ln_cl, clearance_factor: rest.clearance_factor }, () => 0.01);
    near(result, { ln_half_life: rest.ln_half_life }, () => 0.03);
    near(result.current, current, tolerance);
    near(result.proposed!, proposed, tolerance);
  });

  it('uses two draws at different phases for the half-life too', () => {
    const result = fit({
      ...WEEKLY,
      draws: [
        [45.5, 760],
        [48 + 2 / 3, 470],
      ],
      proposed: { mg: 80, interval_days: 7 },
    });
    near(result, { ln_cl: 0.09 }, () => 0.011);
    near(result, { ln_half_life: -0.09 }, () => 0.031);
    near(result.proposed!, { middle: [572, 473, 708].toSorted((a, b) => a - b) }, () => 4);
    expect(result.proposed!.p_450_600).toBeCloseTo(0.63, 1);
  });

  const draws = fc.array(
    fc.tuple(fc.double({ min: 30, max: 200, noNaN: true }), fc.integer({ min: 400, max: 900 })),
    { minLength: 1, maxLength: 5 },
  );

  it('returns the prior as the posterior without draws', () => {
    const result = fit(WEEKLY);
    expect(result).toMatchObject({ used: false, ln_cl: 0, ln_half_life: 0, clearance_factor: 1 });
    const own = 25;
    const [low, middle, high] = result.current.average.map((level) => Math.log((level - own) / 691.3));
    expect(low).toBeCloseTo(-1.645 * 0.25, 1);
    expect(middle).toBeCloseTo(0, 2);
    expect(high).toBeCloseTo(1.645 * 0.25, 1);
  });

  it('ignores a draw that does not fit', () => {
    const off = fit({ ...WEEKLY, draws: [[45.5, 3_000]] });
    expect(off.draws).toEqual([expect.objectContaining({ used: false })]);
    expect(off.current).toEqual(fit(WEEKLY).current);
  });

  it('takes nothing from a draw before a dose can be measured', () => {
    const early = fit({ ...WEEKLY, draws: [[0.001, 300, [[0, 100]]]] });
    expect(early).toMatchObject({ used: false, clearance_factor: 1 });
    expect(early.draws).toEqual([expect.objectContaining({ used: false, too_early: true })]);
  });

  it('does not depend on the order of the draws', () =>
    fc.assert(
      fc.property(draws, (list) => {
        const [there, back] = [list, list.toReversed()].map((one) => fit({ ...WEEKLY, draws: one }));
        expect(back!.ln_cl).toBe(there!.ln_cl);
        near(back!.current, there!.current, () => 0.11);
      }),
      { numRuns: 15 },
    ));

  it('narrows the band with a second draw that agrees', () =>
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 900 }), (value) => {
        const width = (list: FitInput['draws']) => {
          const [low, , high] = fit({ ...WEEKLY, draws: list }).current.middle;
          return high - low;
        };
        expect(
          width([
            [45.5, value],
            [87.5, value],
          ]),
        ).toBeLessThan(width([[45.5, value]]));
      }),
      { numRuns: 25 },
    ));

  it('treats logged doses like regular ones', () => {
    const taken = Array.from({ length: 7 }, (_, week) => [7 * week, 100] as const);
    expect(fit({ ...WEEKLY, draws: [[45.5, 520, taken]] })).toEqual(fit({ ...WEEKLY, draws: [[45.5, 520]] }));
    const more = taken.map(([day]) => [day, 150] as const);
    expect(fit({ ...WEEKLY, draws: [[45.5, 520, more]] }).ln_cl).toBeGreaterThan(0.4);
  });

  it.each([
    [[[-1, 500]]],
    [[[10, 0]]],
    [[[10, Number.NaN]]],
    [[[Number.NaN, 500]]],
    [[[10, 500, []]]],
    [[[10, 500, [[11, 100]]]]],
  ] as unknown as [FitInput['draws']][])('refuses draws that cannot be: %p', (list) =>
    expect(() => fit({ ...WEEKLY, draws: list })).toThrow(RangeError),
  );

  it('rejects an impossible proposal', () =>
    expect(() => fit({ ...WEEKLY, proposed: { mg: -1, interval_days: 7 } })).toThrow(RangeError));

  // The best of several runs: other work on the machine slows single ones. The target is 50 ms.
  it('fits ten draws in time', () => {
    const many = Array.from({ length: 10 }, (_, n) => [40 + n * 7.3, 600 + n * 5] as const);
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now();
      fit({ ...WEEKLY, draws: many, proposed: { mg: 80, interval_days: 7 } });
      return performance.now() - start;
    });
    // Far above the goal of 50 ms: with other tests running, only a slow fit fails.
    expect(Math.min(...times)).toBeLessThan(1000);
  });
});

describe('simulate', () => {
  it('returns six weeks at steady state that agree with the table', () => {
    const { current, proposed } = simulate({ ...WEEKLY, proposed: { mg: 750, interval_days: 70 } });
    expect(current.points.at(-1)!.day).toBe(42);
    expect(proposed!.points.at(-1)!.day).toBe(70);
    const highest = Math.max(...current.points.map(({ mid }) => mid));
    expect(highest).toBeLessThanOrEqual(current.peak[1]);
    expect(highest).toBeGreaterThan(current.peak[1] * 0.97);
    expect(current.points[0]!.mid).toBe(current.trough[1]);
    // A long interval has a point a day, and none cuts the top.
    const long = {
      ...WEEKLY,
      formulation: 'testosterone_undecanoate_im',
      mg: 750,
      interval_days: 70,
    } as const;
    const { points, peak } = simulate(long).current;
    expect(points.length).toBeGreaterThan(70);
    expect(Math.max(...points.map(({ mid }) => mid))).toBeCloseTo(peak[1], 0);
    expect(simulate({ ...WEEKLY, interval_days: 1 / 3, mg: 5 }).current.points.length).toBeLessThan(600);
  });
});

describe('what a product may claim', () => {
  const DAYS: Partial<Record<string, [mg: number, days: number]>> = {
    testosterone_gel_1_62: [60.75, 1],
    testosterone_undecanoate_oral_jatenzo: [237, 0.5],
    testosterone_pellet: [450, 120],
    testosterone_patch: [4, 1],
    testosterone_nasal: [11, 1 / 3],
  };
  it.each(Object.entries(DAYS))('is of %s its average alone, as a level over the whole time', (id, given) => {
    const [mg, interval_days] = given!;
    const formulation = id as FitInput['formulation'];
    const { points, average } = simulate({ formulation, kg: 85, c0: 250, mg, interval_days }).current;
    const [low, mid, high] = average;
    expect(points).toEqual([
      { day: 0, low, mid, high },
      { day: expect.any(Number), low, mid, high },
    ]);
    expect(points.at(-1)!.day).toBeCloseTo(Math.max(42, interval_days), 2);
  });

  it('is judged on the level that a draw of the product measures', () => {
    const target = { low: 350, high: 600 };
    const trough = simulate({ ...WEEKLY, formulation: 'testosterone_enanthate_sc_auto', mg: 75, target });
    const middle = simulate({ ...WEEKLY, target });
    expect(PK_PRODUCTS.testosterone_enanthate_sc_auto.judged_on).toBe('trough');
    // Half of the posterior is below its median: more than that only where the median is inside.
    expect(trough.current.trough[1]).toBeLessThan(600);
    expect(trough.current.in_target).toBeGreaterThan(0.7);
    expect(middle.current.middle[1]).toBeGreaterThan(600);
    expect(middle.current.in_target).toBeLessThan(0.5);
    const gel = simulate({ ...WEEKLY, formulation: 'testosterone_gel_1_62', mg: 40.5, interval_days: 1 });
    expect(gel.current.in_target).toBe(gel.current.p_450_600);
  });
});

describe('free testosterone', () => {
  it.each(simulator.free_t)('$tt_ng_dl ng/dL, SHBG $shbg_nmol_l', (example) =>
    near(freeTestosterone(example), example.expect, (key) => (key === 'bioavailable_ng_dl' ? 0.05 : 0.01)),
  );
});
