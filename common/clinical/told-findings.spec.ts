import { describe, expect, it } from '@jest/globals';
import { judgePrescription, toldAndNotPassed } from './decisions.js';
import { MONTHLY_FILL, draw, factsWith, treatedFacts, type FactChanges } from './fixtures/facts.js';
import { unreadHistory } from './history.js';
import { effectsOf, evaluateRules, firedKeys } from './rules/evaluate.js';
import type { ReportedChange, ReportedKind } from './safety-check.js';
import { titrate } from './titration.js';
import { TOLD_FINDINGS } from './told-findings.js';

const told = (
  text: string,
  kind: ReportedKind = 'conditions',
  at = '2026-11-19T15:00:00Z',
): ReportedChange => ({
  check_id: `${kind} ${at}`,
  on: at.slice(0, 10),
  at,
  kind,
  text,
});
const CLOT = told('was in hospital with a DVT and PE last week, they put me on Eliquis');
const onTreatment = (changes: FactChanges = {}) =>
  treatedFacts(100, { labs: [draw(2, { tt_ng_dl: 300, hct_percent: 45 }, { since: 84 })], ...changes });
/** As a clinician leaves it after reading. */
const read = (...safety_changes: ReportedChange[]) =>
  onTreatment({
    safety_changes,
    history_reviewed: unreadHistory({}, [], safety_changes).flatMap(({ reviews }) => reviews),
  });
const NONE = { rules: [], at: null };
const keysOf = (facts: Parameters<typeof evaluateRules>[0]) => firedKeys(evaluateRules(facts));

describe('what the patient told', () => {
  it('stands against the approved order after the reading, until it is passed by name', () => {
    const facts = read(CLOT);
    expect(keysOf(facts)).not.toContain('unread_history');
    expect(toldAndNotPassed(facts, NONE)).toEqual(['text_clotting']);
    expect(toldAndNotPassed(facts, { rules: ['text_clotting'], at: '2026-11-20T12:00:00Z' })).toEqual([]);
  });

  it('stands again when it is told again after it was passed, in the form too', () => {
    const passed = { rules: ['text_clotting'], at: '2026-11-19T12:00:00Z' };
    const before = told('My grandfather had a clot', 'conditions', '2026-11-01T15:00:00Z');
    expect(toldAndNotPassed(read(before), passed)).toEqual([]);
    expect(toldAndNotPassed(read(before, CLOT), passed)).toEqual(['text_clotting']);
    const form = (intake_at: string) =>
      onTreatment({ intake: { other_conditions: 'DVT left leg' }, intake_at });
    expect(toldAndNotPassed(form('2026-11-01T15:00:00Z'), passed)).toEqual([]);
    expect(toldAndNotPassed(form('2026-11-19T15:00:00Z'), passed)).toEqual(['text_clotting']);
  });

  it('is against an increase, and is named with its words', () => {
    expect(titrate(onTreatment()).recommendation).toBe('increase');
    const result = titrate(read(CLOT));
    expect(result).toMatchObject({ recommendation: 'hold', suggested_dose: 100 });
    expect(result.rationale).toContain('History mentions clots');
    expect(result.evidence.find(({ rule_key: key }) => key === 'text_clotting')).toMatchObject({
      name: 'words_found',
      value: 'dvt, pe',
    });
  });

  it('is named where the level asks for no change', () => {
    const result = titrate({
      ...read(CLOT),
      labs: [draw(2, { tt_ng_dl: 520, hct_percent: 45 }, { since: 84 })],
    });
    expect(result.recommendation).toBe('hold');
    expect(result.rules.map(({ rule_key: key }) => key)).toContain('text_clotting');
  });

  it('is not against an increase where the plan was approved against it and nothing was told since', () => {
    const approved = (approved_at: string) => ({
      ...read(CLOT),
      earlier_doses: { sent: [], plan: null, approved_against: ['text_clotting'], approved_at },
    });
    expect(titrate(approved('2026-11-20T12:00:00Z')).recommendation).toBe('increase');
    expect(titrate(approved('2026-11-18T12:00:00Z')).recommendation).toBe('hold');
  });

  it('keeps back a raised order, and not the first one', () => {
    const raised = { ...MONTHLY_FILL, dose: 120 };
    expect(judgePrescription({ ...read(CLOT), prescription: raised }).blocked_by).toContain('text_clotting');
    const first = factsWith({ intake: { other_conditions: 'DVT' }, prescription: MONTHLY_FILL });
    expect(judgePrescription(first).blocked_by).not.toContain('text_clotting');
  });

  it.each([
    ['prostate cancer', 'I was told I have prostate cancer', 'conditions', 'text_prostate_cancer'],
    ['a heart attack', 'Heart attack in October', 'conditions', 'text_cardiac_event'],
    ['a wish for children', 'We want to have kids now', 'fertility', 'text_wish_for_children'],
    ['a change of plans in other words', 'Yes, my wife is ready', 'fertility', 'text_wish_for_children'],
    ['a blood thinner', 'They put me on Eliquis', 'medicines', 'anticoagulant_reason_unknown'],
    ['another blood thinner', 'Started Coumadin', 'message', 'anticoagulant_reason_unknown'],
  ] as const)('is heard: %s', (_name, text, kind, key) => {
    expect(toldAndNotPassed(read(told(text, kind)), NONE)).toEqual([key]);
  });

  it('stands where an answer says it', () => {
    expect(toldAndNotPassed(onTreatment({ intake: { vte_history: 'unsure' } }), NONE)).toEqual([
      'vte_unsure',
    ]);
    expect(toldAndNotPassed(onTreatment({ intake: { desire_fertility: 'unsure' } }), NONE)).toEqual([
      'fertility_unsure',
    ]);
  });

  it.each([
    ['no change of plans', 'No change', 'fertility'],
    ['sleep apnea', 'Sleep apnea, on CPAP', 'conditions'],
    ['a blood thinner with its reason', 'Eliquis for my afib', 'medicines'],
  ] as const)('does not stand: %s', (_name, text, kind) => {
    expect(toldAndNotPassed(read(told(text, kind)), NONE)).toEqual([]);
  });

  it('has rules against an increase behind every finding', () => {
    for (const key of TOLD_FINDINGS) expect([key, effectsOf(key)]).toEqual([key, ['FLAG', 'NO-INCREASE']]);
  });
});

