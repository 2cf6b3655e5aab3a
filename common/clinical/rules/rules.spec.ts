import { describe, expect, it } from '@jest/globals';
import { RULE_FIXTURES } from '../fixtures/rule-cases.js';
import { RULE_EXAMPLES } from '../fixtures/rule-examples.js';
import { IN_NEW_YORK, LICENSED, SAFETY_RULE_EXAMPLES } from '../fixtures/safety-rule-examples.js';
import { MONTHLY_FILL, WEEKLY_100, ago, draw, factsWith, treatedFacts } from '../fixtures/facts.js';
import type { ClinicalFacts, PlanFacts, PrescriptionFacts } from '../facts.js';
import type { RuleResult } from '../types.js';
import {
  alertsOf,
  casePhases,
  describeRuleSet,
  evaluateRules,
  firedKeys,
  firedRules,
  isOverridable,
  notOverridable,
  parseEffects,
} from './evaluate.js';
import { judgePrescription } from '../decisions.js';
import { RULES, RULE_BY_KEY, RULE_SET_CHANGES, RULE_SET_VERSION } from './registry.js';
import { SOURCES } from './sources.js';
import { RULE_TITLES } from './titles.js';

const EXAMPLES = [...RULE_EXAMPLES, ...SAFETY_RULE_EXAMPLES];

function resultOf(facts: ClinicalFacts, key: string): RuleResult {
  const result = evaluateRules(facts).results.find(({ rule_key: ruleKey }) => ruleKey === key);
  if (!result) throw new Error(`No result for ${key}`);
  return result;
}

describe('the rule set', () => {
  it('holds each key once, each with two examples and a title', () => {
    // No rule is lost unseen: its examples and its title would be left over.
    expect(RULE_BY_KEY.size).toBe(RULES.length);
    expect(Object.keys(RULE_TITLES).toSorted()).toEqual([...RULE_BY_KEY.keys()].toSorted());
    expect(new Set(Object.values(RULE_TITLES)).size).toBe(RULES.length);
    expect(EXAMPLES.map(({ rule }) => rule).toSorted()).toEqual([...RULE_BY_KEY.keys()].toSorted());
  });

  it.each(RULES.map((rule) => [rule.key, rule] as const))('%s is complete', (_key, rule) => {
    expect(rule.phases.length).toBeGreaterThan(0);
    expect(parseEffects(rule.effect).length).toBeGreaterThan(0);
    expect(rule.inputs.length).toBeGreaterThan(0);
    expect(rule.threshold.length).toBeGreaterThan(5);
    expect(rule.recommendation.length).toBeGreaterThan(10);
    expect(rule.sources.length).toBeGreaterThan(0);
    for (const id of rule.sources) expect(SOURCES.map((source) => source.id)).toContain(id);
    expect(rule.version).toBeGreaterThanOrEqual(1);
  });

  it('lets no reason set the legal rules aside', () => {
    const legal = RULES.filter((rule) => !rule.overridable).map((rule) => rule.key);
    expect(legal.toSorted()).toEqual([
      'another_order_on_hold',
      'consent_missing',
      'consent_rx_missing',
      'dea_missing',
      'dose_implausible',
      'license_expired',
      'license_missing_in_state',
      'license_unverified',
      'nurse_practitioner_not_allowed',
      'order_frequency_unreadable',
      'order_says_more',
      'quantity_implausible',
      'rx_over_state_days',
      'rx_past_six_months',
      'rx_refills_over_5',
      'rx_supply_over_six_months',
      'sig_volume_mismatch',
      'state_in_person_required',
      'state_unknown_or_old',
      'telemed_in_person_required',
      'therapy_on_hold',
    ]);
    expect(notOverridable(['rx_refills_over_5', 'bp_severe'])).toEqual(['rx_refills_over_5']);
    expect(isOverridable('no_such_rule')).toBe(false);
  });

  it('describes itself as plain JSON with its change log', () => {
    const description = describeRuleSet();
    expect(JSON.parse(JSON.stringify(description))).toEqual(description);
    expect(description.rules).toHaveLength(RULES.length);
    expect(description.version).toBe(RULE_SET_VERSION);
    expect(RULE_SET_CHANGES[0]?.version).toBe(RULE_SET_VERSION);
    expect(description.rules.find((rule) => rule.rule_key === 'hct_baseline_over_50')).toMatchObject({
      phases: ['BE'],
      severity: 'critical',
      effect: 'BLOCK',
      inputs: [{ name: 'on_therapy' }, { name: 'hct_percent', unit: '%', threshold: '> 50.0 %' }],
    });
  });
});

