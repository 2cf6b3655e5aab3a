import type { NextDose } from '#common/api/index.js';
import { INTERVAL_DAYS } from '#common/clinical/formulations.js';

const DAY_MS = 86_400_000;
/** Doses the patient was asked about; nothing about them is written to the device. */
const asked = new Set<string>();

export const wasAsked = (next: NextDose): boolean => asked.has(next.due_at);
export const rememberAsked = (next: NextDose): void => void asked.add(next.due_at);

/** Asks about a late dose until the next one is due; older gaps are not asked about. */
export function asksAbout(next: NextDose | null, now: number = Date.now()): boolean {
  if (!next?.missed) return false;
  const interval = (INTERVAL_DAYS as Record<string, number | undefined>)[next.frequency] ?? 7;
  return now < Date.parse(next.due_at) + interval * DAY_MS;
}
