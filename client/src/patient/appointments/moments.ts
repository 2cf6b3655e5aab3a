import type { Appointment } from '../../../../common/api/index.js';

const LOCALE = 'en-US';

/** "Tue, Nov 24, 2026, 10:30 AM EST" in the zone given, or in the device's own while none is known. */
export function momentIn(iso: string, timeZone: string | undefined): string {
  const options: Intl.DateTimeFormatOptions = {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  };
  try {
    return new Intl.DateTimeFormat(LOCALE, { ...options, timeZone }).format(new Date(iso));
  } catch {
    // A zone this browser does not know: its own is better than none.
    return new Intl.DateTimeFormat(LOCALE, options).format(new Date(iso));
  }
}

/** The zone of the person's own device, as people say it: "Eastern Time". */
export function ownZoneName(): string {
  const part = new Intl.DateTimeFormat(LOCALE, { timeZoneName: 'longGeneric' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName');
  return part?.value ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What a date-and-time field holds, as the moment it means on this device; null while it is none. */
export function fromField(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text)) return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** A moment as a date-and-time field wants it: local, to the minute. */
export function toField(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

export type AppointmentGroup = 'upcoming' | 'requested' | 'past';

/** A scheduled one stays upcoming until the care team closes it: being late must not hide the way in. */
export function groupOf(appointment: Appointment): AppointmentGroup {
  if (appointment.status === 'requested') return 'requested';
  return appointment.status === 'scheduled' ? 'upcoming' : 'past';
}

/** What has begun can no longer be cancelled here. */
export function canCancel(appointment: Appointment, now: number = Date.now()): boolean {
  if (appointment.status === 'requested') return true;
  if (appointment.status !== 'scheduled' || appointment.started_at) return false;
  return !appointment.starts_at || Date.parse(appointment.starts_at) > now;
}
