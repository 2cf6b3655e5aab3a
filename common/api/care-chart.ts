import type { Completeness, ClinicCompleteness, MeasureStatus } from '../clinical/completeness/index.js';
import type { ActionBand } from '../clinical/formulations.js';
import type { Comparator } from '../clinical/lab-units.js';
import type { Band, CurvePoint, FittedLevels, Measured } from '../clinical/pk/fit.js';
import type { JudgedLevel } from '../clinical/pk/products.js';
import type { SideEffect, SideEffectSeverity } from '../clinical/safety-check.js';
import type { AlertSeverity } from '../vocabulary/index.js';
import type { AppointmentStatus } from './appointments.js';
import type { MissedDose, RemovedDose, TakenDose } from './doses.js';
import type { CheckIn, DosePeriod } from './progress.js';
import type { Dispense } from './supply.js';

/** A total testosterone on treatment. Without the hours since the dose it is shown but not fitted. */
export interface CurveDraw {
  collected_at: string;
  hours_after_dose: number | null;
  /** Those hours are from the patient's dose log. */
  hours_from_log?: true;
  value: number;
  /** The laboratory gave a limit: not used. */
  comparator?: Comparator;
  /** Standard deviations from the expected value; null when none can be calculated. */
  z: number | null;
  used: boolean;
  /** The dose log shows extra, larger or missed doses before it, or a later dose than its hours say: it says nothing about the plan. */
  not_used?: 'irregular_doses' | 'hours_contradict_log' | 'too_early';
}
/** [5%, 50%, 95%] in ng/dL; days from the first dose shown. */
export interface CurveLevels extends Pick<FittedLevels, 'average'> {
  /** Null for what the clinic gives: no document names a range of its draws. */
  in_target: number | null;
  formulation: string;
  dose: number;
  frequency: string;
  /** The patient's own draws shaped it; false: the average patient's. */
  fitted: boolean;
  /** Only the average is claimed: it is drawn as a level, and no other level is to be shown. */
  average_only: boolean;
  /** Null where only the average is claimed. */
  peak: Band | null;
  middle: Band | null;
  trough: Band | null;
  peak_over_1000: number | null;
  /** The next lab result of the level that is judged, with the scatter of a single draw. */
  measured: Omit<Measured, 'in_target'> & { in_target: number | null };
  /** Every level is one at steady state, which begins about this many weeks after the change. */
  steady_after_weeks: number;
  /** The day on which the plan in effect reaches it; null if reached, and of a plan that is not in effect. */
  steady_from: string | null;
  /** The level that `in_target` judges: the one a draw of the product measures. */
  judged_on: JudgedLevel;
  /** ng/dL */
  target: { low: number; high: number };
  /** ng/dL; the titration acts outside of it, or from `high` on. Null: never automatically. */
  action_limits: ActionBand | null;
  /** As it is due now; of a proposed or waiting plan, as if it began today. */
  next_draw: { due_on: string; draw_timing: string } | null;
  points: CurvePoint[];
}
export interface DatedValue {
  value: number;
  collected_at: string;
  age_days: number;
}
export interface CurveFreeTestosterone {
  pg_ml: number;
  percent: number;
  /** Days since the SHBG was drawn. */
  shbg_age_days: number;
  albumin_assumed: boolean;
  /** What it was calculated from: ng/dL and nmol/L. */
  total: DatedValue;
  shbg: DatedValue;
  /** Of a total on treatment: the hours after the dose are not known, or are no hours of the draw window; otherwise null. */
  draw_hour: 'unknown' | 'outside_window' | null;
}
/** Not calculated from a total that the model rejected. */
export interface WithheldFreeTestosterone {
  reason: 'draw_rejected';
  /** Standard deviations of the total from the expected value. */
  z: number;
  total: DatedValue;
  shbg: DatedValue;
}
/** GET /api/trt/cases/{id}/curve?formulation=&dose=&frequency= */
export interface CurveResponse {
  formulation: string;
  dose: number;
  frequency: string;
  /** What `current` is: the plan in effect, or one that waits for review. */
  basis: 'plan' | 'pending_plan';
  fitted: boolean;
  /** The patient's clearance relative to the population's. */
  clearance_factor: number;
  draws: CurveDraw[];
  current: CurveLevels;
  proposed: CurveLevels | null;
  free_t: CurveFreeTestosterone | null;
  free_t_withheld: WithheldFreeTestosterone | null;
  /** The curve's limitations, in sentences to show beside it. */
  limits: string[];
}

