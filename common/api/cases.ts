import type { Evidence } from '../clinical/evidence.js';
import type { Comparator } from '../clinical/lab-units.js';
import type { CaseExtras } from '../clinical/case-extras.js';
import type { AlertAction, AlertSeverity, CaseStatus } from '../vocabulary/index.js';
import type { NextLabSuggestion, StaffIntakeSummary } from './dashboard.js';
import type { UnsentChanges } from './intake.js';
import type { HomePressure } from './progress.js';
import type { LatestLabs, Lab } from './labs.js';
import type { ListMeta } from './lists.js';
import type { MessageBesideCase } from './messages.js';
import type { DiscontinuationRecord, StaffPlan } from './plans.js';
import type { Prescription } from './prescriptions.js';
import type { SafetyCheck } from './safety-checks.js';

export interface FiredRule {
  rule_key: string;
  /** The rule's clinical name. */
  title: string;
  recommendation: string;
  severity: AlertSeverity;
  effect: string;
  source: string;
  version: number;
  inputs: RuleInputTrace[];
  evidence: readonly Evidence[];
}

export interface RuleInputTrace {
  name: string;
  value: string | number | boolean | null;
  /** The laboratory gave a limit: `value` is that limit. */
  comparator?: Comparator;
  unit?: string;
  threshold?: string;
  age_days?: number | null;
  collected_at?: string;
  since_last_dose_h?: number;
  missing?: boolean;
}

/** When and where a patient wrote about an emergency. */
export interface AlertReport {
  at: string;
  place: 'assistant' | 'message' | 'check_in' | 'intake' | 'safety_check' | 'appointment' | 'dose' | 'refill';
  /** Of a message: its thread. */
  thread_id?: string;
  /** Ticked in a form that was not sent yet. */
  unsent?: true;
  /** Of a logged dose: when the patient took it back. */
  removed_at?: string;
}
/** Whether and when the patient in an emergency was reached, and what was agreed. */
export interface ContactRequest {
  reached: boolean;
  at: string;
  note: string;
}
export interface EmergencyContact extends ContactRequest {
  by: string;
  recorded_at: string;
  /** When the care team tries again; null: the alert was closed. */
  recheck_on: string | null;
}
export interface AlertAcknowledgement {
  by: string;
  at: string;
  action: AlertAction;
  recheck_on: string | null;
  note: string | null;
}

export interface CaseAlert {
  id: string;
  rule_key: string | null;
  severity: AlertSeverity;
  message: string;
  created_at: string;
  /** Oldest first; empty for an alert opened by a rule. */
  reports: AlertReport[];
  acknowledged: AlertAcknowledgement | null;
  /** Of an emergency, oldest first: every time the care team tried to reach the patient. */
  contacts: EmergencyContact[];
  /** The rule's title; null if no rule raised it. */
  title: string | null;
  /** The values the rule used, with limit, age and source; empty if no rule raised it. */
  evidence: readonly Evidence[];
}

/** POST /api/trt/cases/{id}/alerts/{alert_id}/acknowledge */
export interface AlertAcknowledgeRequest {
  action: AlertAction;
  recheck_on?: string;
  /** Required but for an emergency. */
  note?: string;
  /** Required for an emergency, unless it was misread. */
  contact?: ContactRequest;
  /** The words mean something else: `note` says what, in 20 characters or more. */
  misread?: true;
  version?: number;
}

/** An alert of an emergency that a clinician closed because its words mean something else, in the last days. */
export interface MisreadAlert extends Pick<CaseAlert, 'id' | 'rule_key' | 'message' | 'reports'> {
  closed_at: string;
  by: string;
  /** What the words mean. */
  note: string;
}
/** POST /api/trt/cases/{id}/alerts/{alert_id}/reopen */
export interface AlertReopenRequest {
  version?: number;
}

/** POST /api/trt/cases/{id}/alerts/{alert_id}/close */
export interface AlertCloseRequest {
  contact?: ContactRequest;
  /** Ignored: what was agreed is the note of the contact. */
  note?: string;
}

