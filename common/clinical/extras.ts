import { addMonths, isCalendarDate } from './dates.js';
import { CASE_EXTRAS, type CaseExtras } from './case-extras.js';

/** No fact about a living patient is older; a year like 1900 is a typo. */
const LONGEST_YEARS = 80;

/** Acts attested on the clinic's calendar, and what titration counts from: they cannot have happened tomorrow. */
const CLINIC_DATES: ReadonlySet<string> = new Set([
  'pdmp_checked_on',
  'in_person_eval_on',
  'therapy_started_on',
  'last_change_on',
]);

const BY_NAME = new Map<string, (typeof CASE_EXTRAS)[number]>(
  CASE_EXTRAS.map((definition) => [definition.name, definition]),
);

/**
 * What is wrong with clinician-entered facts, by field; empty when all can be stored. Null clears a field. Dates must be
 * real, not after `today` (for what the clinic does: its own today), not before `born` and within a lifetime, numbers inside the bounds of `CASE_EXTRAS`; related
 * facts are checked together with what is `stored`. Unknown names are the caller's to reject.
 */
export function extrasErrors(
  changes: Readonly<Record<string, unknown>>,
  today: string,
  stored: CaseExtras = {},
  clinicToday = today,
  born: string | null = null,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [name, value] of Object.entries(changes)) {
    const definition = BY_NAME.get(name);
    if (!definition || value === null || value === undefined) continue;
    const message =
      extraError(definition, value, CLINIC_DATES.has(name) ? clinicToday : today) ?? beforeBirth(value, born);
    if (message) errors[name] = message;
  }
  const together = Object.entries(unlikely({ ...stored, ...changes }));
  return { ...Object.fromEntries(together.filter(([name]) => changes[name] !== undefined)), ...errors };
}

const beforeBirth = (value: unknown, born: string | null): string | null =>
  born !== null && isCalendarDate(value) && value < born ? 'This is before the patient was born.' : null;

/** Facts that cannot both be true. */
function unlikely(all: Readonly<Record<string, unknown>>): Record<string, string> {
  const {
    therapy_started_on: started,
    last_change_on: changed,
    bp_systolic: top,
    bp_diastolic: bottom,
  } = all;
  const errors: Record<string, string> = {};
  if (isCalendarDate(started) && isCalendarDate(changed) && changed < started)
    errors['last_change_on'] = 'The last change cannot be before the start of therapy.';
  if (typeof top === 'number' && typeof bottom === 'number' && top <= bottom) {
    errors['bp_systolic'] = 'Systolic must be higher than diastolic.';
    errors['bp_diastolic'] = 'Diastolic must be lower than systolic.';
  }
  return errors;
}

function extraError(definition: (typeof CASE_EXTRAS)[number], value: unknown, today: string): string | null {
  switch (definition.type) {
    case 'boolean':
      return typeof value === 'boolean' ? null : 'Choose yes or no.';
    case 'date':
      if (!isCalendarDate(value)) return 'Enter a date as YYYY-MM-DD.';
      if (value > today) return 'Enter a date that is not in the future.';
      return value < addMonths(today, -12 * LONGEST_YEARS)
        ? `Enter a date within the last ${LONGEST_YEARS} years.`
        : null;
    case 'number': {
      const { min = 0, max = Infinity, integer, unit } = definition;
      const inside = typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max;
      if (inside && (!integer || Number.isInteger(value))) return null;
      return `Enter a ${integer ? 'whole ' : ''}number from ${min} to ${max}${unit ? ` ${unit}` : ''}.`;
    }
  }
}
