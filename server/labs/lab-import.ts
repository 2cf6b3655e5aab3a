import { setImmediate as turn } from 'node:timers/promises';
import { parse } from 'csv-parse';
import {
  CHECK_THE_REPORT,
  analyteNamed,
  inOwnUnit,
  labValueError,
  limitIn,
  needsConfirmation,
  unitsOf,
  type AnalyteKey,
  type Comparator,
} from '#common/clinical/index.js';
import { isMrn } from '#common/mrn.js';
import { readDob } from '../patients/patient-search.js';
import { isUuid } from '../platform/access/decorators.js';
import { validationFailed } from '../platform/errors/errors.js';
import { decimal } from './lab-results.js';
import { momentError } from './moment.js';
import { TEXT } from './text/en.js';

const REQUIRED = ['collected_at', 'since_last_dose_h', 'analyte', 'value', 'unit'] as const;
const PATIENT = ['patient_id', 'mrn', 'name', 'dob'] as const;
const OPTIONAL = ['status', 'confirmed'] as const;
const COLUMNS = [...PATIENT, ...REQUIRED, ...OPTIONAL];
type Column = (typeof COLUMNS)[number];
type Cells = Partial<Record<Column, string>>;

/** In a row; far more than are documented. */
const MOST_COLUMNS = 100;
const MOST_ROWS = 50_000;
/** Read in one go; between them everybody else gets a turn. */
const PIECE = 32_768;
const ROWS_A_TURN = 500;
const LONGEST_INTERVAL_H = 4320;

/** Where in the file a row is, and how it names what it is about. */
export interface ImportPlace {
  /** Row of data, counted from 1. */
  row: number;
  line: number;
  named: { patient: string; analyte: string; value: string };
}
/** How the file names a patient: what is given must agree. */
export interface PatientRef {
  id: string | null;
  mrn: string | null;
  name: string | null;
  dob: string | null;
}
/** One value of the file, read and checked by itself. */
export interface ImportValue extends ImportPlace {
  patient: PatientRef;
  collectedAsSent: string;
  sinceLastDoseH: number | null;
  analyte: AnalyteKey;
  value: number;
  entered?: { value: number; unit: string };
  comparator?: Comparator;
  /** The laboratory marked it as critical. */
  marked?: true;
  /** The laboratory's correction of a value it sent before. */
  corrects: boolean;
}
export interface Wrong {
  column: Column | null;
  error: string;
}
export type ReadRow = (ImportPlace & Wrong) | ImportValue;

const wrong = (column: Column | null, error: string): Wrong => ({ column, error });

/** "Wells, Daniel" is Daniel Wells. */
const plainName = (name: string): string =>
  name
    .replace(/^([^,]+),(.+)$/, '$2 $1')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase();

function readPatient({ patient_id: id, mrn, name, dob }: Cells): PatientRef | Wrong {
  if (id && !isUuid(id)) return wrong('patient_id', TEXT.notFound);
  if (mrn && !isMrn(mrn)) return wrong('mrn', TEXT.notMrn);
  const born = dob ? readDob(dob) : null;
  if (dob && !born) return wrong('dob', TEXT.enterDateOfBirthAsYyyy);
  if (!id && !mrn && !(name && born)) return wrong(null, TEXT.enterMrnOfPatient);
  return { id: id?.toLowerCase() || null, mrn: mrn || null, name: name ? plainName(name) : null, dob: born };
}

type Test = Pick<ImportValue, 'analyte' | 'value' | 'entered' | 'comparator'>;

function readTest({ analyte: name = '', value: typed = '', unit = '', confirmed = '' }: Cells): Test | Wrong {
  const analyte = analyteNamed(name);
  if (!analyte) return wrong('analyte', TEXT.testNotKnown);
  const limit = limitIn(typed);
  const number = decimal(limit?.number ?? typed);
  if (!Number.isFinite(number)) return wrong('value', TEXT.enterDecimalNumber);
  const read = inOwnUnit(analyte, number, unit);
  if (!read) return wrong('unit', TEXT.enterTest(unitsOf(analyte).join(' or ')));
  const implausible = labValueError(analyte, read.value);
  if (implausible) return wrong('value', implausible);
  if (needsConfirmation(analyte, read.value) && confirmed.toLowerCase() !== 'yes')
    return wrong('value', TEXT.toConfirm(CHECK_THE_REPORT));
  return { analyte, ...read, ...(limit && { comparator: limit.comparator }) };
}

