import { isCalendarDate } from './dates.js';
import { CASE_EXTRAS } from './facts.js';

const BY_NAME = new Map<string, (typeof CASE_EXTRAS)[number]>(
  CASE_EXTRAS.map((definition) => [definition.name, definition]),
);

/**
 * What is wrong with clinician-entered facts, by field; empty when all can be stored. Null clears a field. Dates must be
 * real and not after `today`, numbers inside the bounds of `CASE_EXTRAS`. Unknown names are the caller's to refuse.
 */
export function extrasErrors(
  extras: Readonly<Record<string, unknown>>,
  today: string,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [name, value] of Object.entries(extras)) {
    const definition = BY_NAME.get(name);
    if (!definition || value === null || value === undefined) continue;
    const message = extraError(definition, value, today);
    if (message) errors[name] = message;
  }
  const { therapy_started_on: started, last_change_on: changed } = extras;
  if (isCalendarDate(started) && isCalendarDate(changed) && changed < started && !errors['last_change_on'])
    errors['last_change_on'] = 'The last change cannot be before the start of therapy.';
  return errors;
}

function extraError(definition: (typeof CASE_EXTRAS)[number], value: unknown, today: string): string | null {
  switch (definition.type) {
    case 'boolean':
      return typeof value === 'boolean' ? null : 'Choose yes or no.';
    case 'date':
      if (!isCalendarDate(value)) return 'Enter a date as YYYY-MM-DD.';
      return value > today ? 'Enter a date that is not in the future.' : null;
    case 'number': {
      const { min = 0, max = Infinity, integer, unit } = definition;
      const inside = typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max;
      if (inside && (!integer || Number.isInteger(value))) return null;
      return `Enter a ${integer ? 'whole ' : ''}number from ${min} to ${max}${unit ? ` ${unit}` : ''}.`;
    }
  }
}
