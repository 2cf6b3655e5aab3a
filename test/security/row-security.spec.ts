import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Db } from '../../server/database/db.js';
import { UnitOfWork } from '../../server/database/unit-of-work.js';
import { inScope } from '../../server/platform/access/context.js';
import { ACCOUNTS, EVERYTHING, type Scope } from '../../server/platform/access/scope.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { fillEmptyTables } from '../support/rows.js';

/** Tables without a wall, each with its reason. */
const OPEN: Readonly<Record<string, string>> = {
  articles: 'knowledge that all organizations share',
  article_versions: 'knowledge that all organizations share',
  article_words: 'knowledge that all organizations share',
  audit_chain: 'hashes only',
  audit_head: 'one hash, signed',
  migrations: 'names of migrations',
  rate_limits: 'counters under hashed names, used before anybody is known',
};
/** What a patient finds in these is not their own: the clinic, how it works, and who or what works there. */
const OF_THE_CLINIC = [
  'api_keys',
  'patient_apps',
  'lab_connections',
  'pharmacies',
  'organisations',
  'organisation_policies',
  'users',
  'provider_licenses',
  'dea_registrations',
];
/** Their rows without an organization are everybody's to know: names of system-wide administrators, and talks of people not signed in. */
const OF_NO_CLINIC = ['users', 'assistant_conversations'];
const NOBODY = '00000000-0000-4000-8000-000000000000';
const ROUNDS = 300;

interface Place extends Scope {
  email: string;
}

let portal: TestPortal;
let client: pg.Client;
let tables: string[];
let views: string[];
let here: Scope;
let elsewhere: Scope;
let places: Place[];

const named = async (kind: string): Promise<string[]> =>
  (
    await portal.database.asSuperuser<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = $1 AND relnamespace = 'public'::regnamespace ORDER BY 1`,
      [kind],
    )
  ).map(({ name }) => name);

beforeAll(async () => {
  portal = await startPortal('demo');
  tables = (await named('r')).filter((name) => !(name in OPEN));
  views = await named('v');
  await fillEmptyTables(portal.database);
  client = new pg.Client({ connectionString: portal.database.loginUrl });
  await client.connect();
  const orgs = await portal.database.asSuperuser<{ id: string }>(
    'SELECT DISTINCT o.id, o.is_default FROM organisations o JOIN patients p ON p.org_id = o.id ORDER BY o.is_default DESC',
  );
  here = { org: orgs[0]!.id, patient: '*', user: '*' };
  elsewhere = { org: orgs[1]!.id, patient: '*', user: '*' };
  places = await portal.database.asSuperuser<Place>(
    `SELECT p.org_id AS org, p.id AS patient, u.id AS user, u.email FROM patients p JOIN users u ON u.id = p.user_id
      WHERE p.org_id = $1 AND EXISTS (SELECT 1 FROM cases c WHERE c.patient_id = p.id) ORDER BY u.email = 'patient@demo.test' DESC LIMIT 2`,
    [here.org],
  );
});
afterAll(async () => {
  await client.end();
  await portal.close();
});

/** In a transaction of its own that leaves nothing behind. */
async function as<T extends pg.QueryResultRow>(scope: Scope | null, sql: string, values: unknown[] = []) {
  await client.query('BEGIN');
  try {
    if (scope)
      await client.query(
        `SELECT set_config('trt.org', $1, true), set_config('trt.patient', $2, true), set_config('trt.user', $3, true)`,
        [scope.org, scope.patient, scope.user],
      );
    return await client.query<T>(sql, values);
  } finally {
    await client.query('ROLLBACK');
  }
}
const count = async (scope: Scope | null, from: string): Promise<number> =>
  (await as<{ n: number }>(scope, `SELECT count(*)::int AS n FROM ${from}`)).rows[0]!.n;
const whole = async (from: string): Promise<number> =>
  (await portal.database.asSuperuser<{ n: number }>(`SELECT count(*)::int AS n FROM ${from}`))[0]!.n;
/** How many rows a change reached; null: PostgreSQL did not let it begin. */
const changed = (scope: Scope, sql: string, values: unknown[] = []): Promise<number | null> =>
  as(scope, sql, values).then(
    (result) => result.rowCount,
    (error: { code: string }) => {
      if (error.code === '42501') return null;
      throw error;
    },
  );

describe('a table', () => {
  it('has a wall, or is listed with the reason why not', async () => {
    const walled = await portal.database.asSuperuser<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relrowsecurity ORDER BY 1`,
    );
    expect(walled.map(({ name }) => name)).toEqual(tables);
    expect(views.length).toBeGreaterThan(0);
  });

  it('shows nothing to a connection that was told nothing, and all to the portal itself', async () => {
    for (const table of [...tables, ...views]) {
      expect([table, await count(null, table)]).toEqual([table, 0]);
    }
    for (const table of tables) {
      const rows = await whole(table);
      expect(rows).toBeGreaterThan(0);
      expect([table, await count(EVERYTHING, table)]).toEqual([table, rows]);
    }
  });

  it.each([
    ['another organization', () => ({ org: NOBODY, patient: '*', user: '*' })],
    ['a patient who has no record there', () => ({ org: NOBODY, patient: NOBODY, user: NOBODY })],
  ])('shows nothing to %s, and lets it change nothing', async (_, scopeOf) => {
    const scope = scopeOf();
    for (const table of tables) {
      const ownerless = OF_NO_CLINIC.includes(table)
        ? `(SELECT * FROM ${table} WHERE org_id IS NOT NULL) t`
        : table;
      expect([table, await count(scope, ownerless)]).toEqual([table, 0]);
      const [column] = await portal.database.asSuperuser<{ name: string }>(
        `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
          AND attidentity = '' AND attgenerated = '' ORDER BY attnum LIMIT 1`,
        [table],
      );
      const touched = [
        await changed(scope, `UPDATE ${table} SET ${column!.name} = ${column!.name} WHERE true`),
        await changed(scope, `DELETE FROM ${table} WHERE true`),
      ];
      expect([table, touched.every((rows) => rows === null || rows === 0)]).toEqual([table, true]);
    }
    for (const view of views) expect([view, await count(scope, view)]).toEqual([view, 0]);
  });

  it('takes no row of another organization', async () => {
    for (const table of tables.filter((name) => name !== 'audit_events')) {
      const [row] = await portal.database.asSuperuser<{ row: object }>(
        `SELECT to_jsonb(t) AS row FROM ${table} t ${OF_NO_CLINIC.includes(table) ? 'WHERE org_id IS NOT NULL' : ''} LIMIT 1`,
      );
      const insert = `INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $1)`;
      const scope = { org: NOBODY, patient: '*', user: '*' };
      expect([table, await changed(scope, insert, [JSON.stringify(row!.row)])]).toEqual([table, null]);
    }
  });

  it('shows a patient nothing of another patient of the same clinic', async () => {
    const [first, second] = places;
    for (const table of tables.filter((name) => !OF_THE_CLINIC.includes(name))) {
      const mine = await as<{ row: string }>(first!, `SELECT to_jsonb(t)::text AS row FROM ${table} t`);
      const theirs = await as<{ row: string }>(second!, `SELECT to_jsonb(t)::text AS row FROM ${table} t`);
      const shared = mine.rows.filter(({ row }) => theirs.rows.some((other) => other.row === row));
      expect([table, shared]).toEqual([table, []]);
    }
    const people = await as<{ id: string; roles: string[] }>(first!, 'SELECT id, roles FROM users');
    expect(people.rows.filter(({ id, roles }) => roles.join() === 'patient' && id !== first!.user)).toEqual(
      [],
    );
    expect(people.rows.length).toBeGreaterThan(1);
  });
});

