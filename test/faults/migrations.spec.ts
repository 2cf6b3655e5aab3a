import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import type { MigrationInterface } from 'typeorm';
import { ownerDataSource } from '../../server/schema/owner-data-source.js';
import { migrate } from '../../server/schema/migrate.js';
import { migrations } from '../../server/schema/migrations/index.js';
import { migrateJobs } from '../../server/jobs/queues.js';
import { cloneDatabase, type ClonedDatabase } from '../support/database.js';
import { measured, ms } from './measured.js';
import { CASES, load, MIDWAY, WRONG, writers } from './migrations-data.js';

jest.setTimeout(240_000);

const KILLS = process.env.FAULT_ROUNDS ? 12 : 3;

/** In a separate process that can be killed. */
function migrating(url: string) {
  const program = `import('./dist/server/schema/migrate.js').then((m) => m.migrate(process.env.URL)).then(() => process.exit(0), (error) => { console.error(error); process.exit(1); })`;
  return spawn(process.execPath, ['-e', program], {
    env: { PATH: process.env.PATH, URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Without the tables that the queue makes for each day: a run may go past midnight. */
const shape = (database: ClonedDatabase) =>
  database.asSuperuser<{
    table_name: string;
  }>(`SELECT table_schema, table_name, column_name, data_type, is_nullable, column_default
    FROM information_schema.columns WHERE table_schema IN ('public', 'pgboss') AND table_name !~ '_[0-9]{8}$'
    ORDER BY table_schema, table_name, column_name`);
const indexes = (database: ClonedDatabase) =>
  database.asSuperuser(
    `SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexdef`,
  );

async function emptied(): Promise<ClonedDatabase> {
  const database = await cloneDatabase('empty');
  await database.asSuperuser(
    `DROP SCHEMA public CASCADE; DROP SCHEMA pgboss CASCADE; CREATE SCHEMA public AUTHORIZATION trt_owner`,
  );
  return database;
}

describe('migrations', () => {
  it(`killed anywhere (${KILLS} times), and run by two processes at once, end in the same schema`, async () => {
    const [whole, database] = [await cloneDatabase('empty'), await emptied()];
    const applied = async (): Promise<number> => {
      const rows = await database
        .asSuperuser<{ n: number }>('SELECT count(*)::int AS n FROM migrations')
        .catch(() => [{ n: 0 }]);
      return rows[0]!.n;
    };
    const stoppedAt: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const child = migrating(database.url);
      const ended = once(child, 'exit');
      // The first ones end before anything was done, the last ones somewhere in the middle.
      const target = Math.floor((kill * migrations.length) / KILLS);
      while (child.exitCode === null && (await applied()) < target) await sleep(2);
      child.kill('SIGKILL');
      await ended;
      stoppedAt.push(await applied());
    }
    expect(new Set(stoppedAt).size).toBeGreaterThan(1);
    const both = [migrating(database.url), migrating(database.url)];
    const codes = await Promise.all(
      both.map((child) => once(child, 'exit').then(([code]) => code as number)),
    );
    expect(codes).toEqual([0, 0]);
    expect(await applied()).toBe(migrations.length);
    expect(await shape(database)).toEqual(await shape(whole));
    expect(await indexes(database)).toEqual(await indexes(whole));
    measured(
      `migrations killed -9 ${KILLS} times, then two at once (X-13)`,
      'the same schema',
      'the same schema',
    );
    await Promise.all([whole.drop(), database.drop()]);
  });

  it('that are not one transaction can be rerun from any point', async () => {
    const [whole, database] = [await cloneDatabase('empty'), await emptied()];
    const source = await ownerDataSource(database.url).initialize();
    const runner = source.createQueryRunner();
    await runner.query(
      `CREATE TABLE migrations (id serial PRIMARY KEY, timestamp bigint NOT NULL, name text NOT NULL)`,
    );
    for (const Migration of migrations) {
      const migration: MigrationInterface & { transaction?: boolean } = new Migration();
      await migration.up(runner);
      if (migration.transaction === false) await migration.up(runner);
    }
    await runner.release();
    await source.destroy();
    await migrateJobs(database.url);
    const made = async (d: ClonedDatabase) =>
      (await shape(d)).filter(({ table_name }) => table_name !== 'migrations');
    expect(await made(database)).toEqual(await made(whole));
    await Promise.all([whole.drop(), database.drop()]);
  });

  it('wait for a table in use without making everyone wait behind them', async () => {
    const database = await cloneDatabase('demo');
    const source = await ownerDataSource(database.url).initialize();
    const urgency = migrations.findIndex((m) => m.name.startsWith('CaseUrgency'));
    for (let i = migrations.length; i > urgency; i--) await source.undoLastMigration();
    await source.destroy();
    const [reader, others] = [0, 1].map(() => new pg.Client({ connectionString: database.url }));
    await Promise.all([reader!.connect(), others!.connect()]);
    await reader!.query('BEGIN');
    await reader!.query('SELECT 1 FROM cases LIMIT 1');

    let done = false;
    const migrated = migrate(database.url).finally(() => {
      done = true;
    });
    let slowest = 0;
    for (const end = performance.now() + 4000; performance.now() < end; await sleep(20)) {
      const asked = performance.now();
      await others!.query('SELECT 1 FROM cases LIMIT 1');
      slowest = Math.max(slowest, performance.now() - asked);
    }
    expect(done).toBe(false);
    expect(slowest).toBeGreaterThan(500);
    expect(slowest).toBeLessThan(2000);
    await reader!.query('COMMIT');
    expect((await migrated).applied.length).toBe(migrations.length - urgency);
    measured('migration of a table in use: others wait (X-13)', '2 s', ms(slowest));
    await Promise.all([reader!.end(), others!.end()]);
    await database.drop();
  });

  it('killed midway on a database in use: no one waits, every row is right in the end', async () => {
    const [whole, database] = [await cloneDatabase('empty'), await cloneDatabase('demo')];
    const source = await ownerDataSource(database.url).initialize();
    const worklist = migrations.findIndex((m) => m.name.startsWith('CaseWorklist'));
    for (let i = migrations.length; i > worklist; i--) await source.undoLastMigration();
    await source.destroy();
    for (const statement of load(CASES)) await database.asSuperuser(statement);
    const people = await writers(database.url);

    for (const [name, there] of MIDWAY) {
      const child = migrating(database.url);
      const ended = once(child, 'exit');
      const reached = () =>
        database.asSuperuser(there).then(
          (rows) => rows.length > 0,
          () => false,
        );
      while (child.exitCode === null && !(await reached())) await sleep(1);
      child.kill('SIGKILL');
      await ended;
      const recorded = await database.asSuperuser(`SELECT 1 FROM migrations WHERE name ~ '^${name}'`);
      expect([name, there, recorded]).toEqual([name, there, []]);
    }
    const both = [migrating(database.url), migrating(database.url)];
    const codes = await Promise.all(
      both.map((child) => once(child, 'exit').then(([code]) => code as number)),
    );
    expect(codes).toEqual([0, 0]);
    const { failed, slowest, written } = await people.stop();
    expect([failed, written > CASES / 100]).toEqual([[], true]);
    expect(slowest).toBeLessThan(2000);
    for (const [what, sql] of Object.entries(WRONG))
      expect([what, await database.asSuperuser(sql)]).toEqual([what, []]);
    expect(await shape(database)).toEqual(await shape(whole));
    expect(await indexes(database)).toEqual(await indexes(whole));
    measured(
      `migrations of a database in use, killed -9 midway ${MIDWAY.length} times: slowest write (X-13)`,
      '2 s',
      ms(slowest),
    );
    measured(
      'the same: rows whose derived values are wrong afterwards (X-13)',
      '0',
      `0, after ${written} concurrent writes`,
    );
    await Promise.all([whole.drop(), database.drop()]);
  });
});
