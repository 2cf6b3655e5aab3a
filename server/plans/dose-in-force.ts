/** Which dose counts for the patient: the current order’s, until another is approved. */
import { isAheadOfPlan } from '../prescriptions/prescription-lifecycle.js';
import {
  dispensedMgPerMl,
  isFormulationId,
  isFrequency,
  isGivenInClinic,
  parseDoseMg,
  parseFrequency,
  type Frequency,
} from '#common/clinical/index.js';
import type { Plan, Prescription } from '#common/api/index.js';

/** What is read of an order. */
export type KnownOrder = Pick<
  Prescription,
  | 'plan_id'
  | 'plan_status'
  | 'formulation'
  | 'dose'
  | 'frequency'
  | 'sig'
  | 'drug'
  | 'status'
  | 'prescription_state'
  | 'on_hold'
  | 'ended_reason'
  | 'approved_at'
> & {
  /** Approved before a pause for hematocrit that has ended. */
  paused?: boolean;
};
export type KnownPlan = Pick<Plan, 'plan_id' | 'formulation' | 'dose' | 'frequency'>;

export interface CountingDose {
  formulation: string;
  /** mg */
  dose: number;
  frequency: Frequency;
  /** Of what is drawn up, in the strength that the order names. */
  mg_per_ml?: number;
}

/** The order that a patient follows; `none`: there are orders, but none that may be followed. */
export type OrderInForce<Order> = { order: Order } | { held: readonly Order[] } | 'none' | 'never';

/** The order of another product that is still at home, until the new one is filled; one that was on hold, or was paused for its dose, does not go on. */
function goesOnBefore<Order extends KnownOrder>(next: Order, orders: readonly Order[]): Order | null {
  if (next.status !== 'accepted') return null;
  const last = orders.find(({ status }) => status === 'filled');
  const goesOn =
    last &&
    last.formulation !== next.formulation &&
    last.ended_reason === 'replaced' &&
    last.on_hold === null &&
    !last.paused;
  return goesOn ? last : null;
}

/** @param orders newest first; one approved ahead of its plan counts as one that is not approved */
export function orderInForce<Order extends KnownOrder>(orders: readonly Order[]): OrderInForce<Order> {
  const counting = orders.filter((order) => !isAheadOfPlan(order));
  const current = counting.filter(({ prescription_state: state }) => state === 'current');
  const free = current.find(({ on_hold }) => !on_hold);
  if (free) return { order: goesOnBefore(free, counting) ?? free };
  if (current.length) return { held: current };
  // One whose days are over still says how to take what is left; one that was ended does not.
  const last = counting.find(({ approved_at: approved }) => approved !== null);
  if (last?.status === 'filled' && last.ended_reason === null) return { order: last };
  return orders.length ? 'none' : 'never';
}

/** What the plan itself says. */
export const plannedDose = ({ formulation, dose, frequency }: KnownPlan): CountingDose | null =>
  isFrequency(frequency) ? { formulation, dose, frequency } : null;

/** An order in words of its own is read as its plan says; null where it has none. */
export function doseOf(order: KnownOrder, plan: KnownPlan): CountingDose | null {
  const { formulation } = order;
  const strength = isFormulationId(formulation) ? dispensedMgPerMl(formulation, order.drug) : null;
  const dose = parseDoseMg(order.dose);
  const frequency = parseFrequency(order.frequency);
  if (dose !== null && frequency)
    return { formulation, dose, frequency, ...(strength !== null && { mg_per_ml: strength }) };
  return order.plan_id === plan.plan_id ? plannedDose(plan) : null;
}

/** Without any order, as in a record from elsewhere, the plan says the dose. */
export function doseInForce(plan: KnownPlan, inForce: OrderInForce<KnownOrder>): CountingDose | null {
  if (inForce === 'never') return plannedDose(plan);
  return typeof inForce === 'object' && 'order' in inForce ? doseOf(inForce.order, plan) : null;
}

/** What the order of a new dose waits for. */
export type WaitsFor = 'approval' | 'fill' | 'injection';

/** The directions that go on while the order of a new dose waits, and what for; null when there is nothing to wait for. */
export function goesOn<Order extends KnownOrder>(
  orders: readonly Order[],
): { as: string; waits: Order; for: WaitsFor } | null {
  const inForce = orderInForce(orders);
  if (typeof inForce === 'string' || !('order' in inForce)) return null;
  const waits = orders.find(
    (order) =>
      order.prescription_state === 'draft' ||
      (order.prescription_state === 'current' &&
        (isAheadOfPlan(order) || order.formulation !== inForce.order.formulation)),
  );
  const { formulation, dose, frequency, sig } = inForce.order;
  const changes =
    waits &&
    [waits.formulation, waits.dose, waits.frequency].join() !== [formulation, dose, frequency].join();
  if (!changes) return null;
  const approved = waits.prescription_state === 'current' && !isAheadOfPlan(waits);
  const begins = isGivenInClinic(waits.formulation) ? 'injection' : 'fill';
  return { as: sig, waits, for: approved ? begins : 'approval' };
}
