/** What a newly entered blood pressure does to the one on file: the newest by its day counts. */
import { isCalendarDate } from './dates.js';
import type { CaseExtras } from './case-extras.js';

export interface Pressure {
  readonly systolic: number | null;
  readonly diastolic: number | null;
  readonly on: string | null;
}
/** older: joins the readings only. replaced: the value on file is removed, overwritten or dated back. newer: it counts from now on. */
export type PressureEntry = 'same' | 'older' | 'replaced' | 'newer';

export const pressureOf = (extras: CaseExtras): Pressure | null => {
  const systolic = extras.bp_systolic ?? null;
  const diastolic = extras.bp_diastolic ?? null;
  if (systolic === null && diastolic === null) return null;
  return { systolic, diastolic, on: isCalendarDate(extras.bp_on) ? extras.bp_on : null };
};

export const pressureInWords = (pressure: Pressure | null): string =>
  pressure
    ? `${pressure.systolic ?? '?'}/${pressure.diastolic ?? '?'} on ${pressure.on ?? 'an unknown day'}`
    : 'none';

export function pressureEntry(before: Pressure | null, after: Pressure | null): PressureEntry {
  if (before === null) return after === null ? 'same' : 'newer';
  if (after === null) return 'replaced';
  const sameValues = before.systolic === after.systolic && before.diastolic === after.diastolic;
  if (sameValues && before.on === after.on) return 'same';
  if (before.on === null || after.on === null) return 'replaced';
  if (after.on > before.on) return 'newer';
  // The same values on an earlier day are a correction of the date.
  return after.on < before.on && !sameValues ? 'older' : 'replaced';
}
