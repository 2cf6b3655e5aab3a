/** Allergies and conditions told outside the intake: they count at once, as the same words in the form do. */
import type { IntakeData } from '../intake/index.js';
import { saysNothingNew, wordsFound } from './history.js';
import type { ReportedChange, ReportedKind } from './safety-check.js';

const LIVER = /\b(liver|hepat\w*|cirrho\w*|higado|hepatic[oa])\b/;
const KIDNEY = /\b(kidneys?|renal|dialysis|dialisis|rinon(es)?|nephr\w*)\b/;

const toldOf = (changes: readonly ReportedChange[], kind: ReportedKind): ReportedChange[] =>
  changes.filter((change) => change.kind === kind && !saysNothingNew(change.text));

/** Allergies on file with those told since, each with its day; null if there are none. */
export function knownAllergies(intake: unknown, changes: readonly ReportedChange[] = []): string | null {
  const onFile = typeof intake === 'string' && intake.trim() ? intake : null;
  const told = toldOf(changes, 'allergies').map(({ on, text }) => `told ${on}: ${text}`);
  if (!told.length) return onFile;
  return [...(onFile && !saysNothingNew(onFile) ? [onFile] : []), ...told].join('; ');
}

/** The answers of the form that what was told changes. */
export function toldAnswers(intake: IntakeData, changes: readonly ReportedChange[] = []): IntakeData {
  const conditions = toldOf(changes, 'conditions').map(({ text }) => text);
  const tells = (pattern: RegExp): boolean => conditions.some((text) => wordsFound(text, pattern).length > 0);
  const allergies = knownAllergies(intake.allergies, changes);
  return {
    ...(allergies !== null && { allergies }),
    ...(tells(LIVER) && { liver_disease: true }),
    ...(tells(KIDNEY) && { kidney_disease: true }),
  };
}
