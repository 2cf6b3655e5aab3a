import { describe, expect, it } from '@jest/globals';
import { formatAge, formatDate, withDates } from './format.js';
import { humanize } from './text/codes.js';

describe('formatDate', () => {
  it('keeps a calendar date on that date in every zone', () => {
    expect(formatDate('2026-03-01')).toBe('Mar 1, 2026');
  });
  it('says so when there is none', () => {
    expect(formatDate(null)).toBe('not recorded');
    expect(formatDate('soon', 'none set')).toBe('none set');
  });
});

describe('formatAge', () => {
  const now = Date.parse('2026-03-10T12:00:00Z');
  it.each([
    ['2026-03-10T11:59:30Z', 'less than a minute'],
    ['2026-03-10T11:59:00Z', '1 minute'],
    ['2026-03-10T10:00:00Z', '2 hours'],
    ['2026-03-07T11:00:00Z', '3 days'],
    [null, 'unknown'],
  ])('%s is %s old', (since, age) => {
    expect(formatAge(since, now)).toBe(age);
  });
});

it('makes a code readable', () => {
  expect(humanize('in_progress')).toBe('In progress');
  expect(humanize(null)).toBe('');
});

describe('withDates', () => {
  it.each([
    ['told 2026-11-25: nuts; told 2026-01-02: latex', 'told Nov 25, 2026: nuts; told Jan 2, 2026: latex'],
    ['2026-11-25: allergic\n2026-11-26: again', 'Nov 25, 2026: allergic\nNov 26, 2026: again'],
    ['penicillin, since 2026-11-25: hives', 'penicillin, since 2026-11-25: hives'],
  ])('%j', (text, read) => expect(withDates(text)).toBe(read));
});
