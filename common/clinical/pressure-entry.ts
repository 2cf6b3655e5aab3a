/** What a newly entered blood pressure does to the one on file: the newest by its day counts. */
import { isCalendarDate } from './dates.js';
import type { IntakeData } from '../intake/index.js';
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

interface PressureInEffect extends Pressure {
  /** The patient's own answer. */
  readonly reported: boolean;
}

/**
 * The reading of the intake, as of the day it was signed, until a clinician enters one; a clinician's older one does not
 * take its place where the patient reported a raised one since, and a lower one reported since changes nothing.
 */
export function pressureInEffect(answers: IntakeData, extras: CaseExtras): PressureInEffect {
  const signed = isCalendarDate(answers.signature_date) ? answers.signature_date : null;
  const told = {
    systolic: numeric(answers.blood_pressure_systolic),
    diastolic: numeric(answers.blood_pressure_diastolic),
    on: signed,
    reported: true,
  };
  const entered = pressureOf(extras);
  if (entered === null) return told;
  const merged = {
    systolic: entered.systolic ?? told.systolic,
    diastolic: entered.diastolic ?? told.diastolic,
    on: entered.on,
    reported: false,
  };
  const since = signed !== null && entered.on !== null && entered.on < signed;
  const higher = above(told.systolic, merged.systolic) || above(told.diastolic, merged.diastolic);
  const raised = above(told.systolic, RAISED.systolic) || above(told.diastolic, RAISED.diastolic);
  return since && higher && raised ? told : merged;
}
const numeric = (value: unknown): number | null => (typeof value === 'number' ? value : null);
/** Below, a rule reads neither. */
const RAISED = { systolic: 139, diastolic: 89 };
const above = (a: number | null, b: number | null): boolean => a !== null && b !== null && a > b;
