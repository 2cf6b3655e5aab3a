import { describe, expect, it } from '@jest/globals';
import { dateInWords, daysUntil, whenInWords } from './in-words.js';

const TODAY = '2026-11-20';

describe('daysUntil', () => {
  it.each([
    ['2026-11-20', 0],
    ['2026-11-21', 1],
    ['2026-11-19', -1],
    ['2027-11-20', 365],
  ])('%s is %d days away', (date, days) => expect(daysUntil(date, TODAY)).toBe(days));
  it('counts a day with a clock change as one day', () => {
    expect(daysUntil('2026-11-02', '2026-10-31')).toBe(2);
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

it('shows a date with how far away it is', () => {
  expect(dateInWords('2026-10-21', TODAY)).toBe('Oct 21, 2026 (30 days ago)');
});
