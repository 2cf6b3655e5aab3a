import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ams, iief5, phq2, qadam, scoreChange } from './index.js';
import type { ScoreChange, ScoreChangeInput } from './index.js';

interface Example {
  items: number[];
  expect: unknown;
}
const { scores } = JSON.parse(
  readFileSync(new URL('../clinical/fixtures/care-examples.json', import.meta.url), 'utf8'),
) as {
  scores: Record<'qadam' | 'ams' | 'phq2' | 'iief5', Example[]> & {
    change: (ScoreChangeInput & { expect: ScoreChange })[];
  };
};
const SCORES = { qadam, ams, phq2, iief5 } as const;
const NAMES = ['qadam', 'ams', 'phq2', 'iief5'] as const;

describe('scores over time', () => {
  it.each(
    NAMES.flatMap((name) => scores[name].map(({ items, expect: wanted }) => ({ name, items, wanted }))),
  )('$name $items', ({ name, items, wanted }) => expect(SCORES[name](items)).toEqual(wanted));

  it.each(NAMES)('%s has no total with a blank, a fraction or too many items', (name) => {
    const full = scores[name][0]!.items;
    for (const wrong of [null, undefined, '', 1.5, 99, Number.NaN])
      expect(SCORES[name]([wrong, ...full.slice(1)])).toBeNull();
    expect(SCORES[name]([...full, 1])).toBeNull();
    expect(SCORES[name]([])).toBeNull();
  });

  it.each([
    [26, 'none'],
    [27, 'mild'],
    [36, 'mild'],
    [37, 'moderate'],
    [49, 'moderate'],
    [50, 'severe'],
  ])('AMS %i is %s', (total, band) => {
    const items = Array.from({ length: 17 }, (_, n) => 1 + Math.floor((total - 17 + 16 - n) / 17));
    expect(ams(items)).toMatchObject({ total, band });
  });

  it.each([
    [[5, 5, 5, 3, 3], 'mild'],
    [[4, 4, 3, 3, 3], 'mild'],
    [[4, 3, 3, 3, 3], 'mild to moderate'],
    [[3, 3, 3, 1, 1], 'moderate'],
  ])('IIEF-5 %p is %s as published', (items, published) => expect(iief5(items)).toMatchObject({ published }));

  it('says when no intercourse was attempted', () =>
    expect(iief5([3, 0, 0, 0, 0])).toMatchObject({ total: 3, not_active: true }));
});

describe('change of a score', () => {
  it.each(scores.change)('$first to $last', ({ expect: wanted, ...input }) =>
    expect(scoreChange(input)).toEqual(wanted),
  );

  it.each([
    [
      { first: 40, last: 30, better: 'lower', mcid: null },
      { change: -10, direction: 'better', meaningful: null },
    ],
    [
      { first: 14, last: 17, better: 'higher', mcid: 4 },
      { change: 3, direction: 'better', meaningful: false },
    ],
    [
      { first: 14, last: 10, better: 'higher', mcid: 4 },
      { change: -4, direction: 'worse', meaningful: true },
    ],
    [
      { first: 14, last: 14, better: 'lower', mcid: 4 },
      { change: 0, direction: 'same', meaningful: false },
    ],
    [{ first: null, last: 14, better: 'lower' }, null],
  ] as const)('%p', (input, wanted) => expect(scoreChange(input)).toEqual(wanted));

  it('rejects an invalid score', () => {
    expect(() => scoreChange({ first: Number.NaN, last: 1, better: 'lower' })).toThrow(RangeError);
    expect(() => scoreChange({ first: 1, last: 1, better: 'lower', mcid: 0 })).toThrow(RangeError);
  });
});
