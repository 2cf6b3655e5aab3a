import type { CriticalValue } from '../clinical/critical-labs.js';
import type { Comparator } from '../clinical/lab-units.js';
import type { LabRecordStatus } from '../vocabulary/index.js';
import type { ListMeta } from './lists.js';

export interface LatestLabs {
  tt_ng_dl: number | null;
  estradiol_pg_ml: number | null;
  psa_ng_ml: number | null;
  hct_percent: number | null;
  collected_at: string | null;
}

/** `unclear`: a limit that does not say on which side of the range the value is. */
export type LabFlag = 'low' | 'high' | 'normal' | 'unclear';

export interface LabResult {
  value: number;
  /** The laboratory gave a limit instead of a value ("<0.1"): `value` is that limit. Absent: the value itself. */
  comparator?: Comparator;
  /** The laboratory marked it as critical. */
  marked?: true;
  unit: string;
  flag: LabFlag;
  reference_low: number | null;
  reference_high: number | null;
  /** As entered, if that was in another unit. */
  entered?: { value: number; unit: string };
}

/** A value past a critical limit; `limit` is null where only the laboratory marked it. */
export type LabCritical = Omit<CriticalValue, 'limit'> & { limit: number | null };

/** A comment of the laboratory; `analyte` is null where it is about the whole panel. */
export interface LabNote {
  analyte: string | null;
  text: string;
}

/** Version `n` of `of`; who made it, when, and why it replaced the previous one. */
export interface LabRevision {
  n: number;
  of: number;
  reason: string | null;
  by: string | null;
  at: string;
}
/** A call to the patient about a critical result. */
export interface LabCallBack {
  /** YYYY-MM-DD */
  called_on: string;
  reached: boolean;
  note: string | null;
  by: string;
  at: string;
}

export interface Lab {
  id: string;
  lab_id: string;
  patient_id: string;
  patient_name: string;
  mrn: string;
  status: LabRecordStatus;
  due_on: string | null;
  collected_at: string | null;
  since_last_dose_h: number | null;
  /** Those hours are from the patient's dose log; absent: entered with the draw. */
  since_from_log?: true;
  specimen: string | null;
  results: Record<string, LabResult>;
  reviewed_at: string | null;
  reviewed_by: string | null;
  note: string | null;
  /** What the laboratory says beside the results; absent: nothing. */
  laboratory_notes?: LabNote[];
  /** The values past a critical limit, and those that the laboratory marked as critical. */
  critical: LabCritical[];
  /** The last call about them; null if there was none. */
  call_back: LabCallBack | null;
  /** null if nothing was corrected or voided. */
  revision: LabRevision | null;
  /** Previous versions, newest first, with their values. */
  earlier: (LabRevision & { results: Record<string, LabResult> })[];
  version: number;
}

/** GET /api/labs/since-dose/{patient id}?collected_at= */
export interface SinceDoseResponse {
  /** From the last dose that the patient logged to the draw; null where the log does not say. */
  hours: number | null;
}

export interface LabListResponse extends ListMeta {
  labs: Lab[];
}

export interface LabCreateRequest {
  patient_id: string;
  collected_at: string;
  since_last_dose_h?: number;
  specimen?: string;
  /** A limit as text: "<0.1". */
  results: Record<string, number | string>;
  /** By analyte; defaults to the analyte table's unit. */
  units?: Record<string, string>;
  /** Analytes whose unusual value was checked against the laboratory's report; `since_last_dose_h`: the hours are right, though the dose log has a later dose. */
  confirmed?: string[];
}

/** POST /api/labs/{id}/correct: values not named stay, null removes one. */
export interface LabCorrectRequest {
  results: Record<string, number | string | null>;
  units?: Record<string, string>;
  confirmed?: string[];
  reason: string;
  version: number;
}
/** POST /api/labs/{id}/void */
export interface LabVoidRequest {
  reason: string;
  version: number;
}
/** POST /api/labs/{id}/call-back */
export interface LabCallBackRequest {
  called_on: string;
  reached: boolean;
  note: string;
}

export interface LabImportRow {
  /** The data row, counted from 1. */
  row: number;
  /** The file line, counted from 1. */
  line: number;
  ok: boolean;
  error?: string;
  /** The column with the error. */
  column?: string;
  /** The patient, test and value as named in the file; for rejected rows. */
  patient?: string;
  analyte?: string;
  value?: string;
  lab_id?: string;
  /** This value was already on file; nothing was added. */
  duplicate?: true;
  /** This value replaces the one on file. */
  corrected?: true;
  critical?: LabCritical[];
}

export interface LabImportResponse {
  /** Rows that added something new. */
  accepted: number;
  /** Valid rows whose value was already on file. */
  duplicates: number;
  rejected: number;
  /** Accepted rows that replace a value on file. */
  corrected: number;
  rows: LabImportRow[];
  /** The panels with a new critical value. */
  critical: Lab[];
}
