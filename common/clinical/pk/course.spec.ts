import { describe, expect, it } from '@jest/globals';
import { course, type CoursePeriod } from './course.js';
import { steadyState } from './model.js';

const WEEKLY: CoursePeriod = {
  formulation: 'testosterone_cypionate_im',
  mg: 100,
  interval_days: 7,
  from: 0,
  to: 182,
};
const of = (...periods: CoursePeriod[]) => course({ kg: 85, c0: 250, periods });

describe('the level over a treatment', () => {
  it('rises from the level before to the steady state of the dose', () => {
    const weeks = of(WEEKLY);
    const steady = steadyState({ ...WEEKLY, kg: 85, c0: 250 });
    expect(weeks).toHaveLength(26);
    expect(weeks[0]!.low).toBeLessThan(300);
    const last = weeks.at(-1)!;
    for (const [value, wanted] of [
      [last.low, steady.trough],
      [last.mid, steady.average],
      [last.high, steady.peak],
    ] as const)
      expect(Math.abs(value - wanted)).toBeLessThan(10);
  });

  it('doubles the part of the doses with the dose, and halves it with twice the clearance', () => {
    const own = 25;
    const [once, twice, fast] = [
      of(WEEKLY),
      of({ ...WEEKLY, mg: 200 }),
      of({ ...WEEKLY, ln_cl: Math.log(2) }),
    ].map((weeks) => weeks.at(-1)!.mid - own);
    expect(twice! / once!).toBeCloseTo(2, 1);
    expect(fast! / once!).toBeCloseTo(0.5, 1);
  });

  it('falls after the last dose, and carries one product over into the next', () => {
    const stopped = of({ ...WEEKLY, to: 84 }, { ...WEEKLY, mg: 50, from: 84, to: 182 });
    expect(stopped[13]!.mid).toBeLessThan(stopped[11]!.mid);
    expect(
      Math.abs(stopped.at(-1)!.mid - steadyState({ ...WEEKLY, mg: 50, kg: 85, c0: 250 }).average),
    ).toBeLessThan(10);
    const gel: CoursePeriod = {
      formulation: 'testosterone_gel_1_62',
      mg: 40.5,
      interval_days: 1,
      from: 84,
      to: 182,
    };
    const switched = of({ ...WEEKLY, to: 84 }, gel);
    expect(switched[12]!.mid).toBeGreaterThan(switched.at(-1)!.mid);
  });

  it('claims no more than the average of a gel or capsules', () => {
    const weeks = of({
      formulation: 'testosterone_undecanoate_oral_jatenzo',
      mg: 237,
      interval_days: 0.5,
      from: 0,
      to: 84,
    });
    expect(weeks.every(({ low, mid, high }) => low === mid && mid === high)).toBe(true);
    expect(Math.abs(weeks.at(-1)!.mid - 417)).toBeLessThan(5);
  });

  it('is empty without a plan, and rejects an impossible one', () => {
    expect(of()).toEqual([]);
    for (const wrong of [{ mg: 0 }, { interval_days: 0 }, { to: -1 }, { from: -7 }])
      expect(() => of({ ...WEEKLY, ...wrong })).toThrow(RangeError);
  });

  it('is quick for five years of a daily product', () => {
    // The best of three: other work on the machine is not slowness of ours.
    const took = [1, 2, 3].map(() => {
      const began = performance.now();
      of({ formulation: 'testosterone_gel_1_62', mg: 40.5, interval_days: 1, from: 0, to: 1826 });
      return performance.now() - began;
    });
    expect(Math.min(...took)).toBeLessThan(1000);
  });
});
