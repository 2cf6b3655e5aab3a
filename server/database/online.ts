import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';

/** Steps of migrations of a database in use: nobody is kept waiting, and one that was killed midway can be run again. */

/** So many rows are changed in one transaction: a fraction of a second. */
const BATCH = 500;
/** So many are looked for at once. */
const FOUND = 50_000;
/** Making an index waits for those who write, while nobody waits for it. */
const INDEX_WAIT = '30s';

/** What belongs together, in a transaction of its own. Of a table in use, one each: its lock is let go at once. */
export async function together(runner: QueryRunner, ...statements: string[]): Promise<void> {
  await inTransaction(runner, async () => {
    for (const statement of statements) await runner.query(statement);
  });
}

async function inTransaction(runner: QueryRunner, work: () => Promise<void>): Promise<void> {
  await runner.startTransaction();
  try {
    await work();
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}

export interface Change {
  /** It has a key named id, and is called t in the other two. */
  table: string;
  /** Which of its rows are not yet as they should be. */
  todo: string;
  set: string;
}

/** Rows that are written meanwhile must be kept right by triggers made before. */
export async function inBatches(runner: QueryRunner, change: Change): Promise<void> {
  for (let found = FOUND; found === FOUND;) {
    // In the order in which they lie on the disk.
    const rows: { id: string }[] = await runner.query(
      `SELECT id FROM ${change.table} t WHERE ${change.todo} LIMIT ${FOUND}`,
    );
    found = rows.length;
    const busy: string[] = [];
    for (let i = 0; i < found; i += BATCH) {
      const ids = rows.slice(i, i + BATCH).map(({ id }) => id);
      const begun = performance.now();
      const done = new Set(await changeRows(runner, change, ids, 'SKIP LOCKED'));
      busy.push(...ids.filter((id) => !done.has(id)));
      // As long a rest: the people at work get the larger part of the disk and the processors.
      if (found > BATCH) await sleep(performance.now() - begun);
    }
    // One by one: who waits here holds nothing that others wait for.
    for (const id of busy) await changeRows(runner, change, [id]);
  }
}

/** Locked first: what their writers committed meanwhile is seen by the statement after that only. */
async function changeRows(
  runner: QueryRunner,
  { table, todo, set }: Change,
  ids: string[],
  locked = '',
): Promise<string[]> {
  let mine: string[] = [];
  await inTransaction(runner, async () => {
    const rows: { id: string }[] = await runner.query(
      `SELECT id FROM ${table} WHERE id = ANY($1) FOR NO KEY UPDATE ${locked}`,
      [ids],
    );
    mine = rows.map(({ id }) => id);
    await runner.query(`UPDATE ${table} t SET ${set} WHERE id = ANY($1) AND (${todo})`, [mine]);
  });
  return mine;
}

/** @param on the table, and after a space what CREATE INDEX takes */
export async function indexOnline(
  runner: QueryRunner,
  name: string,
  on: string,
  kind: 'INDEX' | 'UNIQUE INDEX' = 'INDEX',
): Promise<void> {
  const found: { valid: boolean }[] = await runner.query(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [name],
  );
  if (found[0]?.valid) return;
  if (found[0]) await dropIndexOnline(runner, name);
  const rows: unknown[] = await runner.query(`SELECT 1 FROM ${on.split(' ')[0]} LIMIT 1`);
  // Waiting for others takes longer than an index of nothing.
  if (rows.length === 0) await runner.query(`CREATE ${kind} ${name} ON ${on}`);
  else await patiently(runner, `CREATE ${kind} CONCURRENTLY ${name} ON ${on}`);
}

export const dropIndexOnline = (runner: QueryRunner, name: string): Promise<void> =>
  patiently(runner, `DROP INDEX CONCURRENTLY IF EXISTS ${name}`);

async function patiently(runner: QueryRunner, statement: string): Promise<void> {
  await runner.query(`SET lock_timeout = '${INDEX_WAIT}'`);
  try {
    await runner.query(statement);
  } finally {
    await runner.query('RESET lock_timeout');
  }
}
