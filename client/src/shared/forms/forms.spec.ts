import { describe, expect, it } from '@jest/globals';
import { joinDate, monthNumber, readFinishedDate, readWholeDate, splitDate } from './typed-date.js';
import { readMeasure, readNumber } from './typed-number.js';
import { optionLabel } from './text/options.js';

describe('a date in three fields', () => {
  it.each([
    [{ month: '3', day: '5', year: '1982' }, '1982-03-05'],
    [{ month: '03', day: '05', year: '1982' }, '1982-03-05'],
    [{ month: 'Mar', day: '5', year: '1982' }, '1982-03-05'],
    [{ month: 'september', day: '30', year: ' 1982 ' }, '1982-09-30'],
    [{ month: '13', day: '40', year: '1982' }, '1982-13-40'],
    [{ month: '3', day: '', year: '' }, '-3-'],
    [{ month: '3', day: '5', year: '82' }, '82-3-5'],
    [{ month: 'x', day: '', year: '1982' }, '1982-x-'],
    [{ month: ' ', day: '', year: '' }, undefined],
  ])('%j is %s', (parts, text) => expect(joinDate(parts)).toBe(text));

  it.each(['1982-03-05', '-3-', '82-3-5', '1982-x-', '1982--', '-11-', '--9'])(
    '%s comes back as typed',
    (text) => {
      expect(joinDate(splitDate(text))).toBe(text);
    },
  );

  it('shows a stored date without leading zeros and keeps what it cannot read', () => {
    expect(splitDate('1982-03-05')).toEqual({ month: '3', day: '5', year: '1982' });
    expect(splitDate(undefined)).toEqual({ month: '', day: '', year: '' });
    expect(splitDate('yesterday')).toEqual({ month: 'yesterday', day: '', year: '' });
  });

  it.each([
    '3/5/1982',
    '03-05-1982',
    '3.5.1982',
    '3 5 1982',
    '1982-03-05',
    '1982-03-05T00:00:00Z',
    'March 5, 1982',
    'Mar 5 1982',
    'mar. 5th, 1982',
    '5 March 1982',
    '5 Mar. 1982',
    ' 3/5/1982 ',
  ])('a pasted %j fills all three fields', (text) =>
    expect(readWholeDate(text)).toEqual({ month: '3', day: '5', year: '1982' }),
  );
  it.each(['3/5/82', '3/5', 'soon', '', '5 Smarch 1982'])('a pasted %j fills none', (text) => {
    expect(readWholeDate(text)).toBeNull();
  });
  it.each(['03151982', '19820315', '15031982', '03 / 15 / 1982', '15.03.1982', '15/03/1982', '15 3 1982'])(
    'a pasted %j is March 15, 1982',
    (text) => expect(readWholeDate(text)).toEqual({ month: '3', day: '15', year: '1982' }),
  );
  it.each(['99999999', '02311982', '18820315', '1982031', `3/5/${' '.repeat(99)}1982`])(
    'a pasted %j fills none',
    (text) => expect(readWholeDate(text)).toBeNull(),
  );
  it('knows when either number could be the month', () => {
    expect(readWholeDate('12/10/1982')).toEqual({ month: '12', day: '10', year: '1982' });
    expect(readWholeDate('12101982')).toEqual({ month: '12', day: '10', year: '1982' });
    expect(readWholeDate('13/40/1982')).toEqual({ month: '13', day: '40', year: '1982' });
  });

  const BIRTH = { today: '2026-11-22', birth: true };
  it.each([
    ['3/15/82', '1982'],
    ['15.3.82', '1982'],
    ['3 / 15 / 05', '2005'],
    ['3/15/18', '1918'],
    ['3/15/1982', '1982'],
  ])('a birth date pasted as %j is in %s', (text, year) =>
    expect(readFinishedDate(text, BIRTH)).toEqual({ month: '3', day: '15', year }),
  );
  it.each(['3/15/10', '2/30/82', '13/15/82', '82', '12-3-5'])('a birth date pasted as %j stays', (text) =>
    expect(readFinishedDate(text, BIRTH)).toBeNull(),
  );
  it('puts any other date in a past century if only one fits', () => {
    const when = { ...BIRTH, birth: false };
    expect(readFinishedDate('3/15/82', when)).toEqual({ month: '3', day: '15', year: '1982' });
    expect(readFinishedDate('3/15/10', when)).toBeNull();
  });
  it('restores a partly typed date with a two-digit year as it was typed', () => {
    expect(joinDate(splitDate('12-3-5'))).toBe('12-3-5');
  });

  it.each([
    ['12', 12],
    ['Dec', 12],
    ['ju', null],
    ['', null],
    ['123', null],
  ])('month %j is %s', (text, month) => expect(monthNumber(text)).toBe(month));
});

describe('a number as people type it', () => {
  it.each([
    ['70', 70],
    [' 70.5 ', 70.5],
    ['7.', 7],
    ['.5', 0.5],
    ['-3', -3],
    ['1,200', 1200],
    ['', undefined],
    ['  ', undefined],
    ["5'10", "5'10"],
    ['about 70', 'about 70'],
    ['1e3', '1e3'],
    ['0x10', '0x10'],
    ['7.5.2', '7.5.2'],
    ['70,5', '70,5'],
  ])('%j is %j', (text, value) => expect(readNumber(text)).toBe(value));

  it.each<[string, string | undefined, number | null]>([
    ["5'10", 'in', 70],
    ['5\'10"', 'in', 70],
    ['5’10”', 'in', 70],
    ['5 ft 10 in', 'in', 70],
    ['5ft', 'in', 60],
    ['6 feet', 'in', 72],
    ['5 11', 'in', 71],
    ['70 in', 'in', 70],
    ['178 cm', 'in', 70.1],
    ['1.78 m', 'in', 70.1],
    ['180 lbs', 'lb', 180],
    ['82 kg', 'lb', 180.8],
    ['7 hours', 'h', 7],
    ['1 hour', 'min', 60],
    ['120 mmHg', 'mmHg', 120],
    ['66 bpm', '/min', 66],
    ["5'10", 'lb', null],
    ['about 70', 'in', null],
    ['70 stone', 'lb', null],
    ['7 in', undefined, null],
    ['5 toString', 'in', null],
  ])('%j in a field of %s is %s', (text, unit, value) => expect(readMeasure(text, unit)).toBe(value));
});

describe('option labels', () => {
  it.each([
    ['no_preference', 'No preference'],
    ['yes', 'Yes'],
    ['email', 'Email'],
    ['NY', 'New York'],
    ['outside_us', 'Outside the United States'],
  ])('%s reads %s', (value, label) => expect(optionLabel(value)).toBe(label));
});
