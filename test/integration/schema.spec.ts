import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { ownerDataSource } from '../../server/database/data-source.js';
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

describe('the schema', () => {
  it('is what the entities say: no drift between entities and migrations', async () => {
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    expect(upQueries.map((q) => q.query)).toEqual([]);
  });

  it('would show a column that no migration made', async () => {
    await database.asSuperuser('ALTER TABLE plans DROP COLUMN reason');
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    expect(upQueries.map((q) => q.query)).toEqual(['ALTER TABLE "plans" ADD "reason" text']);
  });

  it('goes down and up again', async () => {
    const own = await cloneDatabase('empty');
    const there = await ownerDataSource(own.url).initialize();
    for (const _ of there.migrations) await there.undoLastMigration();
    const tables = await there.query(
      `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'`,
    );
    expect(tables).toEqual([]);
    expect((await there.runMigrations()).length).toBe(there.migrations.length);
    await there.destroy();
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
