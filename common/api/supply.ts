import type { RefillSigns } from '../clinical/supply-clock.js';
import type { FillRest, SupplyState } from '../clinical/supply-clock.js';
import type { DispenseSource, RefillDecision, RefillState } from '../vocabulary/index.js';
import type { Carrier } from '../vocabulary/pharmacies.js';
import type { FiredRule } from './cases.js';
import type { ListMeta } from './lists.js';
import type { EmergencyAdvice } from './messages.js';
import type { SafetyCheck, SafetyCheckRequest } from './safety-checks.js';

/** POST /api/trt/prescriptions/{id}/dispenses */
export interface DispenseRequest {
  filled_on: string;
  /** In the order's unit, at most the ordered quantity. */
  quantity: number;
  /** Absent: as many as the quantity lasts by the order. */
  days?: number;
  source: DispenseSource;
  /** The fill whose rest this is (21 CFR 1306.23): it is no further refill. */
  completes?: string;
  /** Why it is recorded against what keeps the order back today; not shown to the patient. */
  override_reason?: string;
  /** Names each of those rules. */
  overrides?: string[];
}
export const TRACKING_NUMBER = /^[A-Z0-9][A-Z0-9 -]{0,39}$/i;
/** How a fill travels. */
export interface Shipment {
  shipped_on: string;
  carrier: Carrier;
  /** Empty for a courier or pickup. */
  tracking_number: string;
  /** The day on which the patient said that it arrived. */
  received_on: string | null;
}
/** POST /api/trt/prescriptions/{id}/dispenses/{dispense_id}/shipment: 200 with the fill. */
export interface ShipmentRequest {
  shipped_on: string;
  carrier: Carrier;
  /** Required, except for a courier or pickup. */
  tracking_number?: string;
}
export interface Dispense extends Omit<
  DispenseRequest,
  'days' | 'completes' | 'override_reason' | 'overrides'
> {
  days: number;
  id: string;
  completes: string | null;
  prescription_id: string;
  /** 1 = the first fill. */
  n: number;
  recorded_at: string;
  /** null: not shipped, or not told. */
  shipment: Shipment | null;
}
/** GET /api/trt/prescriptions/{id}/dispenses: oldest first. */
export interface DispensesResponse {
  dispenses: Dispense[];
  /** When the therapy was on hold; null: it still is. What was dispensed lasts longer by so much. */
  pauses: { since: string; until: string | null }[];
}
/** What the pharmacy may still dispense of the last fill. */
export interface OpenRest extends FillRest {
  /** The dispense it completes. */
  completes: string;
  /** The last legal day. */
  until: string;
}

export const REFILL_GATES = ['labs', 'consent', 'education', 'pdmp', 'license', 'check_in'] as const;
export type RefillGateKey = (typeof REFILL_GATES)[number];
/** What must be in order before a refill is prescribed. */
export interface RefillGate {
  key: RefillGateKey;
  met: boolean;
  /** The due date, past or future; null if there is none. */
  due_on: string | null;
}

/** How long one prescription lasts. Dates are null before the first fill. */
export interface PrescriptionSupply {
  prescription_id: string;
  formulation: string;
  drug: string;
  dose: string;
  /** The day it was approved. */
  issued_on: string;
  /** It was replaced by an order of another product, and goes on until that one is filled: there is no refill to ask for. */
  goes_on: boolean;
  /** The clinic gives it: nothing of it is at home. */
  in_clinic: boolean;
  /** The last fill of this order itself; null before the first one. */
  last_fill_on: string | null;
  /** The first day without supply. Orders in use for the same medicine share it. */
  run_out_on: string | null;
  days_left: number | null;
  /** Doses in hand by the fills and the dose log; null before the first fill, and for a frequency without an interval. */
  doses_left: number | null;
  /** They end before the days do: more was logged than the schedule takes. */
  doses_short: boolean;
  earliest_fill_on: string | null;
  legal_last_fill_on: string;
  refills_left: number;
  new_prescription_needed: boolean;
  ask_by: string | null;
  /** `waiting`: for its first fill; until then the product before it goes on. */
  state: SupplyState | 'waiting';
  /** Part of the last fill that was not dispensed yet. */
  open_rest: OpenRest | null;
  /** Not to be filled for now, whatever the state; for the patient also while the whole treatment is on hold. */
  on_hold: boolean;
  /** The open request. */
  refill_request_id: string | null;
  gates: RefillGate[];
}
/** GET /api/supply */
export interface SupplyResponse {
  prescriptions: PrescriptionSupply[];
}

