import type { ClinicalFacts } from './facts.js';
import { isEmergencyAlert } from '../emergency/emergency-kinds.js';

/** The patient logged a dose of more than twice the plan. */
export const DOSE_FAR_OVER = 'dose_far_over_plan';

/** The patient logged two doses within half the interval. */
const DOSE_TOO_SOON = 'dose_too_soon';

/** A fact that kept treatment back was taken away. */
export const WITHDRAWALS: readonly string[] = ['lab_result_withdrawn', 'treatment_date_moved'];

/** Alerts that are closed only with a record that the patient was reached. */
export const closesWithContact = (key: string | null): boolean =>
  isEmergencyAlert(key) || key === DOSE_FAR_OVER || key === DOSE_TOO_SOON;

/** Whether the care team must reach the patient before the next dose: a report has not been answered. */
export const waitsForContact = ({ open_alerts: open }: Pick<ClinicalFacts, 'open_alerts'>): boolean =>
  (open ?? []).some(({ rule_key: key }) => closesWithContact(key));
