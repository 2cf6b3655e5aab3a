import type { ListMeta } from './lists.js';

/** Accepted file types, detected by content. */
export type LabReportType = 'application/pdf' | 'image/jpeg' | 'image/png' | 'image/heic';
/** waiting: no one has entered its values yet. */
export type LabReportState = 'waiting' | 'transcribed';

/** POST /api/lab-reports (multipart, one file): 201. */
export interface LabReport {
  id: string;
  /** The name of the patient's file. */
  name: string;
  content_type: LabReportType;
  bytes: number;
  state: LabReportState;
  uploaded_at: string;
  transcribed_at: string | null;
  /** Values of the patient were entered after it was sent, and before it was marked as transcribed. */
  values_entered: boolean;
}
/** Why a report is done without a value of it. */
export const NOTHING_TO_ENTER = ['not_a_result', 'duplicate', 'already_on_file', 'unreadable'] as const;
export type NothingToEnter = (typeof NOTHING_TO_ENTER)[number];
/** GET /api/lab-reports: newest first. */
export interface LabReportsResponse {
  lab_reports: LabReport[];
}
/** A report as staff see it; GET /api/trt/lab-reports/{id}/file is the file. */
export interface StaffLabReport extends LabReport {
  patient_id: string;
  patient_name: string;
  mrn: string;
  case_id: string | null;
  /** Staff have opened the file: before that it is not closed without values. */
  opened: boolean;
  transcribed_by: string | null;
}
/** GET /api/trt/lab-reports */
export interface StaffLabReportListResponse extends ListMeta {
  lab_reports: StaffLabReport[];
}
