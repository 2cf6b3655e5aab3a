import type { EmergencyAdvice } from './messages.js';
import type { LabFlag } from './labs.js';

export interface ProgressPoint {
  collected_at: string;
  value: number;
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
  /** lb */
  weight: number | null;
}
/** GET /api/progress */
export interface ProgressResponse {
  labs: ProgressSeries[];
  doses: DosePeriod[];
  check_ins: CheckIn[];
}
export interface SavedCheckIn extends CheckIn {
  emergency: EmergencyAdvice | null;
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
}
