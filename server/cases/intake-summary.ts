import type { IntakeSummary, StaffIntakeSummary } from '#common/api/index.js';
import { knownAllergies, knownMedicines, type ReportedChange } from '#common/clinical/index.js';
import { ageOn, effectiveAnswers, normalise, type IntakeData } from '#common/intake/index.js';

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The answers summarized on the dashboard and the case. */
export function intakeSummary(data: Record<string, unknown>): IntakeSummary {
  const answers = effectiveAnswers(normalise(data as IntakeData));
  return {
    full_name: text(answers.full_name),
    dob: text(answers.dob),
    height: number(answers.height),
    weight: number(answers.weight),
    bmi: number(answers.bmi),
    desire_fertility: text(answers.desire_fertility),
    iief_confidence: number(answers.iief_confidence),
    iief_hardness: number(answers.iief_hardness),
    iief_maintain: number(answers.iief_maintain),
    iief_difficulty: number(answers.iief_difficulty),
    iief_satisfaction: number(answers.iief_satisfaction),
  };
}

/** @param told allergies and medicines told since the intake are listed beside those in it */
export function staffIntakeSummary(
  data: Record<string, unknown>,
  today: string,
  told: readonly ReportedChange[] = [],
): StaffIntakeSummary {
  const summary = intakeSummary(data);
  return {
    ...summary,
    age: summary.dob ? ageOn(summary.dob, today) : null,
    allergies: knownAllergies(data.allergies, told),
    current_medications: knownMedicines(data.current_medications, told),
  };
}