describe('a trigger', () => {
  it('works as the owner of the tables', async () => {
    const limited = await portal.database.asSuperuser(
      `SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prorettype = 'trigger'::regtype
        AND NOT prosecdef AND proname <> 'refuse_change'`,
    );
    expect(limited).toEqual([]);
  });

  it('keeps the work list right when an address is confirmed before anybody signed in', async () => {
    const email = 'moved-address@demo.test';
    await inScope(ACCOUNTS, () =>
      portal.app
        .get(Db)
        .rows({ name: 'test-move', text: 'UPDATE users SET email = $2 WHERE id = $1' }, [
          places[1]!.user,
          email,
        ]),
    );
    const [row] = await portal.database.asSuperuser<{ found: boolean }>(
      'SELECT list_search LIKE $2 AS found FROM cases WHERE patient_id = $1',
      [places[1]!.patient, `%${email}%`],
    );
    expect(row).toEqual({ found: true });
  });
});

describe('a lab value', () => {
  const value = (panel: string) =>
    `INSERT INTO lab_results (panel_id, analyte, value, unit, flag, org_id, patient_id)
      VALUES ('${panel}', 'a_test', 1, '%', 'normal', '${here.org}', '${NOBODY}') RETURNING org_id, patient_id`;
  const panelIn = async (scope: Scope) =>
    (
      await portal.database.asSuperuser<{ id: string; org_id: string; patient_id: string }>(
        `SELECT id, org_id, patient_id FROM lab_panels l WHERE org_id = $1
          AND EXISTS (SELECT 1 FROM lab_results r WHERE r.panel_id = l.id) LIMIT 1`,
        [scope.org],
      )
    )[0]!;

  it('belongs to the organization and patient of its panel, whatever the statement says', async () => {
    const { id, org_id, patient_id } = await panelIn(here);
    expect((await as(here, value(id))).rows).toEqual([{ org_id, patient_id }]);
    const foreign = await panelIn(elsewhere);
    expect(await changed(here, value(foreign.id))).toBeNull();
  });

  it('moves along with its panel', async () => {
    const { id } = await panelIn(here);
    const { org_id, patient_id } = await panelIn(elsewhere);
    await client.query('BEGIN');
    await client.query(
      `SELECT set_config('trt.org', '*', true), set_config('trt.patient', '*', true), set_config('trt.user', '*', true)`,
    );
    await client.query('UPDATE lab_panels SET org_id = $2, patient_id = $3 WHERE id = $1', [
      id,
      org_id,
      patient_id,
    ]);
    const found = await client.query(
      'SELECT DISTINCT org_id, patient_id FROM lab_results WHERE panel_id = $1',
      [id],
    );
    await client.query('ROLLBACK');
    expect(found.rows).toEqual([{ org_id, patient_id }]);
  });
});

