import type { EmergencyKind } from '../emergency/emergency.js';
import type { Lab, LabCritical } from './labs.js';

/** POST /api/provider/patients/{id}/fhir-import */
export interface FhirImportRequest {
  /** A FHIR R4 Bundle with the record of one patient. */
  bundle: object;
  /** The version that the dry run answered. */
  version?: number;
}

/** Why resources of a kind are not imported, although they were understood. */
export const LEFT_OUT = [
  'prescription',
  'not_taken_now',
  'proposed',
  'clinic_decision',
  'signature',
  'computed',
  'asked_in_intake',
  'answered',
  'superseded',
  'corrected',
  'not_final',
  'withdrawn',
  'not_imported',
] as const;
export type LeftOutWhy = (typeof LEFT_OUT)[number];

/** Why a part of the file needs a person. */
export const NOT_UNDERSTOOD = [
  'no_resource',
  'no_patient',
  'of_other',
  'modifier',
  'negated',
  'code',
  'two_tests',
  'unit',
  'value',
  'implausible',
  'check_report',
  'reference_range',
  'time',
  'comment',
  'specimen',
  'two_values',
  'no_text',
  'not_in_file',
  'question',
  'answer',
  'not_in_form',
] as const;
export type NotUnderstoodWhy = (typeof NOT_UNDERSTOOD)[number];

export interface FhirImportCount {
  /** A FHIR resource type. */
  type: string;
  count: number;
}

export interface FhirNotUnderstood {
  /** Type and id, or the place in the file where a resource has none. */
  resource: string;
  /** The element. */
  path: string;
  /** What the file says there. */
  said: string;
  why: NotUnderstoodWhy;
}

export interface FhirImportDraw {
  collected_at: string;
  results: number;
  critical: LabCritical[];
}

export interface FhirImportResponse {
  /** false: a dry run. */
  stored: boolean;
  /** Of the intake that the answers go to. */
  version: number;
  understood: FhirImportCount[];
  left_out: (FhirImportCount & { why: LeftOutWhy })[];
  /** The first of them. */
  not_understood: FhirNotUnderstood[];
  not_understood_total: number;
  draws: FhirImportDraw[];
  /** The fields of the intake that get an answer. */
  answers: string[];
  /** What the answers may say of danger: no one was alerted to it yet. */
  emergencies: EmergencyKind[];
  /** The stored panels with a critical value. */
  critical: Lab[];
}
