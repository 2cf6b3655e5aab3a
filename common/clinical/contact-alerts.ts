import type { ClinicalFacts } from './facts.js';
import { emergencyAlertKey, isEmergencyAlert } from '../emergency/emergency-kinds.js';

/** The patient logged a dose of more than twice the plan, or two doses within half the interval. */
const TOO_MUCH: ReadonlySet<string> = new Set(['dose_far_over_plan', 'dose_too_soon']);
export const isTooMuch = (key: string | null): boolean => key !== null && TOO_MUCH.has(key);

/** A fact that kept treatment back was taken away. */
export const WITHDRAWALS: readonly string[] = ['lab_result_withdrawn', 'treatment_date_moved'];

/** The rule that put an order on hold no longer fires, and no one has decided on the order. */
export const ORDER_HOLD_OVER = 'order_hold_over';

/** What the patient reported as severe: the patient is called before the next order leaves. */
export const SEVERE_REPORTS: readonly string[] = ['side_effect_severe', 'phq2_positive'];

/** A lab report that the patient sent and no one has transcribed. */
export const LAB_REPORT_WAITING = 'lab_report_waiting';

/** The clinic gives the next dose, and no visit is booked for it. */
export const CLINIC_DOSE_TO_BOOK = 'clinic_dose_to_book';

/** Alerts that the rules read though they are not critical. */
export const READ_ALERTS: readonly string[] = [
  ...WITHDRAWALS,
  ...SEVERE_REPORTS,
  ORDER_HOLD_OVER,
  LAB_REPORT_WAITING,
  CLINIC_DOSE_TO_BOOK,
];

/** Alerts that are closed only with a record that the patient was reached. */
export const closesWithContact = (key: string | null): boolean => isEmergencyAlert(key) || isTooMuch(key);

/** Where staff can read the patient's own words. */
const READABLE: ReadonlySet<string> = new Set(['message', 'check_in', 'appointment']);
/** Of these no one decides from the words alone. */
const ALWAYS_CALLED: ReadonlySet<string> = new Set([
  'assistant_emergency',
  emergencyAlertKey('self_harm'),
  emergencyAlertKey('low_mood'),
]);

/** Whether a clinician may close it as misread, without a call: the words are free text that staff can read. */
export const mayBeMisread = (alert: {
  readonly rule_key: string | null;
  readonly reports: readonly { readonly place: string }[];
}): boolean =>
  isEmergencyAlert(alert.rule_key) &&
  !ALWAYS_CALLED.has(alert.rule_key!) &&
  alert.reports.length > 0 &&
  alert.reports.every(({ place }) => READABLE.has(place));

/** Whether the care team must reach the patient before the next dose: a report has not been answered. */
export const waitsForContact = ({ open_alerts: open }: Pick<ClinicalFacts, 'open_alerts'>): boolean =>
  (open ?? []).some(({ rule_key: key }) => closesWithContact(key));
