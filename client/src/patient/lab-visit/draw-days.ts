import type { DosesResponse } from '#common/api/index.js';
import { addDays, dateIn, daysBetween } from '#common/clinical/dates.js';
import {
  INTERVAL_DAYS,
  drawWindowHours,
  isFormulationId,
  isFrequency,
} from '#common/clinical/formulations.js';

/** The days on which a draw says something, as days where the patient lives. */
export interface DrawDays {
  from: string;
  until: string;
}

/** Results take days, and so do a decision and the pharmacy: with less supply than this, a draw does not wait. */
const NEEDED_DAYS = 10;
const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** The next days at the right distance from a dose, counted from the last one; null where no day is better than another. */
export function drawDays(
  { formulation, frequency }: NonNullable<DosesResponse['dose']>,
  { taken_at, zone, today }: { taken_at: string; zone: string; today: string },
): DrawDays | null {
  if (!isFormulationId(formulation) || !isFrequency(frequency)) return null;
  const interval = INTERVAL_DAYS[frequency];
  const [window] = drawWindowHours(formulation, frequency) ?? [];
  if (!window || interval < 3) return null;
  const at = (hours: number): string => dateIn(new Date(Date.parse(taken_at) + hours * HOUR_MS), zone);
  const [from, to] = window;
  for (let shift = 0; shift < 60; shift += 1) {
    const hours = shift * interval * DAY_HOURS;
    // Whole days within the hours, whatever the hour of the draw.
    const [first, last] = [at(from + hours), at(to + hours)];
    const until = daysBetween(first, last) > 1 ? addDays(last, -1) : last;
    if (until >= today) return { from: first < today ? today : first, until };
  }
  return null;
}

/** Whether there is no time to wait for the right day. */
export const isLate = ({
  runOut,
  today,
  until,
}: {
  runOut: string | null;
  today: string;
  /** The last day of the next draw. */
  until: string | null;
}): boolean => runOut === null || daysBetween(until ?? today, runOut) < NEEDED_DAYS;
