import type { DrawPreparation } from '../clinical/draw-preparation.js';
import type { AnalyteKey } from '../clinical/labs.js';
import type { LabOrderStatus } from '../vocabulary/lab-orders.js';
import type { ListMeta } from './lists.js';

export const LAB_ORDER_LIMITS = { note: 500, diagnoses: 8, open: 20 } as const;
/** ICD-10-CM, such as E29.1. */
export const ICD10 = /^[A-Z]\d[0-9A-Z](\.[0-9A-Z]{1,4})?$/;

/** Where the patient goes. */
export interface LabOrderLaboratory {
  id: string;
  name: string;
  account_number: string;
  address: string;
  phone: string;
  hours: string;
}

export interface LabOrder {
  id: string;
  /** Twelve digits, the last a check digit; placer order number in messages, and the barcode. */
  number: string;
  status: LabOrderStatus;
  analytes: AnalyteKey[];
  /** Those with a result on file. */
  results_in: AnalyteKey[];
  fasting: boolean;
  preparation: DrawPreparation;
  /** YYYY-MM-DD: the first and the last day for the draw. */
  window_from: string;
  due_on: string;
  /** Not drawn, and the last day has passed. */
  overdue: boolean;
  drawn_on: string | null;
  ordered_at: string;
  laboratory: LabOrderLaboratory;
}

/** GET /api/lab-orders: the patient's, newest first. */
export interface LabOrdersResponse {
  lab_orders: LabOrder[];
}

/** What staff see besides. */
export interface StaffLabOrder extends LabOrder {
  patient_id: string;
  patient_name: string;
  mrn: string;
  case_id: string;
  ordered_by: string;
  /** For the laboratory. */
  note: string | null;
  diagnosis_codes: string[];
  canceled_at: string | null;
  canceled_by: string | null;
  cancel_reason: string | null;
  /** When the message for the laboratory was written to its folder; null: not yet, or the laboratory takes none. */
  sent_at: string | null;
  /** The results of these draws are of this order. */
  lab_ids: string[];
  version: number;
}
/** GET /api/trt/lab-orders */
export interface StaffLabOrderListResponse extends ListMeta {
  lab_orders: StaffLabOrder[];
}

/** Results on file that may be of an order. */
export interface LabOrderCandidate {
  lab_id: string;
  collected_at: string;
  analytes: string[];
  /** Linked already. */
  linked: boolean;
}
/** GET /api/trt/lab-orders/{id} */
export interface LabOrderDetail extends StaffLabOrder {
  candidates: LabOrderCandidate[];
}

/** GET /api/trt/cases/{id}/lab-orders/draft: what the monitoring schedule asks for now. */
export interface LabOrderDraft {
  /** The purpose of the draw, such as "3-month check"; null: nothing is due. */
  label: string | null;
  analytes: AnalyteKey[];
  fasting: boolean;
  window_from: string;
  due_on: string;
  formulation: string | null;
  diagnosis_codes: string[];
  laboratories: LabOrderLaboratory[];
  /** Orders of the patient that are still open. */
  open_orders: Pick<StaffLabOrder, 'id' | 'number' | 'status' | 'analytes' | 'due_on'>[];
  /** Rules about the license that keep you from ordering for this patient. */
  blocked_by: string[];
}

/** GET /api/trt/cases/{id}/lab-orders */
export interface CaseLabOrdersResponse {
  lab_orders: StaffLabOrder[];
}

/** POST /api/trt/cases/{id}/lab-orders: 201. */
export interface LabOrderRequest {
  connection_id: string;
  analytes: AnalyteKey[];
  fasting: boolean;
  window_from: string;
  due_on: string;
  diagnosis_codes?: string[];
  note?: string;
  /** An open order already has one of these tests, and this one is wanted all the same. */
  despite_open?: boolean;
}
/** POST /api/trt/lab-orders/{id}/drawn; null: it was not drawn after all. */
export interface LabOrderDrawnRequest {
  drawn_on: string | null;
  version: number;
}
/** POST /api/trt/lab-orders/{id}/cancel */
export interface LabOrderCancelRequest {
  reason: string;
  version: number;
}
/** POST /api/trt/lab-orders/{id}/results: the draws whose results are of this order. */
export interface LabOrderResultsRequest {
  lab_ids: string[];
  version: number;
}
