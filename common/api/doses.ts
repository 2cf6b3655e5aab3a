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
/** A dose that was due and that the patient reported as not taken. */
export interface MissedDose {
  due_at: string;
  dose: number;
  unit: DoseUnit;
}
/** A dose that the patient logged and took back. */
export interface RemovedDose extends TakenDose {
  removed_at: string;
}
/** 201 of POST /api/doses */
export interface SavedDose extends TakenDose {
  emergency: EmergencyAdvice | null;
}
/** The next dose, calculated from the prescription in use and the last dose on record, with the interval of the product that one was of, past every dose reported as not taken; without any, from the active plan. */
export interface NextDose {
  due_at: string;
  formulation: string;
  /** mg */
  dose: number;
  frequency: string;
  /** Of what is drawn up: the strength that the order names. */
  mg_per_ml?: number;
  /** It is late by more than a quarter of the interval; never of what the clinic gives. */
  missed: boolean;
  /** The clinic gives it: there is none to take at home. */
  given_in_clinic: boolean;
}
/** POST /api/doses/missed: 204 */
export interface MissedDoseRequest {
  /** `next.due_at` of the dose that is late. */
  due_at: string;
}
/** GET /api/doses: newest first. */
export interface DosesResponse {
  doses: TakenDose[];
  hours_since_last: number | null;
  /** Treatment or the prescription is on hold: there is no next dose. */
  on_hold: boolean;
  /** No prescription of the plan is approved and in use: there is no next dose. */
  order_waits: boolean;
  /** An emergency or an overdose that the patient reported is not answered yet: there is no next dose. */
  emergency_open: boolean;
  /** The clinic gives the dose that counts. */
  in_clinic: boolean;
  /** The dose that counts today, in mg; null while there is none to take. */
  dose: Pick<NextDose, 'formulation' | 'dose' | 'frequency' | 'mg_per_ml'> | null;
  /** null without such a dose or a dose on record, and while an emergency is open. */
  next: NextDose | null;
  /** The previously used site that has rested longest, otherwise the other side of the last one; null if there is none. */
  suggested_site: string | null;
}
