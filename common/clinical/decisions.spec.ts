import { describe, expect, it } from '@jest/globals';
import {
  asksForNames,
  asksReason,
  judgePrescription,
  keepsBack,
  planAsks,
  planAsksForNames,
  planDeparts,
} from './decisions.js';
import { evidenceOf } from './evidence.js';
import { MONTHLY_FILL, WEEKLY_100, ago, draw, factsWith, treatedFacts } from './fixtures/facts.js';
import type { FactChanges } from './fixtures/facts.js';
import type { LabPanel, PlanFacts } from './facts.js';
import { evaluateRules } from './rules/evaluate.js';
import { titrate } from './titration.js';

const same = { weeklyDose: 100, weeklyDoseInForce: 100 };
const up = { weeklyDose: 120, weeklyDoseInForce: 100 };
const down = { weeklyDose: 80, weeklyDoseInForce: 100 };
const first = { weeklyDose: 100, weeklyDoseInForce: null };
const judged = (results: LabPanel['results'], since = 84, changes: FactChanges = {}) =>
  evaluateRules(treatedFacts(100, { labs: [draw(2, results, { since })], ...changes }), {
    phases: ['BE', 'MO', 'TI', 'LS'],
  });

describe('keepsBack', () => {
  it.each([
    [
      'a stop',
      { hct_percent: 56 },
      84,
      ['hct_on_therapy_over_54'],
      ['hct_on_therapy_over_54'],
      ['hct_on_therapy_over_54'],
    ],
    [
      'a hold with referral',
      { tt_ng_dl: 520, hct_percent: 45, psa_ng_ml: 9 },
      84,
      ['psa_rise_over_1_4', 'psa_on_therapy_over_4'],
      ['psa_rise_over_1_4', 'psa_on_therapy_over_4'],
      ['psa_rise_over_1_4', 'psa_on_therapy_over_4'],
    ],
    [
      'hold and reduce',
      { tt_ng_dl: 520, hct_percent: 53 },
      84,
      ['hct_on_therapy_52_54'],
      ['hct_on_therapy_52_54'],
      [],
    ],
    ['no increase', { tt_ng_dl: 520, hct_percent: 51 }, 84, ['hct_on_therapy_50_52'], [], []],
    ['an unusable draw', { tt_ng_dl: 520, hct_percent: 45 }, 24, ['lab_timing_invalid'], [], []],
  ])('%s: on an increase, at the same dose, on a decrease', (_name, results, since, raised, equal, lower) => {
    const evaluation = judged(results, since);
    expect(keepsBack(evaluation, up)).toEqual(raised);
    expect(keepsBack(evaluation, same)).toEqual(equal);
    expect(keepsBack(evaluation, down)).toEqual(lower);
  });

  it('treats a first plan as no increase, and an unreadable dose as a possible one', () => {
    const evaluation = judged({ tt_ng_dl: 520, hct_percent: 51 });
    expect(keepsBack(evaluation, first)).toEqual([]);
    expect(keepsBack(evaluation, { weeklyDose: null, weeklyDoseInForce: 100 })).toEqual([
      'hct_on_therapy_50_52',
    ]);
  });

  it('blocks a higher dose at hematocrit 51, but allows the same dose', () => {
    const facts = treatedFacts(100, {
      labs: [draw(2, { tt_ng_dl: 520, hct_percent: 51 }, { since: 84 })],
      extras: { pdmp_checked_on: ago(1) },
      education_acknowledged: true,
      prescription: MONTHLY_FILL,
    });
    expect(judgePrescription(facts).blocked_by).toEqual([]);
    expect(
      judgePrescription({ ...facts, prescription: { ...MONTHLY_FILL, dose: '120 mg' } }).blocked_by,
    ).toEqual(['hct_on_therapy_50_52', 'rx_dose_plan_mismatch']);
  });

  it('blocks while therapy is on hold, whatever the reason', () => {
    const facts = treatedFacts(100, {
      extras: { pdmp_checked_on: ago(1) },
      education_acknowledged: true,
      prescription: MONTHLY_FILL,
      hold: { since: ago(3), rule_key: null, until: null },
    });
    expect(judgePrescription(facts)).toMatchObject({
      blocked_by: ['therapy_on_hold'],
      legal: ['therapy_on_hold'],
    });
  });
});