describe('both examples of each rule', () => {
  it.each(EXAMPLES.map((example) => [example.rule, example] as const))('%s', (rule, { silent, fires }) => {
    expect(['clear', 'not_applicable']).toContain(resultOf(silent, rule).outcome);
    expect(resultOf(fires, rule)).toMatchObject({ fired: true, outcome: 'fired' });
  });
});

/** What the fixture leaves out of its prescription is as it should be. */
function fixtureFacts(fixture: (typeof RULE_FIXTURES)[number]): ClinicalFacts {
  const plan = fixture.plan ? ({ ...WEEKLY_100, ...fixture.plan } as PlanFacts) : null;
  const prescription = fixture.prescription
    ? ({ ...MONTHLY_FILL, ...fixture.prescription } as PrescriptionFacts)
    : null;
  return factsWith({
    intake: fixture.intake,
    labs: fixture.labs,
    extras: fixture.extras,
    plan,
    prescription,
  });
}

describe('cases of the independent implementation', () => {
  it.each(RULE_FIXTURES.map((fixture) => [`${fixture.name} ${fixture.rule}`, fixture] as const))(
    '%s',
    (_name, fixture) => {
      expect(resultOf(fixtureFacts(fixture), fixture.rule).fired).toBe(fixture.fires);
      const rule = RULE_BY_KEY.get(fixture.rule);
      expect([rule?.severity, rule?.effect, rule?.phases.join('/')]).toEqual([
        fixture.severity,
        fixture.effect,
        fixture.phase,
      ]);
    },
  );
});

describe('an evaluation', () => {
  it('is the same, byte for byte, when it is replayed', () => {
    const facts = treatedFacts();
    const first = JSON.stringify(evaluateRules(facts));
    expect(JSON.stringify(evaluateRules(JSON.parse(JSON.stringify(facts)) as ClinicalFacts))).toBe(first);
    expect(JSON.parse(first)).toEqual(evaluateRules(facts));
  });

  it('carries the rule-set version, and only the phases asked for', () => {
    const evaluation = evaluateRules(factsWith(), { phases: ['RX', 'BE'] });
    expect(evaluation).toMatchObject({
      rule_set_version: RULE_SET_VERSION,
      today: '2026-11-20',
      phases: ['BE', 'RX'],
    });
    for (const { rule_key: key } of evaluation.results)
      expect(RULE_BY_KEY.get(key)?.phases.some((phase) => phase === 'BE' || phase === 'RX')).toBe(true);
    expect(casePhases(factsWith())).toEqual(['BE']);
    expect(casePhases(treatedFacts())).toEqual(['BE', 'MO', 'TI', 'LS']);
  });

  it('traces value, unit, age, threshold and what is missing', () => {
    const facts = factsWith({ labs: [draw(10, { tt_ng_dl: 260, hct_percent: 50.1 })] });
    expect(resultOf(facts, 'hct_baseline_over_50').inputs).toEqual([
      { name: 'on_therapy', value: false },
      {
        name: 'hct_percent',
        value: 50.1,
        unit: '%',
        age_days: 10,
        collected_at: '2026-11-10T08:00:00-05:00',
        threshold: '> 50.0 %',
      },
    ]);
    expect(resultOf(facts, 'psa_baseline_over_4')).toMatchObject({
      outcome: 'incomplete',
      fired: false,
      missing: ['psa_ng_ml', 'urology_cleared'],
    });
  });

  it('names what it found in a text, not the text', () => {
    const facts = factsWith({ intake: { current_medications: 'Jane Roe gives me Warfarin 5 mg' } });
    expect(resultOf(facts, 'ddi_anticoagulant').inputs[0]?.value).toBe('warfarin');
  });

  it('gives fired rules their words, and alerts for warnings and worse', () => {
    const evaluation = evaluateRules(factsWith({ intake: { desire_fertility: 'yes' } }), { phases: ['BE'] });
    expect(firedRules(evaluation).find(({ rule_key: key }) => key === 'fertility_desired')).toMatchObject({
      severity: 'critical',
      effect: 'BLOCK',
      effects: ['BLOCK'],
      title: 'Desires fertility',
      source: expect.stringMatching(/Endocrine Society.*2018.*; .*AUA guideline/),
      version: 1,
      inputs: [{ name: 'desire_fertility', value: 'yes' }],
    });
    expect(alertsOf(evaluation).map(({ rule_key: key }) => key)).toContain('fertility_desired');
    expect(alertsOf(evaluation).map(({ severity }) => severity)).not.toContain('info');
  });

  it('refuses a date or a draw time it cannot read', () => {
    expect(() => evaluateRules(factsWith({ today: '2026-02-30' }))).toThrow(RangeError);
    expect(() => evaluateRules(factsWith({ labs: [{ collected_at: 'yesterday', results: {} }] }))).toThrow(
      RangeError,
    );
  });
});

