import type { Lab, LabCorrectRequest, LabCreateRequest } from '#common/api/index.js';
import {
  CHECK_THE_REPORT,
  inOwnUnit,
  limitIn,
  needsConfirmation,
  unitsOf,
  type Comparator,
} from '#common/clinical/lab-units.js';
import { ANALYTES, labValueError, type AnalyteKey } from '#common/clinical/labs.js';
import { LAB_ENTRY_WORDS } from './text/en.js';

/** Values as typed, with the unit chosen for each and which were checked against the report. */
export interface ValueDraft {
  values: Partial<Record<AnalyteKey, string>>;
  /** Drafts kept by an earlier release have neither of these. */
  units?: Partial<Record<AnalyteKey, string>>;
  confirmed?: Partial<Record<AnalyteKey, boolean>>;
}
/** The form's content: everything as typed. */
export interface LabDraft extends ValueDraft {
  collected: string;
  hours: string;
  /** Absent: the hours of the patient's dose log may stand there. */
  hoursTyped?: boolean;
  /** They are right, though the dose log has a later dose. */
  hoursConfirmed?: boolean;
  specimen: string;
}
export const EMPTY_DRAFT: LabDraft = { collected: '', hours: '', specimen: '', values: {} };

export const isTouched = (draft: LabDraft): boolean =>
  Boolean(draft.collected || draft.hours || draft.specimen || Object.values(draft.values).some(Boolean));

/** The four the program decides on; the others are under "More analytes". */
export const MAIN_ANALYTES: readonly AnalyteKey[] = [
  'tt_ng_dl',
  'hct_percent',
  'psa_ng_ml',
  'estradiol_pg_ml',
];
export const OTHER_ANALYTES: readonly AnalyteKey[] = ANALYTES.map((entry) => entry.key).filter(
  (key) => !MAIN_ANALYTES.includes(key),
);

const NUMBER = /^\d+([.,]\d+)?$/;
const toNumber = (text: string): number =>
  NUMBER.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;

/** A value as typed: a number, or a limit such as "<0.1". */
function readValue(text: string): { comparator: Comparator | null; number: number } {
  const limit = limitIn(text);
  return { comparator: limit?.comparator ?? null, number: toNumber(limit?.number ?? text) };
}

