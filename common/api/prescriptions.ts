import type { Shipment } from './supply.js';
import type {
  DraftAction,
  PatientPrescriptionStatus,
  PlanStatus,
  PrescriptionState,
  PrescriptionStatus,
} from '../vocabulary/index.js';
import type { VialKind } from '../clinical/facts.js';
import type { FiredRule } from './cases.js';
import type { ListMeta, MaybeKept } from './lists.js';

/** The staff view of an order. */
export interface Prescription extends DraftedPrescription {
  /** Why it was approved although a rule blocked it. */
  override_reason: string | null;
  /** The rules that the reason was given for. */
  override_rules: string[];
  /** Every time it passed rules, oldest first. */
  override_history: OrderOverride[];
  on_hold: OrderHold | null;
  /** Why it ended: what was typed, or a code such as `replaced`. */
  ended_reason: string | null;
}

/** Which rules an order passed, and why. */
export interface OrderOverride {
  /** null, as `by`: from before it was kept. */
  at: string | null;
  by: string | null;
  rules: string[];
  reason: string;
}

/** Why an order may not be sent or filled for now. */
export interface OrderHold {
  since: string;
  rule_key: string | null;
  reason: string | null;
  by: string | null;
}

/** An order without clinicians' notes. */
export interface DraftedPrescription {
  id: string;
  prescription_id: string;
  version: number;
  case_id: string;
  plan_id: string | null;
  patient_id: string;
  patient_name: string;
  mrn: string;
  patient_email: string;
  drug: string;
  dose: string;
  sig: string;
  frequency: string;
  route: string;
  quantity: number;
  days_supply: number;
  /** null: not specified, or not a vial. */
  vial: VialKind | null;
  refills: number;
  status: PrescriptionStatus;
  prescription_state: PrescriptionState;
  draft_action: DraftAction | null;
  plan_dose: number | null;
  plan_frequency: string | null;
  /** The status of its plan; a plan superseded before anyone approved it stays `pending_review`. */
  plan_status: PlanStatus | null;
  formulation: string;
  sent_at: string | null;
  approved_at: string | null;
  created_at: string;
  updated_at: string;
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
/** POST /api/trt/cases/{id}/prescriptions and /api/trt/prescriptions/{id} */
export interface OrderRequest extends PrescriptionFields {
  /** A single-dose vial gives one dose; absent or null: not specified, or not a vial. */
  vial?: VialKind | null;
}

/** An order in a list across patients. */
export interface ListedPrescription extends Prescription {
  /** Its clinic limits clinical acts to its providers, and the reader is not one of them. */
  provider_only: boolean;
}

export interface PrescriptionListResponse extends ListMeta {
  prescriptions: ListedPrescription[];
}

/** GET /api/trt/cases/{id}/prescriptions/assist?vial= */
export interface PrescriptionAssistResponse extends OrderRequest {
  formulation: string;
  quantity_unit: string;
  sig: string;
  max_refills: number;
  run_out_on: string;
  refill_by: string;
  warnings: string[];
}

/** GET /api/trt/prescriptions/{id}/judgement: what blocks an order right now. */
export interface OrderJudgement {
  blocked_by: string[];
  /** Those that no reason can override. */
  legal: string[];
  /** Overriding needs a reason of 20 characters and each of them in `overrides`. */
  each_by_name: boolean;
  rules: FiredRule[];
}
export interface PrescriptionJudgementResponse extends OrderJudgement {
  /** What will still block it once its plan is approved; null if its plan is not pending. */
  after_plan_approval: OrderJudgement | null;
}

export interface PrescriptionReviewRequest {
  decision: 'accept' | 'reject';
  note?: string;
  override_reason?: string;
  /** Each rule that blocks the order, by name; required when a rule stops or blocks, or the dose exceeds the maximum. */
  overrides?: string[];
  version?: number;
}

/** POST /api/trt/prescriptions/{id}/release */
export interface OrderReleaseRequest {
  reason: string;
  /** As for a review. */
  overrides?: string[];
  version: number;
}

export interface PrescriptionTransitionRequest {
  to: 'submitted' | 'sent' | 'filled' | 'canceled';
  reason?: string;
  /** Names each rule that keeps the order from being sent or filled; the reason then has 20 characters or more. */
  overrides?: string[];
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
  /** Not to be filled or used for now: the order, or the whole treatment, is on hold. */
  on_hold: boolean;
  prescription_state: PrescriptionState;
  formulation: string;
  approved_at: string | null;
  sent_at: string | null;
  filled_at: string | null;
  run_out_on: string | null;
  refill_by: string | null;
  /** Which pharmacy has it; null: not told. */
  pharmacy: { name: string; phone: string } | null;
  /** How the last fill travels. */
  shipment: (Shipment & { dispense_id: string }) | null;
  created_at: string;
}

export interface PatientPrescriptionsResponse extends MaybeKept {
  prescriptions: PatientPrescription[];
}

export interface CasePrescriptionsResponse {
  prescriptions: Prescription[];
}
