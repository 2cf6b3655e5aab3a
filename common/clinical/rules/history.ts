/** What the patient wrote in free text, and the safety questions left blank. */
import type { ClinicalCase } from '../case.js';
import { historyTexts, tellsOfOtherSupply, unreadHistory, wordsInHistory } from '../history.js';
import type { HistoryPattern } from '../history.js';
import type { FieldName } from '../../intake/index.js';
import { daysBetween } from '../dates.js';
import { SAFETY_CHECK_EVERY_DAYS } from '../safety-check.js';
import { openAgainst, openChanges } from '../told-settled.js';
import { input } from './inputs.js';
import type { Tri } from './logic.js';
import { rule, yes } from './rule.js';
import type { Rule, RuleDefinition } from './rule.js';

const unread = (c: ClinicalCase) =>
  unreadHistory(c.answers, c.facts.history_reviewed, c.facts.safety_changes);
/** Whether the patient wrote anything that a person has to read. */
const nothingWritten = (c: ClinicalCase): boolean =>
  historyTexts(c.answers).length === 0 && !c.facts.safety_changes?.length;

const words = (c: ClinicalCase, kind: HistoryPattern): string[] | null =>
  wordsInHistory(c.answers, kind, openChanges(c.facts, `text_${kind}`));
const found = (c: ClinicalCase, kind: HistoryPattern): Tri => {
  const matched = words(c, kind);
  return matched === null ? null : matched.length > 0;
};

interface Mention {
  readonly applies?: RuleDefinition['applies'];
  /** Against an increase, and against an order that was approved before it was told. */
  readonly holdsBack?: boolean;
}

/** The words found are the input; in the form no negation is looked for, so that the rule flags and never blocks. */
const mentions = <const Key extends string>(
  key: Key,
  kind: HistoryPattern,
  recommendation: string,
  { applies, holdsBack = false }: Mention = {},
) =>
  rule({
    key,
    phases: ['BE'],
    severity: 'warning',
    effect: holdsBack ? 'FLAG+NO-INCREASE' : 'FLAG',
    version: holdsBack ? 4 : 3,
    threshold: `a free text mentions ${kind.replaceAll('_', ' ')}, or says yes to a question that does (negation is recognized only in what is told outside the form)`,
    recommendation,
    source: 'P',
    sources: ['PRODUCT'],
    inputs: [
      input('words_found', (c) => {
        const matched = words(c, kind);
        return matched === null ? null : matched.join(', ') || 'no match';
      }),
    ],
    ...(applies ? { applies } : {}),
    test: (c) => found(c, kind),
  });

/** Asked of everyone; the last dose only of those who use or used testosterone. */
function blankSafetyAnswers(c: ClinicalCase): FieldName[] {
  const { answers } = c;
  const usedBefore = ['past', 'current'].includes(String(answers.previous_trt_experience));
  const blank: FieldName[] = (['sex_assigned_at_birth', 'vte_history', 'location_state'] as const).filter(
    (name) => answers[name] === undefined,
  );
  return usedBefore && c.lastTestosteroneOn === null ? [...blank, 'last_testosterone_on'] : blank;
}

const notYes = (c: ClinicalCase, field: FieldName): boolean => yes(c, field) !== true;
const severe = (c: ClinicalCase): string[] =>
  (c.facts.side_effects?.reported ?? []).flatMap(({ key, severity }) => (severity === 'severe' ? [key] : []));
const sideEffectsAge = (c: ClinicalCase): number | null =>
  c.facts.side_effects ? daysBetween(c.facts.side_effects.on, c.today) : null;

