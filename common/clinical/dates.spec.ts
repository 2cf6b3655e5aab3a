import { describe, expect, it } from '@jest/globals';
import {
  addBusinessDays,
  addDays,
  addMonths,
  ageOn,
  daysBetween,
  isCalendarDate,
  isMoment,
  wallTime,
} from './dates.js';

const TIMEZONE = 'America/New_York';

describe('calendar dates', () => {
  it('counts days across daylight saving and leap days', () => {
    expect(daysBetween('2026-03-01', '2026-04-01')).toBe(31);
    expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2);
    expect(daysBetween('2026-11-20', '2026-11-10')).toBe(-10);
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  });

  it('skips the weekend', () => {
    expect(addBusinessDays('2026-11-19', 2)).toBe('2026-11-23');
    expect(addBusinessDays('2026-11-20', 2)).toBe('2026-11-24');
    expect(addBusinessDays('2026-11-21', 1)).toBe('2026-11-23');
    expect(addBusinessDays('2026-11-23', 2)).toBe('2026-11-25');
    expect(addBusinessDays('1969-12-31', 2)).toBe('1970-01-02');
  });

  it('keeps the end of the month', () => {
    expect(addMonths('2026-08-31', 6)).toBe('2027-02-28');
    expect(addMonths('2026-11-20', 6)).toBe('2027-05-20');
  });

  it.each(['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', '', 'today', null, 20261120])(
    '%p is none',
    (value) => expect(isCalendarDate(value)).toBe(false),
  );

  it('gives the age, counting a leap-day birthday from March 1', () => {
    expect(ageOn('2008-11-20', '2026-11-20')).toBe(18);
    expect(ageOn('2008-11-21', '2026-11-20')).toBe(17);
    expect(ageOn('2004-02-29', '2022-02-28')).toBe(17);
    expect(ageOn('2004-02-29', '2022-03-01')).toBe(18);
  });
});

describe('local time', () => {
  it.each([
    ['2026-11-10T10:00:00-05:00', '2026-11-10', 36000],
    ['2026-11-10T23:30:00-11:00', '2026-11-10', 84600],
    ['2026-11-10T08:15', '2026-11-10', 29700],
    ['2026-11-10 08:15:30.250+0200', '2026-11-10', 29730],
    ['2026-11-10T15:00:00.000Z', '2026-11-10', 36000],
    ['2026-11-10T03:00:00Z', '2026-11-09', 79200],
    ['2026-07-10T14:00:00z', '2026-07-10', 36000],
    ['2026-11-10T05:00:00Z', '2026-11-10', 0],
    ['2026-11-10', '2026-11-10', null],
  ])('of %s is %s, %p s', (moment, date, seconds) =>
    expect(wallTime(moment, TIMEZONE)).toEqual({ date, seconds }),
  );

  it.each(['last week', '2026-02-30T08:00:00Z', '2026-11-10T24:00:00Z', '2026-11-10T08:61', ''])(
    '%s has none',
    (moment) => {
      expect(() => wallTime(moment, TIMEZONE)).toThrow(RangeError);
      expect(isMoment(moment)).toBe(false);
    },
  );

  it('needs a valid time zone', () =>
    expect(() => wallTime('2026-11-10T15:00:00Z', 'Mars/Olympus')).toThrow(RangeError));

  it('a date alone is not a point in time', () => expect(isMoment('2026-11-10')).toBe(false));
});
