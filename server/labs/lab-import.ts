import { parse } from 'csv-parse/sync';
import {
  ANALYTE_BY_KEY,
  isAnalyteKey,
  isUnitOf,
  labValueError,
  type AnalyteKey,
} from '../../common/clinical/index.js';
import { isUuid } from '../platform/access/decorators.js';
import { validationFailed } from '../platform/errors/errors.js';
import { momentError } from './moment.js';

const COLUMNS = ['patient_id', 'collected_at', 'since_last_dose_h', 'analyte', 'value', 'unit'] as const;
const MOST_ROWS = 50_000;
const LONGEST_INTERVAL_H = 4320;

/** One value of the file, read and checked by itself. */
export interface ImportValue {
  /** Line of data, counted from 1. */
  row: number;
  patientId: string;
  collectedAsSent: string;
  sinceLastDoseH: number | null;
  analyte: AnalyteKey;
  value: number;
}
export type ReadRow = { row: number; error: string } | ImportValue;
type Cells = Record<(typeof COLUMNS)[number], string>;

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/** Number() alone would take 0x1F4 and 1e3 as well. */
const decimal = (cell: string): number => (DECIMAL.test(cell) ? Number(cell) : NaN);

function readRow(row: number, cells: Cells, now: number): ReadRow {
  const wrong = (error: string): ReadRow => ({ row, error });
  if (!isUuid(cells.patient_id)) return wrong('patient_id: this is not the id of a patient.');
  const momentFault = momentError(cells.collected_at, now);
  if (momentFault) return wrong(`collected_at: ${momentFault}`);
  const since = cells.since_last_dose_h === '' ? null : decimal(cells.since_last_dose_h);
  if (since !== null && !(since >= 0 && since <= LONGEST_INTERVAL_H)) {
    return wrong(`since_last_dose_h: enter hours from 0 to ${LONGEST_INTERVAL_H}, or nothing.`);
  }
  const { analyte } = cells;
  if (!isAnalyteKey(analyte)) return wrong('analyte: this test is not known.');
  if (!isUnitOf(analyte, cells.unit))
    return wrong(`unit: ${analyte} is taken in ${ANALYTE_BY_KEY.get(analyte)!.unit} only.`);
  const value = decimal(cells.value);
  if (!Number.isFinite(value)) return wrong('value: enter a decimal number, such as 12.5.');
  const implausible = labValueError(analyte, value);
  if (implausible) return wrong(`value: ${implausible}`);
  return {
    row,
    patientId: cells.patient_id.toLowerCase(),
    collectedAsSent: cells.collected_at,
    sinceLastDoseH: since,
    analyte,
    value,
  };
}

/** Reads the file row by row; only a file without the documented header is refused as a whole. */
export function readLabFile(text: string, now: number): ReadRow[] {
  let records: string[][];
  try {
    records = parse(text, { bom: true, relax_column_count: true, skip_empty_lines: true, trim: true });
  } catch {
    throw validationFailed({ file: 'This is not a CSV file that can be read.' });
  }
  const [header = [], ...rows] = records;
  const missing = COLUMNS.filter((c) => !header.includes(c));
  if (missing.length) throw validationFailed({ file: `The header lacks: ${missing.join(', ')}.` });
  if (rows.length > MOST_ROWS) throw validationFailed({ file: `At most ${MOST_ROWS} rows at once.` });
  return rows.map((cells, index): ReadRow => {
    const row = index + 1;
    if (cells.length !== header.length)
      return { row, error: `The row has ${cells.length} columns instead of ${header.length}.` };
    return readRow(row, Object.fromEntries(header.map((name, i) => [name, cells[i] ?? ''])) as Cells, now);
  });
}

export const isValue = (row: ReadRow): row is ImportValue => !('error' in row);
