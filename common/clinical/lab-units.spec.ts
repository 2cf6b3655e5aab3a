import { describe, expect, it } from '@jest/globals';
import { UcumLhcUtils } from '@lhncbc/ucum-lhc';
import { ANALYTE_BY_KEY, ANALYTES } from './labs.js';
import { analyteNamed } from './lab-names.js';
import {
  fromLaboratory,
  inOwnUnit,
  judgedValue,
  limitIn,
  needsConfirmation,
  resultFlag,
  SENT_UNITS,
  unitsOf,
} from './lab-units.js';

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

describe('fromLaboratory', () => {
  it.each([
    ['tt_ng_dl', 18.2, 'nmol/L', 524.9],
    ['tt_ng_dl', 5.2, 'ng/mL', 520],
    ['tt_ng_dl', 520, 'NG/DL', 520],
    ['psa_ng_ml', 1.2, 'µg/L', 1.2],
    ['psa_ng_ml', 1.2, 'mcg/L', 1.2],
    ['tsh_miu_l', 2.1, 'u[IU]/mL', 2.1],
    ['tsh_miu_l', 2.1, 'mcIU/mL', 2.1],
    ['lh_miu_ml', 4, '[IU]/L', 4],
    ['hct_percent', 0.44, 'L/L', 44],
    ['hct_percent', 44, 'percent', 44],
    ['hgb_g_dl', 152, 'g/L', 15.2],
    ['sodium_mmol_l', 140, 'mEq/L', 140],
    ['alt_u_l', 30, 'IU/L', 30],
    ['glucose_mg_dl', 95, 'mg/100 mL', 95],
  ] as const)('%s %d %s is %d', (key, value, unit, own) =>
    expect(fromLaboratory(key, value, unit)?.value).toBe(own),
  );
  it.each([
    ['prolactin_ng_ml', 'mIU/L'],
    ['hba1c_percent', 'mmol/mol'],
    ['tt_ng_dl', ''],
    ['tt_ng_dl', 'mg/dL'],
    ['hct_percent', 'g/dL'],
  ] as const)('knows no %s in "%s"', (key, unit) => expect(fromLaboratory(key, 1, unit)).toBeNull());

  const ucum = UcumLhcUtils.getInstance();
  /** g/mol, for units that count molecules; urea has two nitrogens, and reports of it are of those. */
  const WEIGHTS: Partial<Record<string, number>> = {
    tt_ng_dl: 288.42,
    free_t_pg_ml: 288.42,
    estradiol_pg_ml: 272.38,
    cholesterol_mg_dl: 386.65,
    hdl_mg_dl: 386.65,
    ldl_mg_dl: 386.65,
    triglycerides_mg_dl: 885.7,
    glucose_mg_dl: 180.16,
    creatinine_mg_dl: 113.12,
    bun_mg_dl: 28.014,
    calcium_mg_dl: 40.078,
    bilirubin_mg_dl: 584.66,
  };
  /** UCUM converts no arbitrary units, and moles only alone: both count here as grams, moles with their weight. */
  const inGrams = (unit: string): string =>
    unit
      .replace(/\[?IU\]?|(?<=[mu])U/, 'g')
      .replace('mol', 'g')
      .replace('meq', 'mg');
  it.each(
    Object.entries(SENT_UNITS).flatMap(([key, units]) =>
      units.map(({ unit, factor }) => [key, unit, factor] as const),
    ),
  )('converts %s in %s as UCUM does', (key, unit, factor) => {
    const { ucum: own } = ANALYTE_BY_KEY.get(key)!;
    // Laboratories call the unit of an enzyme international, too.
    const enzyme = own === 'U/L' && unit === 'IU/L';
    const [from, to] =
      enzyme || unit === 'ukat/L' ? [unit.replace('IU', 'U'), own] : [inGrams(unit), inGrams(own)];
    const hormone = unit === 'U/L' ? 'g/L' : from;
    const there = ucum.convertUnitTo(hormone, 1, to, false, null);
    expect(there.status).toBe('succeeded');
    const weight = unit.includes('mol') ? WEIGHTS[key]! : 1;
    expect(Math.abs(factor / (Number(there.toVal) * weight) - 1)).toBeLessThan(0.002);
  });
});

describe('a limit that a laboratory gives', () => {
  it.each([
    ['<0.1', { comparator: '<', number: '0.1' }],
    [' ≥ 54 ', { comparator: '>=', number: '54' }],
    ['≤10', { comparator: '<=', number: '10' }],
    ['54', null],
    ['<', null],
    ['> 5 4', null],
  ])('%s', (text, expected) => expect(limitIn(text)).toEqual(expected));

  it('is read as just beyond its number, or not at all where it decides nothing', () => {
    expect(judgedValue('hct_percent', 54, '>')).toBeGreaterThan(54);
    expect(judgedValue('hct_percent', 54, '>')).toBeLessThan(54.01);
    expect(judgedValue('psa_ng_ml', 0.1, '<')).toBeLessThan(0.1);
    expect(judgedValue('tt_ng_dl', 50, '<=')).toBeLessThan(50);
    expect([judgedValue('psa_ng_ml', 10, '<'), judgedValue('tt_ng_dl', 600, '<')]).toEqual([null, null]);
    expect([judgedValue('tt_ng_dl', 600), judgedValue('psa_ng_ml', 0, '<')]).toEqual([600, 0]);
  });

  it.each([
    ['hct_percent', 50, '>', 'high'],
    ['tt_ng_dl', 264, '<', 'low'],
    ['psa_ng_ml', 0.1, '<', 'normal'],
    ['psa_ng_ml', 10, '<', 'unclear'],
    ['tt_ng_dl', 600, '<', 'unclear'],
    ['tt_ng_dl', 600, null, 'normal'],
  ] as const)('flags %s %d with %s as %s', (key, value, comparator, flag) =>
    expect(resultFlag(key, value, comparator)).toBe(flag),
  );
});
