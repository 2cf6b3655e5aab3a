import type { ListQuery, Page } from '../platform/http/list-query.js';
import type { Db } from './db.js';

/** Totals are exact up to here; beyond, counting would cost more than it tells. */
const EXACT_UP_TO = 10_000;

export interface ListStatement {
  name: string;
  columns: string;
  /** FROM and WHERE; its parameters are `values`, from $1 on. */
  body: string;
  values: readonly unknown[];
  /** Joined to the rows of the page only; `page` has the id. Without it, `columns` are read from `body`. */
  details?: string;
}

/** One page of a list in a total order (ties by id), and how many rows there are in all. */
export async function listPage<T>(
  db: Db,
  statement: ListStatement,
  query: ListQuery,
  idColumn: string,
): Promise<Page<T>> {
  const { name, columns, body, values, details } = statement;
  const next = values.length + 1;
  const order = `ORDER BY ${query.orderBy} ${query.order} NULLS LAST, ${idColumn}`;
  const bounds = `LIMIT $${next} OFFSET $${next + 1}`;
  const rows = await db.rows<T>(
    {
      name: `${name}-${query.field}-${query.order}`,
      text: details
        ? `WITH page AS (SELECT ${idColumn} ${body} ${order} ${bounds}) SELECT ${columns} FROM page ${details} ${order}`
        : `SELECT ${columns} ${body} ${order} ${bounds}`,
    },
    [...values, query.limit, query.offset],
  );
  const known = query.offset + rows.length;
  if (rows.length && rows.length < query.limit) return { rows, total: known, estimated: false };
  const total = await countUpTo(db, statement);
  return total > EXACT_UP_TO
    ? { rows, total: Math.max(total, known), estimated: true }
    : { rows, total, estimated: false };
}

/** That a list is very long stays true for a while: it is not counted again for each page of it. */
const LONG_FOR_MS = 15_000;
const MOST_LONG = 500;
const long = new Map<string, number>();

async function countUpTo(db: Db, { name, body, values }: ListStatement): Promise<number> {
  const key = JSON.stringify([name, values]);
  if ((long.get(key) ?? 0) > Date.now()) return EXACT_UP_TO + 1;
  const counted = await db.one<{ total: number }>(
    {
      name: `${name}-count`,
      text: `SELECT count(*)::int AS total FROM (SELECT 1 ${body} LIMIT ${EXACT_UP_TO + 1}) counted`,
    },
    values,
  );
  const total = counted?.total ?? 0;
  if (total > EXACT_UP_TO) {
    if (long.size >= MOST_LONG) long.clear();
    long.set(key, Date.now() + LONG_FOR_MS);
  } else long.delete(key);
  return total;
}
