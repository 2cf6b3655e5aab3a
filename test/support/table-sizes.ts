import type { ClonedDatabase } from './database.js';

export type TableSizes = Map<string, { rows: number; bytes: number }>;

/** The rows of every table and the bytes in them, without indexes and page headers. */
export async function tableSizes(database: ClonedDatabase): Promise<TableSizes> {
  const counted = (what: string): string =>
    `(xpath('//n/text()', query_to_xml(format('SELECT ${what} AS n FROM %I.%I t', schemaname, tablename), false, true, '')))[1]::text::bigint`;
  const rows = await database.asSuperuser<{ name: string; rows: string; bytes: string }>(
    `SELECT tablename AS name, ${counted('count(*)')} AS rows, ${counted('COALESCE(sum(pg_column_size(t)), 0)')} AS bytes
     FROM pg_tables WHERE schemaname = 'public'`,
  );
  return new Map(rows.map(({ name, rows: n, bytes }) => [name, { rows: Number(n), bytes: Number(bytes) }]));
}

/** What was added for each of so many patients, the largest first. */
export function addedPerPatient(before: TableSizes, after: TableSizes, patients: number): string {
  const added = [...after].map(([name, { rows, bytes }]) => ({
    name,
    rows: (rows - (before.get(name)?.rows ?? 0)) / patients,
    bytes: (bytes - (before.get(name)?.bytes ?? 0)) / patients,
  }));
  const lines = added
    .filter(({ rows }) => rows > 0)
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ name, rows, bytes }) => `${name}: ${rows.toFixed(1)} rows, ${Math.round(bytes)} bytes`);
  const sum = (of: 'rows' | 'bytes') => Math.round(added.reduce((all, one) => all + one[of], 0));
  return [...lines, `all: ${sum('rows')} rows, ${sum('bytes')} bytes`].join('\n');
}
