import type { Plan } from '#common/api/index.js';
import { dateIn } from '#common/clinical/index.js';

/** A plan in force from one day to the day before another; `to` is null while it lasts. */
export interface TreatmentPeriod {
  from: string;
  to: string | null;
  plan: Plan;
}

/** Approved plans one after the other, oldest first; a discontinuation ends the one in force. */
export function treatmentPeriods(
  plans: readonly Plan[],
  endings: readonly string[],
  timezone: string,
): TreatmentPeriod[] {
  const approved = plans
    .flatMap((plan) => (plan.approved_at ? [{ at: plan.approved_at, plan }] : []))
    .sort((a, b) => (a.at < b.at ? -1 : 1));
  return approved.map(({ at, plan }, index) => {
    const from = dateIn(new Date(at), timezone);
    const next = approved[index + 1];
    const replacedOn = next ? dateIn(new Date(next.at), timezone) : null;
    const endedOn = endings.find((on) => on >= from && (!replacedOn || on <= replacedOn)) ?? null;
    return { from, to: endedOn ?? replacedOn, plan };
  });
}

/** The plan in force on a day, or null. */
export const planOn = (periods: readonly TreatmentPeriod[], day: string): Plan | null =>
  periods.findLast((p) => p.from <= day && (p.to === null || day <= p.to))?.plan ?? null;
