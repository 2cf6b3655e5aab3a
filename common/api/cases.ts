import type { Evidence } from '../clinical/evidence.js';
import type { CaseExtras } from '../clinical/facts.js';
import type { AlertAction, AlertSeverity, CaseStatus } from '../vocabulary/index.js';
import type { NextLabSuggestion, StaffIntakeSummary } from './dashboard.js';
import type { UnsentChanges } from './intake.js';
import type { LatestLabs, Lab } from './labs.js';
import type { ListMeta } from './lists.js';
import type { DiscontinuationRecord, StaffPlan } from './plans.js';
import type { Prescription } from './prescriptions.js';
import type { SafetyCheck } from './safety-checks.js';

export interface FiredRule {
  rule_key: string;
  /** The rule as clinicians name it. */
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
  unit?: string;
  threshold?: string;
  age_days?: number | null;
  collected_at?: string;
  since_last_dose_h?: number;
  missing?: boolean;
}

/** When and where a patient wrote of an emergency. */
export interface AlertReport {
  at: string;
  place: 'assistant' | 'message' | 'check_in' | 'intake' | 'safety_check' | 'appointment' | 'dose' | 'refill';
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
  /** Oldest first; none where a rule opened it. */
  reports: AlertReport[];
  acknowledged: AlertAcknowledgement | null;
  /** The rule's title; null for what no rule raised. */
  title: string | null;
  /** The values that the rule was judged on, with limit, age and source; empty for what no rule raised. */
  evidence: readonly Evidence[];
}

/** POST /api/trt/cases/{id}/alerts/{alert_id}/acknowledge */
export interface AlertAcknowledgeRequest {
  action: AlertAction;
  recheck_on?: string;
  note: string;
  version?: number;
}

/** A pause of the therapy: until a day, or until a value is low enough, or until a clinician resumes it. */
export interface TherapyHoldRecord {
  since: string;
  /** The rule that set it; null: a clinician did. */
  rule_key: string | null;
  reason: string | null;
  until_on: string | null;
  until: { analyte: string; at_most: number } | null;
  by: string | null;
}

/** A therapy that was resumed although what it was paused for was not over. */
export interface ResumedAgainst {
  rule_key: string;
  reason: string | null;
  by: string | null;
  at: string;
}

/** When the therapy began; assumed: from the approval of its plan, until the patient tells the first dose. */
export interface TherapyStart {
  on: string;
  assumed: boolean;
}
/** GET /api/first-dose */
export interface FirstDoseQuestion {
  /** The plan is approved, and the patient has not told the first dose yet. */
  asked: boolean;
  /** The day of the approval, while asked. */
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
  /** The rule of the pause, where what it waits for has not come. */
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
  /** The most urgent alert that waits for a clinician; null where none does. */
  top_alert: {
    rule_key: string | null;
    severity: AlertSeverity;
    title: string | null;
    message: string;
    evidence: readonly Evidence[];
    created_at: string;
  } | null;
  /** A plan waits for review. */
  plan_waits: boolean;
  /** On treatment, and no clinician has put it on hold. */
  on_treatment: boolean;
  /** An open case waits since it was opened, a treated one from its review on; the order of the sort `urgency`. */
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
    extras: CaseExtras;
    version: number;
  };
  case_source: string;
  as_of: string;
  plan: StaffPlan | null;
  pending_plan: StaffPlan | null;
  /** The end of the last treatment; null when none was ended. */
  discontinuation: DiscontinuationRecord | null;
  /** null off treatment. */
  therapy_start: TherapyStart | null;
  /** The first of `holds`. */
  hold: TherapyHoldRecord | null;
  /** Every open pause: that of a clinician, then that of a rule. */
  holds: TherapyHoldRecord[];
  resumed_against: ResumedAgainst | null;
  latest_labs: LatestLabs;
  labs_history: Lab[];
  alerts: CaseAlert[];
  rules: FiredRule[];
  /** Free texts of the intake and of safety checks that no clinician has marked as reviewed, with the words a pattern found. */
  unread_history: readonly {
    readonly field: string;
    readonly text: string;
    readonly matched: readonly string[];
  }[];
  /** Newest first. */
  safety_checks: SafetyCheck[];
  /** Keys of rules against treatment that the patient is told in person, not on the screen. */
  tell_in_person: string[];
  /** Answers that rules or clinicians read, changed after submitting: the names of the questions, never the answers. */
  unsent_changes: UnsentChanges | null;
  prescriptions: Prescription[];
  next_lab_suggestion: NextLabSuggestion | null;
  /** The newest reading: of the clinic, else as the patient reported it; null without one. */
  blood_pressure: { systolic: number; diastolic: number; on: string | null; reported: boolean } | null;
  intake_summary: StaffIntakeSummary | null;
}

export interface CasePatchRequest {
  version: number;
  status?: CaseStatus;
  diagnosis?: string | null;
  /** A user id. */
  primary_clinician?: string | null;
  extras?: CaseExtras;
}

/** GET /api/trt/cases/{id}/clinicians: who of the clinic can be its primary clinician. */
export interface CliniciansResponse {
  clinicians: { user_id: string; name: string }[];
}

/** POST /api/trt/cases/{id}/history-review */
export interface HistoryReviewRequest {
  version: number;
  fields: string[];
  note?: string;
}

export interface CaseFormResponse {
  form: string;
  title: string;
  state: string;
  finalized_at: string | null;
  data: Record<string, unknown>;
}

/** POST /api/trt/cases/{id}/tell-in-person: the whole list; an empty one lets the patient read every reason. */
export interface TellInPersonRequest {
  keys: string[];
  version: number;
}

export interface CaseAlertsResponse {
  alerts: CaseAlert[];
}
