import { isBlank, isShown } from './answers.js';
import { checkAnswer } from './check-answer.js';
import { canSubmit, isNeededAnswerMissing, neededForSubmit } from './completeness.js';
import { FIELDS } from './definition.js';
import type { FieldDefinition, IntakeData } from './definition.js';
import { MESSAGES } from './messages.js';

/** The four consents that a rejected submission names first. */
const SPEC_CONSENTS = [
  'consent_evaluation',
  'consent_labs',
  'consent_understand',
  'consent_disclosed',
] as const;

/**
 * What is wrong with the answers in a draft: out of bounds, partly typed or of the wrong kind.
 * Only visible questions are checked; an unanswered one is never an error in a draft.
 */
export function draftErrors(data: IntakeData, today: string): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const field of FIELDS) {
    const value = data[field.name];
    if (value === undefined || isBlank(value) || !isShown(field, data)) continue;
    const message = checkAnswer(field, value, today);
    if (message) errors[field.name] = message;
  }
  return errors;
}

/** What to say about a missing required answer. */
export function missingMessage(field: FieldDefinition): string {
  if (field.type === 'boolean' && field.mustBeTrue) return MESSAGES.acknowledge(field.label);
  if (field.type === 'boolean' || field.type === 'choice') return MESSAGES.choose(field.label);
  if (field.type === 'date') return MESSAGES.date(field.label);
  return MESSAGES.enter(field.label);
}

/** Missing answers that submission requires, with what to do. */
export function missingErrors(data: IntakeData): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const field of FIELDS) {
    if (neededForSubmit(field) && isShown(field, data) && isNeededAnswerMissing(field, data)) {
      errors[field.name] = missingMessage(field);
    }
  }
  return errors;
}

export interface SubmitErrors {
  message: string;
  fields: Record<string, string>;
}

/** Why this form cannot be submitted, or null. The consent sentence comes before the sections sentence. */
export function submitErrors(data: IntakeData, today: string): SubmitErrors | null {
  const fields = { ...missingErrors(data), ...draftErrors(data, today) };
  if (SPEC_CONSENTS.some((name) => data[name] !== true)) return { message: MESSAGES.consents, fields };
  if (!canSubmit(data)) return { message: MESSAGES.sections, fields };
  return Object.keys(fields).length > 0 ? { message: MESSAGES.correct, fields } : null;
}

/** The errors of one section, in the order of its questions. */
export function errorsOfSection(number: number, errors: Record<string, string>): [FieldDefinition, string][] {
  return FIELDS.flatMap((field): [FieldDefinition, string][] => {
    const message = errors[field.name];
    return field.section === number && message ? [[field, message]] : [];
  });
}

/** The first section, in order, that contains one of these errors. */
export const firstSectionWithError = (errors: Readonly<Record<string, unknown>>): number | null =>
  FIELDS.find((field) => errors[field.name])?.section ?? null;
