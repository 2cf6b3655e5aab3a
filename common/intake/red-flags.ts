import { effectiveAnswers } from './answers.js';
import { FIELDS } from './definition.js';
import type { FieldName, IntakeData } from './definition.js';

export type RedFlagKind = 'self_harm' | 'chest_pain';
export interface RedFlag {
  kind: RedFlagKind;
  field: FieldName;
}

export const SEVERE_SADNESS = 8;
// The clinical rule mood_severe reads the same words; the form adds common ways to say it. False alarms are fine.
const SELF_HARM =
  /suicid|kill(?:ing)? my ?self|self.?harm|end(?:ing)? (?:my life|it all)|hurt(?:ing)? my ?self|want to die|better off dead/i;
const CHEST_PAIN =
  /\bchest (?:pain|pressure|tightness|hurts)|(?:pain|pressure|tightness) in (?:my |the )?chest|\bcan(?:no|')?t breathe/i;

/** Answers that mean the person may need help today, each with the question it was given to. */
export function redFlags(data: IntakeData): RedFlag[] {
  const answers = effectiveAnswers(data);
  return FIELDS.flatMap((field): RedFlag[] => {
    const value = answers[field.name];
    if (field.name === 'sadness_mood_severity') {
      return typeof value === 'number' && value >= SEVERE_SADNESS
        ? [{ kind: 'self_harm', field: field.name }]
        : [];
    }
    if ((field.type !== 'longtext' && field.type !== 'text') || typeof value !== 'string') return [];
    const flags: RedFlag[] = [];
    if (SELF_HARM.test(value)) flags.push({ kind: 'self_harm', field: field.name });
    if (CHEST_PAIN.test(value)) flags.push({ kind: 'chest_pain', field: field.name });
    return flags;
  });
}
