import type { Address } from 'fhir/r4.js';
import { STATE_CODES } from '#common/vocabulary/states.js';

const END = /^(.+?)[,\n]\s*([^,\n\d]+?),?\s+([A-Z]{2})\.?,?\s+(\d{5}(?:-\d{4})?)$/s;

/** An address typed as one text, with the parts of a U.S. one where it ends in city, state and ZIP code; any other stays lines. */
export function addressOf(
  text: string,
): Pick<Address, 'text' | 'line' | 'city' | 'state' | 'postalCode' | 'country'> {
  const whole = text.trim();
  const [, street = whole, city, state, postalCode] = END.exec(whole) ?? [];
  const known = STATE_CODES.some((code) => code === state);
  const line = (known ? street : whole).split(/\s*\n\s*/).filter(Boolean);
  return { text: whole, line, ...(known && { city, state, postalCode, country: 'US' }) };
}
