/** Answers that spoke against treatment and that a later intake or safety check no longer gives: they stay told until they are read. */
import { effectiveAnswers, fieldByName, type FieldName, type IntakeData } from '../intake/index.js';
import { deriveCase } from './case.js';
import type { ClinicalFacts, SafetyAnswers } from './facts.js';
import { HISTORY_FIELDS, SCANNED_TEXT_FIELDS, readsAsHistory, saysNothingNew } from './history.js';
import { evaluateCase } from './rules/evaluate.js';
import { RULES } from './rules/registry.js';
import { answersReadBy } from './safety-fields.js';
import { SAFETY_QUESTIONS, type ReportedChange, type SafetyQuestion } from './safety-check.js';

type Later = Readonly<Partial<Record<SafetyQuestion, string>>>;

/** An intake as it was submitted, or as a safety check changed it. */
export interface SubmittedIntake {
  readonly id: string;
  /** 'YYYY-MM-DD'. */
  readonly on: string;
  /** ISO. */
  readonly at: string;
  readonly data: IntakeData;
  /** What safety checks answered otherwise until then. */
  readonly answers?: Later;
}
/** The answers of one safety check, and what was known when it was sent. */
export interface SubmittedCheck {
  readonly id: string;
  readonly on: string;
  readonly at: string;
  readonly data: { readonly answers: SafetyAnswers; readonly known: SafetyAnswers };
}

/** Where the patient is, is asked each time: another state takes nothing back. */
const KEPT_QUESTIONS = SAFETY_QUESTIONS.filter((question) => question !== 'location_state');

/**
 * Intakes and the checks that changed an answer, in the order they came.
 * @param intakes oldest first
 * @param checks oldest first
 */
export function withChecks(
  intakes: readonly SubmittedIntake[],
  checks: readonly SubmittedCheck[],
): SubmittedIntake[] {
  const events = [...intakes.map((intake) => ({ intake })), ...checks.map((check) => ({ check }))];
  const timeOf = (event: (typeof events)[number]): string =>
    'intake' in event ? event.intake.at : event.check.at;
  let answers: Later = {};
  let known: SafetyAnswers = {};
  let intake: SubmittedIntake | undefined;
  return events
    .toSorted((a, b) => Date.parse(timeOf(a)) - Date.parse(timeOf(b)))
    .flatMap((event): SubmittedIntake[] => {
      if ('intake' in event) {
        intake = event.intake;
        const { data } = intake;
        // An answer of the form that differs from what was known before the check is newer than the check.
        const standing = Object.entries(answers).filter(([question]) => {
          const written = data[question as SafetyQuestion];
          return !written || written === known[question as SafetyQuestion];
        });
        answers = Object.fromEntries(standing);
        return [{ ...intake, answers }];
      }
      const { id, on, at, data } = event.check;
      const changed = KEPT_QUESTIONS.filter(
        (question) =>
          data.answers[question] &&
          data.answers[question] !== (answers[question] ?? intake?.data[question] ?? null),
      );
      if (!changed.length) return [];
      answers = {
        ...answers,
        ...Object.fromEntries(changed.map((question) => [question, data.answers[question]])),
      };
      known = { ...known, ...data.known };
      return intake ? [{ ...intake, id, on, at, answers }] : [];
    });
}

const answersOf = ({ data, answers = {} }: SubmittedIntake): IntakeData => ({
  ...effectiveAnswers({ ...data, ...answers }),
  // Its question is hidden where the form says that there was no treatment; the check asks it of everyone.
  ...(answers.last_testosterone_on && { last_testosterone_on: answers.last_testosterone_on }),
});
type Answer = IntakeData[FieldName];

const spoken = (value: Answer): string => {
  if (value === undefined || value === null) return 'blank';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return `“${Array.isArray(value) ? value.join(', ') : value}”`;
};
const same = (a: Answer, b: Answer): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Baseline rules that speak against treatment with these answers, whatever else is known today. */
function against(facts: ClinicalFacts, { data, answers }: SubmittedIntake): Set<string> {
  const { results } = evaluateCase(deriveCase({ ...facts, intake: data, safety_answers: answers }), ['BE']);
  return new Set(results.filter(({ fired }) => fired).map(({ rule_key }) => rule_key));
}

/** A text that only grew still says it. */
function droppedText(field: FieldName, before: Answer, now: Answer): boolean {
  if (typeof before !== 'string' || !SCANNED_TEXT_FIELDS.includes(field) || saysNothingNew(before))
    return false;
  if (typeof now === 'string' && now.includes(before.trim())) return false;
  return HISTORY_FIELDS.some((one) => one === field) || readsAsHistory(before);
}

/** The answers behind rules that an earlier submission fires and the newest does not. */
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
  const now = answersOf(newest);
  const standing = against(facts, newest);
  const withdrawn = submissions.slice(0, -1).flatMap((earlier, index): ReportedChange[] => {
    const next = submissions[index + 1]!;
    const [before, after] = [answersOf(earlier), answersOf(next)];
    const lifted = new Set([...against(facts, earlier)].filter((key) => !standing.has(key)));
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
