import { describe, expect, it } from '@jest/globals';
import { doseTicks, domainRange, markRows, tickText, timeOf, timeRange, valueRange } from './trend.js';

const point = (at: string, value: number) => ({ at, value });
const mark = (at: string) => ({ at, label: '80 mg' });

describe('timeRange', () => {
  it('covers every point and mark, with a margin on both sides', () => {
    const [from, to] = timeRange([point('2026-01-10T12:00:00Z', 1)], [mark('2026-12-01')]);
    expect(from.getTime()).toBeLessThan(Date.parse('2026-01-10T12:00:00Z'));
    expect(to.getTime()).toBeGreaterThan(timeOf('2026-12-01'));
  });
  it('has a width for a single point', () => {
    const [from, to] = timeRange([point('2026-01-10T12:00:00Z', 1)], []);
    expect(to.getTime()).toBeGreaterThan(from.getTime());
  });
});

describe('tickText', () => {
  const ticks = (days: number, step: number) =>
    Array.from({ length: Math.floor(days / step) + 1 }, (_, i) => new Date(2026, 9, 4 + i * step));
  it.each([
    [14, 2],
    [42, 7],
    [62, 7],
  ])('never repeats a label within %i days', (days, step) => {
    const all = ticks(days, step);
    const texts = all.map((at) => tickText(at, [all[0]!, all.at(-1)!]));
    expect(texts[0]).toBe('Oct 4');
    expect(new Set(texts).size).toBe(texts.length);
  });
  it('shows the month and year over a longer time', () => {
    expect(tickText(new Date(2026, 9, 1), [new Date(2026, 7, 1), new Date(2027, 1, 1)])).toBe('Oct ’26');
  });
});

describe('valueRange', () => {
  it('includes the whole band', () => {
    const [low, high] = valueRange([point('2026-01-10', 500)], { low: 450, high: 600 });
    expect(low).toBeLessThan(450);
    expect(high).toBeGreaterThan(600);
  });
  it('never goes below zero, and has a height for one value', () => {
    expect(valueRange([point('2026-01-10', 0)], null)).toEqual([0, 1]);
    expect(valueRange([point('2026-01-10', 3), point('2026-02-10', 0.2)], { low: 0, high: null })[0]).toBe(0);
  });
});

describe('markRows', () => {
  const range = [new Date('2026-01-01'), new Date('2026-12-31')] as const;
  it('puts neighbors on different lines and lone marks on the first', () => {
    expect(
      markRows([mark('2026-01-05'), mark('2026-01-20'), mark('2026-02-01'), mark('2026-10-01')], range),
    ).toEqual([0, 1, 0, 0]);
  });
});

it.each([
  [[80], 92, [0, 80]],
  [[80, 100], 115, [0, 100]],
  [[200, 80], 230, [0, 80, 200]],
  [[200, 20], 230, [20, 200]],
])('doses of %j up to %d are named as %j', (doses, high, ticks) => {
  expect(doseTicks(doses, high)).toEqual(ticks);
});

describe('domainRange', () => {
  it('stays fixed while every value is inside', () => {
    expect(domainRange([0, 5], [0.9, 1.1])).toEqual([0, 5]);
    expect(domainRange([36, 56], [])).toEqual([36, 56]);
  });
  it('grows only on the side that a value exceeds, and not below zero', () => {
    expect(domainRange([0, 5], [1, 10])).toEqual([0, 10.5]);
    expect(domainRange([36, 56], [33, 50])).toEqual([33 - 23 * 0.05, 56]);
    expect(domainRange([10, 50], [0.1, 20])).toEqual([0, 50]);
  });
});
