import type { Appointment } from '../../../../common/api/index.js';

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
