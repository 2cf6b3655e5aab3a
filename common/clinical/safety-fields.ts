import { isFieldName, type FieldName } from '../intake/index.js';
import { MEDICAL_TEXT_FIELDS, SCANNED_TEXT_FIELDS, readsAsHistory } from './history.js';
import { RULES } from './rules/registry.js';
import type { Rule } from './rules/rule.js';

/** Inputs derived from several answers, and the answers they come from. */
const COMPOSED: Readonly<Record<string, readonly FieldName[]>> = {
  age: ['dob'],
  bmi: ['height', 'weight'],
  patient_state: ['location_state'],
  'current_medications+supplements': ['current_medications', 'supplements'],
  vte_history: ['vte_history', 'vte_details'],
  // A draw within the reach of earlier testosterone proves nothing.
  tt_ng_dl_morning_latest: ['last_testosterone_on'],
};

/** The answers that a rule reads. */
export const answersReadBy = ({ inputs }: Pick<Rule, 'inputs'>): FieldName[] =>
  inputs.flatMap(({ name }): readonly string[] => COMPOSED[name] ?? [name]).filter(isFieldName);

/** Answers that a decision depends on: each one that a rule reads, and free texts in the medical sections. */
export const SAFETY_FIELDS: ReadonlySet<FieldName> = new Set([
  ...RULES.flatMap(answersReadBy),
  ...MEDICAL_TEXT_FIELDS,
]);

/** Whether a changed answer is one of these: by its question, or by what was written. */
export const isSafetyAnswer = (field: FieldName, value: unknown): boolean =>
  SAFETY_FIELDS.has(field) ||
  (typeof value === 'string' && SCANNED_TEXT_FIELDS.includes(field) && readsAsHistory(value));
