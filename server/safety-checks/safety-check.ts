import type { SafetyCheckRequest } from '#common/api/safety-checks.js';
import { EMERGENCY_KINDS, emergencyKinds, type EmergencyKind } from '#common/emergency/emergency.js';
import { EMERGENCY_OF } from '#common/assistant/side-effect-emergencies.js';
import {
  CHANGE_KINDS,
  SAFETY_QUESTIONS,
  type SafetyAnswers,
  type SideEffect,
} from '#common/clinical/index.js';
import { checkAnswer, fieldByName, isSeverePressure } from '#common/intake/index.js';
import { validationFailed } from '../platform/errors/errors.js';
import { pressureFaults } from '../rules/home-pressure.js';
import type { SafetyCheckData } from '../rules/safety-facts.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';

/** Checks what was sent by the bounds of the intake; throws what is wrong with it. */
export function readSafetyCheck(
  body: SafetyCheckRequest,
  known: SafetyAnswers,
  today: string,
): SafetyCheckData {
  const fields: Record<string, string> = {};
  const answers: Partial<Record<keyof SafetyAnswers, string>> = {};
  for (const question of SAFETY_QUESTIONS) {
    const sent = body[question]?.trim();
    if (!sent) continue;
    const error = checkAnswer(fieldByName(question), sent, today);
    if (error) fields[question] = error;
    answers[question] = sent;
  }
  for (const [index, { since }] of body.side_effects.entries())
    if (since && since > today) fields[`side_effects.${index}.since`] = SHARED_TEXT.dayInFuture;
  const { blood_pressure: told } = body;
  if (told) Object.assign(fields, pressureFaults({ ...told }, today));
  if (Object.keys(fields).length) throw validationFailed(fields);
  return {
    answers,
    known,
    changes: Object.fromEntries(
      CHANGE_KINDS.flatMap((kind) => {
        const text = body.changes[kind]?.trim();
        return text ? [[kind, text]] : [];
      }),
    ),
    ...(told && { blood_pressure: { systolic: told.systolic, diastolic: told.diastolic, on: told.on } }),
    side_effects: body.side_effects.map(({ key, severity, since }) => ({
      key,
      severity,
      since: since ?? null,
    })),
  };
}

const inOrder = (found: readonly EmergencyKind[]): EmergencyKind[] =>
  EMERGENCY_KINDS.filter((kind) => found.includes(kind));

/** The emergencies among these side effects. */
export const emergenciesOf = (effects: readonly SideEffect[]): EmergencyKind[] =>
  inOrder(effects.flatMap((key) => EMERGENCY_OF[key] ?? []));

/** Every emergency that a check speaks of, in its side effects, its blood pressure or its texts, the first to answer first. */
export function emergenciesIn({ answers, changes, side_effects, blood_pressure: told }: SafetyCheckData): {
  kinds: EmergencyKind[];
  written: EmergencyKind[];
} {
  const ticked = emergenciesOf(
    side_effects.flatMap(({ key, severity }) => (severity === 'none' ? [] : [key])),
  );
  const written = [answers.vte_details, ...Object.values(changes)].flatMap((text) =>
    text ? emergencyKinds(text) : [],
  );
  const measured: EmergencyKind[] = isSeverePressure(told?.systolic, told?.diastolic)
    ? ['blood_pressure']
    : [];
  return { kinds: inOrder([...ticked, ...measured, ...written]), written: [...measured, ...written] };
}
