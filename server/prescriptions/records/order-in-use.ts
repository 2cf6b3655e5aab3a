import { heldDaysSince } from '../../cases/held-days.js';

/**
 * A filled one has run out when its days and refills are over: refills are picked up until six months after approval, no later.
 * Nothing is taken while therapy is on hold.
 */
export const ranOut = (x: string): string =>
  `(${x}.status = 'filled' AND LEAST(${x}.filled_at + make_interval(days => ${x}.days_supply * (${x}.refills + 1)),
  ${x}.approved_at + make_interval(months => 6, days => ${x}.days_supply))
  + make_interval(days => ${heldDaysSince(`${x}.case_id`, `${x}.filled_at::date`)}) < now())`;

/** Approved ahead of its plan, so that it counts for nothing yet. */
export const aheadOfPlan = (x: string): string =>
  `EXISTS (SELECT 1 FROM plans w WHERE w.id = ${x}.plan_id AND w.lifecycle = 'pending_review')`;

/** Approved, and not over: the condition on a row of prescriptions. */
export const inUse = (x: string): string =>
  `${x}.status IN ('accepted', 'filled') AND ${x}.ended_reason IS NULL AND NOT ${ranOut(x)}`;
