import type {
  ChangeKind,
  ReportedSideEffect,
  SafetyCheckDue,
  SafetyQuestion,
  SideEffect,
  SideEffectSeverity,
} from '../clinical/safety-check.js';
import type { EmergencyAdvice } from './messages.js';
import type { HomePressure } from './progress.js';

/** Maximum characters of one text. */
export const SAFETY_TEXT_MAX_LENGTH = 4_000;

/** null: not answered. */
export type SafetyCheckAnswers = Record<SafetyQuestion, string | null>;

export interface SafetyCheck extends SafetyCheckAnswers {
  id: string;
  at: string;
  /** What changed, by kind; an absent kind did not change. */
  changes: Partial<Record<ChangeKind, string>>;
  side_effects: ReportedSideEffect[];
  /** Measured by the patient. */
  blood_pressure: HomePressure | null;
}
/** GET /api/safety-checks: newest first. */
export interface SafetyChecksResponse {
  safety_checks: SafetyCheck[];
  due: SafetyCheckDue | null;
  /** The newest answer to each question, of intake and safety checks. */
  answers: SafetyCheckAnswers;
}
/** POST /api/safety-checks: 201 with the SavedSafetyCheck. */
export interface SafetyCheckRequest {
  location_state: string;
  sex_assigned_at_birth?: string;
  vte_history?: string;
  vte_details?: string;
  last_testosterone_on?: string;
  changes: Partial<Record<ChangeKind, string>>;
  side_effects: { key: SideEffect; severity: SideEffectSeverity; since?: string }[];
  /** Measured at home, within the last year. */
  blood_pressure?: HomePressure;
}
export interface SavedSafetyCheck extends SafetyCheck {
  due: SafetyCheckDue | null;
  emergency: EmergencyAdvice | null;
}

/** POST /api/safety-checks/emergency: a symptom that was ticked before the form is sent. */
export interface TickedEmergencyRequest {
  side_effects: SideEffect[];
}
export interface TickedEmergency {
  emergency: EmergencyAdvice | null;
  /** Whether the care team was told. */
  told: boolean;
}
