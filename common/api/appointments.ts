import type { ListMeta } from './lists.js';
import type { EmergencyAdvice } from './messages.js';

export const APPOINTMENT_KINDS = ['video', 'phone', 'in_person'] as const;
export type AppointmentKind = (typeof APPOINTMENT_KINDS)[number];
export const APPOINTMENT_STATUSES = ['requested', 'scheduled', 'completed', 'cancelled', 'no_show'] as const;
export type AppointmentStatus = (typeof APPOINTMENT_STATUSES)[number];

export interface Appointment {
  id: string;
  appointment_id: string;
  version: number;
  kind: AppointmentKind;
  status: AppointmentStatus;
  /** null until scheduled. */
  starts_at: string | null;
  ends_at: string | null;
  started_at: string | null;
  ended_at: string | null;
  /** IANA name of the patient's time zone. */
  timezone: string;
  provider_name: string | null;
  reason: string | null;
  /** The times a patient proposed, ISO. */
  preferred: string[];
  join_url: string | null;
  cancel_reason: string | null;
  created_at: string;
}
/** 201 of POST /api/appointments, and POST /api/appointments/{id}/cancel */
export interface SavedAppointment extends Appointment {
  emergency: EmergencyAdvice | null;
}
/** GET /api/appointments: upcoming first, then requests, then past. */
export interface AppointmentsResponse {
  appointments: Appointment[];
}
export interface AppointmentRequest {
  kind: AppointmentKind;
  reason: string;
  preferred: string[];
}
export interface StaffAppointment extends Appointment {
  patient_id: string;
  patient_name: string;
  mrn: string;
  provider_id: string | null;
  note: string | null;
}
/** GET /api/provider/appointments */
export interface StaffAppointmentsResponse extends ListMeta {
  appointments: StaffAppointment[];
}
/** POST /api/provider/appointments/{id} */
export interface AppointmentChange {
  version?: number;
  status?: AppointmentStatus;
  starts_at?: string;
  ends_at?: string;
  started_at?: string;
  ended_at?: string;
  provider_id?: string | null;
  join_url?: string | null;
  /** Note on the visit; with a cancellation, the reason the patient reads. */
  note?: string | null;
  /** Refuse if the provider has another appointment at that time: 409 with `overlaps`. */
  free_only?: boolean;
}
export interface AppointmentOverlap {
  starts_at: string;
  ends_at: string;
  patient_name: string;
}
