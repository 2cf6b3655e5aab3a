import { FIELDS } from './definition.js';
import type { FieldName, IntakeData } from './definition.js';
import { normalise } from './computed.js';
import { sameAnswer } from './merge.js';

/** The questions whose current answer differs from the submitted one. BMI follows from height and weight. */
export function unsentFields(data: IntakeData, signed: IntakeData): FieldName[] {
  const now = normalise(data);
  return FIELDS.filter(
    (field) =>
      !(field.type === 'number' && field.computed) && !sameAnswer(now[field.name], signed[field.name]),
  ).map((field) => field.name);
}
