import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, Migration } from 'typeorm';
import { migrateJobs } from '../jobs/queues.js';
import { isLockTimeout } from '../platform/errors/database-errors.js';
import { APP_ROLE, ownerDataSource } from './data-source.js';

/** Two processes may start at once: one migrates, the other waits. */
const MIGRATION_LOCK = 7_241_993;
/** While somebody works on a table for long, it is tried again, and others get their turn in between. */
const ATTEMPTS = 60;
const PAUSE_MS = 500;

export interface MigrationResult {
  applied: string[];
  /** Whether the server can work as the role that owns nothing. */
  appRole: boolean;
}

export async function migrate(url: string): Promise<MigrationResult> {
  const source = await ownerDataSource(url).initialize();
  const runner = source.createQueryRunner();
  try {
    await runner.query('SET lock_timeout = 0');
    await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await runMissing(source);
    await migrateJobs(url);
    const appRole = await hasAppRole(source);
    if (appRole) await grantJobs(source);
    return { applied: applied.map((m) => m.name), appRole };
  } finally {
    await runner.release();
    await source.destroy();
  }
}

/** Each in a transaction of its own: stopped anywhere, the next run goes on where this one was. */
async function runMissing(source: DataSource): Promise<Migration[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await source.runMigrations({ transaction: 'each' });
    } catch (error) {
      if (!isLockTimeout(error) || attempt === ATTEMPTS) throw error;
      await sleep(PAUSE_MS);
    }
  }
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