/** A hold on therapy: until a date, until a value is low enough, or until a clinician resumes it. */
export interface TherapyHoldRecord {
  since: string;
  /** The rule that set it; null: set by a clinician. */
  rule_key: string | null;
  reason: string | null;
  until_on: string | null;
  until: { analyte: string; at_most: number } | null;
  by: string | null;
}

/** Therapy that was resumed before the hold's condition was met. */
export interface ResumedAgainst {
  rule_key: string;
  reason: string | null;
  by: string | null;
  at: string;
}

/** When therapy began; assumed: estimated from the plan's approval until the patient reports the first dose. */
export interface TherapyStart {
  on: string;
  assumed: boolean;
}
/** GET /api/first-dose */
export interface FirstDoseQuestion {
  /** The plan is approved, and the patient has not reported the first dose. */
  asked: boolean;
  /** The approval date, while asked. */
  not_before: string | null;
  therapy_start: TherapyStart | null;
}
/** POST /api/first-dose: 201 with the FirstDose. */
export interface FirstDoseRequest {
  taken_on: string;
}
export interface FirstDose {
  therapy_start: TherapyStart;
}

/** POST /api/trt/cases/{id}/hold */
export interface TherapyHoldRequest {
  reason: string;
  until_on?: string;
  until?: { analyte: string; at_most: number };
  version: number;
}

/** POST /api/trt/cases/{id}/resume */
export interface ResumeRequest extends ReasonRequest {
  /** The hold's rule, if its condition has not been met. */
  overrides?: string[];
}

export interface ReasonRequest {
  reason: string;
  version: number;
}

/** GET /api/trt/cases */
export interface CaseRow {
  id: string;
  case_number: string;
  patient_id: string;
  patient_name: string;
  mrn: string;
  patient_email: string;
  status: CaseStatus;
  flagged: boolean;
  overdue: boolean;
  open_alerts: number;
  /** How many of `open_alerts` are critical. */
  critical_alerts: number;
  next_review_at: string | null;
  /** The most urgent alert waiting for a clinician; null if none is. */
  top_alert: {
    rule_key: string | null;
    severity: AlertSeverity;
    title: string | null;
    message: string;
    evidence: readonly Evidence[];
    created_at: string;
  } | null;
  /** A plan is waiting for review. */
  plan_waits: boolean;
  /** The rules that orders in use were approved against. */
  approved_against: string[];
  /** On treatment, and not put on hold by a clinician. */
  on_treatment: boolean;
  /** An open case waits since it was opened, a treated one since its review was due; used by the sort `urgency`. */
  waiting_since: string | null;
  created_at: string;
  updated_at: string;
  version: number;
}

export interface CaseListResponse extends ListMeta {
  items: CaseRow[];
}

export type { CaseExtras };

