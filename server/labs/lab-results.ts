import type { LabCritical, LabResult } from '#common/api/index.js';
import {
  ANALYTE_BY_KEY,
  CHECK_THE_REPORT,
  criticalValues,
  inOwnUnit,
  isAnalyteKey,
  labValueError,
  limitIn,
  needsConfirmation,
  resultFlag,
  unitsOf,
  type AnalyteKey,
} from '#common/clinical/index.js';
import { validationFailed } from '../platform/errors/errors.js';
import { TEXT } from './text/en.js';

export type Results = Map<AnalyteKey, LabResult>;

/** How results were entered: units other than the table's, and unusual values checked against the report. */
export interface Entered {
  units?: Record<string, unknown> | undefined;
  confirmed?: readonly string[] | undefined;
}

type Reading = { result: LabResult } | { field: 'results' | 'units'; error: string };

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)$/;
/** A number as it is written; Number() alone would take 0x1F4 and 1e3 as well. */
export const decimal = (text: string): number => (DECIMAL.test(text) ? Number(text) : NaN);

/** A limit as text, a value as a number. */
function readResult(key: AnalyteKey, given: unknown, { units, confirmed }: Entered): Reading {
  const limit = typeof given === 'string' ? limitIn(given) : null;
  const typed = limit ? decimal(limit.number) : given;
  if (typeof typed !== 'number' || !Number.isFinite(typed))
    return { field: 'results', error: TEXT.enterNumber };
  const { unit, reference_low, reference_high } = ANALYTE_BY_KEY.get(key)!;
  const named = units?.[key] ?? unit;
  const read = typeof named === 'string' ? inOwnUnit(key, typed, named) : null;
  if (!read) return { field: 'units', error: TEXT.chooseOneOfUnits(unitsOf(key).join(', ')) };
  const { value } = read;
  const error =
    labValueError(key, value) ??
    (needsConfirmation(key, value) && !confirmed?.includes(key) ? CHECK_THE_REPORT : null);
  if (error) return { field: 'results', error };
  const comparator = limit?.comparator;
  const flag = resultFlag(key, value, comparator);
  return {
    result: { ...read, ...(comparator && { comparator }), unit, flag, reference_low, reference_high },
  };
}

/** Values in the units of the analyte table, with reference range and flag; the one path for every source. */
export function readResults(results: Record<string, unknown>, entered: Entered = {}): Results {
  const fields: Record<string, string> = {};
  const read: Results = new Map();
  for (const [key, value] of Object.entries(results)) {
    if (!isAnalyteKey(key)) {
      fields[`results.${key}`] = TEXT.testNotKnown;
      continue;
    }
    const reading = readResult(key, value, entered);
    if ('error' in reading) fields[`${reading.field}.${key}`] = reading.error;
    else read.set(key, reading.result);
  }
  for (const key of Object.keys(entered.units ?? {}))
    if (!Object.hasOwn(results, key)) fields[`units.${key}`] = TEXT.noResultForUnit;
  if (entered.confirmed?.some((key) => !Object.hasOwn(results, key)))
    fields['confirmed'] = TEXT.nameTestsOfResults;
  if (Object.keys(fields).length) throw validationFailed(fields);
  if (!read.size) throw validationFailed({ results: TEXT.enterAtLeastOneResult });
  return read;
}

/** The values of a panel that pass a critical limit, and those that the laboratory marked as critical. */
export function criticalOf(
  results: Iterable<readonly [string, Pick<LabResult, 'value' | 'comparator' | 'marked'>]>,
): LabCritical[] {
  const all = [...results];
  const passed = criticalValues(
    Object.fromEntries(all.map(([key, { value }]) => [key, value])),
    Object.fromEntries(all.map(([key, { comparator }]) => [key, comparator])),
  );
  const marked = all.flatMap(([key, { value, comparator, marked: isMarked }]): LabCritical[] =>
    isMarked && isAnalyteKey(key) && !passed.some(({ analyte }) => analyte === key)
      ? [
          {
            analyte: key,
            value,
            ...(comparator && { comparator }),
            unit: ANALYTE_BY_KEY.get(key)!.unit,
            limit: null,
          },
        ]
      : [],
  );
  return [...passed, ...marked];
}
