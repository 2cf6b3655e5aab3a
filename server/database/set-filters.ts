import type { ListStatement } from './list-page.js';

/** So many statements are made for filters that are set; a caller who combines more of them gets the one for all. */
const MOST_STATEMENTS = 200;
const made = new Set<string>();

const FILTER = /\((\$(\d+)::[a-z]+(?:\[\])?) IS NULL OR /g;

/** Where the parenthesis that opens at `from` is closed. */
function closingOf(text: string, from: number): number {
  for (let at = from, depth = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  throw new RangeError('A parenthesis is not closed');
}

const PARAMETER = /\$(\d+)/g;

/** The parameters that are left, numbered from $1 on. */
function renumbered({ columns, body, details, values, ...statement }: ListStatement): ListStatement {
  const used = new Set<number>();
  for (const text of [columns, body, details ?? ''])
    for (const [, number] of text.matchAll(PARAMETER)) used.add(Number(number));
  const kept = [...used].toSorted((a, b) => a - b);
  const told = (text: string): string =>
    text.replace(PARAMETER, (_all, number: string) => `$${kept.indexOf(Number(number)) + 1}`);
  return {
    ...statement,
    columns: told(columns),
    body: told(body),
    ...(details !== undefined && { details: told(details) }),
    values: kept.map((number) => values[number - 1]),
  };
}

/**
 * A statement that names only the filters that are set: `($3::text IS NULL OR c.status = $3)` becomes its second half, or
 * nothing. PostgreSQL plans it a few times; one with filters that may be null it plans each time, which takes as long as
 * answering it (docs/bench.md).
 */
export function onlySetFilters(statement: ListStatement): ListStatement {
  const { name, body, values } = statement;
  const set: string[] = [];
  let text = '';
  let done = 0;
  for (const { 0: head, 1: parameter = '', 2: number, index } of body.matchAll(FILTER)) {
    // One within another stays as it is.
    if (index < done) continue;
    const end = closingOf(body, index);
    const isSet = (values[Number(number) - 1] ?? null) !== null;
    if (isSet) set.push(number!);
    const rest = isSet ? `(${parameter} IS NOT NULL AND (${body.slice(index + head.length, end)}))` : 'TRUE';
    text += body.slice(done, index) + rest;
    done = end + 1;
  }
  const own = `${name}-with-${set.join('-') || 'none'}`;
  if (!made.has(own) && made.size >= MOST_STATEMENTS) return statement;
  made.add(own);
  return renumbered({ ...statement, name: own, body: text + body.slice(done) });
}
