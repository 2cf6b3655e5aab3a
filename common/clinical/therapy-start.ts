/** When therapy began: the day of the first dose, or until that is known a few days after the approval. */
import { addDays } from './dates.js';
import type { CaseExtras } from './case-extras.js';

/** From the approval to the first dose, until the patient reports it: the pharmacy has to fill and ship it. */
export const ASSUMED_START_DAYS = 7;

/**
 * The facts with the day therapy is assumed to have begun.
 * @param assumed `therapy_started_on` is the approval date, and the patient has not reported the first dose yet
 */
export function withTherapyStart(extras: CaseExtras, assumed: boolean): CaseExtras {
  const approvedOn = extras.therapy_started_on;
  if (!assumed || !approvedOn) return extras;
  return { ...extras, ...startedOn(extras, addDays(approvedOn, ASSUMED_START_DAYS)) };
}

/** Moving the start also moves the last change: nothing was changed before the first dose. */
export function startedOn(
  { last_change_on: changed }: CaseExtras,
  day: string,
): { therapy_started_on: string; last_change_on: string } {
  return { therapy_started_on: day, last_change_on: changed && changed > day ? changed : day };
}
