import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { PasswordCost } from '../../server/accounts/passwords/passwords.service.js';

interface TestPostgres {
  adminUrl: string;
  ownerUrl: string;
  loginUrl: string;
  folder: string;
  /** The password hashing cost where a test does not need the full cost. */
  passwordCost: PasswordCost;
}

export function testPostgres(): TestPostgres {
  const given = process.env.TEST_POSTGRES;
  if (!given)
    throw new Error(
      'The test database was not started: run the tests through jest with test/jest.config.mjs',
    );
  return JSON.parse(given) as TestPostgres;
}

const onDatabase = (url: string, name: string): string => url.replace(/\/[^/]*$/, `/${name}`);

/** The database with prepared patients. */
export const PREPARED = 'template_treated';

export interface ClonedDatabase {
  /** As the owner of the tables. */
  url: string;
  /** As the portal's own user. */
  loginUrl: string;
  /** As the superuser, bypassing all of the application's restrictions. */
  asSuperuser<T extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<T[]>;
  drop(): Promise<void>;
  /** Becomes a database to clone. */
  keepAs(template: string): Promise<void>;
}

export async function cloneDatabase(template: 'empty' | 'demo' | 'treated'): Promise<ClonedDatabase> {
  const { adminUrl, ownerUrl, loginUrl } = testPostgres();
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template_${template} OWNER trt_owner`);
  // A test's connections live too briefly to plan each statement five times.
  await admin.query(`ALTER DATABASE ${name} SET plan_cache_mode = force_generic_plan`);
  const inside = new pg.Client({ connectionString: onDatabase(adminUrl, name) });
  await inside.connect();
  return {
    url: onDatabase(ownerUrl, name),
    loginUrl: onDatabase(loginUrl, name),
    asSuperuser: async <T extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
      (await inside.query<T>(sql, values)).rows,
    drop: async () => {
      await inside.end();
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await admin.end();
    },
    keepAs: async (kept) => {
      await inside.end();
      await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
      await admin.query(`ALTER DATABASE ${name} RENAME TO ${kept}`);
      await admin.end();
    },
  };
}
