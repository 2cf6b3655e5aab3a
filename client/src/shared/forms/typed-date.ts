import { ADULT_AGE, ageOn, parseCalendarDate } from '#common/intake/index.js';

/** The contents of a date's three fields. */
export interface DateParts {
  month: string;
  day: string;
  year: string;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const EMPTY: DateParts = { month: '', day: '', year: '' };

/** "3", "03", "Mar" and "march" are all month 3; anything else is not a month. */
export function monthNumber(text: string): number | null {
  const word = text.trim().toLowerCase();
  if (/^\d{1,2}$/.test(word)) return Number(word);
  const index = word.length >= 3 ? MONTHS.findIndex((month) => word.startsWith(month)) : -1;
  return index < 0 ? null : index + 1;
}

/** Longer than any date written in words. */
const LONGEST = 40;

/** A whole date pasted or typed at once; U.S. order where it is ambiguous. */
export function readWholeDate(text: string): DateParts | null {
  const value = text.trim();
  if (value.length > LONGEST) return null;
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:T.*)?$/.exec(value);
  if (iso) return parts(iso[2], iso[3], iso[1]);
  const numeric = /^(\d{1,2})\s*[-/. ]\s*(\d{1,2})\s*[-/. ]\s*(\d{4})$/.exec(value);
  if (numeric) return inOrder(numeric[1], numeric[2], numeric[3]);
  if (/^\d{8}$/.test(value)) return eightDigits(value);
  const monthFirst = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(value);
  if (monthFirst) return parts(String(monthNumber(monthFirst[1] ?? '') ?? ''), monthFirst[2], monthFirst[3]);
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})\.?,? (\d{4})$/i.exec(value);
  if (dayFirst) return parts(String(monthNumber(dayFirst[2] ?? '') ?? ''), dayFirst[1], dayFirst[3]);
  return null;
}

/** A finished date, perhaps with a two-digit year; while typing, "3/15/19" could still become 1982. */
export function readFinishedDate(text: string, when: DateBounds): DateParts | null {
  const short = /^(\d{1,2})\s*[-/. ]\s*(\d{1,2})\s*[-/. ]\s*(\d{2})$/.exec(text.trim().slice(0, LONGEST));
  if (!short) return readWholeDate(text);
  const fitting = ['19', '20']
    .map((century) => inOrder(short[1], short[2], `${century}${short[3] ?? ''}`))
    .filter((date) => date && isPossible(date, when));
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

export interface DateBounds {
  /** YYYY-MM-DD */
  today: string;
  /** A date of birth of a person old enough for the program. */
  birth: boolean;
}
const OLDEST = 110;

function isPossible(date: DateParts, { today, birth }: DateBounds): boolean {
  const written = joinDate(date) ?? '';
  const age = ageOn(written, today);
  if (age === null || written > today) return false;
  return !birth || (age >= ADULT_AGE && age <= OLDEST);
}

/** Month first, as in the U.S., unless the first number can only be a day. */
function inOrder(first = '', second = '', year = ''): DateParts | null {
  return Number(first) > 12 && Number(second) <= 12 ? parts(second, first, year) : parts(first, second, year);
}

/** Digits without separators: read as a U.S. date, otherwise as YYYYMMDD if that is a valid date. */
function eightDigits(value: string): DateParts | null {
  const candidates = [
    inOrder(value.slice(0, 2), value.slice(2, 4), value.slice(4)),
    parts(value.slice(4, 6), value.slice(6), value.slice(0, 4)),
  ];
  return candidates.find((date) => date && isRecent(date)) ?? null;
}

const isRecent = (date: DateParts): boolean =>
  /^(19|20)/.test(date.year) && parseCalendarDate(joinDate(date) ?? '') !== null;

function parts(month = '', day = '', year = ''): DateParts | null {
  return month === '' ? null : { month: String(Number(month)), day: String(Number(day)), year };
}

/** YYYY-MM-DD when all three are there; otherwise what was typed, so that a draft keeps it; undefined when empty. */
export function joinDate({ month, day, year }: DateParts): string | undefined {
  const [m, d, y] = [month.trim(), day.trim(), year.trim()];
  if (m === '' && d === '' && y === '') return undefined;
  const number = monthNumber(m);
  if (number !== null && /^\d{1,2}$/.test(d) && /^\d{4}$/.test(y)) {
    return `${y}-${String(number).padStart(2, '0')}-${d.padStart(2, '0')}`;
  }
  return `${y}-${m}-${d}`;
}

/** The fields for a stored text; a partly typed one comes back as it was typed. */
export function splitDate(value: string | undefined): DateParts {
  if (!value) return EMPTY;
  const whole = readWholeDate(value);
  if (whole) return whole;
  const match = /^([^-]*)-([^-]*)-(.*)$/.exec(value);
  if (!match) return { ...EMPTY, month: value };
  const tidy = (text = '') => (/^\d+$/.test(text) ? String(Number(text)) : text);
  return { year: match[1] ?? '', month: tidy(match[2]), day: tidy(match[3]) };
}