describe('a change of product', () => {
  const GEL: PlanFacts = { formulation: 'testosterone_gel_1_62', dose: 40.5, frequency: 'once daily' };
  const cypionate = (dose: number): PlanFacts => ({ ...WEEKLY_100, dose });
  const change = (plan: PlanFacts, candidate: PlanFacts, results: LabPanel['results']) => {
    const facts = treatedFacts(100, {
      plan,
      candidate_plan: candidate,
      labs: [draw(2, results, { since: 24 })],
    });
    return planAsks(facts, evaluateRules(facts, { phases: ['MO', 'TI', 'LS'] }));
  };

  it('is a raise where it gives more, though the milligrams are fewer', () => {
    const asked = change(GEL, cypionate(150), { tt_ng_dl: 560, hct_percent: 51.5 });
    expect(asked).toEqual(expect.arrayContaining(['hct_on_therapy_50_52', 'dose_raised_by_half']));
    expect(change(GEL, cypionate(180), { tt_ng_dl: 1300, hct_percent: 45 })).toContain('t_supraphysiologic');
  });

  it('is none where it gives less, though the milligrams are more', () => {
    const asked = change(cypionate(150), GEL, { tt_ng_dl: 560, hct_percent: 51.5 });
    expect(asked).not.toContain('hct_on_therapy_50_52');
  });

  it('to the starting dose is no large raise', () => {
    const asked = change(GEL, cypionate(80), { tt_ng_dl: 300, hct_percent: 45 });
    expect(asked).not.toContain('dose_raised_by_half');
  });

  it('counts in an order against what the pharmacy gave last', () => {
    const order = { ...MONTHLY_FILL, formulation: 'testosterone_cypionate_im' as const, dose: '150 mg' };
    const facts = treatedFacts(100, {
      plan: cypionate(150),
      labs: [draw(2, { tt_ng_dl: 560, hct_percent: 51.5 }, { since: 84 })],
      prescription: order,
      earlier_doses: {
        sent: [],
        plan: { formulation: 'testosterone_gel_1_62', dose: 40.5, frequency: 'once daily' },
        approved_against: [],
      },
    });
    expect(judgePrescription(facts).blocked_by).toContain('hct_on_therapy_50_52');
    const { formulation: _gel, ...unnamed } = facts.earlier_doses!.plan!;
    const before = { ...facts, earlier_doses: { ...facts.earlier_doses!, plan: unnamed } };
    expect(judgePrescription(before).blocked_by).not.toContain('hct_on_therapy_50_52');
  });
});

describe('asksReason', () => {
  it('names flags, holds, blocks and stops, but no unusable draw', () => {
    expect(asksReason(judged({ tt_ng_dl: 520, hct_percent: 45 }, 24))).toEqual([]);
    expect(asksReason(judged({ tt_ng_dl: 520, hct_percent: 53 }))).toEqual(['hct_on_therapy_52_54']);
    expect(asksReason(evaluateRules(factsWith({ labs: [] }), { phases: ['BE'] }))).toEqual([
      'low_t_unconfirmed',
      'hct_missing_baseline',
      'psa_missing',
    ]);
    expect(
      asksReason(evaluateRules(factsWith({ intake: { desire_fertility: 'yes' } }), { phases: ['BE'] })),
    ).toEqual(['fertility_desired']);
  });
});

describe('planAsks', () => {
  const asks = (dose: number, results: LabPanel['results']): string[] => {
    const facts = treatedFacts(100, {
      labs: [draw(2, results, { since: 84 })],
      candidate_plan: { ...WEEKLY_100, dose },
    });
    return planAsks(facts, evaluateRules(facts, { phases: ['MO', 'TI', 'LS'] }));
  };

  it('names what argues against a raise', () => {
    expect(asks(120, { tt_ng_dl: 520, hct_percent: 51 })).toContain('hct_on_therapy_50_52');
    expect(asks(100, { tt_ng_dl: 520, hct_percent: 51 })).toEqual([]);
  });

  it('names a reduction that the plan does not make', () => {
    const high = { tt_ng_dl: 1300, hct_percent: 45 };
    const unlowered = asks(100, high);
    expect(unlowered).not.toEqual([]);
    expect(asks(150, high)).toEqual(expect.arrayContaining(unlowered));
    expect(planAsksForNames(unlowered)).toBe(true);
    expect(asks(80, high)).toEqual([]);
  });
});

