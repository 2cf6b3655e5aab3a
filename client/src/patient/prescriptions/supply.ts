import type { PatientPrescription } from '../../../../common/api/index.js';
import type { PatientPrescriptionStatus, Tone } from '../../../../common/vocabulary/index.js';
import { dateInWords, daysUntil } from '../kit/in-words.js';
import { PRESCRIPTIONS_TEXT as text } from './text/en.js';

export const PRESCRIPTION_TONE: Record<PatientPrescriptionStatus, Tone> = {
  draft: 'warning',
  approved: 'info',
  sent: 'info',
  filled: 'success',
  discontinued: 'neutral',
};

/** How long it lasts and how much more there is, in sentences. Only an order in force has any. */
export function supplyInWords(order: PatientPrescription, now: Date = new Date()): string[] {
  if (order.prescription_state !== 'current') return [];
  const { run_out_on: runOut, refill_by: refillBy, refills_remaining: refills } = order;
  const lines: string[] = [];
  if (runOut)
    lines.push(
      daysUntil(runOut, now) < 0
        ? text.ranOut(dateInWords(runOut, now))
        : text.runsOut(dateInWords(runOut, now)),
    );
  if (refillBy && refills > 0)
    lines.push(
      daysUntil(refillBy, now) < 0
        ? text.refillOver(dateInWords(refillBy, now))
        : text.refillBy(dateInWords(refillBy, now)),
    );
  return lines;
}
