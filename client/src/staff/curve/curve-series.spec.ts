import { describe, expect, it } from '@jest/globals';
import type { CurveLevels, CurveResponse } from '#common/api/index.js';
import {
  actionLimits,
  daysOf,
  drawWindows,
  lastDayOf,
  midAt,
  placed,
  repeated,
  shadedWindows,
  topOf,
} from './curve-series.js';

const point = (day: number, mid: number) => ({ day, low: mid - 100, mid, high: mid + 100 });
const points = [point(0, 400), point(1, 600)];
const levels = (change: Partial<CurveLevels> = {}): CurveLevels =>
  ({
    formulation: 'testosterone_cypionate_im',
    frequency: 'once weekly',
    target: { low: 450, high: 600 },
    action_limits: { low: 350, high: 600 },
    points,
    ...change,
  }) as CurveLevels;
const curve = (change: Partial<CurveResponse> = {}): CurveResponse =>
  ({ current: levels(), proposed: null, draws: [], ...change }) as CurveResponse;

describe('curve series', () => {
  it('reads a curve between its points', () => {
    expect([midAt(points, 0), midAt(points, 0.25), midAt(points, 1), midAt(points, 2)]).toEqual([
      400,
      450,
      600,
      null,
    ]);
  });

  it('draws each curve through its own points, whatever days the other one has', () => {
    const swing = [point(0, 500), point(1.75, 910), point(3.5, 500)];
    const daily = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5].map((day) => point(day, day % 1 === 0 ? 504 : 909));
    const days = daysOf(swing, daily);
    expect(days).toEqual([0, 0.5, 1, 1.5, 1.75, 2, 2.5, 3, 3.5]);
    for (const own of [swing, daily])
      for (const { day, mid } of own)
        expect([day, days.includes(day), midAt(own, day)]).toEqual([day, true, mid]);
  });

  it('has an axis that holds the longer curve, and repeats the shorter one over it', () => {
    const pellet = levels({ points: [point(0, 700), point(120, 700)] });
    const weekly = levels({ points: [point(0, 400), point(21, 600), point(42, 400)] });
    const last = lastDayOf({ current: weekly, proposed: pellet });
    expect(last).toBe(120);
    expect(repeated(weekly.points, last).map(({ day, mid }) => [day, mid])).toEqual([
      [0, 400],
      [21, 600],
      [42, 400],
      [63, 600],
      [84, 400],
      [105, 600],
    ]);
    expect(repeated(weekly.points, 42)).toEqual(weekly.points);
    expect(repeated([], 42)).toEqual([]);
  });

  it('places a draw by its hours after the dose, and leaves out one without them', () => {
    const draw = { collected_at: '2026-11-01T08:00:00-05:00', value: 520, z: 0, used: true };
    expect(
      placed([
        { ...draw, hours_after_dose: 84 },
        { ...draw, hours_after_dose: null },
      ]),
    ).toEqual([{ day: 3.5, value: 520, used: true }]);
  });

  it('has room for the peak limit always, and for every band, draw and limit', () => {
    expect(topOf(curve())).toBe(1050);
    const high = { collected_at: '', hours_after_dose: null, value: 1900, z: 3.6, used: false };
    expect(topOf(curve({ draws: [high] }))).toBe(1950);
    expect(topOf(curve({ proposed: levels({ points: [point(0, 1400)] }) }))).toBe(1550);
    expect(topOf(curve({ proposed: levels({ action_limits: { low: 300, high: 1080 } }) }))).toBe(1150);
  });
});

describe('action limits', () => {
  it('are those of each product, once where both have the same', () => {
    const gel = levels({ action_limits: { low: 350, high: 750 } });
    const own = { of: 'current', low: 350, high: 600 };
    expect(actionLimits(curve({ proposed: levels() }))).toEqual([own]);
    expect(actionLimits(curve({ proposed: gel }))).toEqual([own, { of: 'proposed', low: 350, high: 750 }]);
    expect(actionLimits(curve({ proposed: levels({ action_limits: null }) }))).toEqual([own]);
  });
});

describe('draw windows', () => {
  it('shade when a draw counts after each dose, and nothing for several doses in three days', () => {
    const weekly = { formulation: 'testosterone_cypionate_im', frequency: 'once weekly' };
    const windows = drawWindows(weekly, 42);
    expect(windows).toHaveLength(6);
    expect(windows[1]).toEqual([7 + 67 / 24, 7 + 101 / 24]);
    expect(drawWindows({ formulation: 'testosterone_gel_1_62', frequency: 'once daily' }, 42)).toEqual([]);
    expect(drawWindows({ ...weekly, frequency: 'by feel' }, 42)).toEqual([]);
  });

  it('are those of each plan', () => {
    const all = [point(0, 500), point(42, 500)];
    const current = levels({ points: all });
    const shaded = (change: Partial<CurveLevels>) => {
      const { current: own, proposed } = shadedWindows({
        current,
        proposed: levels({ points: all, ...change }),
      });
      return [own.length, proposed.length];
    };
    expect(shaded({})).toEqual([6, 0]);
    expect(shaded({ frequency: 'every 14 days' })).toEqual([6, 3]);
    expect(shaded({ formulation: 'testosterone_gel_1_62', frequency: 'once daily' })).toEqual([6, 0]);
  });
});
