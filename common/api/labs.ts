import type { LabStatus } from '../vocabulary/index.js';
import type { ListMeta } from './lists.js';

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

export interface LabImportRow {
  row: number;
  ok: boolean;
  error?: string;
  lab_id?: string;
  /** This value was on file already; nothing was added. */
  duplicate?: true;
}

export interface LabImportResponse {
  /** Rows that brought something new. */
  accepted: number;
  /** Sound rows whose value was on file already. */
  duplicates: number;
  rejected: number;
  rows: LabImportRow[];
}