describe('a wish for children in free words', () => {
  it.each([
    'Hope to become a dad',
    'Hope to become a dad next year, my wife stops the pill',
    'Queremos tener un bebé',
    'my girlfriend went off birth control',
    'We would like to start a family',
    'quisiéramos tener más hijos',
    'I want to be a father again',
    'freeze my sperm first',
  ])('is heard: %s', (treatment_goals) =>
    expect(keysOf(factsWith({ intake: { treatment_goals } }))).toContain('text_wish_for_children'),
  );

  it.each([
    'Be a better dad to my two boys',
    'I want to be a dad who can play ball',
    'More energy, for my family',
    'I stopped taking the pill for blood pressure',
    'Es bueno para el trabajo',
  ])('is not: %s', (treatment_goals) =>
    expect(keysOf(factsWith({ intake: { treatment_goals } }))).not.toContain('text_wish_for_children'),
  );
});

describe('another cancer in free words', () => {
  const keys = (intake: FactChanges['intake']) => keysOf(factsWith({ intake: { ...intake } }));

  it('is heard anywhere but of relatives, and once', () => {
    expect(keys({ decreased_libido_details: 'since testicular cancer' })).toContain('text_other_cancer');
    expect(keys({ surgeries: 'melanoma removed 2015' })).toContain('text_other_cancer');
    expect(keys({ family_other: 'Mother had lung cancer' })).not.toContain('text_other_cancer');
    expect(keys({ surgeries: 'prostate cancer 2020' })).not.toContain('text_other_cancer');
    expect(keys({ surgeries: 'melanoma', cancer: true })).not.toContain('text_other_cancer');
  });
});

describe('an anticoagulant among the medicines', () => {
  const keys = (current_medications: string, intake: FactChanges['intake'] = {}) =>
    keysOf(factsWith({ intake: { current_medications, ...intake } }));

  it('asks for its reason unless the history gives one', () => {
    expect(keys('Eliquis 5 mg twice daily')).toEqual(
      expect.arrayContaining(['ddi_doac', 'anticoagulant_reason_unknown']),
    );
    for (const why of [{ vte_history: 'yes' }, { cardiovascular_other: true }, { stroke: true }] as const)
      expect(keys('Eliquis 5 mg twice daily', why)).not.toContain('anticoagulant_reason_unknown');
    expect(keys('Xarelto, atrial fibrillation')).not.toContain('anticoagulant_reason_unknown');
    // It flags by a rule of its own.
    expect(keys('warfarin 5 mg')).not.toContain('anticoagulant_reason_unknown');
  });
});

describe('the answers about the prostate and the type of cancer', () => {
  it('are read by a clinician, with the words that block', () => {
    const answers = { prostate_issues: true, prostate_details: 'Gleason 6, watching' };
    expect(unreadHistory(answers)).toMatchObject([{ field: 'prostate_details', matched: ['gleason'] }]);
    expect(keysOf(factsWith({ intake: answers }))).toEqual(
      expect.arrayContaining(['prostate_cancer_history', 'unread_history']),
    );
    expect(keysOf(factsWith({ intake: answers }))).not.toContain('text_prostate_cancer');
  });

  it('flag a relative there, and know a misspelled prostate from another cancer', () => {
    const relative = keysOf(
      factsWith({ intake: { prostate_issues: true, prostate_details: 'father had prostate cancer' } }),
    );
    expect(relative).toContain('text_prostate_cancer');
    expect(relative).not.toContain('prostate_cancer_history');
    const own = keysOf(factsWith({ intake: { cancer: true, cancer_type: 'Prostrate' } }));
    expect(own).toContain('prostate_cancer_history');
    expect(own).not.toContain('other_cancer_review');
  });
});
