import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { ownerDataSource } from '../../server/schema/owner-data-source.js';
import { CareOverTime1764110000000 } from '../../server/schema/migrations/1764110000000-care-over-time.js';
import { migrations } from '../../server/schema/migrations/index.js';
import { cloneDatabase, type ClonedDatabase } from '../support/database.js';

let database: ClonedDatabase;
let source: DataSource;
beforeAll(async () => {
  database = await cloneDatabase('empty');
  source = await ownerDataSource(database.url).initialize();
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

/** Tables, indexes, columns and functions by name; those of extensions stay when a migration is reverted. */
const relations = (there: ClonedDatabase): Promise<unknown> =>
  there.asSuperuser(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname !~ '^(migrations|PK_)'
     UNION ALL SELECT table_name || '.' || column_name FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name <> 'migrations'
     UNION ALL SELECT proname FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e') ORDER BY 1`,
  );

describe('the schema', () => {
  it('matches the entities: no drift between entities and migrations', async () => {
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    expect(upQueries.map((q) => q.query)).toEqual([]);
  });

  it('would show a column that no migration created', async () => {
    await database.asSuperuser('ALTER TABLE plans DROP COLUMN reason');
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    expect(upQueries.map((q) => q.query)).toEqual(['ALTER TABLE "plans" ADD "reason" text']);
  });

  it('goes down step by step, each step leaving what was there before it, and up again', async () => {
    const own = await cloneDatabase('empty');
    const upTo = async (count: number, work: (source: DataSource) => Promise<void>) => {
      const { options } = ownerDataSource(own.url);
      const few = migrations.slice(0, count);
      const some = await new DataSource({ ...options, entities: [], migrations: few }).initialize();
      try {
        await work(some);
      } finally {
        await some.destroy();
      }
    };
    await upTo(migrations.length, async (all) => {
      for (const _ of migrations) await all.undoLastMigration();
    });
    for (let count = 1; count <= migrations.length; count++) {
      const before = await relations(own);
      await upTo(count, async (some) => {
        await some.runMigrations();
        await some.undoLastMigration();
        expect([migrations[count - 1]!.name, await relations(own)]).toEqual([
          migrations[count - 1]!.name,
          before,
        ]);
        await some.runMigrations();
      });
    }
    await own.drop();
  }, 120_000);

  it('turns an order filled before fills were counted into its first fill, and keeps the newest blood pressure', async () => {
    const own = await cloneDatabase('demo');
    const demo = await ownerDataSource(own.url).initialize();
    const runner = demo.createQueryRunner();
    await own.asSuperuser(
      `UPDATE cases SET extras = extras || '{"bp_systolic": 128, "bp_diastolic": 80, "bp_on": "2026-03-02"}' WHERE id = (SELECT id FROM cases LIMIT 1)`,
    );
    // Before fills were counted there was one.
    await own.asSuperuser('DELETE FROM dispenses WHERE n > 1');
    const kept = () =>
      own.asSuperuser<{ n: number }>(
        `SELECT prescription_id::text AS of, n, filled_on::text AS on, quantity, days FROM dispenses
         UNION ALL SELECT case_id::text, 0, measured_on::text, systolic, diastolic FROM pressure_readings ORDER BY 1, 2`,
      );
    const before = await kept();
    expect(before).toContainEqual(expect.objectContaining({ n: 1 }));
    expect(before).toContainEqual(expect.objectContaining({ on: '2026-03-02', quantity: 128, days: 80 }));
    await new CareOverTime1764110000000().down(runner);
    await new CareOverTime1764110000000().up(runner);
    const after = await kept();
    const fills = (rows: { n: number }[]) => rows.filter(({ n }) => n > 0);
    expect(fills(after)).toEqual(fills(before));
    expect(after).toContainEqual(expect.objectContaining({ on: '2026-03-02', quantity: 128, days: 80 }));
    await runner.release();
    await demo.destroy();
    await own.drop();
  });

  it('gives the application role no more than it needs', async () => {
    const owned = await database.asSuperuser(
      `SELECT 1 FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner WHERE r.rolname = 'trt_app'`,
    );
    const role = await database.asSuperuser(
      `SELECT rolsuper, rolcreatedb, rolcreaterole, rolbypassrls FROM pg_roles WHERE rolname = 'trt_app'`,
    );
    expect([owned, role]).toEqual([
      [],
      [{ rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolbypassrls: false }],
    ]);
  });
});
