import type { AlertSeverity, CaseStatus } from '../vocabulary/index.js';
import type { NextLabSuggestion, IntakeSummary } from './dashboard.js';
import type { LatestLabs, Lab } from './labs.js';
import type { ListMeta } from './lists.js';
import type { DiscontinuationRecord, StaffPlan } from './plans.js';
import type { Prescription } from './prescriptions.js';

export interface FiredRule {
  rule_key: string;
  recommendation: string;
  severity: AlertSeverity;
  effect: string;
  source: string;
  version: number;
  inputs: RuleInputTrace[];
}

export interface RuleInputTrace {
  name: string;
  value: string | number | boolean | null;
  unit?: string;
  threshold?: string;
  age_days?: number | null;
  missing?: boolean;
}

/** When and where a patient wrote of an emergency. */
export interface AlertReport {
  at: string;
  place: 'assistant' | 'message' | 'check_in';
}
export interface CaseAlert {
  id: string;
  rule_key: string | null;
  severity: AlertSeverity;
  message: string;
  created_at: string;
  /** Oldest first; none where a rule opened it. */
  reports: AlertReport[];
}

/** GET /api/trt/cases */
export interface CaseRow {
  id: string;
  case_number: string;
  patient_id: string;
  patient_name: string;
  patient_email: string;
  status: CaseStatus;
  flagged: boolean;
  overdue: boolean;
  open_alerts: number;
  /** How many of `open_alerts` are critical. */
  critical_alerts: number;
  next_review_at: string | null;
  /** An open case waits since it was opened, a treated one from its review on; the order of the sort `urgency`. */
  waiting_since: string | null;
  created_at: string;
  updated_at: string;
  version: number;
}

export interface CaseListResponse extends ListMeta {
  items: CaseRow[];
}

/** Facts only a clinician can enter. Dates are YYYY-MM-DD. */
export interface CaseExtras {
  ipss_total?: number | null;
  cv_event_on?: string | null;
  prostate_high_risk?: boolean | null;
  hf_controlled?: boolean | null;
  breast_symptoms?: boolean | null;
  symptoms_improved?: boolean | null;
  pdmp_checked_on?: string | null;
  in_person_eval_on?: string | null;
  since_h?: number | null;
  last_change_on?: string | null;
  therapy_started_on?: string | null;
  urology_cleared?: boolean | null;
  bp_systolic?: number | null;
  bp_diastolic?: number | null;
}

export interface CaseDetailResponse {
  case: {
    id: string;
    case_number: string;
    status: CaseStatus;
    patient_id: string;
    patient_name: string;
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
  latest_labs: LatestLabs;
  labs_history: Lab[];
  alerts: CaseAlert[];
  rules: FiredRule[];
  prescriptions: Prescription[];
  next_lab_suggestion: NextLabSuggestion | null;
  intake_summary:
    | (IntakeSummary & { age: number | null; allergies: string | null; current_medications: string | null })
    | null;
}

export interface CasePatchRequest {
  version: number;
  status?: CaseStatus;
  diagnosis?: string | null;
  /** A user id. */
  primary_clinician?: string | null;
  extras?: CaseExtras;
}

export interface CaseFormResponse {
  form: string;
  title: string;
  state: string;
  finalized_at: string | null;
  data: Record<string, unknown>;
}
