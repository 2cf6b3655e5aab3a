import type { PrescriptionSupply, RefillGate, RefillGateKey } from '../../../../common/api/index.js';
import type { Tone } from '../../../../common/vocabulary/index.js';
import { daysUntil } from '../kit/in-words.js';

type State = PrescriptionSupply['state'];

/** The one to act on first comes first. */
const URGENCY: readonly State[] = ['past_run_out', 'ask_now', 'can_refill', 'enough'];
export const SUPPLY_TONE: Record<State, Tone> = {
  past_run_out: 'danger',
  ask_now: 'warning',
  can_refill: 'success',
  enough: 'success',
};
/** What is due within four weeks is shown ahead. */
const SOON_DAYS = 28;
/** The gates a patient can do something about. */
const OWN: readonly RefillGateKey[] = ['labs', 'check_in'];

const byUrgency = (orders: readonly PrescriptionSupply[]): PrescriptionSupply[] =>
  orders.toSorted((a, b) => URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state));

/** The supply that matters most now, of the orders that were filled before; null where nothing was filled yet. */
export const supplyNow = (orders: readonly PrescriptionSupply[]): PrescriptionSupply | null =>
  byUrgency(orders.filter((order) => order.run_out_on !== null))[0] ?? null;

/** Of these more may be asked for. */
export const mayAsk = (order: PrescriptionSupply): boolean =>
  order.state !== 'enough' && !order.on_hold && order.refill_request_id === null;

/** Orders a patient may ask more of, the most urgent first, those never filled last. */
export const askable = (orders: readonly PrescriptionSupply[]): PrescriptionSupply[] =>
  byUrgency(orders.filter(mayAsk)).toSorted(
    (a, b) => Number(a.run_out_on === null) - Number(b.run_out_on === null),
  );

/** How many doses the days left hold; at least one while a day is left. */
export function dosesIn(days: number, interval: number | undefined): number | null {
  if (!interval || days <= 0) return null;
  return Math.max(1, Math.round(days / interval));
}

export const missingGates = ({ gates }: PrescriptionSupply): RefillGate[] => gates.filter(({ met }) => !met);

/** What is in order today and will not be in a few weeks, unless the patient does something. */
export const gatesSoon = (
  { gates }: PrescriptionSupply,
  today: string,
): (RefillGate & { due_on: string })[] =>
  gates.filter((gate): gate is RefillGate & { due_on: string } => {
    if (!gate.met || gate.due_on === null || !OWN.includes(gate.key)) return false;
    const left = daysUntil(gate.due_on, today);
    return left >= 0 && left <= SOON_DAYS;
  });