/** The local time as typed with the local offset: the morning rule uses the local time of the draw. */
export function withOffset(local: string): string {
  const minutes = -new Date(local).getTimezoneOffset();
  const sign = minutes < 0 ? '-' : '+';
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${local.length === 16 ? `${local}:00` : local}${sign}${two(size / 60)}:${two(size % 60)}`;
}

export type LabProblems = Record<string, string>;

export const unitOf = (draft: ValueDraft, key: AnalyteKey): string =>
  draft.units?.[key] ?? unitsOf(key)[0] ?? '';

/** The typed value in the analyte's own unit; NaN when it is not a number. */
function ownValue(draft: ValueDraft, key: AnalyteKey): number {
  return inOwnUnit(key, readValue(draft.values[key] ?? '').number, unitOf(draft, key))?.value ?? Number.NaN;
}

/** Whether the typed value is possible, but rare enough to be checked against the report. */
export function isRare(draft: ValueDraft, key: AnalyteKey): boolean {
  const value = ownValue(draft, key);
  return labValueError(key, value) === null && needsConfirmation(key, value);
}

export type ValueRequest = Pick<LabCreateRequest, 'results' | 'units' | 'confirmed'>;

const asSent = ({ comparator, number }: ReturnType<typeof readValue>): number | string =>
  comparator ? `${comparator}${number}` : number;

/** The typed values as they are sent, and any errors by field name. */
export function readValues(draft: ValueDraft): { request: ValueRequest; problems: LabProblems } {
  const problems: LabProblems = {};
  const results: ValueRequest['results'] = {};
  const units: Record<string, string> = {};
  const confirmed: string[] = [];
  for (const key of ANALYTES.map((entry) => entry.key)) {
    const text = draft.values[key];
    if (!text?.trim()) continue;
    const complaint = labValueError(key, ownValue(draft, key));
    const rare = !complaint && isRare(draft, key);
    if (complaint) problems[`results.${key}`] = complaint;
    else if (rare && !draft.confirmed?.[key]) problems[`results.${key}`] = CHECK_THE_REPORT;
    else results[key] = asSent(readValue(text));
    if (rare && draft.confirmed?.[key]) confirmed.push(key);
    if (unitOf(draft, key) !== unitsOf(key)[0]) units[key] = unitOf(draft, key);
  }
  return {
    problems,
    request: {
      results,
      ...(Object.keys(units).length > 0 && { units }),
      ...(confirmed.length > 0 && { confirmed }),
    },
  };
}

/** The request, or the errors by field name. */
export function readLabDraft(
  draft: LabDraft,
  patientId: string,
  now: Date = new Date(),
): { request: LabCreateRequest } | { problems: LabProblems } {
  const problems: LabProblems = {};
  const at = new Date(draft.collected);
  if (!draft.collected || Number.isNaN(at.getTime()))
    problems['collected_at'] = LAB_ENTRY_WORDS.enterDateAndTime;
  else if (at > now) problems['collected_at'] = LAB_ENTRY_WORDS.enterTimeNotInFuture;

  const read = readValues(draft);
  Object.assign(problems, read.problems);
  if (Object.keys(read.request.results).length === 0 && Object.keys(read.problems).length === 0)
    problems['results'] = LAB_ENTRY_WORDS.enterAtLeastOneResult;
  const hours = draft.hours.trim() ? toNumber(draft.hours) : undefined;
  if (hours !== undefined && Number.isNaN(hours))
    problems['since_last_dose_h'] = LAB_ENTRY_WORDS.enterHoursAsNumber;
  if (Object.keys(problems).length > 0) return { problems };
  return {
    request: {
      patient_id: patientId,
      collected_at: withOffset(draft.collected),
      ...read.request,
      ...(hours !== undefined && { since_last_dose_h: hours }),
      ...(draft.hoursConfirmed && { confirmed: [...(read.request.confirmed ?? []), 'since_last_dose_h'] }),
      ...(draft.specimen.trim() && { specimen: draft.specimen.trim() }),
    },
  };
}

/** The values on file as the form shows them, in the units they were entered in. */
export function draftOf(lab: Pick<Lab, 'results'>): ValueDraft {
  const draft: Required<ValueDraft> = { values: {}, units: {}, confirmed: {} };
  for (const { key } of ANALYTES) {
    const result = lab.results[key];
    if (!result) continue;
    draft.values[key] = `${result.comparator ?? ''}${result.entered?.value ?? result.value}`;
    draft.units[key] = result.entered?.unit ?? result.unit;
  }
  return draft;
}

/** What a correction changes: null for a removed value. */
export function readCorrection(
  draft: ValueDraft,
  lab: Pick<Lab, 'results'>,
): { request: Pick<LabCorrectRequest, 'results' | 'units' | 'confirmed'>; problems: LabProblems } {
  const before = draftOf(lab);
  const changed = ANALYTES.map((entry) => entry.key).filter(
    (key) =>
      (draft.values[key]?.trim() ?? '') !== (before.values[key] ?? '') ||
      (key in lab.results && unitOf(draft, key) !== unitOf(before, key)),
  );
  const only = <T>(of: Partial<Record<AnalyteKey, T>> = {}): Partial<Record<AnalyteKey, T>> =>
    Object.fromEntries(changed.filter((key) => of[key] !== undefined).map((key) => [key, of[key]]));
  const { request, problems } = readValues({
    values: only(draft.values),
    units: only(draft.units),
    confirmed: only(draft.confirmed),
  });
  const removed = changed.filter((key) => key in lab.results && !draft.values[key]?.trim());
  const left = Object.keys(lab.results).length - removed.length + Object.keys(request.results).length;
  if (changed.length === 0) problems['results'] = LAB_ENTRY_WORDS.changeAtLeastOneValue;
  else if (left <= 0) problems['results'] = LAB_ENTRY_WORDS.voidPanelInsteadOfTaking;
  return {
    problems,
    request: {
      ...request,
      results: { ...request.results, ...Object.fromEntries(removed.map((key) => [key, null])) },
    },
  };
}
