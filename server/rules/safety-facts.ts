import type { HomePressure } from '#common/api/progress.js';
import {
  CHANGE_KINDS,
  newestAnswers,
  type ChangeKind,
  type ClinicalFacts,
  type ReportedChange,
  type ReportedSideEffect,
  type SafetyAnswers,
} from '#common/clinical/index.js';

/** A safety check as it is kept. */
export interface SafetyCheckData {
  answers: SafetyAnswers;
  /** What was known when it was sent. */
  known: SafetyAnswers;
  changes: Partial<Record<ChangeKind, string>>;
  side_effects: ReportedSideEffect[];
  /** Measured at home. */
  blood_pressure?: HomePressure;
}
export interface KeptSafetyCheck {
  id: string;
  at: string;
  /** The organisation's calendar date. */
  on: string;
  after_intake: boolean;
  /** A clinician entered a blood pressure since. */
  answered: boolean | null;
  data: SafetyCheckData;
}

/** Where a safety check is encrypted. */
export const safetyCheckPlace = (id: string): string => `safety_checks.data:${id}`;

/**
 * @param checks oldest first
 * @param messages those that read as history, oldest first
 */
export function safetyFacts(
  intake: SafetyAnswers,
  checks: readonly KeptSafetyCheck[],
  messages: readonly ReportedChange[],
): Pick<ClinicalFacts, 'safety_answers' | 'safety_changes' | 'side_effects' | 'told_pressures'> {
  const newest = checks.at(-1);
  if (!newest) return messages.length ? { safety_changes: messages } : {};
  return {
    safety_answers: newestAnswers(
      intake,
      checks.map(({ data, after_intake }) => ({ ...data, after_intake })),
    ),
    safety_changes: [
      ...checks.flatMap(({ id, on, at, data }) =>
        CHANGE_KINDS.flatMap((kind) => {
          const text = data.changes[kind];
          return text ? [{ check_id: id, on, at, kind, text }] : [];
        }),
      ),
      ...messages,
    ],
    side_effects: { on: newest.on, reported: newest.data.side_effects },
    told_pressures: checks.flatMap(({ answered, data: { blood_pressure: told } }) =>
      told ? [{ ...told, ...(answered && { answered }) }] : [],
    ),
  };
}