export interface CaseMeasure {
  id: string;
  title: string;
  source: string;
  status: MeasureStatus;
  critical: boolean;
  due_on: string | null;
  done_on: string | null;
  /** The part of the record it was read from. */
  evidence: string[];
  /** The entry it rests on; null while there is none. */
  evidence_ref: MeasureEvidence | null;
}
export const EVIDENCE_KINDS = [
  'lab',
  'blood_pressure',
  'check_in',
  'intake',
  'education',
  'pdmp_check',
] as const;
/** One entry of the record. */
export interface MeasureEvidence {
  kind: (typeof EVIDENCE_KINDS)[number];
  /** Of a lab: its `lab_id`; null for what has no page of its own. */
  id: string | null;
  on: string | null;
}
/** GET /api/trt/cases/{id}/completeness */
export interface CompletenessResponse extends Omit<Completeness, 'details'> {
  case_id: string;
  /** 17 of 18, 1 overdue */
  summary: string;
  details: CaseMeasure[];
}
export interface ClinicCase {
  case_id: string;
  patient_id: string;
  patient_name: string;
  mrn: string;
  done: number;
  overdue: number;
  due: number;
  overdue_measures: string[];
  critical_overdue: string[];
}
/** GET /api/admin/completeness?org_id= */
export interface ClinicCompletenessResponse extends ClinicCompleteness {
  as_of: string;
  /** The same for the ends of previous quarters, newest first. */
  quarters: (ClinicCompleteness & { on: string })[];
  /** Counted, but of clinics that keep their records to providers: not in `cases`. */
  cases_withheld: number;
  /** The cases on treatment; critical ones first. */
  cases: ClinicCase[];
}

export interface TimelinePoint {
  collected_at: string;
  value: number;
  comparator?: Comparator;
}
export type TimelineDraw = TimelinePoint & Pick<CurveDraw, 'hours_after_dose' | 'hours_from_log'>;
/** GET /api/trt/cases/{id}/timeline: oldest first. */
export interface TimelineResponse {
  case_id: string;
  today: string;
  therapy_started_on: string | null;
  target: { low: number; high: number } | null;
  plans: DosePeriod[];
  dispenses: (Dispense & { formulation: string })[];
  doses: TakenDose[];
  missed_doses: MissedDose[];
  /** For staff: logged, and taken back by the patient. */
  removed_doses: RemovedDose[];
  /** The simulated level by week, lowest, average and highest; every dose as planned, fitted where draws allow it. */
  simulated: { on: string; low: number; mid: number; high: number }[];
  testosterone: TimelineDraw[];
  hematocrit: TimelinePoint[];
  psa: TimelinePoint[];
  /** `reported`: measured by the patient. */
  blood_pressure: { on: string; systolic: number | null; diastolic: number | null; reported: boolean }[];
  scores: CheckIn[];
  side_effects: { on: string; key: SideEffect; severity: SideEffectSeverity; since: string | null }[];
  visits: { at: string; kind: string; status: AppointmentStatus }[];
  alerts: {
    rule_key: string;
    title: string;
    severity: AlertSeverity;
    opened_at: string;
    closed_at: string | null;
    /** Who closed it because its words mean something else, and what they mean. */
    misread: { by: string; note: string } | null;
  }[];
}
/** GET /api/trt/timeline: the patient's own, without staff-only entries; empty lists before there is a case. */
export type PatientTimelineResponse = Omit<
  TimelineResponse,
  'case_id' | 'alerts' | 'simulated' | 'removed_doses'
>;
