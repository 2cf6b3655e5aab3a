import type { Appointment } from '#common/api/index.js';

export type AppointmentGroup = 'upcoming' | 'requested' | 'past';

/** A scheduled appointment stays upcoming until the care team closes it: being late must not hide the join link. */
export function groupOf(appointment: Appointment): AppointmentGroup {
  if (appointment.status === 'requested') return 'requested';
  return appointment.status === 'scheduled' ? 'upcoming' : 'past';
}

/** An appointment that has started can no longer be canceled here. */
export function canCancel(appointment: Appointment, now: number = Date.now()): boolean {
  if (appointment.status === 'requested') return true;
  if (appointment.status !== 'scheduled' || appointment.started_at) return false;
  return !appointment.starts_at || Date.parse(appointment.starts_at) > now;
}

const SOON_MS = 30 * 60_000;
/** Whether joining is the next thing to do: until shortly before it is, the visit is only something to know of. */
export const startsSoon = (
  { starts_at: at, started_at: started }: Pick<Appointment, 'starts_at' | 'started_at'>,
  now: number = Date.now(),
): boolean => started !== null || at === null || Date.parse(at) - now <= SOON_MS;

/** A time as a date-and-time field writes it, on a weekend, at night or in the evening. */
export function isOutOfHours(field: string): boolean {
  const day = new Date(`${field.slice(0, 10)}T00:00:00Z`).getUTCDay();
  const hour = Number(field.slice(11, 13));
  return field !== '' && (day === 0 || day === 6 || hour < 8 || hour >= 18);
}
