/** What the patient wrote in free text, and the safety questions left blank. */
import type { ClinicalCase } from '../case.js';
import { historyTexts, unreadHistory, wordsInHistory } from '../history.js';
import type { HistoryPattern } from '../history.js';
import type { FieldName } from '../../intake/index.js';
import { input } from './inputs.js';
import type { Tri } from './logic.js';
import { notOnTherapy, rule } from './rule.js';
import type { Rule, RuleDefinition } from './rule.js';

const unread = (c: ClinicalCase) => unreadHistory(c.answers, c.facts.history_reviewed);

const found = (c: ClinicalCase, kind: HistoryPattern): Tri => {
  const words = wordsInHistory(c.answers, kind);
  return words === null ? null : words.length > 0;
};

/** The words found are the input; no negation is looked for, so that the rule flags and never blocks. */
const mentions = <const Key extends string>(
  key: Key,
  kind: HistoryPattern,
  recommendation: string,
  applies?: RuleDefinition['applies'],
) =>
  rule({
    key,
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: `a medical free text mentions ${kind.replaceAll('_', ' ')} (negation is not recognized)`,
    recommendation,
    source: 'P',
    sources: ['PRODUCT'],
    inputs: [
      input('words_found', (c) => {
        const words = wordsInHistory(c.answers, kind);
        return words === null ? null : words.join(', ') || 'no match';
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

export const historyRules = [
  rule({
    key: 'unread_history',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'a free text of the history (other than "none") that no clinician has marked as reviewed',
    recommendation:
      'History in the patient’s own words has not been reviewed: read it and mark it as reviewed.',
    source: 'P safety',
    sources: ['PRODUCT'],
    inputs: [
      input('unread_fields', (c) =>
        historyTexts(c.answers).length === 0
          ? null
          : unread(c)
              .map(({ field }) => field)
              .join(', ') || 'none',
      ),
    ],
    test: (c) => (historyTexts(c.answers).length === 0 ? null : unread(c).length > 0),
  }),
  mentions(
    'text_prostate_cancer',
    'prostate_cancer',
    'The history mentions prostate cancer: clarify whose it is and what was done; contraindicated in the patient.',
  ),
  mentions(
    'text_breast_cancer',
    'breast_cancer',
    'The history mentions breast cancer: clarify whose it is; contraindicated in the patient.',
  ),
  mentions(
    'text_clotting',
    'clotting',
    'The history mentions a clot or clotting disorder: clarify before treatment; hematology decides.',
  ),
  mentions(
    'text_cardiac_event',
    'cardiac_event',
    'The history mentions a heart attack, stroke or stent: record the date; no start within 6 months.',
  ),
  mentions(
    'text_sleep_apnea',
    'sleep_apnea',
    'The history mentions sleep apnea: document severity and treatment.',
  ),
  mentions(
    'text_hormone_use',
    'hormone_use',
    'The history mentions testosterone or anabolic use: note product, dose and stop date; levels may be suppressed.',
    notOnTherapy,
  ),
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
] satisfies readonly Rule[];
