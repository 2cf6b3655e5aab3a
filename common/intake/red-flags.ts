import type { EmergencyKind } from '../emergency/emergency-kinds.js';
import { effectiveAnswers } from './answers.js';
import { FIELDS } from './definition.js';
import type { FieldName, IntakeData } from './definition.js';

export interface RedFlag {
  kind: EmergencyKind;
  field: FieldName;
}
export type ReadKinds = (text: string) => EmergencyKind[];

export const SEVERE_SADNESS = 8;

/** Questions about the past, about others, or about terms: there only current events count as an emergency. */
const TOLD: ReadonlySet<string> = new Set<FieldName>([
  'prior_testosterone_levels',
  'prostate_details',
  'cancer_type',
  'current_medications',
  'supplements',
  'hormone_use_details',
  'allergies',
  'sexual_activity_frequency',
  'morning_erections_frequency',
  'other_conditions',
  'surgeries',
  'hospitalizations_recent',
  'recent_illnesses',
  'family_other',
  'psychiatric_other',
]);
const NOW =
  /\b(now|right now|today|tonight|this (morning|afternoon|evening)|since (this|last night|yesterday)|at the moment|currently|ahora|hoy|anoche)\b/i;

/** Names and addresses are not complaints. */
const isFreeText = ({ type, section }: (typeof FIELDS)[number]): boolean =>
  (type === 'longtext' || type === 'text') && section !== 1;

/** What the emergency detector reads. */
export const FREE_TEXT_FIELDS: readonly FieldName[] = FIELDS.filter(isFreeText).map((field) => field.name);

/**
 * Answers that mean the patient may need help today, each with its question.
 * @param read the emergency detector, loaded separately from the form
 */
export function redFlags(data: IntakeData, read: ReadKinds): RedFlag[] {
  const answers = effectiveAnswers(data);
  return FIELDS.flatMap((field): RedFlag[] => {
    const value = answers[field.name];
    if (field.name === 'sadness_mood_severity') {
      return typeof value === 'number' && value >= SEVERE_SADNESS
        ? [{ kind: 'self_harm', field: field.name }]
        : [];
    }
    if (!isFreeText(field) || typeof value !== 'string') return [];
    const present = !TOLD.has(field.name) || NOW.test(value);
    return read(value)
      .filter((kind) => present || kind === 'self_harm')
      .map((kind) => ({ kind, field: field.name }));
  });
}
