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
/** The next dose, calculated from the active plan and the last dose on record. */
export interface NextDose {
  due_at: string;
  formulation: string;
  /** mg */
  dose: number;
  frequency: string;
  /** It is late by more than a quarter of the interval. */
  missed: boolean;
}
/** GET /api/doses: newest first. */
export interface DosesResponse {
  doses: TakenDose[];
  hours_since_last: number | null;
  /** Treatment is on hold: there is no next dose. */
  on_hold: boolean;
  /** An emergency or an overdose that the patient reported is not answered yet: there is no next dose. */
  emergency_open: boolean;
  /** null without an active plan or a dose on record, while treatment is on hold, and while an emergency is open. */
  next: NextDose | null;
  /** The previously used site that has rested longest; null if there is none. */
  suggested_site: string | null;
}
