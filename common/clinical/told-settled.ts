/** What a clinician decided about words that the patient told: they mean this finding, or they do not. */
import type { ClinicalFacts, HistoryReview, ReadAgainst } from './facts.js';
import type { ReportedChange } from './safety-check.js';
import { sha256 } from './sha256.js';

export const changeReview = ({ check_id, kind, text }: ReportedChange): HistoryReview => ({
  field: `changes.${kind}:${check_id}`,
  text_sha256: sha256(text),
});

export const sameReview = (one: HistoryReview, other: HistoryReview): boolean =>
  one.field === other.field && one.text_sha256 === other.text_sha256;

/** The newest decision on one text for one rule; undefined while it is open. */
function decisionOn(facts: ClinicalFacts, ruleKey: string, review: HistoryReview) {
  return (facts.told_settled ?? []).findLast(
    ({ rule_key: key, texts }) => key === ruleKey && texts.some((text) => sameReview(text, review)),
  );
}

/** Whether a clinician decided that this text is no such finding. A changed text, or one told again, is open. */
export const settledAway = (facts: ClinicalFacts, ruleKey: string, review: HistoryReview): boolean =>
  decisionOn(facts, ruleKey, review)?.applies === false;

export const isDecided = (facts: ClinicalFacts, ruleKey: string, review: HistoryReview): boolean =>
  decisionOn(facts, ruleKey, review) !== undefined;

/** Whether the newest decision on the rule, whatever its texts, records the finding. */
export const isRecorded = (facts: ClinicalFacts, ruleKey: string): boolean =>
  (facts.told_settled ?? []).findLast(({ rule_key: key }) => key === ruleKey)?.applies === true;

/** What clinicians read as speaking against treatment, as long as no one decided that it does not. */
export const AGAINST_TREATMENT = 'text_against_treatment';
export const openAgainst = (facts: ClinicalFacts): ReadAgainst[] =>
  (facts.read_against ?? []).filter(({ review }) => !settledAway(facts, AGAINST_TREATMENT, review));

/** What was told outside the form that still counts for this rule. */
export const openChanges = (facts: ClinicalFacts, ruleKey: string): ReportedChange[] =>
  (facts.safety_changes ?? []).filter((change) => !settledAway(facts, ruleKey, changeReview(change)));
