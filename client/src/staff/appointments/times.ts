import type { AppointmentOverlap, StaffAppointment } from '#common/api/index.js';
import { LOCALE } from '#client/shared/ui/text/locale.js';

const MINUTE = 60_000;
const HERE = new Intl.DateTimeFormat(LOCALE).resolvedOptions().timeZone;

function format(iso: string, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(iso);
  try {
    return new Intl.DateTimeFormat(LOCALE, { ...options, timeZone }).format(date);
  } catch {
    // A zone this browser does not know.
    return new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: HERE }).format(date);
  }
}

const CLOCK = { hour: 'numeric', minute: '2-digit' } as const;

/** "Mon, Mar 2, 9:30 AM", in the reader's own time; other years are named. */
export function whenText(iso: string, now: Date = new Date()): string {
  const year = new Date(iso).getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return format(iso, HERE, { weekday: 'short', month: 'short', day: 'numeric', ...year, ...CLOCK });
}

/** "Marcus Hale, Mon, Mar 2, 9:30 AM, 30 minutes." */
export const overlapText = ({ patient_name, starts_at, ends_at }: AppointmentOverlap): string =>
  `${patient_name}, ${whenText(starts_at)}, ${(Date.parse(ends_at) - Date.parse(starts_at)) / MINUTE} minutes.`;

/** The patient's local time, where it differs from the reader's. */
export function patientsClock({ starts_at, timezone }: StaffAppointment): string | null {
  if (!starts_at) return null;
  const time = { ...CLOCK, timeZoneName: 'short' } as const;
  const theirs = format(starts_at, timezone, time);
  return theirs === format(starts_at, HERE, time) ? null : theirs;
}

/** An instant as local time, in the format of a date-and-time field. */
export function toLocalField(iso: string): string {
  const at = new Date(iso);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The times a patient proposed that are still possible. */
export const proposedTimes = ({ preferred }: StaffAppointment, now: number = Date.now()): string[] =>
  preferred.filter((time) => Date.parse(time) > now);

/** A visit can be started this long before its appointment; starting tomorrow's would be a mistake. */
const EARLY = 120 * MINUTE;
export const LENGTHS = [15, 20, 30, 45, 60, 90] as const;

export function lengthOf({ starts_at, ends_at }: StaffAppointment): number {
  if (!starts_at || !ends_at) return 30;
  return Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / MINUTE);
}

/** Start and end in UTC from a local time and a length in minutes; null when the time is not valid. */
export function span(local: string, minutes: number): { starts_at: string; ends_at: string } | null {
  const start = new Date(local).getTime();
  if (!local || Number.isNaN(start)) return null;
  return {
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(start + minutes * MINUTE).toISOString(),
  };
}

export type AppointmentAct =
  | 'schedule'
  | 'reschedule'
  | 'start'
  | 'complete'
  | 'writeNote'
  | 'noShow'
  | 'cancel'
  | 'decline';

/** The actions available for an appointment now. */
export function actsOf(one: StaffAppointment, now: number = Date.now()): AppointmentAct[] {
  if (one.status === 'requested') return ['schedule', 'decline'];
  if (one.status === 'completed') return one.note ? [] : ['writeNote'];
  if (one.status !== 'scheduled') return [];
  if (one.started_at) return ['complete'];
  const ahead = one.starts_at === null ? 0 : Date.parse(one.starts_at) - now;
  if (ahead < 0) return ['start', 'noShow', 'cancel'];
  return ahead <= EARLY ? ['start', 'reschedule', 'cancel'] : ['reschedule', 'cancel'];
}
