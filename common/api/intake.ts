import type { MaybeKept } from './lists.js';
import type { FieldName, IntakeData } from '../intake/index.js';
import type { IntakeStatus } from '../vocabulary/index.js';
import type { Plan } from './plans.js';
import type { DraftedPrescription } from './prescriptions.js';

/** Answers changed after the last submission: since when, and the names of their questions. */
export interface UnsentChanges {
  since: string;
  fields: FieldName[];
}

export interface IntakeForm {
  id: string | null;
  status: IntakeStatus;
  version: number;
  schema_version: number;
  data: IntakeData;
  saved_at: string | null;
  submitted_at: string | null;
  /** What the care team cannot see yet. */
  unsent_changes: UnsentChanges | null;
  /** Until the first submission: when answers came from another clinic's record. */
  imported_at?: string;
}
export interface IntakeResponse {
  intake_form: IntakeForm;
}
export interface IntakeSaveRequest {
  /** The whole field object; null or an empty text clears a field. */
  data: Record<string, unknown>;
  version: number;
  submit?: boolean;
  /** With `submit`: the patient's full name, typed to sign. Kept with the submission. */
  signature?: Signature;
}
export interface Signature {
  /** As in section 1; case, accents, periods and middle names may differ. */
  name: string;
}
export interface IntakeSaveResponse {
  ok: true;
  intake_form: IntakeForm;
  field_errors: Record<string, string>;
}
/** `current` of a 409 version_conflict. */
export type IntakeConflictCurrent = IntakeForm;

export interface EducationResponse extends MaybeKept {
  summary_points: string[];
  contraindications: string[];
  education_points: string[];
  education_acknowledged: boolean;
  education_acknowledged_at: string | null;
  version: string;
}
export interface ConsentRequest {
  agree: boolean;
}
export interface ConsentResponse {
  education_acknowledged: true;
  education_acknowledged_at: string;
  version: string;
}
export type BaselineOutcome = 'draft' | 'draft_flagged' | 'not_eligible_pending_review';
export interface BaselinePlanResponse {
  outcome: BaselineOutcome;
  plan: Plan | null;
  prescription: DraftedPrescription | null;
  /** Rule keys. */
  reasons: string[];
}
