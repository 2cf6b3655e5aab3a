import { isCalendarDate } from '#common/clinical/index.js';

/** Whether the patient `p` matches by name, id or MRN, or by date of birth; both parameters may be null. */
export const PATIENT_FOUND = (pattern: string, dob: string): string =>
  `(lower(COALESCE(p.full_name, '') || E'\\n' || p.id::text || E'\\n' || p.mrn) LIKE lower(${pattern}::text) OR p.dob = ${dob}::date)`;

const US_DATE = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** YYYY-MM-DD from a date in that format or MM/DD/YYYY; null if it is neither. */
export function readDob(text: string): string | null {
  const [, month = '', day = '', year = ''] = US_DATE.exec(text) ?? [];
  const iso = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
  return isCalendarDate(iso) ? iso : null;
}

export const searchedDob = (q: string | boolean | undefined): string | null =>
  typeof q === 'string' ? readDob(q.trim()) : null;

const FEWEST_DIGITS = 7;

/** The digits of a search that may be a phone number, without the country code 1; null if it is not one. */
export function searchedPhone(q: string | boolean | undefined): string | null {
  if (typeof q !== 'string' || !/^[\d\s().+-]+$/.test(q) || searchedDob(q)) return null;
  const digits = phoneDigits(q);
  return digits.length >= FEWEST_DIGITS ? digits : null;
}

export const phoneDigits = (phone: string): string => phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
