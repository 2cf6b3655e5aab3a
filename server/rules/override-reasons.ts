import { asksForNames, asksForSentence } from '../../common/clinical/index.js';
import { AppError, validationFailed } from '../platform/errors/errors.js';

const FEWEST_CHARACTERS = 10;
const FEWEST_NAMED_CHARACTERS = 20;

const FEWEST_LETTERS = 4;

/** "aaaa aaaa" is no reason. */
const isFiller = (text: string): boolean =>
  new Set(text.toLowerCase().match(/\p{L}/gu)).size < FEWEST_LETTERS;

const wordsIn = (text: string): number =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** A rule that holds, blocks or stops is passed with a reason that says something; throws 422 otherwise. */
export function assertSaysWhy(
  rules: readonly string[],
  reason: string,
  field: 'override_reason' | 'reason' = 'override_reason',
): void {
  if (!asksForSentence(rules)) return;
  if (reason.length < FEWEST_CHARACTERS || wordsIn(reason) < 2 || isFiller(reason))
    throw validationFailed({ [field]: `Say why, in at least ${FEWEST_CHARACTERS} characters.` });
}

/** What stops a treatment, or a dose above the maximum, asks for more: a sentence, and each rule by its name. */
export function assertNamed(
  rules: readonly string[],
  {
    reason,
    overrides,
    field,
  }: { reason: string; overrides: readonly string[]; field: 'override_reason' | 'reason' },
): void {
  if (!asksForNames(rules)) return;
  const fields: Record<string, string> = {};
  if (reason.length < FEWEST_NAMED_CHARACTERS || isFiller(reason))
    fields[field] = `These rules ask for more. Explain in at least ${FEWEST_NAMED_CHARACTERS} characters.`;
  if (rules.some((key) => !overrides.includes(key)))
    fields['overrides'] = 'Check each rule that this prescription is approved against.';
  if (Object.keys(fields).length)
    throw new AppError(422, 'validation_failed', 'Please correct the marked fields.', {
      fields,
      extra: { blocked_by: rules },
    });
}
