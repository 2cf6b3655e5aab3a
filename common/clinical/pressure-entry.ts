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
type Told = PressureInEffect & Pick<ReportedPressure, 'answered'>;

/** Home readings of a check-in or a safety check, with the day they were measured. */
export interface ReportedPressure {
  readonly systolic: number;
  readonly diastolic: number;
  readonly on: string;
  /** Reported before a clinician entered the one on file. */
  readonly answered?: boolean;
}

/** The day that the patient gave, if it is before the signature; otherwise the day of the signature. */
export function pressureMeasuredOn({
  signature_date: signature,
  blood_pressure_on: told,
}: IntakeData): string | null {
  const signed = isCalendarDate(signature) ? signature : null;
  return isCalendarDate(told) && (signed === null || told <= signed) ? told : signed;
}

/**
 * The reading of the intake, or a later one of a check-in, until a clinician enters one; a clinician's older one does not
 * take its place where the patient reported a raised one since, and a lower one reported since changes nothing. A
 * clinician's reading supersedes what the patient reported earlier the same day.
 */
export function pressureInEffect(
  answers: IntakeData,
  extras: CaseExtras,
  reports: readonly ReportedPressure[] = [],
): PressureInEffect {
  const told = {
    systolic: numeric(answers.blood_pressure_systolic),
    diastolic: numeric(answers.blood_pressure_diastolic),
    on: pressureMeasuredOn(answers),
    reported: true,
  };
  const entered = pressureOf(extras);
  const first = entered
    ? {
        systolic: entered.systolic ?? told.systolic,
        diastolic: entered.diastolic ?? told.diastolic,
        on: entered.on,
        reported: false,
      }
    : told;
  const ofIntake = entered && first.on !== null && told.on !== null && told.on > first.on ? [told] : [];
  return [...ofIntake, ...reports.map((one) => ({ ...one, reported: true }))].reduce(later, first);
}

/** A raised one takes the place of any that is no newer; a normal one only of the patient's own normal one. */
function later(before: PressureInEffect, next: Told): PressureInEffect {
  if (before.systolic === null && before.diastolic === null) return next;
  if (before.on === null || next.on === null || next.on < before.on) return before;
  if (!before.reported && next.answered && next.on === before.on) return before;
  const higher = above(next.systolic, before.systolic) || above(next.diastolic, before.diastolic);
  if (isRaised(next) && higher) return next;
  return before.reported && !isRaised(before) && !isRaised(next) ? next : before;
}
/** The patient's newest home reading, while the clinic has none of a later day or entered since. */
export const newestReport = (
  extras: CaseExtras,
  reports: readonly ReportedPressure[],
): ReportedPressure | null => {
  const entered = pressureOf(extras)?.on ?? null;
  return reports
    .filter(({ on, answered }) => entered === null || on > entered || (on === entered && !answered))
    .reduce<ReportedPressure | null>((newest, one) => (newest && newest.on > one.on ? newest : one), null);
};

const numeric = (value: unknown): number | null => (typeof value === 'number' ? value : null);
/** Below, a rule reads neither. */
const RAISED = { systolic: 139, diastolic: 89 };
export const isRaised = ({ systolic, diastolic }: Pick<Pressure, 'systolic' | 'diastolic'>): boolean =>
  above(systolic, RAISED.systolic) || above(diastolic, RAISED.diastolic);
const above = (a: number | null, b: number | null): boolean => a !== null && b !== null && a > b;
