import type { Appointment } from '#common/api/index.js';

type Dated = Pick<Appointment, 'status' | 'starts_at'>;

/** The earliest confirmed visit that is not closed yet, otherwise one that was asked for. */
export function nextVisit<Visit extends Dated>(appointments: readonly Visit[]): Visit | null {
  const confirmed = appointments
    .filter(({ status, starts_at: at }) => status === 'scheduled' && at)
    .toSorted((a, b) => a.starts_at!.localeCompare(b.starts_at!));
  return confirmed[0] ?? appointments.find(({ status }) => status === 'requested') ?? null;
}
