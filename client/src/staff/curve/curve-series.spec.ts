import { describe, expect, it } from '@jest/globals';
import type { CurveLevels, CurveResponse } from '../../../../common/api/index.js';
import { midAt, placed, topOf, drawWindows } from './curve-series.js';

const points = [
  { day: 0, low: 300, mid: 400, high: 500 },
  { day: 1, low: 500, mid: 600, high: 700 },
];
const levels = (high: number): CurveLevels =>
  ({ points: points.map((point) => ({ ...point, high })) }) as unknown as CurveLevels;
const curve = (high: number, draws: CurveResponse['draws'] = []): CurveResponse =>
  ({ current: levels(high), proposed: null, draws }) as unknown as CurveResponse;

describe('curve series', () => {
  it('reads a curve between its points', () => {
    expect([midAt(points, 0), midAt(points, 0.25), midAt(points, 1), midAt(points, 2)]).toEqual([
      400,
      450,
      600,
      null,
    ]);
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

  it('has room for everything, and for the peak limit if it is near', () => {
    expect(topOf(curve(640), 600)).toBe(750);
    expect(topOf(curve(820), 600)).toBe(1050);
    const high = { collected_at: '', hours_after_dose: null, value: 1900, z: 3.6, used: false };
    expect(topOf(curve(640, [high]), 600)).toBe(1950);
  });
});

it('shades when a draw counts after each dose, and nothing for several doses in three days', () => {
  const weekly = { formulation: 'testosterone_cypionate_im', frequency: 'once weekly' };
  const windows = drawWindows(weekly, 42);
  expect(windows).toHaveLength(6);
  expect(windows[1]).toEqual([7 + 67 / 24, 7 + 101 / 24]);
  expect(drawWindows({ formulation: 'testosterone_gel_1_62', frequency: 'once daily' }, 42)).toEqual([]);
  expect(drawWindows({ ...weekly, frequency: 'by feel' }, 42)).toEqual([]);
});
