import type { PatientPrescription } from '#common/api/index.js';
import type { PatientPrescriptionStatus, Tone } from '#common/vocabulary/index.js';
import { isGivenInClinic } from '#common/clinical/formulations.js';
import { dateInWords, daysUntil } from '../kit/in-words.js';
import { PRESCRIPTIONS_TEXT as text } from './text/en.js';

export const PRESCRIPTION_TONE: Record<PatientPrescriptionStatus, Tone> = {
  draft: 'warning',
  approved: 'info',
  sent: 'info',
  filled: 'success',
  discontinued: 'neutral',
};

/** An order that has ended is over, whether on hold or not. */
export const isOnHold = (order: PatientPrescription): boolean =>
  order.on_hold && order.prescription_state !== 'past';

/** "5 refills left"; of what the clinic gives the patient asks for none. */
export const refillsInWords = ({
  formulation,
  refills_remaining: left,
}: PatientPrescription): string | null => (isGivenInClinic(formulation) ? null : text.refills(left));

/** Two orders that may be used for one medicine: which of them to use has to be said. */
export function isTwice(orders: readonly PatientPrescription[]): boolean {
  const usable = orders.filter((order) => order.prescription_state === 'current' && !order.on_hold);
  return new Set(usable.map(({ drug }) => drug)).size < usable.length;
}

const refillWords = (over: boolean, ranOut: boolean) =>
  over ? text.refillOver : ranOut ? text.refillNow : text.refillBy;

/** The order that took the place of one for the same product and strength: what is left is used as it says. */
const successorOf = (
  { drug, formulation }: PatientPrescription,
  orders: readonly PatientPrescription[],
): PatientPrescription | undefined =>
  orders.find(
    (one) =>
      one.prescription_state === 'current' &&
      !one.on_hold &&
      one.drug === drug &&
      one.formulation === formulation,
  );

/** The newest product that was filled is used until the one in its place is filled. */
function goesOnBefore(order: PatientPrescription, orders: readonly PatientPrescription[]): boolean {
  const living = orders.filter(({ prescription_state: state }) => state !== 'draft');
  const [newest] = living.filter(({ status }) => status === 'filled');
  const current = living.filter(({ prescription_state: state }) => state === 'current');
  return (
    newest === order &&
    !order.on_hold &&
    current.length > 0 &&
    current.every((one) => one.status !== 'filled' && !one.on_hold && one.formulation !== order.formulation)
  );
}

/**
 * How long the supply lasts and how many refills are left, in sentences.
 * @param today where the patient lives
 * @param orders all of the patient
 */
export function supplyInWords(
  order: PatientPrescription,
  today: string,
  orders: readonly PatientPrescription[] = [],
): string[] {
  const {
    prescription_state: state,
    run_out_on: runOut,
    refill_by: refillBy,
    refills_remaining: refills,
  } = order;
  const passed = (date: string) => daysUntil(date, today) < 0;
  const ranOut = runOut !== null && passed(runOut);
  if (isOnHold(order)) return [text.onHoldWhat];
  if (isGivenInClinic(order.formulation)) return state === 'current' ? [text.inClinic] : [];
  if (state === 'draft' || (state === 'past' && order.status !== 'filled')) return [];
  if (state === 'past') {
    if (ranOut && refills === 0) return [text.ranOut(dateInWords(runOut, today))];
    const successor = successorOf(order, orders);
    if (goesOnBefore(order, orders)) return [text.goOnBefore];
    return [successor ? text.goOn(successor.sig) : text.over];
  }
  const lines: string[] = [];
  if (runOut) lines.push((ranOut ? text.ranOut : text.runsOut)(dateInWords(runOut, today)));
  if (refillBy && !runOut)
    lines.push((passed(refillBy) ? text.fillOver : text.fillBy)(dateInWords(refillBy, today)));
  if (refillBy && runOut && refills > 0)
    lines.push(refillWords(passed(refillBy), ranOut)(dateInWords(refillBy, today)));
  return lines;
}
