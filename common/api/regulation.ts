/** Licenses, registrations, monitoring programs and telemedicine: the legal requirements for prescribing in each state. */

export const PDMP_FINDINGS = ['none', 'as_expected', 'discrepancy'] as const;
export type PdmpFinding = (typeof PDMP_FINDINGS)[number];
export const TELEMED_KINDS = [
  'in_person',
  'covering_practitioner',
  'registered_facility',
  'special_registration',
] as const;
export type TelemedKind = (typeof TELEMED_KINDS)[number];

/** Only an active one counts: valid, and verified by an administrator. */
export type CredentialStatus = 'active' | 'unverified' | 'expired';

/** Days are YYYY-MM-DD. */
export interface ProviderLicense {
  id: string;
  state: string;
  type: string;
  number: string;
  status: CredentialStatus;
  expires_on: string;
  verified_on: string | null;
  verified_by: string | null;
}
export interface ProviderLicensesResponse {
  licenses: ProviderLicense[];
}
export interface ProviderLicenseRequest {
  state: string;
  type: string;
  number: string;
  expires_on: string;
}
export interface DeaRegistration {
  id: string;
  state: string;
  number: string;
  /** null: all. */
  schedules: string[] | null;
  status: CredentialStatus;
  expires_on: string;
  verified_on: string | null;
  verified_by: string | null;
}
export interface DeaRegistrationsResponse {
  dea_registrations: DeaRegistration[];
}
export interface DeaRegistrationRequest {
  state: string;
  number: string;
  schedules?: string[] | null;
  expires_on: string;
}
/** GET and PATCH /api/provider/profile */
export interface ProviderProfile {
  npi: string | null;
}

/** A query of one state's prescription monitoring program (PDMP). */
export interface PdmpCheck {
  id: string;
  /** null: only a date was recorded, for a patient whose state was unknown. */
  state: string | null;
  queried_on: string;
  queried_by: string;
  /** The provider a delegate queried for. */
  delegate_of: string | null;
  report_ref: string | null;
  finding: PdmpFinding;
  note: string | null;
  /** For a discrepancy: it stays open until someone resolves it, whatever later queries find. */
  resolved: { by: string; at: string; reason: string } | null;
  created_at: string;
}
/** POST /api/trt/cases/{id}/pdmp-checks/{check_id}/resolve */
export interface PdmpResolveRequest {
  reason: string;
}
/** GET /api/trt/cases/{id}/pdmp-checks: newest first. */
export interface PdmpChecksResponse {
  checks: PdmpCheck[];
  /** The patient's stated location; the program to query. */
  patient_state: string | null;
}
export interface PdmpCheckRequest {
  state: string;
  queried_on: string;
  finding: PdmpFinding;
  report_ref?: string;
  delegate_of?: string;
  note?: string;
}
/** What makes telemedicine prescribing lawful without the federal flexibility. */
export interface TelemedBasis {
  id: string;
  kind: TelemedKind;
  on: string;
  /** Its last day; null = none was given. */
  until: string | null;
  by_provider_id: string | null;
  by_provider: string | null;
  /** Of another practice: whom a basis rests on, by name. */
  practitioner: string | null;
  where: string | null;
  note: string | null;
  recorded_by: string;
  created_at: string;
}
/** GET /api/trt/cases/{id}/telemed-basis: newest first. */
export interface TelemedBasesResponse {
  bases: TelemedBasis[];
}
export interface TelemedBasisRequest {
  kind: TelemedKind;
  on: string;
  /** Its last day. The newest record of one kind, day and provider counts. */
  until?: string;
  by_provider_id?: string;
  /** Needed for a covering or a registered practitioner, unless `by_provider_id` names one of the clinic. */
  practitioner?: string;
  where?: string;
  note?: string;
}

export interface StatePolicy {
  required: boolean;
  max_age_days: number;
  when: 'each' | 'first_and_every_90_d';
  /** null: this state sets no limit. */
  max_days_supply: number | null;
  in_person_rule: string | null;
  nurse_practitioner_may: boolean;
}
export interface TelemedicinePolicy {
  /** The last day of the federal flexibility, with its citation. */
  flexibility_until: string;
  citation: string;
}
/** For every state without its own policy. */
export const DEFAULT_STATE_POLICY: StatePolicy = {
  required: true,
  max_age_days: 7,
  when: 'each',
  max_days_supply: null,
  in_person_rule: null,
  nurse_practitioner_may: false,
};
export const DEFAULT_TELEMEDICINE: TelemedicinePolicy = {
  flexibility_until: '2026-12-31',
  citation: '90 FR 61301',
};

/** GET /api/admin/organisations/{id}/policies: newest first. */
export interface PolicyVersion<Policies> {
  n: number;
  effective_from: string;
  by: string | null;
  at: string;
  policies: Policies;
}
