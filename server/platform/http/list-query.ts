import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ListMeta, SortOrder } from '#common/api/index.js';
import { isCalendarDate } from '#common/clinical/dates.js';
import { isUuid } from '../access/decorators.js';
import { validationFailed } from '../errors/errors.js';
import { SHARED_TEXT } from '../text/en.js';

/** What a list can be sorted and filtered by; anything else is 422. */
export interface ListDialect {
  /** The unit of Content-Range, for instance "cases". */
  unit: string;
  /** Wire field -> SQL expression. */
  sorts: Readonly<Record<string, string>>;
  defaultSort: readonly [string, SortOrder];
  filters: Readonly<Record<string, FilterKind>>;
  /** What the filter `id` takes: UUIDs, unless the rows are numbered. */
  ids?: 'uuid' | 'number';
}
export type FilterKind = 'text' | 'boolean' | 'uuid' | 'moment' | 'number' | readonly string[];

export interface ListQuery {
  offset: number;
  limit: number;
  /** The wire name of what is sorted by. */
  field: string;
  orderBy: string;
  order: SortOrder;
  ids: string[] | null;
  filter: Readonly<Record<string, string | boolean>>;
}

export const MAX_PAGE = 100;
const MAX_TEXT = 200;
/** org_id is read by the access guard. */
export const PLAIN_QUERY = ['range', 'sort', 'filter', 'org_id'];

function json(name: string, text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw validationFailed({ [name]: SHARED_TEXT.mustJson(name) });
  }
}

function range(value: unknown): { offset: number; limit: number } {
  if (value === undefined) return { offset: 0, limit: MAX_PAGE };
  const [from, to] = Array.isArray(value) && value.length === 2 ? (value as unknown[]) : [];
  const whole = (n: unknown): n is number =>
    Number.isSafeInteger(n) && (n as number) >= 0 && (n as number) < 1e9;
  if (!whole(from) || !whole(to) || to < from)
    throw validationFailed({ range: 'range must be [first, last].' });
  if (to - from + 1 > MAX_PAGE) throw validationFailed({ range: SHARED_TEXT.pageHoldsAtMostRows(MAX_PAGE) });
  return { offset: from, limit: to - from + 1 };
}

function sort(value: unknown, dialect: ListDialect): Pick<ListQuery, 'field' | 'orderBy' | 'order'> {
  const [field, order] =
    value === undefined ? dialect.defaultSort : Array.isArray(value) ? (value as unknown[]) : [];
  const column =
    typeof field === 'string' && Object.hasOwn(dialect.sorts, field) ? dialect.sorts[field] : undefined;
  const direction = typeof order === 'string' ? order.toUpperCase() : '';
  if (
    !column ||
    (direction !== 'ASC' && direction !== 'DESC') ||
    (Array.isArray(value) && value.length !== 2)
  ) {
    throw validationFailed({
      sort: `sort must be [field, "ASC" or "DESC"] with field one of ${Object.keys(dialect.sorts).join(', ')}.`,
    });
  }
  return { field: String(field), orderBy: column, order: direction };
}

function filterValue(name: string, kind: FilterKind, value: unknown): string | boolean {
  const wrong = () => validationFailed({ [`filter.${name}`]: SHARED_TEXT.filterValueCannotTake(name) });
  if (kind === 'boolean') {
    if (value === true || value === 'true') return true;
    if (value === false || value === 'false') return false;
    throw wrong();
  }
  if (kind === 'number') {
    if ((typeof value === 'number' || typeof value === 'string') && isNumberId(value)) return String(value);
    throw wrong();
  }
  if (typeof value !== 'string' || value.length > MAX_TEXT || value.includes('\0') || !value.isWellFormed())
    throw wrong();
  if (kind === 'uuid' && !isUuid(value)) throw wrong();
  if (kind === 'moment' && !isMoment(value)) throw wrong();
  if (Array.isArray(kind) && !kind.includes(value)) throw wrong();
  return value;
}

const MOMENT = /^(?!0000)\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2}))?$/;
/** A calendar date (its first moment in UTC) or an ISO time. */
const isMoment = (text: string): boolean =>
  MOMENT.test(text) && isCalendarDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
const isNumberId = (id: unknown): boolean => /^\d{1,15}$/.test(String(id));

/** Reads the ra-data-simple-rest dialect. */
export function parseListQuery(query: Record<string, unknown>, dialect: ListDialect): ListQuery {
  const single = (name: string): string | undefined => {
    const value = query[name];
    if (value !== undefined && typeof value !== 'string')
      throw validationFailed({ [name]: SHARED_TEXT.sentTwice(name) });
    return value;
  };
  const extra = Object.keys(query).filter((k) => !PLAIN_QUERY.includes(k));
  if (extra.length)
    throw validationFailed(Object.fromEntries(extra.map((k) => [k, SHARED_TEXT.parameterNotKnown])));

  const raw = json('filter', single('filter')) ?? {};
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw validationFailed({ filter: 'filter must be a JSON object.' });
  const filter: Record<string, string | boolean> = {};
  let ids: string[] | null = null;
  for (const [name, value] of Object.entries(raw)) {
    if (name === 'id') {
      ids = [value].flat() as string[];
      if (ids.length > MAX_PAGE || !ids.every(dialect.ids === 'number' ? isNumberId : isUuid))
        throw validationFailed({ 'filter.id': 'id must be one id or up to 100.' });
      continue;
    }
    const kind = Object.hasOwn(dialect.filters, name) ? dialect.filters[name] : undefined;
    if (!kind) throw validationFailed({ [`filter.${name}`]: SHARED_TEXT.listCannotFiltered });
    if (value === null || value === '') continue;
    filter[name] = filterValue(name, kind, value);
  }
  return {
    ...range(json('range', single('range'))),
    ...sort(json('sort', single('sort')), dialect),
    ids,
    filter,
  };
}

/** Parameter decorator: the parsed list query of this request. */
export const List = createParamDecorator((dialect: ListDialect, context: ExecutionContext): ListQuery => {
  return parseListQuery(
    context.switchToHttp().getRequest<FastifyRequest>().query as Record<string, unknown>,
    dialect,
  );
});

export interface Page<T> {
  rows: T[];
  total: number;
  estimated: boolean;
}

/** The Content-Range header, and what each list answer carries beside its rows. */
export function listMeta(reply: FastifyReply, unit: string, query: ListQuery, page: Page<unknown>): ListMeta {
  const last = query.offset + page.rows.length - 1;
  void reply.header(
    'content-range',
    page.rows.length ? `${unit} ${query.offset}-${last}/${page.total}` : `${unit} */${page.total}`,
  );
  return {
    total: page.total,
    ...(page.estimated && { total_is_estimate: true }),
    source: 'db',
    as_of: new Date().toISOString(),
  };
}

/** What the audit keeps of a list: its rows, and whether it was searched by text that may name a person, never the text. */
export const listed = (
  rows: readonly { id: string }[],
  { filter }: ListQuery,
): { ids: string[]; searched: boolean } => ({
  ids: rows.map(({ id }) => id),
  searched: 'q' in filter,
});

/** The search text of a filter as a LIKE pattern that takes it literally; null without one. */
export function searched(text: string | boolean | undefined): string | null {
  const trimmed = typeof text === 'string' ? text.trim() : '';
  return trimmed ? `%${trimmed.replace(/[\\%_]/g, '\\$&')}%` : null;
}