function readCells(cells: Cells, now: number): Omit<ImportValue, keyof ImportPlace> | Wrong {
  const patient = readPatient(cells);
  if ('error' in patient) return patient;
  const momentFault = momentError(cells.collected_at ?? '', now);
  if (momentFault) return wrong('collected_at', momentFault);
  const since = cells.since_last_dose_h ? decimal(cells.since_last_dose_h) : null;
  if (since !== null && !(since >= 0 && since <= LONGEST_INTERVAL_H))
    return wrong('since_last_dose_h', TEXT.enterHoursFrom0(LONGEST_INTERVAL_H));
  const status = cells.status?.toLowerCase() || 'final';
  if (status !== 'final' && status !== 'corrected') return wrong('status', TEXT.enterFinalOrCorrected);
  const test = readTest(cells);
  if ('error' in test) return test;
  return {
    patient,
    collectedAsSent: cells.collected_at!,
    sinceLastDoseH: since,
    corrects: status === 'corrected',
    ...test,
  };
}

function placeOf(row: number, line: number, cells: Cells): ImportPlace {
  const { patient_id: id, mrn, name, analyte = '', value = '', unit = '' } = cells;
  return {
    row,
    line,
    named: { patient: [name, mrn, id].find(Boolean) ?? '', analyte, value: `${value} ${unit}`.trim() },
  };
}

interface Line {
  record: string[];
  info: { lines: number };
}

/** A row with too many fields, counted before the parser keeps any; a comma in quotes separates none. */
class FieldCount {
  private fields = 1;
  private quoted = false;

  /** Whether a row goes past the limit within this piece of the file. */
  tooMany(piece: string): boolean {
    for (let i = 0; i < piece.length; i++) {
      const sign = piece[i];
      if (sign === '"') this.quoted = !this.quoted;
      else if (this.quoted) continue;
      else if (sign === '\n' || sign === '\r') this.fields = 1;
      else if (sign === ',' && ++this.fields > MOST_COLUMNS) return true;
    }
    return false;
  }
}

/** Stops at the first row too many, so that no file costs more than the largest that is taken. */
async function readLines(text: string): Promise<Line[]> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    to: MOST_ROWS + 2,
  });
  const fields = new FieldCount();
  const lines: Line[] = [];
  parser.on('data', (line: Line) => lines.push(line));
  const read = new Promise<void>((resolve, reject) => parser.on('error', reject).on('end', resolve));
  // The promise is awaited below, after the last piece.
  read.catch(() => undefined);
  for (let at = 0; at < text.length && lines.length <= MOST_ROWS + 1 && !parser.destroyed; at += PIECE) {
    const piece = text.slice(at, at + PIECE);
    if (fields.tooMany(piece)) {
      parser.destroy();
      throw validationFailed({ file: TEXT.atMostColumnsInRow(MOST_COLUMNS) });
    }
    parser.write(piece);
    await turn();
  }
  if (!parser.destroyed) parser.end();
  try {
    await read;
  } catch {
    throw validationFailed({ file: TEXT.notCsvFileCanRead });
  }
  return lines;
}

/** Reads the file row by row; only a file without the documented header is refused as a whole. */
export async function readLabFile(text: string, now: number): Promise<ReadRow[]> {
  const [first, ...lines] = await readLines(text);
  const header = (first?.record ?? []).map((name) => name.toLowerCase().replace(/\s+/g, '_'));
  const missing: string[] = REQUIRED.filter((c) => !header.includes(c));
  if (
    !header.includes('patient_id') &&
    !header.includes('mrn') &&
    !(header.includes('name') && header.includes('dob'))
  )
    missing.unshift('mrn (or name and dob, or patient_id)');
  if (missing.length) throw validationFailed({ file: TEXT.headerLacks(missing.join(', ')) });
  if (lines.length > MOST_ROWS) throw validationFailed({ file: TEXT.atMostRowsAtOnce(MOST_ROWS) });
  const rows: ReadRow[] = [];
  for (const line of lines) {
    rows.push(readRow(header, line, rows.length + 1, now));
    if (rows.length % ROWS_A_TURN === 0) await turn();
  }
  return rows;
}

function readRow(header: readonly string[], { record, info }: Line, row: number, now: number): ReadRow {
  const cells: Cells = Object.fromEntries(header.map((name, i) => [name, record[i] ?? '']));
  const place = placeOf(row, info.lines, cells);
  if (record.length !== header.length)
    return {
      ...place,
      ...wrong(null, TEXT.rowColumnsInstead(record.length, header.length)),
    };
  return { ...place, ...readCells(cells, now) };
}

export const isValue = (row: ReadRow): row is ImportValue => !('error' in row);
