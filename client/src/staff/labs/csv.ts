import type { Lab, LabImportResponse, LabImportRow } from '#common/api/index.js';

export interface CsvRecord {
  text: string;
  /** The file line where it ends, counted from 1. */
  line: number;
}

/** The records of a CSV text; a line break inside quotes belongs to its record. Empty lines are skipped. */
export function csvRecords(text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let quoted = false;
  let start = 0;
  let line = 1;
  for (let at = 0; at <= text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') quoted = !quoted;
    const ends = at === text.length || (!quoted && sign === '\n');
    if (ends) {
      const record = text.slice(start, at).replace(/\r$/, '');
      if (record.trim() !== '') records.push({ text: record, line });
      start = at + 1;
    }
    if (sign === '\n') line += 1;
  }
  return records;
}

export interface Chunk {
  /** How many rows come before this chunk. */
  before: number;
  rows: number;
  csv: string;
  /** Each row's line number in the whole file. */
  lines: readonly number[];
}

/** Each chunk is a separate file with the same header, so that progress can be shown and no call takes long. */
export function chunksOf(text: string, size: number): { chunks: Chunk[]; total: number } {
  const [header, ...rows] = csvRecords(text.replace(/^\uFEFF/, ''));
  const chunks: Chunk[] = [];
  for (let before = 0; before < rows.length; before += size) {
    const part = rows.slice(before, before + size);
    chunks.push({
      before,
      rows: part.length,
      csv: [header?.text ?? '', ...part.map((one) => one.text)].join('\n'),
      lines: part.map((one) => one.line),
    });
  }
  return { chunks, total: rows.length };
}

export interface ImportReport {
  accepted: number;
  corrected: number;
  duplicates: number;
  /** How many accepted values are critical. */
  criticalValues: number;
  rejected: LabImportRow[];
  critical: Lab[];
}
export const EMPTY_REPORT: ImportReport = {
  accepted: 0,
  corrected: 0,
  duplicates: 0,
  criticalValues: 0,
  rejected: [],
  critical: [],
};

/** Merges one more answer into the report; its rows and lines are counted from the start of the whole file. */
export function addAnswer(report: ImportReport, chunk: Chunk, answer: LabImportResponse): ImportReport {
  const refused = answer.rows.filter((row) => !row.ok);
  return {
    accepted: report.accepted + answer.accepted,
    corrected: report.corrected + answer.corrected,
    duplicates: report.duplicates + answer.duplicates,
    criticalValues: report.criticalValues + answer.rows.filter((row) => row.critical).length,
    rejected: [
      ...report.rejected,
      ...refused.map((row) => ({
        ...row,
        row: row.row + chunk.before,
        line: chunk.lines[row.row - 1] ?? row.line,
      })),
    ],
    critical: [...report.critical, ...answer.critical],
  };
}

const FORMULA = /^[=+\-@\t\r]/;
/** Escapes a cell so that a spreadsheet does not run it as a formula. */
const cell = (text: string): string => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** The rejected rows as a file: line, patient, value and reason. */
export const rejectsCsv = (rows: readonly LabImportRow[]): string =>
  [
    'line,patient,test,value,column,error',
    ...rows.map(({ line, patient = '', analyte = '', value = '', column = '', error = '' }) =>
      [String(line), ...[patient, analyte, value, column, error].map(cell)].join(','),
    ),
  ].join('\r\n');

/** A template with two example rows: one by MRN, one by name and date of birth. */
export const TEMPLATE_CSV = [
  'mrn,name,dob,collected_at,since_last_dose_h,analyte,value,unit,status,confirmed',
  '12345678,,,2026-11-20T08:15:00-05:00,84,"Testosterone, Total",520,ng/dL,final,',
  ',"Doe, John",04/09/1971,2026-11-20T08:15:00-05:00,,Hematocrit,45.4,%,corrected,',
].join('\r\n');
