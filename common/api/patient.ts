import type { FiredRule } from './cases.js';
import type { StaffIntakeSummary } from './dashboard.js';
import type { ListMeta } from './lists.js';
import type { StaffPlan } from './plans.js';

/** A visit is an appointment that was started. */
export const VISIT_STATUSES = ['in_progress', 'needs_paperwork', 'completed'] as const;
export type VisitStatus = (typeof VISIT_STATUSES)[number];

export interface ProfileSummary {
  patient_id: string;
  mrn: string;
  name: string | null;
  first_name: string | null;
  last_name: string | null;
  dob: string | null;
  age: number | null;
  phone: string | null;
  email: string;
  /** Called mailing_address in PATCH. */
  address: string | null;
  education_ack: boolean;
  education_ack_at: string | null;
  preferred_contact: PreferredContact | null;
  emergency_contact_name: string | null;
  emergency_contact_relationship: string | null;
  emergency_contact_phone: string | null;
  /** IANA name. */
  timezone: string;
  version: number;
}
export type PreferredContact = 'email' | 'phone' | 'text';

export interface PatientDocument {
  id: string;
  slug: string;
  title: string;
  state: string;
  data: Record<string, unknown>;
  created_at: string;
  finalized_at: string | null;
  /** The name that was typed as a signature. */
  signed_by: string | null;
}
export interface VisitForm {
  title: string;
  filled_at: string;
  data: Record<string, unknown>;
}
export interface Visit {
  appointment_id: string;
  started_at: string;
  ended_at: string | null;
  status: VisitStatus;
  note: string | null;
  plan: string | null;
  forms: VisitForm[];
}
/** GET /api/patient/profile */
export interface PatientProfileResponse {
  source: string;
  as_of: string;
  summary: ProfileSummary;
  documents: PatientDocument[];
  visits: Visit[];
  forms_total: number;
  acknowledgement: { acknowledged: boolean; acknowledged_at: string | null };
}
/** PATCH /api/patient/profile; same response as GET. */
export interface ProfilePatchRequest {
  version: number;
  phone?: string | null;
  mailing_address?: string | null;
  preferred_contact?: PreferredContact | null;
  emergency_contact_name?: string | null;
  emergency_contact_relationship?: string | null;
  emergency_contact_phone?: string | null;
  timezone?: string;
}

/** GET /api/patient/access-log */
export interface AccessLogResponse {
  entries: { at: string; who: string; role: string; action: string; organisation: string }[];
  /** The value of `?before=` for earlier entries; null after the first one ever. */
  next: string | null;
}

export interface PatientRow {
  id: string;
  patient_id: string;
  mrn: string;
  name: string | null;
  dob: string | null;
  age: number | null;
  /** lb, from the intake or the newest check-in. */
  weight: number | null;
  last_visit_at: string | null;
  last_status: VisitStatus | null;
}
/** GET /api/provider/patients */
export interface PatientListResponse extends ListMeta {
  patients: PatientRow[];
}
/** GET /api/provider/patients/{id} */
export interface ProviderPatientResponse extends PatientProfileResponse {
  summary: ProfileSummary & {
    /** lb */
    weight: number | null;
    allergies: string | null;
    medications: string | null;
  };
  case_id: string | null;
  /** Held since then: entered before the email address was verified. */
  held_since: string | null;
  /** Nothing in the record may be erased since then. */
  legal_hold_since: string | null;
  /** The patient asked to close the account. */
  account_closes_at: string | null;
  plans: StaffPlan[];
  intake_summary: StaffIntakeSummary | null;
  rules: FiredRule[];
}

/** A record entered under an unverified address, before the owner of the mailbox took over the account. */
export interface HeldRecord {
  patient_id: string;
  mrn: string;
  name: string | null;
  email: string;
  held_since: string;
  /** The owner has entered a new record since; the held one cannot replace it. */
  begun_anew: boolean;
}

/** GET /api/provider/held-records */
export interface HeldRecordsResponse {
  records: HeldRecord[];
}

/** POST /api/provider/held-records/{id}/release */
export interface HeldReleaseRequest {
  reason: string;
}

/** POST /api/provider/patients/{id}/open */
export interface RecordOpenResponse {
  patient_id: string;
  /** No further reason is required until then. */
  until: string;
}

/** A colleague opened a record of the reader's own case load, and gave a reason; or gave its case to another clinician, as `reason` says. */
export interface RecordOpening {
  id: string;
  patient_id: string;
  patient_name: string;
  by: string;
  reason: string;
  at: string;
}

/** GET /api/provider/record-openings */
export interface RecordOpeningsResponse {
  openings: RecordOpening[];
}