describe('asksForNames', () => {
  it.each([
    ['a stop', ['hct_on_therapy_over_54'], true],
    ['a PSA above 4', ['psa_on_therapy_over_4'], true],
    ['a dose above the maximum', ['rx_dose_over_max'], true],
    ['no diagnosis and no hematocrit', ['low_t_unconfirmed', 'hct_missing_baseline'], true],
    ['no diagnosis and no PSA', ['low_t_unconfirmed', 'psa_missing'], true],
    ['no diagnosis alone', ['low_t_unconfirmed'], false],
    ['a missing PSA alone', ['psa_missing'], false],
    ['a monitoring program not asked', ['pdmp_not_checked'], false],
    ['days that do not fit', ['rx_quantity_mismatch'], false],
    ['an early fill', ['rx_early_refill'], false],
    ['an early fill of too much', ['rx_early_refill', 'rx_long_supply'], true],
    ['a high first dose', ['starting_dose_high'], true],
    ['what was told in words', ['text_clotting'], true],
  ])('of %s', (_, keys, asked) => expect(asksForNames(keys)).toBe(asked));
});

describe('planDeparts', () => {
  const inTarget = treatedFacts();
  const low = treatedFacts(100, { labs: [draw(2, { tt_ng_dl: 320, hct_percent: 45 }, { since: 84 })] });
  it.each([
    ['the same plan for a hold', inTarget, WEEKLY_100, false],
    ['an increase for a hold', inTarget, { ...WEEKLY_100, dose: 120 }, true],
    ['the recommended increase', low, { ...WEEKLY_100, dose: 120 }, false],
    ['no increase where one is recommended', low, WEEKLY_100, true],
    [
      'the recommended dose at another frequency',
      low,
      { ...WEEKLY_100, dose: 120, frequency: 'twice weekly' },
      true,
    ],
    ['another route', inTarget, { ...WEEKLY_100, route: 'subcutaneous' }, true],
    ['another product', inTarget, { ...WEEKLY_100, formulation: 'testosterone_enanthate_im' }, true],
    ['any dose for a stop', treatedFacts(100, { labs: [draw(2, { hct_percent: 56 })] }), WEEKLY_100, true],
    ['a first plan', factsWith(), WEEKLY_100, false],
  ] as const)('%s', (_name, facts, candidate, departs) =>
    expect(planDeparts(facts, candidate)).toBe(departs),
  );
});

describe('evidence', () => {
  it('is given for an in-target hold with value, limit, age, hours and source', () => {
    const { evidence, rules, rule_set_version: version } = titrate(treatedFacts());
    expect(rules).toEqual([]);
    expect(version).toMatch(/^\d{4}\.\d+\.\d+$/);
    expect(evidence[0]).toEqual({
      name: 'tt_ng_dl',
      value: 520,
      unit: 'ng/dL',
      threshold: 'target 450 to 600 ng/dL',
      age_days: 2,
      collected_at: '2026-11-18T08:00:00-05:00',
      since_last_dose_h: 84,
      source_id: 'SPEC',
      citation: 'Specification of this portal',
      url: null,
      rule_version: null,
    });
    expect(evidence.map(({ name }) => name)).toEqual([
      'tt_ng_dl',
      'tt_ng_dl',
      'hct_percent',
      'psa_ng_ml',
      'blood_pressure_systolic',
      'blood_pressure_diastolic',
    ]);
  });

  it('names the rule, its version and a citation without private codes', () => {
    const facts = treatedFacts(100, { labs: [draw(2, { hct_percent: 56 })] });
    const found = evidenceOf(facts, evaluateRules(facts, { phases: ['MO'] }));
    expect(
      found.find(({ rule_key: key, name }) => key === 'hct_on_therapy_over_54' && name === 'hct_percent'),
    ).toMatchObject({
      value: 56,
      unit: '%',
      threshold: '> 54.0 %',
      age_days: 2,
      source_id: 'ES18',
      rule_version: 1,
    });
    for (const { citation } of found) expect(citation).not.toMatch(/\b[VKP]\b|seed/);
    expect(evidenceOf(facts, titrate(facts))).toEqual(titrate(facts).evidence);
  });
});
