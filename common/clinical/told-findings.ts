/** What a patient told that stands until a clinician passes it by name: reading it is not enough. */
import { effectiveAnswers } from '../intake/index.js';
import type { ClinicalFacts } from './facts.js';
import { changeTellsOf, tellsOfOtherSupply, wordsInHistory, type HistoryPattern } from './history.js';
import type { RuleKey } from './rules/registry.js';
import { AGAINST_TREATMENT, openAgainst, openChanges } from './told-settled.js';

/** Where the finding is in words, the words it is found by. */
const WORDS: Readonly<Partial<Record<RuleKey, HistoryPattern>>> = {
  text_prostate_cancer: 'prostate_cancer',
  text_prostate_warning: 'prostate_warning',
  text_breast_cancer: 'breast_cancer',
  text_clotting: 'clotting',
  text_cardiac_event: 'cardiac_event',
  text_heart_failure: 'heart_failure',
  text_thick_blood: 'thick_blood',
  text_organ_failure: 'organ_failure',
  text_wish_for_children: 'wish_for_children',
  text_told_not_to: 'told_not_to',
  text_diversion: 'diversion',
};
/** Of what is flagged at the approval, this stands only where it was told afterwards. */
const LATER: Readonly<Partial<Record<RuleKey, HistoryPattern>>> = { text_hormone_use: 'hormone_use' };
const ANSWERED: readonly RuleKey[] = ['vte_unsure', 'fertility_unsure', 'anticoagulant_reason_unknown'];
export const TOLD_IN_WORDS: readonly string[] = [
  ...Object.keys(WORDS),
  ...Object.keys(LATER),
  AGAINST_TREATMENT,
];
export const TOLD_FINDINGS: readonly string[] = [...Object.keys(WORDS), ...ANSWERED, AGAINST_TREATMENT];

/** The rules that a clinician passed by name, and when (ISO). */
export interface Passed {
  readonly rules: readonly string[];
  readonly at: string | null;
}

/** Whether the words say it of the patient: in the form as written, outside it as told and not settled. */
function tellsOwn(facts: ClinicalFacts, key: string): boolean {
  const kind = WORDS[key as RuleKey];
  if (!kind) return true;
  return (
    openChanges(facts, key).some((change) => changeTellsOf(change, kind)) ||
    Boolean(wordsInHistory(effectiveAnswers(facts.intake), kind)?.length)
  );
}

/** Told again, in the form or outside it, after it was passed. */
function toldSince(facts: ClinicalFacts, key: string, at: string | null): boolean {
  const kind = WORDS[key as RuleKey] ?? LATER[key as RuleKey];
  if (at === null) return false;
  const since = (moment: string | null | undefined): boolean =>
    Boolean(moment) && Date.parse(moment!) > Date.parse(at);
  if (key === AGAINST_TREATMENT) return openAgainst(facts).some((one) => since(one.at));
  if (!kind) return false;
  return (
    openChanges(facts, key).some((change) => since(change.at) && changeTellsOf(change, kind)) ||
    (since(facts.intake_at) && Boolean(wordsInHistory(effectiveAnswers(facts.intake), kind)?.length))
  );
}

/** Testosterone from elsewhere stands from the first day: its dose adds to ours. */
const otherSupply = (facts: ClinicalFacts, key: string): boolean =>
  key === 'text_hormone_use' && openChanges(facts, key).some(tellsOfOtherSupply);

/** Those of the fired rules that no one has passed since the patient last told of them. */
export const standingFindings = (facts: ClinicalFacts, fired: Iterable<string>, passed: Passed): string[] =>
  [...fired].filter((key) =>
    key in LATER
      ? toldSince(facts, key, passed.at) || (otherSupply(facts, key) && !passed.rules.includes(key))
      : TOLD_FINDINGS.includes(key) &&
        tellsOwn(facts, key) &&
        !(passed.rules.includes(key) && !toldSince(facts, key, passed.at)),
  );
