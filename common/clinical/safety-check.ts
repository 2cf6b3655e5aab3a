/** The short check between two intakes: its codes, which answers count today, and when it is due. */
import { addDays } from './dates.js';
import type { SafetyAnswers } from './facts.js';

export const CHANGE_KINDS = ['medicines', 'conditions', 'allergies', 'fertility'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];
/** Treated like a safety check text: a message or a staff note that reads as history, and an answer that the patient took back. */
export const REPORTED_KINDS = [...CHANGE_KINDS, 'message', 'withdrawn', 'staff_note'] as const;
export type ReportedKind = (typeof REPORTED_KINDS)[number];

export const SIDE_EFFECTS = [
  'acne',
  'swelling',
  'breast_tenderness',
  'mood',
  'snoring',
  'urinary',
  'injection_site',
  'skin_transfer',
  'headache',
  'leg_swelling',
  'chest_pain',
  'breathlessness',
  'one_sided_weakness',
  'priapism',
] as const;
export type SideEffect = (typeof SIDE_EFFECTS)[number];

export const SIDE_EFFECT_SEVERITIES = ['none', 'mild', 'moderate', 'severe'] as const;
export type SideEffectSeverity = (typeof SIDE_EFFECT_SEVERITIES)[number];

export interface ReportedSideEffect {
  readonly key: SideEffect;
  readonly severity: SideEffectSeverity;
  /** 'YYYY-MM-DD'. */
  readonly since: string | null;
}

/** What the patient wrote at one check about one change or in one message, or took back; or what staff noted. */
export interface ReportedChange {
  /** Id of the check, the message or the note, or the later intake or check and the question. */
  readonly check_id: string;
  /** 'YYYY-MM-DD'. */
  readonly on: string;
  /** ISO; absent = known only by its day. */
  readonly at?: string | null;
  readonly kind: ReportedKind;
  readonly text: string;
  /** Of a message: what the care team wrote before it, which it may answer. */
  readonly asked?: string;
}

/** The intake questions that a safety check repeats. */
export const SAFETY_QUESTIONS = [
  'location_state',
  'sex_assigned_at_birth',
  'vte_history',
  'vte_details',
  'last_testosterone_on',
] as const satisfies readonly (keyof SafetyAnswers)[];
export type SafetyQuestion = (typeof SAFETY_QUESTIONS)[number];

/** The answers of one check, and what was known when it was sent. */
export interface AnsweredCheck {
  readonly answers: SafetyAnswers;
  readonly known: SafetyAnswers;
  /** Whether it was sent after the latest intake. */
  readonly after_intake: boolean;
}

/**
 * The newest answer to each question. An intake submitted after a check takes precedence only where its answer differs from
 * the patient's answer before the check: resubmitting an unchanged form reverts nothing.
 * @param checks oldest first
 */
export function newestAnswers(intake: SafetyAnswers, checks: readonly AnsweredCheck[]): SafetyAnswers {
  const newest: Partial<Record<SafetyQuestion, string>> = {};
  for (const question of SAFETY_QUESTIONS) {
    const check = checks.findLast(({ answers }) => answers[question]);
    const asked = check?.answers[question];
    if (!check || !asked) continue;
    const written = intake[question];
    const changedSince = !check.after_intake && written && written !== check.known[question];
    if (!changedSince) newest[question] = asked;
  }
  return newest;
}

/** The first intake schema that includes the safety check questions. */
const ASKED_SINCE_SCHEMA = 2;
export const SAFETY_CHECK_EVERY_DAYS = 90;

export type SafetyCheckReason = 'older_intake' | 'every_90_days';
export interface SafetyCheckDue {
  /** 'YYYY-MM-DD'. */
  readonly since: string;
  readonly reason: SafetyCheckReason;
}
export interface SafetyCheckClock {
  readonly today: string;
  /** Date and schema of the latest submitted intake; null before the first one. */
  readonly intake: { readonly submitted_on: string; readonly schema_version: number } | null;
  readonly last_check_on: string | null;
  /** The day treatment began; null if it has not. */
  readonly on_treatment_since: string | null;
}

/** Since when and why a safety check is due; null if none is. */
export function safetyCheckDue(clock: SafetyCheckClock): SafetyCheckDue | null {
  const { today, intake, last_check_on: last, on_treatment_since: started } = clock;
  if (!intake) return null;
  if (last === null && intake.schema_version < ASKED_SINCE_SCHEMA)
    return { since: intake.submitted_on, reason: 'older_intake' };
  if (started === null) return null;
  const newest = [intake.submitted_on, last ?? '', started].toSorted().at(-1)!;
  const since = addDays(newest, SAFETY_CHECK_EVERY_DAYS);
  return since <= today ? { since, reason: 'every_90_days' } : null;
}