describe('statements of the portal', () => {
  const unscoped = { name: 'test-unscoped', text: 'SELECT DISTINCT org_id FROM cases' };

  it('that forget whose rows they may read find those of the caller only', async () => {
    const db = portal.app.get(Db);
    for (const scope of [here, elsewhere])
      expect(await inScope(scope, () => db.rows(unscoped))).toEqual([{ org_id: scope.org }]);
    expect(await inScope(EVERYTHING, () => db.rows(unscoped))).toHaveLength(2);
    const own = { name: 'test-own', text: 'SELECT patient_id FROM cases' };
    expect(await inScope(places[0]!, () => db.rows(own))).toEqual([{ patient_id: places[0]!.patient }]);
  });

  it('asked for together share nothing across scopes', async () => {
    const db = portal.app.get(Db);
    const asked = [here, elsewhere, here, elsewhere].map((scope) =>
      inScope(scope, () => db.shared('test', () => db.rows<{ org_id: string }>(unscoped))),
    );
    const found = (await Promise.all(asked)).map((rows) => rows.map((row) => row.org_id));
    expect(found).toEqual([[here.org], [elsewhere.org], [here.org], [elsewhere.org]]);
  });

  it('of one transaction may differ in scope, and are not mistaken for one another', async () => {
    const db = portal.app.get(Db);
    const found = await inScope(here, () =>
      portal.app
        .get(UnitOfWork)
        .run(() =>
          Promise.all(
            [here, elsewhere, EVERYTHING, elsewhere, here].map((scope) =>
              inScope(scope, () => db.rows(unscoped)),
            ),
          ),
        ),
    );
    expect(found.map((rows) => rows.length)).toEqual([1, 1, 2, 1, 1]);
    expect([found[0], found[1], found[3]]).toEqual([
      [{ org_id: here.org }],
      [{ org_id: elsewhere.org }],
      [{ org_id: elsewhere.org }],
    ]);
  });

  it(`of two organizations never meet in one pool: ${ROUNDS} rounds with errors and rollbacks in between`, async () => {
    const db = portal.app.get(Db);
    const uow = portal.app.get(UnitOfWork);
    const seen = async (): Promise<string[]> =>
      (await db.rows<{ org_id: string }>(unscoped)).map((row) => row.org_id);
    const broken = () => db.rows({ name: 'test-broken', text: 'SELECT 1 / (random() * 0)::int' });
    const refuse = (): never => {
      throw new Error('rolled back');
    };
    let state = 20261123;
    const dice = (sides: number): number => (state = (state * 48271) % 2147483647) % sides;
    const one = async (scope: Scope): Promise<string[][]> => {
      const kind = dice(6);
      if (kind === 0) return [await seen()];
      if (kind === 1) return [(await broken().catch(seen)) as string[]];
      const other = scope === here ? elsewhere : here;
      const found: string[][] = [];
      await uow
        .run(async () => {
          found.push(await seen());
          if (kind === 2) await broken();
          if (kind === 3) await inScope(other, () => seen());
          if (kind > 3) found.push(await seen());
          if (kind !== 4) refuse();
        })
        .catch(() => undefined);
      found.push(await seen());
      return found;
    };
    for (let round = 0; round < ROUNDS; round++) {
      const callers = Array.from({ length: 6 }, () => (dice(2) ? here : elsewhere));
      const found = await Promise.all(callers.map((scope) => inScope(scope, () => one(scope))));
      for (const [i, orgs] of found.entries())
        for (const ids of orgs) expect([round, ids]).toEqual([round, [callers[i]!.org]]);
    }
  }, 120_000);
});