export interface CaseDetailResponse {
  case: {
    id: string;
    case_number: string;
    status: CaseStatus;
    patient_id: string;
    patient_name: string;
    mrn: string;
    patient_email: string;
    created_at: string;
    updated_at: string;
    diagnosis: string | null;
    primary_clinician: string | null;
    primary_clinician_id: string | null;
    /** Opened for an emergency before the patient submitted an intake. */
    awaits_intake: boolean;
    extras: CaseExtras;
    version: number;
  };
  case_source: string;
  as_of: string;
  plan: StaffPlan | null;
  pending_plan: StaffPlan | null;
  /** The end of the last treatment; null if none has ended. */
  discontinuation: DiscontinuationRecord | null;
  /** null when not on treatment. */
  therapy_start: TherapyStart | null;
  /** The first of `holds`. */
  hold: TherapyHoldRecord | null;
  /** Every open hold: a clinician's, then a rule's. */
  holds: TherapyHoldRecord[];
  resumed_against: ResumedAgainst | null;
  latest_labs: LatestLabs;
  labs_history: Lab[];
  alerts: CaseAlert[];
  /** Newest first. */
  misread_alerts: MisreadAlert[];
  rules: FiredRule[];
  /** Before the first dose: what clinicians marked as read, with the reader. */
  read_history: readonly {
    readonly field: string;
    readonly text: string;
    readonly by: string;
    readonly at: string;
    readonly note: string | null;
    /** null: it was not asked. */
    readonly against_treatment: boolean | null;
  }[];
  /** Free texts of the intake and safety checks that no clinician has marked as reviewed, with the words matched by a pattern. */
  unread_history: readonly {
    readonly field: string;
    readonly text: string;
    readonly matched: readonly string[];
  }[];
  /** The patient's messages that no clinician has reviewed, and those of the last 30 days, newest first. */
  patient_messages: MessageBesideCase[];
  /** Rules that read what the patient told, with the words and what a clinician decided about them. */
  told_findings: ToldFindingRecord[];
  /** Newest first. */
  safety_checks: SafetyCheck[];
  /** Keys of rules against treatment that a clinician explains to the patient in person. */
  tell_in_person: string[];
  /** Answers used by rules or clinicians, changed after submission: the names of the questions, never the answers. */
  unsent_changes: UnsentChanges | null;
  prescriptions: Prescription[];
  next_lab_suggestion: NextLabSuggestion | null;
  /** When the clinic gives the next dose; null where it gives none now. */
  next_clinic_dose: { on: string; first: boolean } | null;
  /** The newest reading: the clinic's, otherwise the patient's own; null without one. */
  blood_pressure: {
    systolic: number;
    diastolic: number;
    on: string | null;
    reported: boolean;
    /** The clinic's reading of an earlier day. */
    before: { systolic: number; diastolic: number } | null;
  } | null;
  /** The patient's newest home reading, until a clinician records it or enters another. */
  home_pressure: HomePressure | null;
  intake_summary: StaffIntakeSummary | null;
  contact: CaseContact;
  /** Other patients of the clinic with this name and date of birth: perhaps the same person, twice. */
  same_person: SamePerson[];
}

export interface SamePerson {
  mrn: string;
  /** null: no case yet. */
  case_id: string | null;
}

export interface CasePatchRequest {
  version: number;
  status?: CaseStatus;
  diagnosis?: string | null;
  /** A user id. */
  primary_clinician?: string | null;
  extras?: CaseExtras;
  /** Why a blood pressure that stopped treatment, or a date that doses are counted from, is removed or overwritten. */
  reason?: string;
}

/** GET /api/trt/cases/{id}/clinicians: who can be the case's primary clinician. */
export interface CliniciansResponse {
  clinicians: { user_id: string; name: string }[];
}

/** How to reach the patient, as the profile or the intake says. */
export interface CaseContact {
  /** As the patient entered it, before the intake that names the case was submitted; otherwise null. */
  unsent_name: string | null;
  phone: string | null;
  emergency_contact_name: string | null;
  emergency_contact_phone: string | null;
}

/** POST /api/trt/cases/{id}/history-review */
export interface HistoryReviewRequest {
  version: number;
  /** May be left out where findings are settled. */
  fields?: string[];
  /** Required with `fields`: whether what was read speaks against treatment. If so, it stays told until it is settled. */
  against_treatment?: boolean;
  /** A sentence where findings are settled. */
  note?: string;
  settle?: { rule_key: string; applies: boolean }[];
}

/** A rule that read what the patient told. Told again, it is open again. */
export interface ToldFindingRecord {
  rule_key: string;
  title: string;
  /** `allergies` of the intake, or `changes.conditions` and the like. */
  texts: { field: string; on: string | null; text: string }[];
  open: boolean;
  /** The newest decision; for an allergy that was not clear, the rule that it was recorded under. */
  settled: { rule_key: string; applies: boolean; note: string; by: string; at: string } | null;
}

export interface CaseFormResponse {
  form: string;
  title: string;
  state: string;
  finalized_at: string | null;
  /** The name that the patient typed as a signature. */
  signed_by: string | null;
  data: Record<string, unknown>;
}

/** POST /api/trt/cases/{id}/tell-in-person: the complete list; with an empty one the patient sees every reason. */
export interface TellInPersonRequest {
  keys: string[];
  version: number;
}

export interface CaseAlertsResponse {
  alerts: CaseAlert[];
}
