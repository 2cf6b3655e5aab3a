import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Appointment, AppointmentKind } from '#common/api/appointments.js';

const KIND: Record<AppointmentKind, string> = {
  video: 'video appointment',
  phone: 'phone appointment',
  in_person: 'appointment',
};

/** An appointment for any calendar program; its reason stays in the portal. */
export function calendarFile(
  appointment: Appointment & { starts_at: string; ends_at: string },
  stamp: Date,
): string {
  const calendar = ical({
    name: 'TRT Program',
    prodId: { company: 'TRT Program', product: 'Appointments', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: appointment.id,
    sequence: appointment.version,
    start: new Date(appointment.starts_at),
    end: new Date(appointment.ends_at),
    stamp,
    summary: `TRT Program: ${KIND[appointment.kind]}`,
    status: appointment.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(appointment.join_url && { url: appointment.join_url }),
  });
  return calendar.toString();
}
