import { FIELD_BY_NAME } from './definition.js';
import { MESSAGES } from './messages.js';

export const MAX_TEXT_LENGTH = 10_000;
/** Half of a surrogate pair, or NUL: neither can be stored as UTF-8 text in PostgreSQL. */
const UNSTORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

export interface StructuralErrors {
  /** Keys that are not fields of the form. */
  unknown: string[];
  /** Fields whose value can never be stored, with what to do; `data` when it is not an object. */
  invalid: Record<string, string>;
}

/** What even a draft may never contain. null is allowed: it clears a field. */
export function structuralErrors(data: unknown): StructuralErrors {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    return { unknown: [], invalid: { data: MESSAGES.notAnObject } };
  }
  const result: StructuralErrors = { unknown: [], invalid: {} };
  for (const [name, value] of Object.entries(data)) {
    const field = FIELD_BY_NAME.get(name);
    if (!field) result.unknown.push(name);
    else {
      const message = unstorable(field.label, value);
      if (message) result.invalid[field.name] = message;
    }
  }
  return result;
}

/** A surrogate pair is one character, as in every other text of the portal. */
const isLongerThan = (text: string, most: number): boolean =>
  text.length > most && Array.from(text).length > most;

function unstorable(label: string, value: unknown): string | null {
  if (value === null || typeof value === 'boolean') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : MESSAGES.number(label);
  if (typeof value !== 'string') return MESSAGES.scalar(label);
  if (isLongerThan(value, MAX_TEXT_LENGTH)) return MESSAGES.tooLong(label, MAX_TEXT_LENGTH);
  return UNSTORABLE.test(value) ? MESSAGES.badCharacters(label) : null;
}
