import type { Evidence } from '../clinical/evidence.js';
import type { DiscontinueReason, PlanState, PlanStatus, PrescriptionStatus } from '../vocabulary/index.js';
import type { FiredRule } from './cases.js';
import type { ListMeta } from './lists.js';
import type { Prescription } from './prescriptions.js';

/** A plan as every call returns it. */
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

/** Why a plan is flagged: a rule, or a person's note. */
export interface PlanFlag {
  kind: 'rule' | 'note';
  key: string | null;
  text: string | null;
  by: string | null;
  at: string;
  /** null: open; a cleared flag stays as history. */
  cleared: { by: string | null; at: string; reason: string | null } | null;
}

/** The staff view: includes clinicians' notes, which patients do not see. */
export interface StaffPlan extends Plan {
  /** Who approved it: the name with the degree of a license, or the email where there is no name. */
  approved_by: string | null;
  /** Why the dose differs from the recommendation. */
  reason: string | null;
  /** Why it was approved against a flag or a rule. */
  override_reason: string | null;
  /** The rules it was approved against. */
  override_rules: string[];
  flags: PlanFlag[];
}

/** GET /api/trt/provider/pending-plans */
export interface PendingPlan extends StaffPlan {
  case_id: string;
  patient_id: string;
  patient_name: string;
  mrn: string;
  patient_email: string;
  /** The reader's own plan: someone else must decide. */
  own_record: boolean;
  /** Its clinic limits clinical acts to its providers, and the reader is not one of them. */
  provider_only: boolean;
  prescription: {
    prescription_id: string;
    status: PrescriptionStatus;
    refills: number;
    version: number;
  } | null;
  rules: FiredRule[];
  /** Keys of the rules for which approval needs a reason. */
  reason_needed_for: string[];
  /** A critical finding is among them: the approval names each. */
  each_by_name: boolean;
  /** What cannot be overridden: what the patient wrote and no provider has opened. */
  legal: string[];
  /** Rules that will keep its prescription a draft once the plan is approved. */
  prescription_blocked_by: string[];
}

export interface PendingPlansResponse extends ListMeta {
  plans: PendingPlan[];
}

/** GET /api/trt/provider/patient-plans/{id} */
export interface PatientPlansResponse extends ListMeta {
  plans: StaffPlan[];
}

export interface PlanFlagRequest {
  plan_id: string;
  reason?: string;
  version?: number;
}

export interface PlanUnflagRequest {
  plan_id: string;
  /** Required if a rule's flag is open. */
  reason?: string;
  version?: number;
}

export interface PlanApproveRequest {
  plan_id: string;
  version: number;
  override_reason?: string;
  /** Names every rule of `reason_needed_for` where `each_by_name`; the reason then has 20 characters or more. */
  overrides?: string[];
}

export interface ApprovedPlan {
  plan_id: string;
  prescription_id: string | null;
  prescription_blocked_by: string[];
}

export interface PlanApproveResponse {
  plan: StaffPlan;
  prescription: Prescription | null;
  prescription_blocked_by: string[];
}

export interface ApproveUnflaggedRequest {
  dry_run?: boolean;
  plan_ids?: string[];
  versions?: Record<string, number>;
}

export interface WouldApprovePlan extends Pick<Plan, 'formulation' | 'dose' | 'frequency' | 'route'> {
  plan_id: string;
  case_id: string;
  version: number;
  patient_name: string;
  mrn: string;
  patient_id: string;
  dob: string | null;
  age: number | null;
  allergies: string | null;
  current_medications: string | null;
  rules: FiredRule[];
  /** Nothing but notes, and nothing open or unread on the case: one press ticks its box with the others. */
  quiet: boolean;
  prescription_id: string | null;
  prescription_blocked_by: string[];
}

/** A plan that is not approved in bulk, with everything that speaks against it: rule keys, and notes of the care team. */
export interface LeftOutPlan {
  plan_id: string;
  case_id: string;
  patient_name: string;
  mrn: string;
  reasons: string[];
}

export interface ApproveUnflaggedResponse {
  approved_count: number;
  approved?: ApprovedPlan[];
  would_approve?: WouldApprovePlan[];
  /** Before approving: of those skipped, the plans that the reader may open. */
  left_out?: LeftOutPlan[];
  skipped: { plan_id: string; reason: string }[];
}

/** POST /api/trt/cases/{id}/plans: a plan written by a clinician when the rules drafted none. */
export interface ClinicianPlanRequest {
  formulation: string;
  dose: number;
  frequency: string;
  route: string;
  blood_draw_timing?: string;
  override_reason: string;
  /** Names the rule that is overridden for a dose above the maximum. */
  overrides?: string[];
  version?: number;
}

export interface TitrateRequest {
  formulation: string;
  dose: number;
  frequency: string;
  route: string;
  blood_draw_timing?: string;
  reason?: string;
  /** Names the rule that is overridden for a dose above the maximum. */
  overrides?: string[];
  version?: number;
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
  evidence: readonly Evidence[];
  rule_set_version: string;
  disclaimer: string;
  saved?: true;
  plan_id?: string;
  version?: number;
}

/** How the last treatment ended. */
export interface DiscontinuationRecord {
  reason_code: DiscontinueReason;
  effective_date: string;
  follow_up_labs: boolean;
  note: string | null;
  decided_by: string;
  decided_at: string;
}

export interface DiscontinueRequest {
  reason_code: DiscontinueReason;
  effective_date: string;
  follow_up_labs: boolean;
  note?: string;
  version?: number;
}
