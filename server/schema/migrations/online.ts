import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';

/** Migration steps for a database in use: they block no one, and can be rerun after being killed midway. */

/** Rows changed per transaction: a fraction of a second. */
const BATCH = 500;
/** Rows looked up at once. */
const FOUND = 50_000;
/** Building an index waits for writers, but nothing waits for it. */
const INDEX_WAIT = '30s';

/** Statements that belong together, in a separate transaction. For tables in use, one each, so that locks are released early. */
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
  /** It has a key named id, and the alias t in the other two. */
  table: string;
  /** Which of its rows still need the change. */
  todo: string;
  set: string;
}

/** Triggers created before must keep rows right that are written in the meantime. */
export async function inBatches(runner: QueryRunner, change: Change): Promise<void> {
  for (let found = FOUND; found === FOUND;) {
    // In physical order.
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
      // Pauses as long as the batch took, so that users get the larger part of disk and CPU.
      if (found > BATCH) await sleep(performance.now() - begun);
    }
    // One at a time: a waiting step holds nothing that others wait for.
    for (const id of busy) await changeRows(runner, change, [id]);
  }
}

/** Locks first: only the statement after that sees what other writers have committed. */
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
  // Waiting for others takes longer than building an empty index.
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