/** POST /api/refill-requests */
export interface RefillRequestBody {
  prescription_id: string;
  doses_left?: number;
  reason?: string;
  safety_check: SafetyCheckRequest;
}
export interface RefillRequest {
  id: string;
  version: number;
  prescription_id: string;
  drug: string;
  requested_on: string;
  doses_left: number | null;
  reason: string | null;
  state: RefillState;
  withdrawn: boolean;
  /** Who on the care team has it, and when it will be looked at. */
  owner: string;
  due_by: string;
  /** The day of the draw whose results brought it back from `needs_labs`; null: it never waited, or still does. */
  results_on: string | null;
  /** The day of the visit that brought it back from `needs_visit`. */
  visit_on: string | null;
  /** What the care team says about the decision. */
  answer: string | null;
  decided_at: string | null;
}
/** 201 of POST /api/refill-requests */
export interface SavedRefillRequest extends RefillRequest {
  emergency: EmergencyAdvice | null;
}
/** GET /api/refill-requests: newest first. */
export interface RefillRequestsResponse {
  refill_requests: RefillRequest[];
}

/** Who asked for something before the refill, and when. */
export interface RefillAsk {
  by: string;
  at: string;
}
export interface RefillLabsAsk extends RefillAsk {
  /** Keys of the tests asked for that have no result drawn on that day or later. */
  missing: string[];
  /** First and last day of the draw, as in `next_lab_suggestion`; absent: at once. */
  draw_from?: string;
  draw_until?: string;
}
/** What was asked for and is not answered by a result or a visit: approving it asks for a reason that names it. */
export interface RefillAsks {
  labs: RefillLabsAsk | null;
  visit: RefillAsk | null;
}
/** The names under which a reason passes them. */
export const REFILL_ASK_KEYS = {
  labs: 'refill_labs_pending',
  visit: 'refill_visit_pending',
} as const satisfies Record<keyof RefillAsks, string>;

/** The name under which a reason passes `doses_unexplained`. */
export const DOSES_UNEXPLAINED = 'refill_doses_unexplained';

/** A request with the facts needed to decide. */
export interface StaffRefillRequest extends RefillRequest {
  owner_id: string;
  overdue: boolean;
  /** The patient is without medicine before the due date, which counts business days. */
  runs_out_before_due: boolean;
  case_id: string;
  patient_id: string;
  patient_name: string;
  mrn: string;
  dose: string;
  frequency: string;
  on_hold: boolean;
  safety_check_id: string;
  /** What the patient reported in the safety check of the request. */
  reported: Pick<SafetyCheck, 'changes' | 'side_effects'>;
  /** What the patient wrote has not been reviewed: that cannot be overridden. */
  history_unread: boolean;
  supply: Omit<PrescriptionSupply, 'gates' | 'refill_request_id' | 'goes_on'>;
  gates: RefillGate[];
  signs: RefillSigns;
  /** Critical findings, calls that wait and what keeps the order back: approving it asks for a reason that names them. */
  findings: FiredRule[];
  asked: RefillAsks;
  /** The patient counts more doses than one fill has, and no fill is on record: approving it asks for a reason that names it. */
  doses_unexplained: boolean;
  /** While there is enough, on top of a stock, or beside another order of the same medicine: approving it asks for a reason. */
  early: boolean;
}
/** GET /api/trt/refill-requests */
export interface RefillRequestListResponse extends ListMeta {
  refill_requests: StaffRefillRequest[];
}
/** POST /api/trt/refill-requests/{id} */
export interface RefillDecisionRequest {
  version: number;
  decision: RefillDecision;
  /** Shown to the patient. */
  reason?: string;
  /** Why it is approved in spite of a finding or an early fill; not shown to the patient. */
  override_reason?: string;
  /** Names the rules that it is approved against. */
  overrides?: string[];
}
