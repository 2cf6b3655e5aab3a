import { describe, expect, it } from '@jest/globals';
import { CRITICAL_LIMITS, criticalValues } from './critical-labs.js';
import { ANALYTE_BY_KEY } from './labs.js';
import { SOURCES } from './rules/sources.js';

describe('critical results', () => {
  it.each([
    [{ hct_percent: 54 }, []],
    [{ hct_percent: 54.1 }, [{ analyte: 'hct_percent', value: 54.1, unit: '%', limit: 54 }]],
    [{ hct_percent: 20.9 }, [{ analyte: 'hct_percent', value: 20.9, unit: '%', limit: 21 }]],
    [{ creatinine_mg_dl: 6 }, [{ analyte: 'creatinine_mg_dl', value: 6, unit: 'mg/dL', limit: 4 }]],
    [{ glucose_mg_dl: 600, alt_u_l: 900 }, [{ analyte: 'glucose_mg_dl' }, { analyte: 'alt_u_l' }]],
    [{ potassium_mmol_l: 6, sodium_mmol_l: null }, []],
    [{ tt_ng_dl: 5000 }, []],
  ])('%j', (results, expected) => {
    const found = criticalValues(results);
    expect(found).toHaveLength(expected.length);
    expect(found).toMatchObject(expected);
  });

  it('counts a limit as what lies beyond it, and one that decides nothing not at all', () => {
    expect(
      criticalValues({ hct_percent: 54, glucose_mg_dl: 50 }, { hct_percent: '>', glucose_mg_dl: '<' }),
    ).toEqual([
      { analyte: 'hct_percent', value: 54, comparator: '>', unit: '%', limit: 54 },
      { analyte: 'glucose_mg_dl', value: 50, comparator: '<', unit: 'mg/dL', limit: 50 },
    ]);
    expect(criticalValues({ hct_percent: 60 }, { hct_percent: '<' })).toEqual([]);
  });

  it('names each analyte once, in its own unit, with a source and valid limits', () => {
    expect(new Set(CRITICAL_LIMITS.map(({ analyte }) => analyte)).size).toBe(CRITICAL_LIMITS.length);
    for (const { analyte, unit, low, high, source } of CRITICAL_LIMITS) {
      const entry = ANALYTE_BY_KEY.get(analyte);
      expect(unit).toBe(entry?.unit);
      expect(low !== undefined || high !== undefined).toBe(true);
      expect(low ?? Infinity).toBeGreaterThan(entry?.plausible_low ?? Infinity);
      expect(high ?? -Infinity).toBeLessThan(entry?.plausible_high ?? -Infinity);
      expect(SOURCES.map(({ id }) => id)).toContain(source);
    }
  });
});
