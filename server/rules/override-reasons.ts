import { asksForNames } from '#common/clinical/index.js';
import { FEWEST_NAMED_CHARACTERS, saysWhy } from '#common/typed-reason.js';
import { AppError } from '../platform/errors/errors.js';

interface Override {
  reason: string;
  overrides: readonly string[];
  field: 'override_reason' | 'reason';
}

/** What stops a treatment, or a dose above the maximum, asks for more: a sentence, and each rule by its name. */
export function assertNamed(rules: readonly string[], override: Override): void {
  if (asksForNames(rules)) assertEachNamed(rules, override);
}

/** The same whatever the rules are; throws 422 with what is missing. */
export function assertEachNamed(rules: readonly string[], { reason, overrides, field }: Override): void {
  const fields: Record<string, string> = {};
  if (!saysWhy(reason, FEWEST_NAMED_CHARACTERS))
    fields[field] =
      `These rules ask for more. Explain in at least ${FEWEST_NAMED_CHARACTERS} characters, in words that tell the next reader something.`;
  if (rules.some((key) => !overrides.includes(key))) fields['overrides'] = 'Tick each rule you override.';
  if (Object.keys(fields).length)
    throw new AppError(422, 'validation_failed', 'Please correct the marked fields.', {
      fields,
      extra: { blocked_by: rules },
    });
}
