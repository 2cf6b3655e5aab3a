import type { PatientPrescription } from '#common/api/index.js';
import type { PatientPrescriptionStatus, Tone } from '#common/vocabulary/index.js';
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

/** Two orders in use for one medicine: which of them to use has to be said. */
export const isTwice = (orders: readonly PatientPrescription[]): boolean =>
  new Set(orders.map(({ drug }) => drug)).size < orders.length;

const refillWords = (over: boolean, ranOut: boolean) =>
  over ? text.refillOver : ranOut ? text.refillNow : text.refillBy;

/** How long the supply lasts and how many refills are left, in sentences. @param today where the patient lives */
export function supplyInWords(order: PatientPrescription, today: string): string[] {
  const {
    prescription_state: state,
    run_out_on: runOut,
    refill_by: refillBy,
    refills_remaining: refills,
  } = order;
  const passed = (date: string) => daysUntil(date, today) < 0;
  const ranOut = runOut !== null && passed(runOut);
  if (isOnHold(order)) return [text.onHoldWhat];
  if (state === 'draft' || (state === 'past' && order.status !== 'filled')) return [];
  if (state === 'past')
    return [ranOut && refills === 0 ? text.ranOut(dateInWords(runOut, today)) : text.over];
  const lines: string[] = [];
  if (runOut) lines.push((ranOut ? text.ranOut : text.runsOut)(dateInWords(runOut, today)));
  if (refillBy && !runOut)
    lines.push((passed(refillBy) ? text.fillOver : text.fillBy)(dateInWords(refillBy, today)));
  if (refillBy && runOut && refills > 0)
    lines.push(refillWords(passed(refillBy), ranOut)(dateInWords(refillBy, today)));
  return lines;
}
