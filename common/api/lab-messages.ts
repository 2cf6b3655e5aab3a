import type { AnalyteKey } from '../clinical/labs.js';
import type { ListMeta } from './lists.js';

export const LAB_CONNECTION_STATUSES = ['active', 'paused'] as const;
export type LabConnectionStatus = (typeof LAB_CONNECTION_STATUSES)[number];

/** A test of the laboratory that this program does not use. */
export const NOT_USED = 'not_used';
export type LabCodeMeaning = AnalyteKey | typeof NOT_USED;

export const LAB_CONNECTION_LIMITS = {
  most: 20,
  codes: 500,
  nameLength: 100,
  codeLength: 60,
  accountLength: 40,
  placeLength: 500,
} as const;

/** What is printed on orders: the clinic's account, and where patients go. Empty: not known. */
export interface LabPlace {
  account_number: string;
  address: string;
  phone: string;
  hours: string;
}

/** A laboratory that sends results to one organization, and takes its orders. */
export interface LabConnection extends LabPlace {
  id: string;
  org_id: string;
  organisation: string;
  name: string;
  /** MSH-3 and MSH-4 of its messages; empty: it does not send it. */
  sending_application: string;
  sending_facility: string;
  /** MSH-6, for a laboratory that sends to several organizations; empty: any. */
  receiving_facility: string;
  /** The IANA zone of times without an offset. */
  timezone: string;
  status: LabConnectionStatus;
  /** Orders are written to its folder as HL7 messages. */
  sends_orders: boolean;
  /** What its own codes mean here, beside LOINC. */
  codes: Record<string, string>;
  last_message_at: string | null;
  /** Messages that wait for staff. */
  waiting: number;
  created_by: string;
  /** The person who set it up no longer administers the organization. */
  maker_left: boolean;
  created_at: string;
  version: number;
}

export interface LabConnectionCreateRequest extends Partial<LabPlace> {
  name: string;
  sends_orders?: boolean;
  sending_application?: string;
  sending_facility?: string;
  receiving_facility?: string;
  /** Defaults to the organization's. */
  timezone?: string;
  codes?: Record<string, string>;
  /** For system-wide administrators. */
  org_id?: string;
}

export interface LabConnectionChangeRequest extends Partial<Omit<LabConnectionCreateRequest, 'org_id'>> {
  active?: boolean;
  version: number;
}

/** Messages whose names are those of no connection; told to system-wide administrators. */
export interface UnknownLaboratory {
  sending_application: string;
  sending_facility: string;
  receiving_facility: string;
  messages: number;
  last_at: string;
}

export interface LabConnectionsResponse extends ListMeta {
  lab_connections: LabConnection[];
  unknown_laboratories: UnknownLaboratory[];
}

export const LAB_MESSAGE_STATUSES = [
  'unmatched',
  'preliminary',
  'imported',
  'replaced',
  'duplicate',
  'discarded',
] as const;
/**
 * unmatched: something in it is not understood, and nothing of it was imported. preliminary: it has results that are not
 * final, which were not imported. replaced: the final ones came.
 */
export type LabMessageStatus = (typeof LAB_MESSAGE_STATUSES)[number];

export const LAB_PROBLEMS = [
  'unknown_laboratory',
  'other_organization',
  'paused',
  'control_id',
  'several_patients',
  'no_patient',
  'unknown_patient',
  'order_patient',
  'order_number',
  'two_patients',
  'name_differs',
  'birth_date_differs',
  'given_name_differs',
  'sex_differs',
  'no_results',
  'no_order',
  'canceled',
  'comment',
  'too_many_results',
  'collection_time',
  'specimen',
  'specimen_condition',
  'code',
  'two_tests',
  'unit',
  'value',
  'implausible',
  'reference_range',
  'result_status',
  'twice',
  'other_value',
  'not_on_file',
  'other_draw',
  'failed',
] as const;
export type LabProblemKind = (typeof LAB_PROBLEMS)[number];

/** What was not understood. */
export interface LabProblem {
  kind: LabProblemKind;
  /** The test it is about, as the laboratory names it; null: the whole message. */
  test: string | null;
  /** What the message says there. */
  said: string | null;
  /** The analyte it may be; for a code that is not known. */
  proposal: string | null;
}

export interface LabMessagePatient {
  patient_id: string;
  name: string;
  mrn: string;
  /** YYYY-MM-DD */
  dob: string | null;
}

export interface LabMessage {
  id: string;
  organisation: string;
  laboratory: string;
  received_at: string;
  status: LabMessageStatus;
  /** A value in it passes a critical limit, or the laboratory marked it so. */
  critical: boolean;
  /** Whose it is, once that is known. */
  patient_id: string | null;
  /** As the message names the patient. */
  said_name: string;
  said_dob: string | null;
  said_numbers: string[];
  results: number;
  problems: LabProblem[];
  version: number;
}

export interface LabMessagesResponse extends ListMeta {
  lab_messages: LabMessage[];
}

/** A result as it came. */
export interface LabMessageResult {
  code: string;
  name: string;
  value: string;
  unit: string;
  /** As the laboratory flags it (OBX-8). */
  flags: string;
  /** HL7 table 0085: F final, P preliminary, C correction, X withdrawn ... */
  status: string;
  collected_at: string | null;
  /** The analyte it was understood as. */
  analyte: string | null;
  critical: boolean;
  /** The laboratory's comments on it. */
  notes: string;
}

export interface LabMessageDetail extends LabMessage {
  control_id: string;
  connection_id: string | null;
  read: LabMessageResult[];
  /** Patients it may be about. */
  candidates: LabMessagePatient[];
  patient: LabMessagePatient | null;
  /** Who matched or discarded it, when and why. */
  handled_by: string | null;
  handled_at: string | null;
  reason: string | null;
}

/** POST /api/lab-messages/{id}/match: MRN and date of birth of that patient, as confirmed on the screen. */
export interface LabMessageMatchRequest {
  patient_id: string;
  mrn: string;
  dob: string;
  /** Why it is this patient; required where the message says another name and another date of birth. */
  reason?: string;
  version: number;
}
/** POST /api/lab-messages/{id}/map */
export interface LabMessageMapRequest {
  code: string;
  /** An analyte, or `not_used`. */
  meaning: string;
  version: number;
}
/** POST /api/lab-messages/{id}/discard */
export interface LabMessageDiscardRequest {
  reason: string;
  version: number;
}
