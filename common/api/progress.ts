import type { Comparator } from '../clinical/lab-units.js';
import type { EmergencyAdvice } from './messages.js';
import type { Questionnaire } from '../scores/questionnaires.js';
import type { LabFlag } from './labs.js';

export interface ProgressPoint {
  collected_at: string;
  value: number;
  /** The laboratory gave a limit instead of a value. */
  comparator?: Comparator;
  flag: LabFlag;
  /** The clinic corrected this value. */
  corrected?: true;
}
export interface ProgressSeries {
  analyte: string;
  unit: string;
  target_low: number | null;
  target_high: number | null;
  reference_low: number | null;
  reference_high: number | null;
  points: ProgressPoint[];
}
export interface DosePeriod {
  from: string;
  to: string | null;
  formulation: string;
  dose: number;
  frequency: string;
}
export interface CheckIn {
  id: string;
  at: string;
  /** How many of the ADAM symptoms are present, and the sum of their severities (0-10 each). */
  adam_count: number;
  adam_severity: number;
  /** 0-25, null unless all five were answered. */
  iief_total: number | null;
  /** Questions 2 to 5 all say "no attempt"; null without a total. */
  iief_not_active: boolean | null;
  /** 10-50, higher is better. Like the ones below null if it was not asked or an item was left blank. */
  qadam_total: number | null;
  /** 17-85, higher is worse. */
  ams_total: number | null;
  /** 0-6, higher is worse. */
  phq2_total: number | null;
  /** 0-27, higher is worse. */
  phq9_total: number | null;
  /** The wording of each questionnaire that was answered. */
  versions: Partial<Record<Questionnaire, string>>;
  /** lb */
  weight: number | null;
  /** Measured by the patient. */
  blood_pressure: HomePressure | null;
}
/** mmHg, and the day it was measured. */
export interface HomePressure {
  systolic: number;
  diastolic: number;
  on: string;
}
/** GET /api/progress */
export interface ProgressResponse {
  labs: ProgressSeries[];
  doses: DosePeriod[];
  check_ins: CheckIn[];
  /** What a check-in asks at this clinic. */
  asks: Questionnaire[];
}
export interface SavedCheckIn extends CheckIn {
  emergency: EmergencyAdvice | null;
  /** The rest of the PHQ-9, if the PHQ-2 is positive and someone was named who calls today. */
  follow_up: { questionnaire: 'phq9'; owner: string } | null;
}
/** POST /api/progress/check-in/{id}/phq-9: items 3 to 9, null = left blank; 201 with the SavedCheckIn. */
export interface Phq9Request {
  items: (number | null)[];
}
/** POST /api/progress/check-in: 201 with the SavedCheckIn. */
export interface CheckInRequest {
  symptoms: Record<string, { present: boolean; severity?: number }>;
  iief?: {
    confidence: number;
    hardness: number;
    maintain: number;
    difficulty: number;
    satisfaction: number;
  };
  weight?: number;
  /** Measured at home, within the last year. */
  blood_pressure?: HomePressure;
  /** One number an item, null = left blank. */
  qadam?: (number | null)[];
  phq2?: (number | null)[];
  /** Only where the clinic asks it. */
  ams?: (number | null)[];
}
