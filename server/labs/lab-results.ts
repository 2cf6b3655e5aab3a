import type { LabCritical, LabResult } from '#common/api/index.js';
import {
  ANALYTE_BY_KEY,
  CHECK_THE_REPORT,
  criticalValues,
  flagOf,
  inOwnUnit,
  isAnalyteKey,
  labValueError,
  needsConfirmation,
  unitsOf,
  type AnalyteKey,
} from '#common/clinical/index.js';
import { validationFailed } from '../platform/errors/errors.js';

export type Results = Map<AnalyteKey, LabResult>;

/** How results were entered: units other than the table's, and unusual values checked against the report. */
export interface Entered {
  units?: Record<string, unknown> | undefined;
  confirmed?: readonly string[] | undefined;
}

type Reading = { result: LabResult } | { field: 'results' | 'units'; error: string };

function readResult(key: AnalyteKey, typed: unknown, { units, confirmed }: Entered): Reading {
  if (typeof typed !== 'number' || !Number.isFinite(typed))
    return { field: 'results', error: 'Enter a number.' };
  const { unit, reference_low, reference_high } = ANALYTE_BY_KEY.get(key)!;
  const named = units?.[key] ?? unit;
  const read = typeof named === 'string' ? inOwnUnit(key, typed, named) : null;
  if (!read) return { field: 'units', error: `Choose one of these units: ${unitsOf(key).join(', ')}.` };
  const { value } = read;
  const error =
    labValueError(key, value) ??
    (needsConfirmation(key, value) && !confirmed?.includes(key) ? CHECK_THE_REPORT : null);
  if (error) return { field: 'results', error };
  return { result: { ...read, unit, flag: flagOf(key, value), reference_low, reference_high } };
}

/** Values in the units of the analyte table, with reference range and flag; the one path for every source. */
export function readResults(results: Record<string, unknown>, entered: Entered = {}): Results {
  const fields: Record<string, string> = {};
  const read: Results = new Map();
  for (const [key, value] of Object.entries(results)) {
    if (!isAnalyteKey(key)) {
      fields[`results.${key}`] = 'This test is not known.';
      continue;
    }
    const reading = readResult(key, value, entered);
    if ('error' in reading) fields[`${reading.field}.${key}`] = reading.error;
    else read.set(key, reading.result);
  }
  for (const key of Object.keys(entered.units ?? {}))
    if (!Object.hasOwn(results, key)) fields[`units.${key}`] = 'There is no result for this unit.';
  if (entered.confirmed?.some((key) => !Object.hasOwn(results, key)))
    fields['confirmed'] = 'Name tests of these results.';
  if (Object.keys(fields).length) throw validationFailed(fields);
  if (!read.size) throw validationFailed({ results: 'Enter at least one result.' });
  return read;
}

/** The values of a panel that pass a critical limit, and those that the laboratory marked as critical. */
export function criticalOf(
  results: Iterable<readonly [string, Pick<LabResult, 'value' | 'marked'>]>,
): LabCritical[] {
  const all = [...results];
  const passed = criticalValues(Object.fromEntries(all.map(([key, { value }]) => [key, value])));
  const marked = all.flatMap(([key, { value, marked: isMarked }]): LabCritical[] =>
    isMarked && isAnalyteKey(key) && !passed.some(({ analyte }) => analyte === key)
      ? [{ analyte: key, value, unit: ANALYTE_BY_KEY.get(key)!.unit, limit: null }]
      : [],
  );
  return [...passed, ...marked];
}
