import { describe, expect, it } from '@jest/globals';
import { ANALYTES } from './labs.js';
import { analyteNamed } from './lab-names.js';
import { inOwnUnit, needsConfirmation, unitsOf } from './lab-units.js';

describe('inOwnUnit', () => {
  it.each([
    ['tt_ng_dl', 8.5, 'nmol/L', 245.1],
    ['estradiol_pg_ml', 110, 'PMOL/L', 29.96],
    ['free_t_pg_ml', 9.5, 'ng/dL', 95],
  ] as const)('%s %d %s is %d', (key, value, unit, own) =>
    expect(inOwnUnit(key, value, unit)).toEqual({ value: own, entered: { value, unit: unitsOf(key)[1] } }),
  );
  it('keeps a value in its own unit unchanged', () =>
    expect(inOwnUnit('tt_ng_dl', 245, 'ng/dl')).toEqual({ value: 245 }));
  it.each([
    ['tt_ng_dl', 'pg/mL'],
    ['hct_percent', 'nmol/L'],
    ['tt_ng_dl', ''],
  ] as const)('rejects %s in "%s"', (key, unit) => expect(inOwnUnit(key, 1, unit)).toBeNull());
});

describe('needsConfirmation', () => {
  it.each([
    ['tt_ng_dl', 49.9, true],
    ['tt_ng_dl', 50, false],
    ['free_t_pg_ml', 9.5, true],
    ['free_t_pg_ml', 32, false],
    ['estradiol_pg_ml', 110, true],
    ['estradiol_pg_ml', 61, false],
    ['hct_percent', 20, false],
  ] as const)('%s %d: %p', (key, value, needed) => expect(needsConfirmation(key, value)).toBe(needed));
});

describe('analyteNamed', () => {
  it.each([
    ['Testosterone, Total', 'tt_ng_dl'],
    ['TESTOSTERONE', 'tt_ng_dl'],
    ['Testosterone, Free', 'free_t_pg_ml'],
    ['Free Testosterone (Direct)', 'free_t_pg_ml'],
    ['2986-8', 'tt_ng_dl'],
    ['Hematocrit', 'hct_percent'],
    ['PSA', 'psa_ng_ml'],
    ['Hemoglobin A1c', 'hba1c_percent'],
    ['AST (SGOT)', 'ast_u_l'],
    ['tt_ng_dl', 'tt_ng_dl'],
    ['unobtainium', null],
    ['', null],
    ['constructor', null],
  ])('"%s" is %s', (name, key) => expect(analyteNamed(name)).toBe(key));

  it('finds each test by its name, its short name and its LOINC code', () => {
    for (const { key, name, short, loinc } of ANALYTES)
      expect([name, short, loinc].map(analyteNamed)).toEqual([key, key, key]);
  });
});
