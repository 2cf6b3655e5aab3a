/** Answers that spoke against treatment and that a later intake no longer gives: they stay told until they are read. */
import { effectiveAnswers, fieldByName, type FieldName, type IntakeData } from '../intake/index.js';
import { deriveCase } from './case.js';
import type { ClinicalFacts } from './facts.js';
import { HISTORY_FIELDS, SCANNED_TEXT_FIELDS, readsAsHistory, saysNothingNew } from './history.js';
import { evaluateCase } from './rules/evaluate.js';
import { RULES } from './rules/registry.js';
import { answersReadBy } from './safety-fields.js';
import type { ReportedChange } from './safety-check.js';

/** An intake as it was submitted. */
export interface SubmittedIntake {
  readonly id: string;
  /** 'YYYY-MM-DD'. */
  readonly on: string;
  /** ISO. */
  readonly at: string;
  readonly data: IntakeData;
}
type Answer = IntakeData[FieldName];

const spoken = (value: Answer): string => {
  if (value === undefined || value === null) return 'blank';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return `“${Array.isArray(value) ? value.join(', ') : value}”`;
};
const same = (a: Answer, b: Answer): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Baseline rules that speak against treatment with these answers, whatever else is known today. */
function against(facts: ClinicalFacts, intake: IntakeData): Set<string> {
  const { results } = evaluateCase(deriveCase({ ...facts, intake }), ['BE']);
  return new Set(results.filter(({ fired }) => fired).map(({ rule_key }) => rule_key));
}

/** A text that only grew still says it. */
function droppedText(field: FieldName, before: Answer, now: Answer): boolean {
  if (typeof before !== 'string' || !SCANNED_TEXT_FIELDS.includes(field) || saysNothingNew(before))
    return false;
  if (typeof now === 'string' && now.includes(before.trim())) return false;
  return HISTORY_FIELDS.some((one) => one === field) || readsAsHistory(before);
}

/** The answers behind rules that an earlier intake fires and the newest does not. */
function answersBehind(rules: ReadonlySet<string>): Set<FieldName> {
  return new Set(
    RULES.filter(({ key, severity }) => rules.has(key) && severity !== 'info').flatMap(answersReadBy),
  );
}

/**
 * What the patient took back, oldest first.
 * @param facts of today, with the newest intake
 * @param submissions oldest first, the newest last
 */
export function withdrawnAnswers(
  facts: ClinicalFacts,
  submissions: readonly SubmittedIntake[],
): ReportedChange[] {
  const newest = submissions.at(-1);
  if (!newest || submissions.length === 1) return [];
  const now = effectiveAnswers(newest.data);
  const standing = against(facts, newest.data);
  const withdrawn = submissions.slice(0, -1).flatMap((earlier, index): ReportedChange[] => {
    const next = submissions[index + 1]!;
    const [before, after] = [effectiveAnswers(earlier.data), effectiveAnswers(next.data)];
    const lifted = new Set([...against(facts, earlier.data)].filter((key) => !standing.has(key)));
    const behind = answersBehind(lifted);
    return (Object.keys(before) as FieldName[])
      .filter((field) => !same(before[field], after[field]) && !same(before[field], now[field]))
      .filter((field) => behind.has(field) || droppedText(field, before[field], now[field]))
      .map((field) => ({
        check_id: `${next.id}.${field}`,
        on: next.on,
        at: next.at,
        kind: 'withdrawn',
        text: `${fieldByName(field).label}: was ${spoken(before[field])}, then ${spoken(after[field])}`,
      }));
  });
  return withdrawn;
}
