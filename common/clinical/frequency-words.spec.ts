import { describe, expect, it } from '@jest/globals';
import { dosesPerWeek, isReadableFrequency, weeklyMg } from './frequency-words.js';

describe('dosesPerWeek', () => {
  it.each([
    ['q.d.', 7],
    ['QD', 7],
    ['nightly', 7],
    ['at bedtime', 7],
    ['every 1 days', 7],
    ['Every night', 7],
    ['diario', 7],
    ['hourly', 168],
    ['every 8 hours', 21],
    ['q12h', 14],
    ['q 6 hours', 28],
    ['t.i.d.', 21],
    ['with each meal', 21],
    ['1-0-1', 14],
    ['3x/day', 21],
    ['7x/week', 7],
    ['seven times a week', 7],
    ['3 times per week', 3],
    ['once a week', 1],
    ['every other day', 3.5],
    ['every third day', 7 / 3],
    ['every 5 days', 1.4],
    ['every 3 weeks', 1 / 3],
    ['monthly', 0.25],
    ['Mon Tue Wed Thu Fri Sat Sun', 7],
    ['Mondays and Thursdays', 2],
    ['every Monday', 1],
  ])('reads %j', (text, often) => {
    expect(dosesPerWeek(text)).toBeCloseTo(often, 9);
  });

  it.each(['', 'banana', 'as directed', 'every 0 days', 'Mon or when tired', '80 mg', 'every', 'x'])(
    'does not read %j',
    (text) => {
      expect(dosesPerWeek(text)).toBeNull();
      expect(isReadableFrequency(text)).toBe(false);
    },
  );
});

describe('weeklyMg', () => {
  it('reads the frequencies of the catalog and others', () => {
    expect(weeklyMg('80 mg', 'once weekly')).toBe(80);
    expect(weeklyMg('80 mg', 'every 8 hours')).toBe(1680);
    expect(weeklyMg(100, 'every 5 days')).toBeCloseTo(140, 9);
    expect(weeklyMg('take two', 'daily')).toBeNull();
    expect(weeklyMg('80 mg', 'banana')).toBeNull();
  });
});
