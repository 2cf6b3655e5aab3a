import { setTimeout as sleep } from 'node:timers/promises';
import { MigrationExecutor, type DataSource, type QueryRunner } from 'typeorm';
import { migrateJobs } from '../jobs/queues.js';
import { isLockTimeout, isSerializationFailure } from '../platform/errors/database-errors.js';
import { APP_ROLE, ownerDataSource } from './data-source.js';

/** Two processes may start at once: one migrates, the other waits. */
const MIGRATION_LOCK = 7_241_993;
/** While somebody works on a table for long, it is tried again, and others get their turn in between. */
const ATTEMPTS = 60;
const PAUSE_MS = 500;
const TURN_MS = 100;

export interface MigrationResult {
  applied: string[];
  /** Whether the server can work as the role that owns nothing. */
  appRole: boolean;
}

export async function migrate(url: string): Promise<MigrationResult> {
  const source = await ownerDataSource(url).initialize();
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await inTurn(source, (runner) => migrateAll(source, runner, url));
      } catch (error) {
        if (!(isLockTimeout(error) || isSerializationFailure(error)) || attempt === ATTEMPTS) throw error;
        await sleep(PAUSE_MS);
      }
    }
  } finally {
    await source.destroy();
  }
}

/** The session that works holds the lock: it is free when the work has ended, even of a process that was killed. */
async function inTurn<T>(source: DataSource, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
  const runner = source.createQueryRunner();
  try {
    // Asked for again and again: CREATE INDEX CONCURRENTLY would wait for a statement that waits for this lock.
    const ask = 'SELECT pg_try_advisory_lock($1) AS mine';
    while (!((await runner.query(ask, [MIGRATION_LOCK])) as { mine: boolean }[])[0]!.mine)
      await sleep(TURN_MS);
    return await work(runner);
  } finally {
    await runner.query('SELECT pg_advisory_unlock_all()');
    await runner.release();
  }
}

/** Each step is committed when it is done: stopped anywhere, the next run goes on where this one was. */
async function migrateAll(source: DataSource, runner: QueryRunner, url: string): Promise<MigrationResult> {
  const executor = new MigrationExecutor(source, runner);
  executor.transaction = 'each';
  const applied = await executor.executePendingMigrations();
  await migrateJobs(url);
  const appRole = await hasAppRole(source);
  if (appRole) await grantJobs(source);
  return { applied: applied.map((m) => m.name), appRole };
}

async function hasAppRole(source: DataSource): Promise<boolean> {
  const rows: { usable: boolean }[] = await source.query(
    `SELECT pg_has_role(current_user, oid, 'MEMBER') AS usable FROM pg_roles WHERE rolname = $1`,
    [APP_ROLE],
  );
  return rows[0]?.usable ?? false;
}

async function grantJobs(source: DataSource): Promise<void> {
  await source.query(`GRANT USAGE ON SCHEMA pgboss TO ${APP_ROLE}`);
  await source.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pgboss TO ${APP_ROLE}`);
  await source.query(`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pgboss TO ${APP_ROLE}`);
}
