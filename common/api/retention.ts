/** One line of the schedule: what is kept, for how long, what happens then, and why. */
export interface RetentionRule {
  what: string;
  kept: string;
  ends: 'erased' | 'deleted' | 'kept';
  source: string;
}

/** What has to end before an account closes. */
export type OpenMatter = 'emergencies' | 'prescriptions' | 'appointments';

/** GET, POST, DELETE /api/patient/closing */
export interface ClosingResponse {
  closing: { requested_at: string; closes_at: string } | null;
  waits_for: OpenMatter[];
  grace_days: number;
  /** How long the record of care is kept after the account closes. */
  record_years: number;
}

export interface LegalHold {
  reason: string;
  placed_at: string;
  placed_by: string;
}
/** POST /api/admin/patients/{id}/legal-hold, and its release */
export interface LegalHoldRequest {
  reason: string;
}
export interface LegalHoldResponse {
  hold: LegalHold | null;
}

interface PatientNamed {
  patient_id: string;
  mrn: string;
  name: string | null;
}
export interface RetentionHold extends LegalHold, PatientNamed {}
export interface RetentionClosing extends PatientNamed {
  requested_at: string;
  closes_at: string;
  on_hold: boolean;
}
/** GET /api/admin/retention */
export interface RetentionResponse {
  schedule: RetentionRule[];
  holds: RetentionHold[];
  closings: RetentionClosing[];
}
