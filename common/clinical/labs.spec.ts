import { describe, expect, it } from '@jest/globals';
import { ANALYTES, flagOf, isAnalyteKey, isLoincCode, isUnitOf, labValueError } from './labs.js';

describe('the analyte table', () => {
  it.each(ANALYTES.map((entry) => [entry.key, entry] as const))('%s is consistent', (_key, entry) => {
    expect(isLoincCode(entry.loinc)).toBe(true);
    expect(entry.plausible_low).toBeLessThan(entry.plausible_high);
    const { reference_low: low, reference_high: high } = entry;
    if (low !== null) expect(labValueError(entry.key, low)).toBeNull();
    if (high !== null) expect(labValueError(entry.key, high)).toBeNull();
    if (low !== null && high !== null) expect(low).toBeLessThan(high);
    expect(isUnitOf(entry.key, entry.unit)).toBe(true);
    expect(isUnitOf(entry.key, entry.ucum)).toBe(true);
  });

  it('uses each key and each code once', () => {
    expect(new Set(ANALYTES.map((entry) => entry.key)).size).toBe(ANALYTES.length);
    expect(new Set(ANALYTES.map((entry) => entry.loinc)).size).toBe(ANALYTES.length);
  });

  it.each(['2986-7', '2986', '2986-', '-8', '29868', '2968-8'])('%s is not a LOINC code', (code) =>
    expect(isLoincCode(code)).toBe(false),
  );

  it('recognizes its keys', () => {
    expect(isAnalyteKey('tt_ng_dl')).toBe(true);
    expect(isAnalyteKey('unobtainium')).toBe(false);
    expect(isAnalyteKey('constructor')).toBe(false);
  });
});

describe('plausibility', () => {
  it.each([
    ['tt_ng_dl', 150],
    ['tt_ng_dl', 1400],
    ['tt_ng_dl', 1],
    ['tt_ng_dl', 12],
    ['tt_ng_dl', 5000],
    ['hct_percent', 36],
    ['hct_percent', 58],
    ['psa_ng_ml', 0],
    ['estradiol_pg_ml', 61],
  ])('%s %d is accepted', (key, value) => expect(labValueError(key, value)).toBeNull());

  it.each([
    ['hct_percent', 0.44, /%.*0\.44 looks like a fraction.*44 %/],
    ['hgb_g_dl', 150, /150 looks like g\/L.*15 g\/dL/],
    ['tt_ng_dl', 99999, /between 1 and 5000/],
    ['hct_percent', 144, /between 15 and 75/],
    ['psa_ng_ml', -1, /0 or more/],
    ['tt_ng_dl', 'high', /number in ng\/dL/],
    ['tt_ng_dl', '300', /number in ng\/dL/],
    ['tt_ng_dl', Number.NaN, /number in ng\/dL/],
    ['tt_ng_dl', Infinity, /number in ng\/dL/],
    ['tt_ng_dl', null, /number in ng\/dL/],
    ['unobtainium', 3, /not known/],
  ])('%s %p is rejected: %s', (key, value, message) => expect(labValueError(key, value)).toMatch(message));

  it('suggests no unit mix-up where there is none', () =>
    expect(labValueError('tt_ng_dl', 0.5)).not.toMatch(/looks like/));
});

describe('flags', () => {
  it.each([
    ['tt_ng_dl', 263, 'low'],
    ['tt_ng_dl', 264, 'normal'],
    ['tt_ng_dl', 916, 'normal'],
    ['tt_ng_dl', 917, 'high'],
    ['hct_percent', 38.4, 'low'],
    ['hct_percent', 50, 'normal'],
    ['hct_percent', 50.1, 'high'],
    ['psa_ng_ml', 4, 'normal'],
    ['psa_ng_ml', 4.1, 'high'],
    ['estradiol_pg_ml', 40.1, 'high'],
    ['hdl_mg_dl', 39, 'low'],
    ['hdl_mg_dl', 150, 'normal'],
    ['ldl_mg_dl', 130, 'high'],
  ] as const)('%s %d is %s', (key, value, flag) => expect(flagOf(key, value)).toBe(flag));
});

describe('units', () => {
  it.each([
    ['tt_ng_dl', 'NG/DL', true],
    ['tt_ng_dl', ' ng / dL ', true],
    ['tt_ng_dl', 'nmol/L', false],
    ['tt_ng_dl', '', false],
    ['lh_miu_ml', 'mIU/mL', true],
    ['lh_miu_ml', 'm[IU]/mL', true],
  ] as const)('%s in "%s": %p', (key, unit, fits) => expect(isUnitOf(key, unit)).toBe(fits));
});
