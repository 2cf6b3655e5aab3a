import type {
  AlertSeverity,
  CaseStatus,
  DiscontinueReason,
  DraftAction,
  IntakeStatus,
  LabStatus,
  PatientPrescriptionStatus,
  PlanState,
  PlanStatus,
  PrescriptionState,
  PrescriptionStatus,
} from '../vocabulary/index.js';
import type { ListMeta } from './lists.js';

/** A plan as every call shows it. */
export interface Plan {
  id: string;
  plan_id: string;
  version: number;
  plan_state: PlanState;
  status: PlanStatus;
  flagged: boolean;
  flag_reason: string | null;
  formulation: string;
  /** mg of product; `starting_dose` is the same number under the dashboard's name. */
  dose: number;
  starting_dose: number;
  frequency: string;
  route: string;
  blood_draw_timing: string;
  target_range_low: number | null;
  target_range_high: number | null;
  next_review_at: string | null;
  approved_at: string | null;
  approved_by_email: string | null;
  created_at: string;
  updated_at: string;
}

export interface NextLabSuggestion {
  instruction: string;
  suggested_in_days: number;
  draw_timing: string;
  status: LabStatus;
  due_in_days: number;
}

export interface IntakeSummary {
  full_name: string | null;
  dob: string | null;
  height: number | null;
  weight: number | null;
  bmi: number | null;
  desire_fertility: string | null;
  iief_confidence: number | null;
  iief_hardness: number | null;
  iief_maintain: number | null;
  iief_difficulty: number | null;
  iief_satisfaction: number | null;
}

/** GET /api/trt/dashboard */
export interface DashboardResponse {
  case_source: string;
  as_of: string;
  intake_completed: boolean;
  intake_status: IntakeStatus;
  /** The plan in force, else the pending one. */
  plan: Plan | null;
  pending_plan: Plan | null;
  next_lab_suggestion: NextLabSuggestion | null;
  intake: IntakeSummary | null;
  reminders_due: number;
}

export interface Prescription {
  id: string;
  prescription_id: string;
  version: number;
  case_id: string;
  plan_id: string | null;
  patient_id: string;
  patient_name: string;
  patient_email: string;
  drug: string;
  dose: string;
  sig: string;
  frequency: string;
  route: string;
  quantity: number;
  days_supply: number;
  refills: number;
  status: PrescriptionStatus;
  prescription_state: PrescriptionState;
  draft_action: DraftAction | null;
  plan_dose: number | null;
  plan_frequency: string | null;
  formulation: string;
  sent_at: string | null;
  approved_at: string | null;
  created_at: string;
  updated_at: string;
}

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
export interface CaseAlert {
  id: string;
  rule_key: string | null;
  severity: AlertSeverity;
  message: string;
  created_at: string;
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
  next_review_at: string | null;
  created_at: string;
  updated_at: string;
  version: number;
}
export interface CaseListResponse extends ListMeta {
  items: CaseRow[];
}