describe('inputs', () => {
  const fired = (facts: ClinicalFacts, key: string): boolean => resultOf(facts, key).fired;
  const at = (collected_at: string) => factsWith({ labs: [{ collected_at, results: { tt_ng_dl: 250 } }] });

  it.each([
    ['2026-11-10T10:00:00-05:00', false],
    ['2026-11-10T10:01:00-05:00', true],
    ['2026-11-10T09:30:00+09:00', false],
    // 15:00 UTC is 10:00 in New York in winter, 11:00 in summer.
    ['2026-11-10T15:00:00Z', false],
    ['2026-07-10T15:00:00Z', true],
    ['2026-11-10T15:30:00Z', true],
    ['2026-11-10T09:00', false],
  ])('a draw at %s is after the morning: %p', (collectedAt, after) =>
    expect(fired(at(collectedAt), 'lab_draw_not_morning')).toBe(after),
  );

  it('a draw of which only the date is known counts neither as morning nor as late', () => {
    expect(resultOf(at('2026-11-10'), 'lab_draw_not_morning').outcome).toBe('incomplete');
    expect(fired(at('2026-11-10'), 'low_t_unconfirmed')).toBe(true);
  });

  it('the stored wall time wins over the moment', () => {
    const labs = [
      {
        collected_at: '2026-11-10T17:00:00Z',
        collected_local: '2026-11-10T08:00',
        results: { tt_ng_dl: 250 },
      },
    ];
    expect(fired(factsWith({ labs }), 'lab_draw_not_morning')).toBe(false);
  });

  it('days on hold are not days of a supply', () => {
    const fill = { filled_on: ago(45), days_supply: 28 };
    const at = (paused_days: number) =>
      fired(
        factsWith({ prescription: MONTHLY_FILL, previous_prescription: { ...fill, paused_days } }),
        'rx_early_refill',
      );
    expect([at(0), at(21), at(22)]).toEqual([false, false, true]);
  });

  it('a draw of the first day, hours after a dose, is one on treatment', () => {
    const labs = [draw(0, { tt_ng_dl: 1900 }, { hour: 15, since: 84 })];
    const facts = treatedFacts(0, { labs });
    expect(fired(facts, 'lab_draw_not_morning')).toBe(false);
    expect(fired(facts, 't_supraphysiologic')).toBe(true);
  });

  it('two morning draws on one date are one test', () => {
    const labs = [draw(10, { tt_ng_dl: 250 }, { hour: 7 }), draw(10, { tt_ng_dl: 260 }, { hour: 9 })];
    expect(fired(factsWith({ labs }), 'low_t_unconfirmed')).toBe(true);
    expect(fired(factsWith({ labs: [...labs, draw(12, { tt_ng_dl: 240 })] }), 'low_t_confirmed')).toBe(true);
  });

  it('a total more than 365 days old does not count', () => {
    const two = (days: number) =>
      factsWith({ labs: [draw(days, { tt_ng_dl: 245 }), draw(10, { tt_ng_dl: 260 })] });
    expect(fired(two(365), 'low_t_confirmed')).toBe(true);
    expect(fired(two(366), 'low_t_unconfirmed')).toBe(true);
  });

  it('testosterone within 90 days after stopping is not diagnostic, and the person is not on therapy', () => {
    const stopped = (drawnDaysAfter: number) =>
      factsWith({
        extras: { therapy_started_on: '2026-01-05' },
        therapy_ended_on: '2026-07-01',
        labs: [draw(142 - drawnDaysAfter, { tt_ng_dl: 245 }), draw(2, { tt_ng_dl: 260, hct_percent: 44 })],
      });
    expect(fired(stopped(90), 'low_t_unconfirmed')).toBe(true);
    expect(fired(stopped(91), 'low_t_confirmed')).toBe(true);
    expect(resultOf(stopped(91), 'hct_on_therapy_over_54').outcome).toBe('not_applicable');
  });

  it('present TRT is not therapy here', () => {
    const facts = factsWith({ intake: { previous_trt_experience: 'current' }, labs: [] });
    expect(fired(facts, 'hct_missing_baseline')).toBe(true);
    expect(
      fired(
        factsWith({
          intake: { previous_trt_experience: 'current' },
          labs: [draw(20, { tt_ng_dl: 600 }), draw(10, { tt_ng_dl: 700 })],
        }),
        't_not_low',
      ),
    ).toBe(false);
  });

  it('untouched questions are neither yes nor no', () => {
    expect(resultOf(factsWith({ intake: { stopbang_male: null } }), 'sex_not_male').outcome).toBe(
      'incomplete',
    );
    expect(resultOf(factsWith({ intake: { psa_discussed: false } }), 'psa_declined').outcome).toBe(
      'incomplete',
    );
    expect(resultOf(factsWith(), 'thrombophilia').outcome).toBe('incomplete');
  });

  it('an answer that does not show is absent', () => {
    const facts = factsWith({
      intake: { sadness_mood: false, sadness_mood_severity: 9, cancer: false, cancer_type: 'prostate' },
    });
    expect(fired(facts, 'mood_severe')).toBe(false);
    expect(fired(facts, 'prostate_cancer_history')).toBe(false);
  });

  it('supplements count as medicines, every long text as free text', () => {
    expect(fired(factsWith({ intake: { supplements: 'COUMADIN' } }), 'ddi_anticoagulant')).toBe(true);
    expect(fired(factsWith({ intake: { stress_sources: 'I think of self-harm' } }), 'mood_severe')).toBe(
      true,
    );
  });

  it.each([
    ['other_symptoms', 'I want to die', true],
    ['other_symptoms', 'i dont wanna be alive no more', true],
    ['stress_sources', 'ya no quiero vivir', true],
    ['stress_sources', 'the commute is killing me', false],
    ['other_symptoms', 'no thoughts of suicide', false],
    ['mailing_address', 'I want to die', false],
  ] as const)('mood_severe: %s "%s" is read by the emergency detector (%p)', (field, text, fires) =>
    expect(fired(factsWith({ intake: { [field]: text } }), 'mood_severe')).toBe(fires),
  );

  it('mood_severe names the question, and keeps its text out of the trace', () => {
    const { inputs } = resultOf(factsWith({ intake: { other_symptoms: 'I want to die' } }), 'mood_severe');
    expect(inputs.find((one) => one.name === 'free_text')?.value).toBe('other_symptoms');
  });

  it.each([
    ['trenbolone cycle', true],
    ['two cycles of something', true],
    ['bicycle rides', false],
    ['strength training', false],
    ['decades ago', false],
    ['Deca 2010', true],
    ['SARMs', true],
    ['bodybuilding', true],
  ])('hormone history "%s": misuse %p', (details, risk) =>
    expect(
      fired(
        factsWith({
          intake: { illicit_drug_use: false, prior_hormone_use: true, hormone_use_details: details },
        }),
        'misuse_risk',
      ),
    ).toBe(risk),
  );

  it('the clinician’s blood pressure wins', () => {
    const intake = { blood_pressure_systolic: 190, blood_pressure_diastolic: 125 };
    expect(fired(factsWith({ intake }), 'bp_severe')).toBe(true);
    expect(fired(factsWith({ intake, extras: { bp_systolic: 128, bp_diastolic: 80 } }), 'bp_severe')).toBe(
      false,
    );
    const none = { blood_pressure_systolic: null, blood_pressure_diastolic: null };
    expect(
      fired(factsWith({ intake: none, extras: { bp_systolic: 128, bp_diastolic: 80 } }), 'bp_missing'),
    ).toBe(false);
  });

  it('body mass index comes from height and weight; the stored one only without them', () => {
    expect(fired(factsWith({ intake: { bmi: 45 } }), 'bmi_40_plus')).toBe(false);
    expect(fired(factsWith({ intake: { bmi: 45, height: null } }), 'bmi_40_plus')).toBe(true);
  });

  it('urology clearance opens both PSA rules', () => {
    const labs = [draw(10, { psa_ng_ml: 4.5 })];
    const intake = { family_prostate_cancer: true };
    const keys = (urology_cleared: boolean) =>
      firedKeys(evaluateRules(factsWith({ labs, intake, extras: { urology_cleared } })), 'BLOCK');
    expect(keys(false)).toEqual(['psa_baseline_over_4', 'psa_baseline_over_3_high_risk']);
    expect(keys(true)).toEqual([]);
  });

  it('the PSA rise ends with day 365 and needs a value from treatment', () => {
    const rise = (day: number) => treatedFacts(day, { labs: [draw(2, { psa_ng_ml: 3 })] });
    expect(fired(rise(365), 'psa_rise_over_1_4')).toBe(true);
    expect(resultOf(rise(366), 'psa_rise_over_1_4').outcome).toBe('not_applicable');
    expect(resultOf(treatedFacts(), 'psa_rise_over_1_4').outcome).toBe('incomplete');
  });

  it('hours in the extras fill in for the latest draw', () => {
    const labs = [draw(2, { tt_ng_dl: 520 })];
    expect(fired(treatedFacts(100, { labs }), 'lab_timing_invalid')).toBe(true);
    expect(fired(treatedFacts(100, { labs, extras: { since_h: 84 } }), 'lab_timing_invalid')).toBe(false);
    expect(
      fired(
        treatedFacts(100, { labs: [draw(2, { tt_ng_dl: 520 }, { since: 24 })], extras: { since_h: 84 } }),
        'lab_timing_invalid',
      ),
    ).toBe(true);
  });

  it('without a date of its own the next draw comes from the schedule', () => {
    const none = treatedFacts(130, { labs: [] });
    expect(fired(none, 'labs_overdue_30')).toBe(true);
    expect(fired({ ...none, next_lab_due_on: null }, 'labs_overdue_30')).toBe(false);
    expect(resultOf(factsWith(), 'labs_overdue').outcome).toBe('not_applicable');
  });
});

