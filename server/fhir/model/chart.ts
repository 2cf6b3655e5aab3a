import type { Hold } from '#common/clinical/index.js';
import type { LabNote } from '#common/api/index.js';
import type { IntakeData } from '#common/intake/index.js';
import type { Organisation } from '../../accounts/users/organisation.entity.js';
import type { User } from '../../accounts/users/user.entity.js';
import type { Appointment } from '../../appointments/records/appointment.entity.js';
import type { PressureReading } from '../../cases/pressure-reading.entity.js';
import type { Case } from '../../cases/case.entity.js';
import type { PatientDocument } from '../../documents/document.entity.js';
import type { LabOrderRow } from '../../lab-orders/records/lab-order.entities.js';
import type { LabPanel, LabResultRow } from '../../labs/lab.entities.js';
import type { Message } from '../../messages/records/message.entities.js';
import type { Contact } from '../../patients/contact.js';
import type { Patient } from '../../patients/patient.entity.js';
import type { Plan } from '../../plans/plan.entity.js';
import type { Prescription } from '../../prescriptions/prescription.entity.js';
import type { CheckInData } from '../../progress/records/progress.repository.js';
import type { StoredDispense } from '../../supply/records/dispenses.repository.js';
import type { CaseAlert } from '../../rules/rule.entities.js';

export type ChartOrganisation = Pick<
  Organisation,
  'id' | 'name' | 'timezone' | 'phone' | 'address' | 'updated_at'
>;
export type Person = Pick<
  User,
  'id' | 'org_id' | 'email' | 'roles' | 'display_name' | 'npi' | 'updated_at'
> & {
  active: boolean;
};
/** As patients may know colleagues: the address is what they sign in with. */
export type ShownPerson = Omit<Person, 'email'> & { email: string | null };

export type ChartPatient = Pick<
  Patient,
  'id' | 'org_id' | 'user_id' | 'mrn' | 'full_name' | 'dob' | 'updated_at'
> & { email: string; contact: Contact | null };
export type ChartCase = Pick<
  Case,
  'id' | 'status' | 'diagnosis' | 'primary_clinician_id' | 'created_at' | 'updated_at'
>;
export type ChartDocument = Pick<
  PatientDocument,
  'id' | 'slug' | 'title' | 'revision' | 'text_version' | 'finalized_at'
> & {
  /** Only for the intake; the others only say that they were agreed to. */
  answers: IntakeData;
  latest: boolean;
};
export type ChartPlan = Pick<
  Plan,
  | 'id'
  | 'lifecycle'
  | 'formulation'
  | 'dose'
  | 'frequency'
  | 'route'
  | 'blood_draw_timing'
  | 'target_range_low'
  | 'target_range_high'
  | 'next_review_on'
  | 'approved_at'
  | 'approved_by'
  | 'created_at'
  | 'updated_at'
>;
export type ChartPrescription = Pick<
  Prescription,
  | 'id'
  | 'case_id'
  | 'plan_id'
  | 'formulation'
  | 'drug'
  | 'dose'
  | 'sig'
  | 'frequency'
  | 'route'
  | 'quantity'
  | 'days_supply'
  | 'refills'
  | 'status'
  | 'replaces_id'
  | 'approved_by'
  | 'on_hold_since'
  | 'ended_reason'
  | 'created_at'
  | 'updated_at'
> & {
  /** The approval date in the clinic's calendar. */
  issued_on: string;
  /** Of the therapy it belongs to. */
  holds: readonly Hold[];
};
export type ChartDispense = Pick<
  StoredDispense,
  'id' | 'prescription_id' | 'n' | 'filled_on' | 'quantity' | 'days' | 'completes'
> & { created_at: Date };
export type ChartPanel = Pick<
  LabPanel,
  | 'id'
  | 'status'
  | 'collected_at'
  | 'specimen'
  | 'reviewed_at'
  | 'reviewed_by'
  | 'note'
  | 'entered_by'
  | 'created_at'
> & {
  corrected: boolean;
  laboratory_notes: readonly LabNote[];
  results: Omit<
    LabResultRow,
    'panel_id' | 'org_id' | 'patient_id' | 'entered_value' | 'entered_unit' | 'marked'
  >[];
};
export type ChartLabOrder = Pick<
  LabOrderRow,
  | 'id'
  | 'number'
  | 'status'
  | 'analytes'
  | 'fasting'
  | 'window_from'
  | 'due_on'
  | 'ordered_by'
  | 'ordered_at'
  | 'updated_at'
> & {
  /** The draws whose results are of this order, and the tests they brought. */
  panel_ids: string[];
  results_in: string[];
  diagnosis_codes: string[];
  /** Where it goes. */
  laboratory: string;
  note: string | null;
};
export type ChartAppointment = Pick<
  Appointment,
  | 'id'
  | 'provider_id'
  | 'kind'
  | 'status'
  | 'preferred'
  | 'starts_at'
  | 'ends_at'
  | 'started_at'
  | 'ended_at'
  | 'created_at'
  | 'updated_at'
> & { reason: string | null };
export type ChartMessage = Pick<
  Message,
  'id' | 'thread_id' | 'sender' | 'author_id' | 'sent_at' | 'read_at'
> & { subject: string; body: string };
export type ChartCheckIn = { id: string; at: Date; data: CheckInData };
export type ChartAlert = Pick<
  CaseAlert,
  | 'id'
  | 'rule_key'
  | 'severity'
  | 'message'
  | 'acknowledged_at'
  | 'acknowledged_by'
  | 'created_at'
  | 'closed_at'
>;

/** Context for every resource: this portal's URL, the clinic, and its staff. */
export interface Clinic {
  /** This portal's URL, for links in resources. */
  readonly origin: string;
  /** In the clinic's calendar. */
  readonly today: string;
  readonly organisation: ChartOrganisation;
  readonly team: readonly ShownPerson[];
}

/** The rows of one patient, newest first, decrypted. A section that was not requested is empty. */
export interface Chart extends Clinic {
  /** A patient sees what the portal shows patients. */
  readonly reader: 'patient' | 'care_team';
  readonly patient: ChartPatient;
  readonly cases: readonly ChartCase[];
  readonly documents: readonly ChartDocument[];
  readonly plans: readonly ChartPlan[];
  readonly prescriptions: readonly ChartPrescription[];
  readonly dispenses: readonly ChartDispense[];
  readonly panels: readonly ChartPanel[];
  readonly labOrders: readonly ChartLabOrder[];
  readonly appointments: readonly ChartAppointment[];
  readonly messages: readonly ChartMessage[];
  readonly checkIns: readonly ChartCheckIn[];
  readonly pressures: readonly PressureReading[];
  readonly alerts: readonly ChartAlert[];
}

export const SECTIONS = [
  'cases',
  'documents',
  'plans',
  'prescriptions',
  'dispenses',
  'panels',
  'labOrders',
  'appointments',
  'messages',
  'checkIns',
  'pressures',
  'alerts',
] as const;
export type Section = (typeof SECTIONS)[number];

/** The answers of the newest signed intake. */
export const latestIntake = ({ documents }: Pick<Chart, 'documents'>): ChartDocument | null =>
  documents.find(({ slug, latest }) => slug === 'intake' && latest) ?? null;
