/** What of a row goes into an export, by the heading of its column. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | number | null | undefined>>;

/** Spreadsheets run cells that begin like this as formulas, also behind spaces. */
const FORMULA = /^\s*[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

function cell(value: string | number | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Comma-separated values (RFC 4180) that a spreadsheet shows and never runs. */
export function listCsv<Row>(rows: readonly Row[], columns: CsvColumns<Row>): string {
  const headings = Object.keys(columns).map(cell);
  const lines = rows.map((row) => Object.values(columns).map((value) => cell(value(row))));
  return [headings, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}
