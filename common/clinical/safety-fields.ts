import { isFieldName, type FieldName } from '../intake/index.js';
import { MEDICAL_TEXT_FIELDS, SCANNED_TEXT_FIELDS, readsAsHistory } from './history.js';
import { RULES } from './rules/registry.js';

/** Inputs that are worked out of several answers, and the answers they come from. */
const COMPOSED: Readonly<Record<string, readonly FieldName[]>> = {
  age: ['dob'],
  bmi: ['height', 'weight'],
  'current_medications+supplements': ['current_medications', 'supplements'],
  vte_history: ['vte_history', 'vte_details'],
};

/** Answers a decision rests on: each one that a rule reads, and what the patient wrote in the medical sections. */
export const SAFETY_FIELDS: ReadonlySet<FieldName> = new Set([
  ...RULES.flatMap((rule) => rule.inputs)
    .flatMap(({ name }): readonly string[] => COMPOSED[name] ?? [name])
    .filter(isFieldName),
  ...MEDICAL_TEXT_FIELDS,
]);

/** Whether a changed answer is one: by its question, or because of what was written. */
export const isSafetyAnswer = (field: FieldName, value: unknown): boolean =>
  SAFETY_FIELDS.has(field) ||
  (typeof value === 'string' && SCANNED_TEXT_FIELDS.includes(field) && readsAsHistory(value));
