/** Which product a logged dose was of: after a change of product the log does not say it. */
import { secondDoseDays } from './clinic-doses.js';
import { dateIn, daysBetween } from './dates.js';
import type { PlanFacts } from './facts.js';
import { doseInMg, loggedUnits, type LoggedDose } from './dose-log.js';
import { INTERVAL_DAYS, type FormulationId } from './formulations.js';

/** An order or a plan that was followed, with what it says of one dose. */
export interface FollowedProduct {
  readonly formulation: FormulationId;
  /** mg */
  readonly dose: number | null;
  /** Of what is drawn up, as the order names it. */
  readonly mg_per_ml?: number | null;
  readonly approved_at: string;
  /** The day of its first fill; null: not filled, or not on record. */
  readonly filled_on: string | null;
}

/** How far a dose is from the planned one, whichever is more. */
function distance(taken: LoggedDose, { formulation, dose, mg_per_ml }: FollowedProduct): number {
  const mg = dose === null ? null : doseInMg(taken, { formulation, dose, mg_per_ml });
  return mg === null || dose === null || mg <= 0 ? Infinity : Math.abs(Math.log(mg / dose));
}

const EXACT = 1e-6;
/** Whether it is the amount of what was approved only later: on that day, or of what the clinic gives, which no other product equals. */
const isAhead = (taken: LoggedDose, one: FollowedProduct, zone: string): boolean =>
  distance(taken, one) < EXACT &&
  (secondDoseDays(one.formulation) !== null ||
    dateIn(new Date(taken.taken_at), zone) === dateIn(new Date(one.approved_at), zone));

/**
 * The product, by what was followed then: from the day after its first fill on the newer one; until then the one whose dose is
 * nearer, for the old one is still at home. A dose is given before the plan is tidied, too. Null where none is counted in that unit.
 * @param followed in any order
 */
export function productOfDose(
  taken: LoggedDose,
  followed: readonly FollowedProduct[],
  zone: string,
): FormulationId | null {
  const inUnit = followed
    .filter(({ formulation }) => loggedUnits(formulation).includes(taken.unit))
    .toSorted((a, b) => Date.parse(a.approved_at) - Date.parse(b.approved_at));
  const then = inUnit.filter(
    (one) => Date.parse(one.approved_at) <= Date.parse(taken.taken_at) || isAhead(taken, one, zone),
  );
  // Before the first approval it was the first product, if any of these.
  if (then.length === 0) return inUnit[0]?.formulation ?? null;
  const newest = then.at(-1)!;
  const before = then.findLast(({ formulation }) => formulation !== newest.formulation);
  const first = then
    .filter(({ formulation }) => formulation === newest.formulation)
    .flatMap(({ filled_on: on, approved_at: at }) => (on && (!before || at > before.approved_at) ? [on] : []))
    .toSorted()[0];
  const inHand = first !== undefined && dateIn(new Date(taken.taken_at), zone) > first;
  if (!before || inHand) return newest.formulation;
  return distance(taken, newest) < distance(taken, before) ? newest.formulation : before.formulation;
}

/** An injection so much later than the one before, in its intervals, begins a treatment of its own. */
const OWN_START = 1.5;

/**
 * The days of the doses of a plan's product in the log: no other product is given in such amounts. With those of before the plan
 * that it goes on from, such as a first one given elsewhere.
 */
export function clinicDoseDays(
  plan: Pick<PlanFacts, 'formulation' | 'dose' | 'frequency'>,
  logged: readonly (Pick<LoggedDose, 'dose' | 'unit'> & { readonly on: string })[],
  since: string,
): string[] {
  if (secondDoseDays(plan.formulation) === null) return [];
  const own = logged.filter((one) => (doseInMg(one, plan) ?? 0) >= plan.dose / 2);
  const days = own.flatMap(({ on }) => (on >= since ? [on] : [])).toSorted();
  // An injection of before was of the product before.
  const before = own.flatMap(({ on, unit }) => (on < since && unit !== 'injections' ? [on] : []));
  for (const on of before.toSorted().toReversed()) {
    if (daysBetween(on, days[0] ?? since) > INTERVAL_DAYS[plan.frequency] * OWN_START) break;
    days.unshift(on);
  }
  return days;
}