describe('prescriptions', () => {
  const ready = {
    education_acknowledged: true,
    extras: { pdmp_checked_on: '2026-11-19' },
    plan: WEEKLY_100,
  };
  const blocked = (prescription: Partial<PrescriptionFacts>, changes = {}) =>
    judgePrescription(factsWith({ ...ready, ...changes, prescription: { ...MONTHLY_FILL, ...prescription } }))
      .blocked_by;

  it('a sound one is blocked by nothing', () => expect(blocked({})).toEqual([]));

  it.each([
    ['refills 6', { refills: 6 }, ['rx_refills_over_5']],
    ['a last fill past six months', { refills: 3, days_supply: 84, quantity: 12 }, ['rx_past_six_months']],
    ['days that do not fit', { days_supply: 56 }, ['rx_past_six_months', 'rx_quantity_mismatch']],
    [
      'a dose above the maximum',
      { dose: '220 mg', quantity: 4 },
      ['starting_dose_high', 'rx_quantity_mismatch', 'rx_dose_plan_mismatch', 'rx_dose_over_max'],
    ],
    [
      'an unreadable frequency',
      { frequency: 'now and then' },
      ['rx_dose_plan_mismatch', 'order_not_in_formulary', 'order_frequency_unreadable'],
    ],
    ['a fill asked for too late', { fill_requested_on: '2027-05-21' }, ['rx_past_six_months']],
  ])('%s', (_name, prescription, keys) => expect(blocked(prescription)).toEqual(keys));

  it('the last legal fill date is still legal', () =>
    expect(blocked({ fill_requested_on: '2027-05-20' })).toEqual([]));

  it('names the legal rules apart', () => {
    const judged = judgePrescription(
      factsWith({ ...ready, education_acknowledged: false, prescription: { ...MONTHLY_FILL, refills: 6 } }),
    );
    expect(judged.blocked_by).toEqual(['education_not_acknowledged', 'rx_refills_over_5']);
    expect(judged.legal).toEqual(['rx_refills_over_5']);
  });

  it('eligibility counts until therapy has started', () => {
    expect(blocked({}, { labs: [] })).toEqual(['low_t_unconfirmed', 'hct_missing_baseline', 'psa_missing']);
    const onTreatment = treatedFacts(20, {
      ...ready,
      extras: ready.extras,
      labs: [],
      prescription: MONTHLY_FILL,
    });
    expect(judgePrescription(onTreatment).blocked_by).toEqual([]);
  });

  it('an approval does not switch the diagnosis off', () => {
    const begun = factsWith({
      ...ready,
      labs: [],
      extras: { ...ready.extras, therapy_started_on: '2026-11-10' },
      prescription: MONTHLY_FILL,
    });
    const missing = ['low_t_unconfirmed', 'hct_missing_baseline', 'psa_missing'];
    expect(judgePrescription(begun).blocked_by).toEqual(missing);
    const later = [draw(2, { hct_percent: 45, psa_ng_ml: 1 })];
    expect(judgePrescription({ ...begun, labs: later }).blocked_by).toEqual(['low_t_unconfirmed']);
  });

  it('what the server knows of licenses and places decides, and only then', () => {
    const known = { ...ready, prescriber: LICENSED, jurisdiction: IN_NEW_YORK };
    expect(blocked({}, known)).toEqual([]);
    expect(blocked({}, { ...known, jurisdiction: { ...IN_NEW_YORK, patient_state: null } })).toEqual([
      'state_unknown_or_old',
    ]);
    const after = { ...IN_NEW_YORK, flexibility_until: '2026-11-01' };
    const visit = { kind: 'in_person', on: '2026-01-10', by_prescriber: false } as const;
    expect(blocked({}, { ...known, jurisdiction: { ...after, telemed_bases: [visit] } })).toEqual([
      'telemed_in_person_required',
    ]);
    expect(
      blocked(
        {},
        { ...known, jurisdiction: { ...after, telemed_bases: [{ ...visit, by_prescriber: true }] } },
      ),
    ).toEqual([]);
    const registered = { kind: 'special_registration', on: '2026-01-10', by_prescriber: false } as const;
    const until = (day: string) =>
      blocked({}, { ...known, jurisdiction: { ...after, telemed_bases: [{ ...registered, until: day }] } });
    expect([until('2026-10-31'), until('2027-10-31')]).toEqual([['telemed_in_person_required'], []]);
    expect(
      blocked(
        {},
        {
          ...known,
          jurisdiction: {
            ...IN_NEW_YORK,
            pdmp_checks: [{ state: 'NY', queried_on: '2026-11-12', finding: 'none' }],
          },
        },
      ),
    ).toEqual(['pdmp_not_checked']);
  });

  it('a product that does not suit the person is blocked', () => {
    const auto = {
      formulation: 'testosterone_enanthate_sc_auto',
      dose: 75,
      frequency: 'once weekly',
    } as const;
    expect(
      blocked(
        { ...auto, quantity: 4, days_supply: 28 },
        { plan: auto, intake: { blood_pressure_systolic: 150 } },
      ),
    ).toEqual(['bp_uncontrolled_oral_sc']);
  });

  it('organisation settings move the limits', () => {
    expect(blocked({}, { extras: { pdmp_checked_on: '2026-11-10' } })).toEqual(['pdmp_not_checked']);
    expect(
      blocked({}, { extras: { pdmp_checked_on: '2026-11-10' }, policy: { pdmp_max_age_days: 14 } }),
    ).toEqual([]);
    expect(blocked({}, { policy: { telemedicine_flexibility_ends_on: '2026-11-01' } })).toEqual([
      'telemed_in_person_required',
    ]);
    expect(
      blocked(
        {},
        {
          policy: { telemedicine_flexibility_ends_on: '2026-11-01' },
          extras: { pdmp_checked_on: '2026-11-19', in_person_eval_on: '2026-01-10' },
        },
      ),
    ).toEqual([]);
  });
});
