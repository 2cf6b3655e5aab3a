import type { Plan } from '#common/api/index.js';
import { dateIn } from '#common/clinical/index.js';

/** A plan in force from one day to the day before another; `to` is null while it lasts. */
export interface TreatmentPeriod {
  from: string;
  to: string | null;
  /** The moment of the stop that ended it, if one did. */
  stopped_at?: string;
  plan: Plan;
}

/** A stop: the day it counts from, and when it was decided. */
export interface Ending {
  on: string;
  at: string;
}

/** Approved plans one after the other, oldest first; a discontinuation ends the one in force. */
export function treatmentPeriods(
  plans: readonly Plan[],
  endings: readonly Ending[],
  timezone: string,
): TreatmentPeriod[] {
  const approved = plans
    .flatMap((plan) => (plan.approved_at ? [{ at: plan.approved_at, plan }] : []))
    .sort((a, b) => (a.at < b.at ? -1 : 1));
  return approved.map(({ at, plan }, index) => {
    const from = dateIn(new Date(at), timezone);
    const next = approved[index + 1];
    const replacedOn = next ? dateIn(new Date(next.at), timezone) : null;
    // A stop of the same day ends what was approved before it, and not the restart after it.
    const ending = endings.find(
      ({ on, at: decided }) =>
        on >= from && Date.parse(decided) >= Date.parse(at) && (!replacedOn || on <= replacedOn),
    );
    return { from, to: ending?.on ?? replacedOn, ...(ending && { stopped_at: ending.at }), plan };
  });
}

/** The plan in force on a day, or null. */
export const planOn = (periods: readonly TreatmentPeriod[], day: string): Plan | null =>
  periods.findLast((p) => p.from <= day && (p.to === null || day <= p.to))?.plan ?? null;
