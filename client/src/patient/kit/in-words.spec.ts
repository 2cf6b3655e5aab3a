import { describe, expect, it } from '@jest/globals';
import { dateInWords, daysUntil, whenInWords } from './in-words.js';

const evening = new Date(2026, 10, 20, 23, 59);
const morning = new Date(2026, 10, 20, 0, 1);

describe('daysUntil', () => {
  it.each([
    ['2026-11-20', 0],
    ['2026-11-21', 1],
    ['2026-11-19', -1],
    ['2027-11-20', 365],
  ])('%s is %d days away, at any hour of the day', (date, days) => {
    expect(daysUntil(date, evening)).toBe(days);
    expect(daysUntil(date, morning)).toBe(days);
  });
  it('counts a day with a change of the clocks as one day', () => {
    expect(daysUntil('2026-11-02', new Date(2026, 9, 31, 12))).toBe(2);
  });
});

describe('whenInWords', () => {
  it.each([
    [0, 'today'],
    [1, 'tomorrow'],
    [-1, 'yesterday'],
    [2, 'in 2 days'],
    [60, 'in 60 days'],
    [61, 'in 2 months'],
    [-30, '30 days ago'],
    [-365, '12 months ago'],
  ])('%d reads "%s"', (days, words) => expect(whenInWords(days)).toBe(words));
});

it('a date comes with its distance', () => {
  expect(dateInWords('2026-10-21', evening)).toBe('Oct 21, 2026 (30 days ago)');
});
