import { describe, expect, it } from '@jest/globals';
import { asksForFasting, drawPreparation, drawWindow } from './draw-preparation.js';
import { FORMULATION_IDS, FORMULATIONS } from './formulations.js';
import type { LabSuggestion } from './types.js';

const prepared = (analytes: string[], formulation: string | null, fasting = false) =>
  drawPreparation({ analytes, formulation, fasting });

describe('preparation for a draw', () => {
  it.each([
    [null, 'before_10', []],
    ['testosterone_cypionate_im', 'mid_interval', []],
    ['testosterone_enanthate_sc_auto', 'before_weekly_injection', ['no_injection_before']],
    ['testosterone_gel_1_62', 'before_gel', ['no_gel_before', 'not_gel_arm']],
    ['testosterone_patch', 'patch_on', ['keep_patch']],
    ['testosterone_undecanoate_oral_jatenzo', 'oral_5_to_7_hours', ['dose_with_food']],
    ['testosterone_undecanoate_im', 'before_next_injection', ['no_injection_before']],
    ['testosterone_nasal', 'clinician_says', []],
  ])('of testosterone on %s', (formulation, timing, steps) => {
    expect(prepared(['tt_ng_dl', 'hct_percent'], formulation)).toMatchObject({
      timing,
      steps: [...steps, 'no_biotin'],
    });
  });

  it('says the hours of each oral product that its catalog entry gives', () => {
    for (const id of FORMULATION_IDS.filter((one) => one.includes('oral'))) {
      const { draw_window: window } = FORMULATIONS[id];
      const [from, to] = window.kind === 'hours' ? window.ranges[0]! : [];
      expect(prepared(['tt_ng_dl'], id).timing).toBe(`oral_${from}_to_${to}_hours`);
    }
  });

  it('asks for no hour where no test depends on it', () => {
    expect(prepared(['hct_percent', 'psa_ng_ml'], 'testosterone_gel_1')).toMatchObject({
      timing: 'any_hour',
      steps: ['no_biotin', 'psa_rest'],
    });
  });

  it('names fasting first, and where it contradicts a dose with food', () => {
    expect(prepared(['tt_ng_dl', 'ldl_mg_dl'], 'testosterone_undecanoate_oral_tlando', true)).toEqual({
      timing: 'oral_8_to_9_hours',
      steps: ['fast', 'dose_with_food', 'no_biotin'],
      fasting_conflict: true,
    });
    expect(prepared(['ldl_mg_dl'], 'testosterone_undecanoate_oral_tlando', true).fasting_conflict).toBe(
      false,
    );
  });

  it('asks for fasting with lipids and glucose, and with testosterone before treatment', () => {
    expect(asksForFasting(['ldl_mg_dl'], 'testosterone_gel_1')).toBe(true);
    expect(asksForFasting(['glucose_mg_dl'], 'testosterone_gel_1')).toBe(true);
    expect(asksForFasting(['tt_ng_dl', 'hct_percent'], 'testosterone_gel_1')).toBe(false);
    expect(asksForFasting(['tt_ng_dl'], null)).toBe(true);
    expect(asksForFasting(['hct_percent', 'psa_ng_ml'], null)).toBe(false);
  });
});

describe('the window of a draw', () => {
  const next = (days: number) => ({ suggested_in_days: days }) as LabSuggestion;

  it('ends on the day that the schedule suggests, or in two weeks if that is near', () => {
    expect(drawWindow('2026-11-26', next(30))).toEqual({ from: '2026-12-19', until: '2026-12-26' });
    expect(drawWindow('2026-11-26', next(7))).toEqual({ from: '2026-11-26', until: '2026-12-03' });
    expect(drawWindow('2026-11-26', next(3))).toEqual({ from: '2026-11-26', until: '2026-12-10' });
    expect(drawWindow('2026-11-26', null)).toEqual({ from: '2026-11-26', until: '2026-12-10' });
  });
});
