import type { NextDose } from '#common/api/index.js';
import { INTERVAL_DAYS } from '#common/clinical/formulations.js';

const DAY_MS = 86_400_000;
/** Asks about a late dose, until it is answered or the next one is due; older gaps are not asked about. */
export function asksAbout(next: NextDose | null, now: number = Date.now()): boolean {
  if (!next?.missed || next.answered) return false;
  const interval = (INTERVAL_DAYS as Record<string, number | undefined>)[next.frequency] ?? 7;
  return now < Date.parse(next.due_at) + interval * DAY_MS;
}
