import { describe, expect, it } from '@jest/globals';
import { UcumLhcUtils } from '@lhncbc/ucum-lhc';
import { ANALYTES } from '../clinical/index.js';
import { CODES, CONDITION_CODES, ROUTE_CODES, UNITS, type Code } from './codes.js';

const ALL: readonly Code[] = [
  ...Object.values(CODES),
  ...Object.values(ROUTE_CODES),
  ...Object.values(CONDITION_CODES).filter((code) => code !== null),
];

/** Modulus 10, double-add-double, as LOINC computes its check digit. */
function luhn(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

const D = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const TIMES = (a: number, b: number): number =>
  a < 5 ? (b < 5 ? (a + b) % 5 : 5 + ((a + b) % 5)) : b < 5 ? 5 + ((a - b + 5) % 5) : (a - b + 5) % 5;
const SHIFT = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

/** The Verhoeff check that every SNOMED CT identifier passes. */
function verhoeff(code: string): boolean {
  let rows = D;
  let check = 0;
  for (const digit of [...code].reverse()) {
    check = TIMES(check, rows[Number(digit)]!);
    rows = D.map((i) => SHIFT[rows[i]!]!);
  }
  return check === 0;
}

describe('the codes', () => {
  it.each([
    ...ALL.filter(({ system }) => system === 'loinc').map(({ code }) => code),
    ...ANALYTES.map((a) => a.loinc),
  ])('has a LOINC code with a valid check digit: %s', (code) => {
    const [digits = '', check] = code.split('-');
    expect(luhn(digits)).toBe(Number(check));
  });

  it.each(ALL.filter(({ system }) => system === 'snomed').map(({ code }) => code))(
    'has a SNOMED CT code with a valid check digit: %s',
    (code) => expect(verhoeff(code)).toBe(true),
  );

  it('names a source for each, and no code twice', () => {
    expect(ALL.filter(({ source, display }) => !source || !display)).toEqual([]);
    const codes = ALL.map(({ system, code }) => `${system} ${code}`);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it.each([...Object.values(UNITS).map(([, ucum]) => ucum), ...new Set(ANALYTES.map(({ ucum }) => ucum))])(
    'has a valid UCUM unit: %s',
    (unit) => {
      const { status } = UcumLhcUtils.getInstance().validateUnitString(unit);
      expect(status).toBe('valid');
    },
  );
});