export interface LatestLabs {
  tt_ng_dl: number | null;
  estradiol_pg_ml: number | null;
  psa_ng_ml: number | null;
  hct_percent: number | null;
  collected_at: string | null;
}
export type LabFlag = 'low' | 'high' | 'normal';
export interface LabResult {
  value: number;
  unit: string;
  flag: LabFlag;
  reference_low: number | null;
  reference_high: number | null;
}
export interface Lab {
  id: string;
  lab_id: string;
  patient_id: string;
  patient_name: string;
  status: LabStatus;
  due_on: string | null;
  collected_at: string | null;
  since_last_dose_h: number | null;
  specimen: string | null;
  results: Record<string, LabResult>;
  reviewed_at: string | null;
  reviewed_by: string | null;
  note: string | null;
  version: number;
}
export interface LabListResponse extends ListMeta {
  labs: Lab[];
}
export interface LabCreateRequest {
  patient_id: string;
  collected_at: string;
  since_last_dose_h?: number;
  specimen?: string;
  results: Record<string, number>;
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
  plan: Plan | null;
  pending_plan: Plan | null;
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

/** GET /api/trt/provider/pending-plans */
export interface PendingPlan extends Plan {
  case_id: string;
  patient_id: string;
  patient_name: string;
  patient_email: string;
  prescription: {
    prescription_id: string;
    status: PrescriptionStatus;
    refills: number;
    version: number;
  } | null;
  rules: FiredRule[];
}
export interface PendingPlansResponse extends ListMeta {
  plans: PendingPlan[];
}
/** GET /api/trt/provider/patient-plans/{id} */
export interface PatientPlansResponse extends ListMeta {
  plans: Plan[];
}
export interface PlanFlagRequest {
  plan_id: string;
  reason?: string;
}
export interface PlanUnflagRequest {
  plan_id: string;
}
export interface PlanApproveRequest {
  plan_id: string;
  version: number;
  override_reason?: string;
}
export interface ApprovedPlan {
  plan_id: string;
  prescription_id: string | null;
  prescription_blocked_by: string[];
}
export interface PlanApproveResponse {
  plan: Plan;
  prescription: Prescription | null;
  prescription_blocked_by: string[];
}
export interface ApproveUnflaggedRequest {
  dry_run?: boolean;
  plan_ids?: string[];
  versions?: Record<string, number>;
}
export interface WouldApprovePlan {
  plan_id: string;
  version: number;
  patient_name: string;
  rules: FiredRule[];
  prescription_id: string | null;
  prescription_blocked_by: string[];
}
export interface ApproveUnflaggedResponse {
  approved_count: number;
  approved?: ApprovedPlan[];
  would_approve?: WouldApprovePlan[];
  skipped: { plan_id: string; reason: string }[];
}

export interface Reminder {
  id: string;
  title: string;
  status: LabStatus;
  due_in_days: number;
  due_date: string;
  kind: string;
  acknowledged_at: string | null;
}
export interface RemindersResponse {
  reminders: Reminder[];
}
export interface ReminderAcknowledgement {
  id: string;
  title: string;
  kind: string;
  acknowledged_at: string;
}
export interface ReminderMailResponse {
  enabled: boolean;
  email: string;
  next_send_at: string | null;
  preview: { subject: string; text: string };
}

/** The seven fields of an order, all required. */
export interface PrescriptionFields {
  drug: string;
  dose: string;
  frequency: string;
  route: string;
  quantity: number;
  refills: number;
  days_supply: number;
}
export interface PrescriptionListResponse extends ListMeta {
  prescriptions: Prescription[];
}
export interface PrescriptionAssistResponse extends PrescriptionFields {
  formulation: string;
  quantity_unit: string;
  sig: string;
  max_refills: number;
  run_out_on: string;
  refill_by: string;
  warnings: string[];
}
export interface PrescriptionReviewRequest {
  decision: 'accept' | 'reject';
  note?: string;
  override_reason?: string;
  version?: number;
}
export interface PrescriptionTransitionRequest {
  to: 'submitted' | 'sent' | 'filled' | 'canceled';
  reason?: string;
  version?: number;
}
export interface PrescriptionApproval {
  id: string;
  ok: boolean;
  error?: string;
  message?: string;
  rule_key?: string;
}
export interface PrescriptionsApproveResponse {
  approved_count: number;
  results: PrescriptionApproval[];
}
/** A prescription in the patient's words. */
export interface PatientPrescription {
  id: string;
  prescription_id: string;
  drug: string;
  dose: string;
  sig: string;
  frequency: string;
  route: string;
  quantity: number;
  days_supply: number;
  refills_remaining: number;
  status: PatientPrescriptionStatus;
  prescription_state: PrescriptionState;
  formulation: string;
  approved_at: string | null;
  sent_at: string | null;
  filled_at: string | null;
  run_out_on: string | null;
  refill_by: string | null;
  created_at: string;
}
export interface PatientPrescriptionsResponse {
  prescriptions: PatientPrescription[];
}

export interface TitrateRequest {
  formulation: string;
  dose: number;
  frequency: string;
  route: string;
  blood_draw_timing?: string;
  reason?: string;
}
export interface TitrateResponse {
  recommendation: 'increase' | 'decrease' | 'hold' | 'stop';
  current_dose: number;
  suggested_dose: number;
  frequency: string;
  route: string;
  next_lab_in_days: number;
  blood_draw_timing: string;
  rules: { rule_key: string; recommendation: string }[];
  rationale: string;
  disclaimer: string;
  saved?: true;
  plan_id?: string;
  version?: number;
}
export interface DiscontinueRequest {
  reason_code: DiscontinueReason;
  effective_date: string;
  follow_up_labs: boolean;
  note?: string;
}
export interface LabImportRow {
  row: number;
  ok: boolean;
  error?: string;
  lab_id?: string;
}
export interface LabImportResponse {
  accepted: number;
  rejected: number;
  rows: LabImportRow[];
}
