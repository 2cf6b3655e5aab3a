import { hasVisibleText } from '../visible-text.js';
import { FIELDS, FIELD_BY_NAME } from './definition.js';
import type { FieldDefinition, FieldName, IntakeData } from './definition.js';

/** Not answered: absent, null or a text with nothing visible. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && !hasVisibleText(value));

/** A follow-up shows when its parent shows and has one of the triggering answers. */
export function isShown(field: FieldDefinition | FieldName, data: IntakeData): boolean {
  const definition = typeof field === 'string' ? FIELD_BY_NAME.get(field) : field;
  const condition = definition?.showIf;
  if (!condition) return definition !== undefined;
  const parent = FIELD_BY_NAME.get(condition.field);
  if (!parent || !isShown(parent, data)) return false;
  const answer = data[parent.name];
  if (answer === undefined) return false;
  return 'equals' in condition ? answer === condition.equals : condition.in.includes(answer);
}

/** What rules, scores and documents use: answers that show and are not blank (clinical C31). */
export function effectiveAnswers(data: IntakeData): IntakeData {
  const answers: IntakeData = {};
  for (const field of FIELDS) {
    const value = data[field.name];
    if (value !== undefined && !isBlank(value) && isShown(field, data)) answers[field.name] = value;
  }
  return answers;
}
