import type { LabImportResponse, LabImportRow } from '../../../../common/api/index.js';

/** The records of a CSV text; a line break inside quotes belongs to its record. Empty lines are no rows. */
export function csvRecords(text: string): string[] {
  const records: string[] = [];
  let quoted = false;
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') quoted = !quoted;
    const ends = at === text.length || (!quoted && sign === '\n');
    if (!ends) continue;
    const record = text.slice(start, at).replace(/\r$/, '');
    if (record.trim() !== '') records.push(record);
    start = at + 1;
  }
  return records;
}

export interface Chunk {
  /** How many rows come before this chunk. */
  before: number;
  rows: number;
  csv: string;
}

/** Each chunk is a file of its own under the same header, so that progress can be shown and no call runs long. */
export function chunksOf(text: string, size: number): { chunks: Chunk[]; total: number } {
  const [header = '', ...rows] = csvRecords(text.replace(/^\uFEFF/, ''));
  const chunks: Chunk[] = [];
  for (let before = 0; before < rows.length; before += size) {
    const part = rows.slice(before, before + size);
    chunks.push({ before, rows: part.length, csv: [header, ...part].join('\n') });
  }
  return { chunks, total: rows.length };
}

export interface ImportReport {
  accepted: number;
  duplicates: number;
  rejected: LabImportRow[];
}
export const EMPTY_REPORT: ImportReport = { accepted: 0, duplicates: 0, rejected: [] };

/** The report so far and one more answer; its rows are counted from the start of the whole file. */
export function addAnswer(report: ImportReport, chunk: Chunk, answer: LabImportResponse): ImportReport {
  const refused = answer.rows.filter((row) => !row.ok);
  return {
    accepted: report.accepted + answer.accepted,
    duplicates: report.duplicates + answer.duplicates,
    rejected: [...report.rejected, ...refused.map((row) => ({ ...row, row: row.row + chunk.before }))],
  };
}