export const historyRules = [
  rule({
    key: 'unread_history',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    version: 4,
    threshold:
      'a free text of the history or of a safety check (other than "none"), or any text in a language other than English and Spanish, that no clinician has marked as reviewed',
    recommendation:
      'History in the patient’s own words has not been reviewed: read it and mark it as reviewed.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [
      input('unread_fields', (c) =>
        nothingWritten(c)
          ? null
          : unread(c)
              .map(({ field }) => field)
              .join(', ') || 'none',
      ),
    ],
    test: (c) => (nothingWritten(c) ? null : unread(c).length > 0),
  }),
  mentions(
    'text_prostate_cancer',
    'prostate_cancer',
    'The history mentions prostate cancer: clarify whose it is and what was done; contraindicated in the patient.',
    { holdsBack: true },
  ),
  mentions(
    'text_prostate_warning',
    'prostate_warning',
    'The history mentions a prostate finding: get the report and a PSA before treatment; urology decides.',
    { holdsBack: true },
  ),
  mentions(
    'text_breast_cancer',
    'breast_cancer',
    'The history mentions breast cancer: clarify whose it is; contraindicated in the patient.',
    { holdsBack: true },
  ),
  mentions(
    'text_other_cancer',
    'other_cancer',
    'The history mentions a cancer: clarify whose it is, the kind and the remission before treatment.',
    { applies: (c) => notYes(c, 'cancer') },
  ),
  mentions(
    'text_clotting',
    'clotting',
    'The history mentions a clot or clotting disorder: clarify before treatment and refer to hematology.',
    { holdsBack: true },
  ),
  mentions(
    'text_cardiac_event',
    'cardiac_event',
    'The history mentions a heart attack, stroke or stent: record the date; no start within 6 months.',
    { holdsBack: true },
  ),
  mentions(
    'text_heart_failure',
    'heart_failure',
    'The history mentions heart failure: establish its class and control before treatment; poorly controlled is a contraindication.',
    { holdsBack: true },
  ),
  mentions(
    'text_sleep_apnea',
    'sleep_apnea',
    'The history mentions sleep apnea: document severity and treatment.',
  ),
  mentions(
    'text_thick_blood',
    'thick_blood',
    'The history mentions thick blood or a high hematocrit: establish the cause and the current value before treatment.',
    { holdsBack: true },
  ),
  mentions(
    'text_organ_failure',
    'organ_failure',
    'The history mentions liver or kidney failure: grade it before treatment; serious disease is a label contraindication.',
    { holdsBack: true },
  ),
  mentions(
    'text_wish_for_children',
    'wish_for_children',
    'The history mentions a wish for children: testosterone lowers sperm count. Clarify before treatment.',
    { applies: (c) => notYes(c, 'desire_fertility'), holdsBack: true },
  ),
  mentions(
    'text_told_not_to',
    'told_not_to',
    'Another clinician is against this treatment: ask why, and get the reason in writing before treatment.',
    { holdsBack: true },
  ),
  mentions(
    'text_diversion',
    'diversion',
    'The patient tells of medicine that was sold or passed on: ask, count what is left, query the PDMP, and decide on supply before more is ordered.',
    { holdsBack: true },
  ),
  mentions(
    'text_hormone_use',
    'hormone_use',
    'The history mentions testosterone or anabolic use: note product, dose and stop date; levels may be suppressed.',
    { applies: (c) => !c.dosed || openChanges(c.facts, 'text_hormone_use').some(tellsOfOtherSupply) },
  ),
  rule({
    key: 'text_against_treatment',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG+NO-INCREASE',
    threshold: 'a clinician who reviewed what the patient wrote said that it speaks against treatment',
    recommendation:
      'A clinician read what the patient wrote as speaking against treatment: ask the patient, and settle it before treatment.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [
      input('texts_against_treatment', (c) =>
        c.facts.read_against
          ? openAgainst(c.facts)
              .map(({ field }) => field)
              .join(', ') || 'none'
          : null,
      ),
    ],
    test: (c) => (c.facts.read_against ? openAgainst(c.facts).length > 0 : null),
  }),
  rule({
    key: 'safety_answer_missing',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'sex at birth, clot history, state or (past or current use) last testosterone dose is blank',
    recommendation: 'Safety questions are unanswered: ask the patient before deciding.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [input('blank_answers', (c) => blankSafetyAnswers(c).join(', ') || 'none')],
    test: (c) => blankSafetyAnswers(c).length > 0,
  }),
  rule({
    key: 'side_effect_severe',
    phases: ['BE', 'MO'],
    severity: 'warning',
    effect: 'FLAG+CALL',
    version: 2,
    threshold: 'the newest safety check, at most 90 d old, names a side effect as severe',
    recommendation: 'Severe side effect reported: call the patient, then decide on dose, hold or stop.',
    when: {
      held: 'Severe side effect reported while therapy is held: call the patient, then decide whether to keep holding or stop.',
      after: 'Severe side effect reported after stopping: call the patient, and look for another cause.',
    },
    source: 'FDA labels V (adverse reactions)',
    sources: ['LBL'],
    inputs: [
      {
        name: 'severe_side_effects',
        max_age_days: SAFETY_CHECK_EVERY_DAYS,
        read: (c) => {
          const days = sideEffectsAge(c);
          return days === null ? { value: null } : { value: severe(c).join(', ') || 'none', age_days: days };
        },
      },
    ],
    test: (c) => {
      const days = sideEffectsAge(c);
      return days === null ? null : days <= SAFETY_CHECK_EVERY_DAYS && severe(c).length > 0;
    },
  }),
] satisfies readonly Rule[];
