import { askedAbout } from '../platform/access/context.js';
import { MAX_PAGE, type ListQuery, type Page } from '../platform/http/list-query.js';
import { shareRows } from '../platform/http/shared-rows.js';
import { Anchors } from './anchors.js';
import type { Db } from './db.js';
import { onlyOpen, type ListedRecords } from './open-records.js';

/** Totals are exact up to this; beyond it, counting costs more than it is worth. */
const EXACT_UP_TO = 10_000;

export interface ListStatement {
  name: string;
  columns: string;
  /** FROM and WHERE; its parameters are `values`, from $1 on. */
  body: string;
  values: readonly unknown[];
  /** Joined only to the rows of the page; `page` has the id. Without it, `columns` are read from `body`. */
  details?: string;
  /** A search has to find every match anyway, so they are counted in the same pass. Needs `details`. */
  search?: boolean;
  /** Of lists with the rows of patients. */
  records?: ListedRecords;
}

/**
 * One page of a list in a total order (ties by id), and how many rows there are in all. The values name the organization
 * and all else that narrows the list: who asks for the same at the same moment shares the page.
 * @param wire makes the rows of the answer, from the stored rows and nothing that differs between those who ask
 */
export async function listPage<T, W = T>(
  db: Db,
  asked: ListStatement,
  query: ListQuery,
  idColumn: string,
  wire: (rows: T[]) => W[] | Promise<W[]> = (rows) => rows as unknown as W[],
): Promise<Page<W>> {
  const statement = onlyOpen(asked, query);
  const { field, order, offset, limit } = query;
  const key = JSON.stringify([statement.name, statement.values, field, order, offset, limit]);
  const { page, behind } = await db.shared(key, async () => {
    const read = await readPage<T>(db, statement, query, idColumn);
    return {
      page: Object.freeze({ ...read, rows: shareRows(await wire(read.rows)) }),
      behind: await patientsBefore(db, statement, query, idColumn, read),
    };
  });
  askedAbout(behind);
  return page;
}

/** The total of a page behind the last row answers the filter without a row: whom it counts. */
async function patientsBefore(
  db: Db,
  { name, body, values, records }: ListStatement,
  { ids, filter }: ListQuery,
  idColumn: string,
  { rows, total }: Page<unknown>,
): Promise<string[]> {
  if (rows.length || !total || !records || !(ids || Object.keys(filter).length)) return [];
  const { table, patient = `${table}.patient_id` } = records;
  const counted = await db.rows<{ patient_id: string }>(
    {
      name: `${name}-counted`,
      text: `SELECT DISTINCT patient_id FROM (SELECT ${patient} AS patient_id ${body} ORDER BY ${idColumn} LIMIT ${MAX_PAGE}) counted`,
    },
    values,
  );
  return counted.map(({ patient_id }) => patient_id);
}

async function readPage<T>(
  db: Db,
  statement: ListStatement,
  query: ListQuery,
  idColumn: string,
): Promise<Page<T>> {
  const { name, columns, body, values, details } = statement;
  const next = values.length + 1;
  const order = `ORDER BY ${query.orderBy} ${query.order} NULLS LAST, ${idColumn}`;
  const bounds = `LIMIT $${next} OFFSET $${next + 1}`;
  if (statement.search) {
    const found = await searchPage<T>(db, statement, query, idColumn);
    if (found) return found;
  }
  const deep = await deepPage<T>(db, statement, query, idColumn);
  const rows =
    deep ??
    (await db.rows<T>(
      {
        name: `${name}-${query.field}-${query.order}`,
        text: details
          ? `WITH page AS (SELECT ${idColumn} ${body} ${order} ${bounds}) SELECT ${columns} FROM page ${details} ${order}`
          : `SELECT ${columns} ${body} ${order} ${bounds}`,
      },
      [...values, query.limit, query.offset],
    ));
  const known = query.offset + rows.length;
  if (rows.length && rows.length < query.limit) return { rows, total: known, estimated: false };
  const total = await countUpTo(db, statement);
  return total > EXACT_UP_TO
    ? { rows, total: Math.max(total, known), estimated: true }
    : { rows, total, estimated: false };
}

/** From this offset on a page remembers where it began, for later pages. */
const DEEP_FROM = 5000;
const anchors = new Anchors();

/** A full page far down, continued from the nearest known position; null if that is not possible. */
async function deepPage<T>(
  db: Db,
  { name, columns, body, values, details }: ListStatement,
  query: ListQuery,
  idColumn: string,
): Promise<T[] | null> {
  // A sort by two columns has no single value to continue from.
  if (!details || query.offset < DEEP_FROM || query.orderBy.includes(', ')) return null;
  const list = JSON.stringify([name, values, query.field, query.order]);
  const from = anchors.before(list, query.offset);
  const next = values.length + 1;
  const order = `ORDER BY ${query.orderBy} ${query.order} NULLS LAST, ${idColumn}`;
  const beyond = query.order === 'ASC' ? '>' : '<';
  const readOn = `AND ${query.orderBy} ${beyond}= $${next + 2} AND (${query.orderBy} ${beyond} $${next + 2} OR ${idColumn} >= $${next + 3})`;
  const rows = await db.rows<T & { id: string; place: string | null }>(
    {
      name: `${name}-deep-${query.field}-${query.order}${from ? '-on' : ''}`,
      text: `WITH page AS (SELECT ${idColumn}, (${query.orderBy})::text AS place ${body} ${from ? readOn : ''} ${order} LIMIT $${next} OFFSET $${next + 1})
        SELECT ${columns}, page.place FROM page ${details} ${order}`,
    },
    [...values, query.limit, query.offset - (from?.offset ?? 0), ...(from ? [from.sorted, from.id] : [])],
  );
  // Rows without a value come last, and are not found by comparing.
  if (rows.length < query.limit) return null;
  const [first] = rows;
  if (first?.place) anchors.keep(list, { offset: query.offset, sorted: first.place, id: first.id });
  return rows.map(({ place: _, ...row }) => row as T);
}

/** A page and the total in one pass; null if there are too many matches for that, or none this far down. */
async function searchPage<T>(
  db: Db,
  { name, columns, body, values, details }: ListStatement,
  query: ListQuery,
  idColumn: string,
): Promise<Page<T> | null> {
  const next = values.length + 1;
  const rows = await db.rows<T & { found_in_all: number }>(
    {
      name: `${name}-search-${query.field}-${query.order}`,
      text: `WITH found AS MATERIALIZED (SELECT ${idColumn}, ${query.orderBy} AS sorted ${body} LIMIT ${EXACT_UP_TO + 1}),
          page AS (SELECT id, sorted FROM found ORDER BY sorted ${query.order} NULLS LAST, id LIMIT $${next} OFFSET $${next + 1})
        SELECT ${columns}, (SELECT count(*)::int FROM found) AS found_in_all FROM page ${details ?? ''}
        ORDER BY page.sorted ${query.order} NULLS LAST, page.id`,
    },
    [...values, query.limit, query.offset],
  );
  const total = rows[0]?.found_in_all ?? 0;
  if (total > EXACT_UP_TO || (total === 0 && query.offset > 0)) return null;
  return { rows: rows.map(({ found_in_all: _, ...row }) => row as T), total, estimated: false };
}

/** A very long list stays long for a while, so it is not counted again for each page. */
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
