import type { DoseUnit } from '../vocabulary/index.js';
import type { EmergencyAdvice } from './messages.js';

/** POST /api/doses */
export interface DoseRequest {
  /** ISO 8601 with an offset or Z. */
  taken_at: string;
  dose: number;
  unit: DoseUnit;
  site?: string;
  note?: string;
}
export interface TakenDose {
  id: string;
  taken_at: string;
  dose: number;
  unit: DoseUnit;
  site: string | null;
  note: string | null;
  recorded_at: string;
}
/** 201 of POST /api/doses */
export interface SavedDose extends TakenDose {
  emergency: EmergencyAdvice | null;
}
/** The dose that comes next by the plan in force and the last one on record. */
export interface NextDose {
  due_at: string;
  formulation: string;
  /** mg */
  dose: number;
  frequency: string;
  /** Its time, and a quarter of the interval more, has passed. */
  missed: boolean;
}
/** GET /api/doses: newest first. */
export interface DosesResponse {
  doses: TakenDose[];
  hours_since_last: number | null;
  /** The treatment is on hold: no dose is next. */
  on_hold: boolean;
  /** null without a plan in force or a dose on record, and while the treatment is on hold. */
  next: NextDose | null;
  /** The site that was used longest ago, of those used before; null while there is none. */
  suggested_site: string | null;
}
