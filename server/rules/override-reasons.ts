import { asksForNames } from '#common/clinical/index.js';
import { FEWEST_NAMED_CHARACTERS, saysWhy } from '#common/typed-reason.js';
import { AppError } from '../platform/errors/errors.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

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
    fields[field] = TEXT.rulesAskForMore(FEWEST_NAMED_CHARACTERS);
  if (rules.some((key) => !overrides.includes(key))) fields['overrides'] = TEXT.tickEachRuleOverride;
  if (Object.keys(fields).length)
    throw new AppError(422, 'validation_failed', SHARED_TEXT.correctMarkedFields, {
      fields,
      extra: { blocked_by: rules },
    });
}
