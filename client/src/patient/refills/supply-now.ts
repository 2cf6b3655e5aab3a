import type { PrescriptionSupply, RefillGate, RefillGateKey } from '#common/api/index.js';
import type { Tone } from '#common/vocabulary/index.js';
import { daysUntil } from '../kit/in-words.js';

type State = PrescriptionSupply['state'];

/** The most urgent first. */
const URGENCY: readonly State[] = ['past_run_out', 'ask_now', 'can_refill', 'enough', 'waiting'];
export const SUPPLY_TONE: Record<State, Tone> = {
  past_run_out: 'danger',
  ask_now: 'warning',
  can_refill: 'success',
  enough: 'success',
  waiting: 'info',
};
/** Due dates within four weeks are shown in advance. */
const SOON_DAYS = 28;
/** The gates a patient can clear. */
const OWN: readonly RefillGateKey[] = ['labs', 'check_in'];

const byUrgency = (orders: readonly PrescriptionSupply[]): PrescriptionSupply[] =>
  orders.toSorted((a, b) => URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state));

/** Filled before; an answer that an earlier version cached does not say when. */
export const wasFilled = ({ last_fill_on: filled, run_out_on: runOut }: PrescriptionSupply): boolean =>
  filled === undefined ? runOut !== null : filled !== null;

/**
 * The most urgent supply, of an order that was filled itself where there is one; null if nothing was filled yet.
 * @param begun the patient takes it, so that it was filled, recorded or not
 */
export function supplyNow(orders: readonly PrescriptionSupply[], begun: boolean): PrescriptionSupply | null {
  const own = orders.filter((order) => !order.in_clinic);
  const known = own.filter((order) => order.run_out_on !== null);
  const some = byUrgency(known.filter(wasFilled))[0] ?? byUrgency(known)[0];
  return some ?? (begun ? (own[0] ?? null) : null);
}

/** The first day on which a refill may be asked for while there is enough. */
export const asksFrom = (order: PrescriptionSupply): string | null => {
  const days = [order.ask_by, order.new_prescription_needed ? null : order.earliest_fill_on];
  return days.flatMap((day) => day ?? []).toSorted()[0] ?? null;
};

/** Orders that can be refilled: what the clinic gives it orders itself. */
export const mayAsk = (order: PrescriptionSupply): boolean =>
  order.state !== 'enough' &&
  order.state !== 'waiting' &&
  !order.goes_on &&
  !order.on_hold &&
  order.refill_request_id === null &&
  !order.in_clinic;

/**
 * Orders a patient may request refills for: most urgent first, never filled last. Of a medicine that was filled only that order:
 * one beside it that was not needs the pharmacy, no refill.
 */
export function askable(orders: readonly PrescriptionSupply[]): PrescriptionSupply[] {
  const filled = new Set(orders.filter(wasFilled).map(({ formulation }) => formulation));
  const own = orders.filter((order) => mayAsk(order) && (wasFilled(order) || !filled.has(order.formulation)));
  return byUrgency(own).toSorted((a, b) => Number(!wasFilled(a)) - Number(!wasFilled(b)));
}

export const missingGates = ({ gates }: PrescriptionSupply): RefillGate[] => gates.filter(({ met }) => !met);

/** What is fine today but will not be in a few weeks unless the patient acts. */
export const gatesSoon = (
  { gates }: PrescriptionSupply,
  today: string,
): (RefillGate & { due_on: string })[] =>
  gates.filter((gate): gate is RefillGate & { due_on: string } => {
    if (!gate.met || gate.due_on === null || !OWN.includes(gate.key)) return false;
    const left = daysUntil(gate.due_on, today);
    return left >= 0 && left <= SOON_DAYS;
  });
