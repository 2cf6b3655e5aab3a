import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { MigrationExecutor, type DataSource, type QueryRunner } from 'typeorm';
import { ConfigError } from '../config/config.js';
import { migrateJobs } from '../jobs/queues.js';
import { isLockTimeout, isSerializationFailure } from '../platform/errors/database-errors.js';
import { APP_ROLE } from '../database/data-source.js';
import { migrations } from './migrations/index.js';
import { ownerDataSource } from './owner-data-source.js';

/** Two processes may start at once: one migrates, the other waits. */
const MIGRATION_LOCK = 7_241_993;
/** If a table is in use for long, the migration is retried, and others get their turn in between. */
const ATTEMPTS = 60;
const PAUSE_MS = 500;
const TURN_MS = 100;

export interface MigrationResult {
  applied: string[];
  /** Whether the server connects as the owner, and can use the role that owns nothing. */
  appRole: boolean;
}

/**
 * @param url of the tables' owner
 * @param login the user the server connects as, if different
 */
export async function migrate(url: string, login: string | null = null): Promise<MigrationResult> {
  const source = await ownerDataSource(url).initialize();
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await inTurn(source, (runner) => migrateAll(source, runner, url, login));
      } catch (error) {
        if (!(isLockTimeout(error) || isSerializationFailure(error)) || attempt === ATTEMPTS) throw error;
        await sleep(PAUSE_MS);
      }
    }
  } finally {
    await source.destroy();
  }
}

/** Where a job migrates: refuses a schema that is behind. It may be ahead, while a roll-out goes on. */
export async function assertMigrated(url: string): Promise<Pick<MigrationResult, 'appRole'>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: there } = await client.query<{ yes: boolean }>(
      `SELECT to_regclass('migrations') IS NOT NULL AS yes`,
    );
    const { rows: done } = there[0]?.yes
      ? await client.query<{ name: string }>('SELECT name FROM migrations')
      : { rows: [] };
    const known = new Set(done.map(({ name }) => name));
    const missing = migrations.filter(({ name }) => !known.has(name)).length;
    if (missing)
      throw new ConfigError(
        ['MIGRATE_ON_START'],
        `${missing} migrations are missing. Run the job that migrates (node scripts/migrate.mjs) first.`,
      );
    const { rows } = await client.query<{ appRole: boolean }>(
      `SELECT pg_has_role(session_user, relowner, 'MEMBER') AS "appRole" FROM pg_class WHERE oid = 'audit_events'::regclass`,
    );
    return { appRole: rows[0]?.appRole ?? false };
  } finally {
    await client.end();
  }
}

/** The working session holds the lock, so it is released when the work ends, even if the process is killed. */
async function inTurn<T>(source: DataSource, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
  const runner = source.createQueryRunner();
  try {
    // Polls, because CREATE INDEX CONCURRENTLY would wait for a statement that waits for this lock.
    const ask = 'SELECT pg_try_advisory_lock($1) AS mine';
    while (!((await runner.query(ask, [MIGRATION_LOCK])) as { mine: boolean }[])[0]!.mine)
      await sleep(TURN_MS);
    return await work(runner);
  } finally {
    await runner.query('SELECT pg_advisory_unlock_all()');
    await runner.release();
  }
}

/** Each step is committed when done: if interrupted, the next run continues there. */
async function migrateAll(
  source: DataSource,
  runner: QueryRunner,
  url: string,
  login: string | null,
): Promise<MigrationResult> {
  const executor = new MigrationExecutor(source, runner);
  executor.transaction = 'each';
  const applied = await executor.executePendingMigrations();
  await migrateJobs(url);
  const appRole = await hasAppRole(source);
  if (appRole) await grantJobs(source);
  if (login !== null) await letIn(source, login);
  return { applied: applied.map((m) => m.name), appRole: appRole && login === null };
}

/** A user who could become the owner could delete what only the owner may. */
async function letIn(source: DataSource, login: string): Promise<void> {
  const [role]: { superuser: boolean; owner: boolean; member: boolean }[] = await source.query(
    `SELECT rolsuper AS superuser, pg_has_role(rolname, current_user, 'MEMBER') AS owner,
      pg_has_role(rolname, $2, 'USAGE') AS member FROM pg_roles WHERE rolname = $1`,
    [login, APP_ROLE],
  );
  if (!role || role.superuser || role.owner)
    throw new ConfigError(
      ['DATABASE_URL'],
      `DATABASE_URL must sign in as a user that is not the owner of DATABASE_OWNER_URL, a member of it or a superuser.`,
    );
  if (!role.member) await source.query(`GRANT ${APP_ROLE} TO ${source.driver.escape(login)}`);
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
