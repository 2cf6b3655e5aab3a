import { describe, expect, it } from '@jest/globals';
import { ADAM_ITEMS, IIEF5_ITEMS, STOPBANG_ITEMS, adam, bmi, iief5, stopBang } from './index.js';

const iiefAnswers = (...values: (number | null)[]) =>
  Object.fromEntries(IIEF5_ITEMS.map((item, place) => [item, values[place]]));
const yes = (items: readonly string[], count: number, all = true) =>
  Object.fromEntries(items.slice(0, all ? items.length : count).map((item, place) => [item, place < count]));

describe('body mass index', () => {
  it.each([
    [70, 180, 25.8],
    [70, 208, 29.8],
    [70, 210, 30.1],
    [70, 250, 35.9],
    [70, 277, 39.7],
    [70, 280, 40.2],
    [72, 230, 31.2],
  ])('%d in and %d lb give %d', (height, weight, expected) => expect(bmi(height, weight)).toBe(expected));

  it.each([
    [null, 180],
    [70, undefined],
    [0, 180],
    [70, -1],
    [Number.NaN, 180],
  ])('%p in and %p lb give nothing', (height, weight) => expect(bmi(height, weight)).toBeNull());
});

describe('IIEF-5', () => {
  it.each([
    [[5, 5, 5, 5, 5], 25, 'none'],
    [[5, 5, 4, 4, 4], 22, 'none'],
    [[5, 4, 4, 4, 4], 21, 'mild'],
    [[4, 4, 3, 3, 3], 17, 'mild'],
    [[4, 3, 3, 3, 3], 16, 'moderate'],
    [[3, 3, 2, 2, 2], 12, 'moderate'],
    [[3, 2, 2, 2, 2], 11, 'moderate_severe'],
    [[2, 2, 2, 1, 1], 8, 'moderate_severe'],
    [[2, 2, 1, 1, 1], 7, 'severe'],
    [[0, 0, 0, 0, 0], 0, 'severe'],
  ])('%p is %d, %s', (values, score, band) =>
    expect(iief5(iiefAnswers(...values))).toMatchObject({ score, band }),
  );

  it.each([[[5, 5, 5, 5, null]], [[5, 5, 5, 5, 6]], [[5, 5, 5, 5, -1]], [[5, 5, 5, 5, 2.5]], [[]]])(
    'a blank or impossible item gives no score: %p',
    (values: (number | null)[]) => expect(iief5(iiefAnswers(...values))).toBeNull(),
  );
});

describe('STOP-BANG', () => {
  it.each([
    [0, 'low'],
    [2, 'low'],
    [3, 'intermediate'],
    [4, 'intermediate'],
    [5, 'high'],
    [8, 'high'],
  ])('%d yes answers are %s', (count, band) =>
    expect(stopBang(yes(STOPBANG_ITEMS, count))).toMatchObject({ score: count, band, complete: true }),
  );

  it('counts the STOP items separately', () => {
    expect(stopBang(yes(STOPBANG_ITEMS, 6))?.stop_items).toBe(4);
    expect(stopBang({ stopbang_snoring: true, stopbang_male: true })).toMatchObject({
      score: 2,
      stop_items: 1,
    });
  });

  it('says when items are unanswered, and gives nothing when all are', () => {
    expect(stopBang(yes(STOPBANG_ITEMS, 3, false))).toMatchObject({ score: 3, answered: 3, complete: false });
    expect(stopBang({})).toBeNull();
  });
});

describe('ADAM', () => {
  const answers = (...items: number[]) =>
    Object.fromEntries(ADAM_ITEMS.map((item, n) => [item, items.includes(n + 1)]));

  it.each([
    [[1], true],
    [[7], true],
    [[2, 3], false],
    [[2, 3, 10], true],
    [[], false],
  ])('items %p: positive %p', (items: number[], positive) => {
    expect(adam(answers(...items))).toMatchObject({ count: items.length, positive, answered: 10 });
  });

  it('sums only the severities of reported items', () => {
    expect(
      adam({
        ...answers(1, 2),
        decreased_libido_severity: 6,
        lack_of_energy_severity: 5,
        work_performance_severity: 9,
      })?.severity_sum,
    ).toBe(11);
  });

  it('gives nothing when nothing is answered', () => expect(adam({})).toBeNull());
});
