import type { Comparator } from '#common/clinical/lab-units.js';
import { formatNumber } from './number.js';
import { AGE_TEXT } from './text/age.js';
import { LOCALE } from './text/locale.js';

const dateFormat = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', year: 'numeric' });
const plainDate = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});
const timeFormat = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A calendar date stays that date in every time zone; an instant is shown in the reader's own. */
export function formatDate(value: string | null | undefined, missing = 'not recorded'): string {
  if (!value) return missing;
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return missing;
  return (CALENDAR_DATE.test(value) ? plainDate : dateFormat).format(date);
}

export function formatDateTime(value: string | null | undefined, missing = 'not recorded'): string {
  if (!value) return missing;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? missing : timeFormat.format(date);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "3 days", "5 hours", "12 minutes": how long something has been waiting, or how old it is. */
export function formatAge(since: string | null | undefined, now: number = Date.now()): string {
  const ms = since ? now - new Date(since).getTime() : Number.NaN;
  if (!Number.isFinite(ms)) return AGE_TEXT.unknown;
  if (ms < MINUTE) return AGE_TEXT.underMinute;
  if (ms < HOUR) return AGE_TEXT.minutes(Math.floor(ms / MINUTE));
  if (ms < DAY) return AGE_TEXT.hours(Math.floor(ms / HOUR));
  return AGE_TEXT.days(Math.floor(ms / DAY));
}

/** "<0.1" where the laboratory gave a limit. */
export const formatResult = ({ value, comparator }: { value: number; comparator?: Comparator }): string =>
  `${comparator ?? ''}${formatNumber(value)}`;

/** A text with its calendar days as they are written elsewhere: "told 2026-11-25: nuts" becomes "told Nov 25, 2026: nuts". */
export const withDates = (text: string): string =>
  text.replace(
    /(^|\btold )(\d{4}-\d{2}-\d{2})(?=: )/gm,
    (_, before: string, day: string) => before + formatDate(day),
  );
