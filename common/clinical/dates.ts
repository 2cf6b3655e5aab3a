/** Calendar arithmetic on 'YYYY-MM-DD' strings. Every day count in the clinical core is a difference of dates (C01). */

const MS_PER_DAY = 86_400_000;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const MOMENT =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** Whole days since 1970-01-01 of a calendar date; throws RangeError on anything that is not a real date. */
export function dayNumber(date: string): number {
  const parts = DATE.exec(date);
  if (!parts) throw new RangeError(`Not a calendar date: ${date}`);
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const ms = Date.UTC(year, month - 1, day);
  const back = new Date(ms);
  if (back.getUTCMonth() !== month - 1 || back.getUTCDate() !== day)
    throw new RangeError(`Not a calendar date: ${date}`);
  return ms / MS_PER_DAY;
}

export function isCalendarDate(value: unknown): value is string {
  // PostgreSQL has no year 0.
  if (typeof value !== 'string' || value.startsWith('0000')) return false;
  try {
    dayNumber(value);
    return true;
  } catch {
    return false;
  }
}

export const dateOfDay = (day: number): string => new Date(day * MS_PER_DAY).toISOString().slice(0, 10);

/** Days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);

export const addDays = (date: string, days: number): string => dateOfDay(dayNumber(date) + days);

/** Business days (Monday to Friday) after a date; holidays are not known here. */
export function addBusinessDays(date: string, days: number): string {
  let day = dayNumber(date);
  for (let left = days; left > 0;) {
    day += 1;
    // Day 0 was a Thursday.
    const weekday = (((day + 3) % 7) + 7) % 7;
    if (weekday < 5) left -= 1;
  }
  return dateOfDay(day);
}

/** The same day `months` later, or the last day of the month if that day does not exist (August 31 + 6 = February 28). */
export function addMonths(date: string, months: number): string {
  const start = new Date(dayNumber(date) * MS_PER_DAY);
  const first = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return first.toISOString().slice(0, 10);
}

/** Whole years of age on `today`; a February 29 birthday counts from March 1 in other years. */
export function ageOn(dob: string, today: string): number {
  dayNumber(dob);
  dayNumber(today);
  const years = Number(today.slice(0, 4)) - Number(dob.slice(0, 4));
  return today.slice(5) < dob.slice(5) ? years - 1 : years;
}

/** The local time of a draw. `seconds` counts from midnight and is null when only a date was given. */
export interface WallTime {
  readonly date: string;
  readonly seconds: number | null;
}

const clocks = new Map<string, Intl.DateTimeFormat>();
/** Cached: creating one is slow, and a list needs it for each row. */
function clockOf(timezone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timezone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    clocks.set(timezone, clock);
  }
  return clock;
}

/** The local time in a time zone (an IANA name): 2026-11-24T10:30:00. Throws RangeError on an unknown zone. */
export function wallClockIn(at: Date, timezone: string): string {
  const parts = clockOf(timezone).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}`;
}

/** The calendar date of an instant in a time zone. Throws RangeError on an unknown zone. */
export const dateIn = (at: Date, timezone: string): string => wallClockIn(at, timezone).slice(0, 10);

const secondsOf = (hours: string, minutes: string, seconds = '0'): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);

/**
 * The local time of an ISO instant: as sent when it has an offset (or none), in the organization's `timezone` when it
 * ends in Z (C30). Throws RangeError on a text that is not an instant and on an unknown time zone.
 */
export function wallTime(moment: string, timezone: string): WallTime {
  const parts = MOMENT.exec(moment);
  if (!parts) throw new RangeError(`Not a date and time: ${moment}`);
  const [, date = '', hours, minutes, seconds, zone] = parts;
  dayNumber(date);
  if (hours === undefined || minutes === undefined) return { date, seconds: null };
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds ?? 0) > 59)
    throw new RangeError(`Not a date and time: ${moment}`);
  if (zone?.toUpperCase() !== 'Z') return { date, seconds: secondsOf(hours, minutes, seconds) };
  const local = wallClockIn(new Date(`${date}T${hours}:${minutes}:${seconds ?? '00'}Z`), timezone);
  const [day = '', time = ''] = local.split('T');
  const [h = '', m = '', sec] = time.split(':');
  return { date: day, seconds: secondsOf(h, m, sec) };
}

/** True for a 'YYYY-MM-DDTHH:MM[:SS][Z|+HH:MM]' text that is a valid instant. */
export function isMoment(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  try {
    return wallTime(value, 'UTC').seconds !== null;
  } catch {
    return false;
  }
}
