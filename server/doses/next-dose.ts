/** When the next dose is due. */
import type { MissedDose, NextDose, TakenDose } from '#common/api/doses.js';
import {
  INTERVAL_DAYS,
  daysAfterDose,
  isGivenInClinic,
  productOfDose,
  type FollowedProduct,
  type Frequency,
} from '#common/clinical/index.js';
import type { CountingDose } from '../plans/dose-in-force.js';

const DAY_MS = 86_400_000;
/** Share of the interval by which a dose may be late before it is asked about. */
const LATE_SHARE = 0.25;
/** After an answer, so many more late doses are asked about one by one; more are a pause, and the schedule goes on. */
const MOST_ASKED = 3;

export interface FollowedOrder extends FollowedProduct {
  frequency: Frequency;
}

interface Followed {
  followed: readonly FollowedOrder[];
  zone: string;
}

/** @param doses newest first */
function daysToNext(counts: CountingDose, doses: readonly TakenDose[], { followed, zone }: Followed): number {
  const [last] = doses;
  const product = last && productOfDose(last, followed, zone);
  if (!product) return INTERVAL_DAYS[counts.frequency];
  const other = doses.findIndex((one) => productOfDose(one, followed, zone) !== product);
  const given = other < 0 ? doses.length : other;
  const then = followed
    .filter(({ formulation, approved_at: at }) => formulation === product && at <= last.taken_at)
    .toSorted((a, b) => (a.approved_at < b.approved_at ? -1 : 1))
    .at(-1);
  const frequency = product === counts.formulation ? counts.frequency : (then?.frequency ?? counts.frequency);
  return daysAfterDose({ formulation: product, frequency }, given);
}

/** The doses that the next one is counted from: of what the clinic gives, its own, whatever was taken beside it. */
function countedFrom(
  { formulation }: CountingDose,
  doses: readonly TakenDose[],
  { followed, zone }: Followed,
): readonly TakenDose[] {
  if (!isGivenInClinic(formulation)) return doses;
  const own = doses.filter((one) => productOfDose(one, followed, zone) === formulation);
  return own.length ? own : doses;
}

/**
 * After a change of product the next dose is the first of the new one, and due when that of the one before was.
 * @param doses newest first
 */
export function nextDose(
  counts: CountingDose | null,
  doses: readonly TakenDose[],
  { missed, now, ...orders }: Followed & { missed: readonly MissedDose[]; now: number },
): NextDose | null {
  if (!counts || !doses.length) return null;
  const own = countedFrom(counts, doses, orders);
  const interval = daysToNext(counts, own, orders) * DAY_MS;
  const taken = Date.parse(own[0]!.taken_at);
  // Of what the clinic gives none is left out: it stays due until it is given.
  const given_in_clinic = isGivenInClinic(counts.formulation);
  const answered = (given_in_clinic ? [] : missed)
    .map(({ due_at }) => Date.parse(due_at))
    .filter((at) => at > taken);
  // Half an interval apart, so that an answer of before a change of the schedule counts for its dose.
  const after = (Math.max(taken, ...answered) - taken) / interval + 0.5;
  const step = Math.max(1, Math.ceil(after));
  const late = Math.floor((now - taken) / interval - LATE_SHARE);
  const due = taken + (answered.length && late - step >= MOST_ASKED ? late + 1 : step) * interval;
  return {
    due_at: new Date(due).toISOString(),
    ...counts,
    missed: !given_in_clinic && now > due + LATE_SHARE * interval,
    given_in_clinic,
  };
}
