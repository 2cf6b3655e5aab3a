import { wallClockIn } from '#common/clinical/dates.js';
import { LOCALE } from './text/locale.js';

/** Times and days in a time zone (an IANA name), in words. */
const DAY = { month: 'short', day: 'numeric', year: 'numeric' } as const;
const MOMENT = {
  ...DAY,
  weekday: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;
const TITLE = { timeZoneName: 'longGeneric' } as const;

const formats = new Map<string, Intl.DateTimeFormat>();
/** Cached: creating one is slow, and a list needs it for each row. */
function format(timeZone: string, kind: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${kind}`;
  let found = formats.get(key);
  if (!found) {
    try {
      found = new Intl.DateTimeFormat(LOCALE, { ...options, timeZone });
    } catch {
      // A zone this browser does not know: fall back to its own.
      found = new Intl.DateTimeFormat(LOCALE, options);
    }
    formats.set(key, found);
  }
  return found;
}

/** "Tue, Nov 24, 2026, 10:30 AM EST" */
export const momentIn = (iso: string, zone: string): string =>
  format(zone, 'moment', MOMENT).format(new Date(iso));

/** "Nov 24, 2026": the day of an instant in the reader's zone. */
export const dayIn = (iso: string, zone: string): string => format(zone, 'day', DAY).format(new Date(iso));

/** The same as a calendar date: 2026-11-24. */
export const dateIn = (at: Date, zone: string): string => wallTimeIn(at, zone).slice(0, 10);

export const todayIn = (zone: string, now: Date = new Date()): string => dateIn(now, zone);

/** "Pacific Time" */
export function zoneTitle(zone: string): string {
  const parts = format(zone, 'title', TITLE).formatToParts(new Date());
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

/** Whether two zones show the same time: New York and Detroit need no note about a difference. */
export function sameClock(a: string, b: string, now: Date = new Date()): boolean {
  const halfYears = [0, 182].map((days) => new Date(now.getTime() + days * 86_400_000));
  return halfYears.every((at) => wallTimeIn(at, a) === wallTimeIn(at, b));
}

/** The local time in a zone, as a date-and-time field writes it, with seconds: 2026-11-24T10:30:00. */
function wallTimeIn(at: Date, zone: string): string {
  // The title's format falls back to a zone this browser knows.
  return wallClockIn(at, format(zone, 'title', TITLE).resolvedOptions().timeZone);
}

/** An instant as a date-and-time field expects it: local time in the zone, to the minute. */
export const toField = (at: Date, zone: string): string => wallTimeIn(at, zone).slice(0, 16);

/** The instant that a date-and-time field's value means in the zone; null if it is not one. */
export function fromField(text: string, zone: string): Date | null {
  const [wanted] = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.exec(text) ?? [];
  const asUtc = wanted ? Date.parse(`${wanted}:00Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return null;
  // Near a clock change the offset at the guess may differ from the one at the actual time, so check both.
  let at = asUtc;
  for (let look = 0; look < 2; look++) at += asUtc - Date.parse(`${wallTimeIn(new Date(at), zone)}Z`);
  // An hour skipped by the clock change moves forward, never back.
  return new Date(Math.max(at, at + asUtc - Date.parse(`${wallTimeIn(new Date(at), zone)}Z`)));
}
