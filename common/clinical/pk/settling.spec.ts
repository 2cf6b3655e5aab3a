import { describe, expect, it } from '@jest/globals';
import { simulate } from './fit.js';
import { course } from './course.js';
import { settlingWeeks } from './settling.js';

const CYPIONATE = 'testosterone_cypionate_im';
const GEL = 'testosterone_gel_1_62';

describe('weeks until steady state', () => {
  it('are five half-lives of the slower process', () => {
    expect(settlingWeeks({ formulation: CYPIONATE, before: CYPIONATE })).toBe(6);
    expect(
      settlingWeeks({ formulation: 'testosterone_undecanoate_im', before: 'testosterone_undecanoate_im' }),
    ).toBe(25);
    expect(settlingWeeks({ formulation: GEL, before: GEL })).toBe(1);
  });

  it('wait for the product before to leave, and for endogenous production to fall', () => {
    expect(settlingWeeks({ formulation: GEL, before: CYPIONATE })).toBe(6);
    expect(settlingWeeks({ formulation: GEL, before: null })).toBe(3);
  });

  it('follow the patient’s own half-life', () => {
    expect(settlingWeeks({ formulation: CYPIONATE, before: CYPIONATE, ln_half_life: Math.log(0.5) })).toBe(3);
  });

  it('are when the course of a raised dose has reached its level, and not before', () => {
    const period = { formulation: CYPIONATE, interval_days: 7, mg: 80, from: 0, to: 140 } as const;
    const weeks = course({ kg: 85, periods: [period, { ...period, mg: 120, from: 140, to: 350 }] });
    const at = (week: number) => weeks[20 + week]!.mid;
    const [before, after] = [weeks[19]!.mid, weeks.at(-1)!.mid];
    const share = (week: number) => (at(week) - before) / (after - before);
    expect(share(6)).toBeGreaterThan(0.95);
    expect(share(1)).toBeLessThan(0.8);
  });
});

describe('the next lab result', () => {
  const input = { formulation: CYPIONATE, mg: 80, interval_days: 7, kg: 85, c0: 250 } as const;
  const target = { low: 450, high: 600 };
  /** Level by level over the prior, and result by result around each level: 18% and 50 ng/dL. */
  function shareByHand(middle: number, own: number): number {
    let [inside, all] = [0, 0];
    for (let eta = -1.2; eta <= 1.2; eta += 0.01) {
      const level = own + (middle - own) * Math.exp(-eta);
      const sd = Math.sqrt((0.18 * level) ** 2 + 50 ** 2);
      const weight = Math.exp(-0.5 * (eta / 0.25) ** 2);
      for (let u = -4; u <= 4; u += 0.02) {
        const mass = weight * Math.exp((-u * u) / 2);
        all += mass;
        if (level + u * sd >= target.low && level + u * sd < target.high) inside += mass;
      }
    }
    return inside / all;
  }

  it('is less often in the target than the true level, and ranges wider', () => {
    const draws = [
      [45.5, 480],
      [94.5, 500],
      [143.5, 490],
    ] as const;
    const { current } = simulate({ ...input, draws, target });
    expect(current.measured.in_target).toBeLessThan(current.in_target);
    expect(current.measured.range[0]).toBeLessThan(current.middle[0]);
    expect(current.measured.range[2]).toBeGreaterThan(current.middle[2]);
  });

  it('has the scatter of a single draw around every likely level', () => {
    const { measured } = simulate({ ...input, target }).current;
    expect(measured.in_target).toBeCloseTo(shareByHand(610, 25), 2);
  });
});
