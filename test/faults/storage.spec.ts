import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { cloneDatabase, testPostgres, type ClonedDatabase } from '../support/database.js';
import type { Person } from '../support/person.js';
import { PortalProcess } from '../support/process.js';
import { SmallDisk } from '../support/small-disk.js';
import { until } from '../support/until.js';
import { measured, ms } from './measured.js';

jest.setTimeout(30_000);

const keys = () => readFileSync(join(testPostgres().folder, 'app-keys'), 'utf8').trim();
/** Long enough to fill the rest of a page. */
const MOST_WRITES = 400;
const LONG_MESSAGE = 'No room for this. '.repeat(100);

const write = (person: Person, body = LONG_MESSAGE) =>
  person.post('/api/messages', { subject: 'About storage', body });

/** Two ways to run out of space: the error code everywhere, a separate file system where one can be mounted. */
interface FullDatabase {
  how: string;
  fill(database: ClonedDatabase): Promise<void>;
  free(database: ClonedDatabase): Promise<void>;
  clean(database: ClonedDatabase): Promise<void>;
}

const refusing: FullDatabase = {
  how: 'reports a full disk on every write',
  fill: async (database) => {
    await database.asSuperuser(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`);
    await database.asSuperuser(`DO $$ DECLARE t text; BEGIN
      FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('CREATE TRIGGER no_room BEFORE INSERT OR UPDATE OR DELETE ON %I FOR EACH STATEMENT EXECUTE FUNCTION no_room()', t);
      END LOOP; END $$`);
  },
  free: async (database) => {
    await database.asSuperuser('DROP FUNCTION no_room CASCADE');
  },
  clean: async () => undefined,
};

function onDisk(): FullDatabase {
  let disk: SmallDisk;
  return {
    how: 'is on a full disk',
    fill: async (database) => {
      disk = SmallDisk.mount(16)!;
      disk.ownLike(realpathSync(join(testPostgres().folder, 'postgres')));
      await database.asSuperuser(`CREATE TABLESPACE small_disk LOCATION '${disk.folder}'`);
      for (const table of ['messages', 'audit_events', 'sessions', 'users'])
        await database.asSuperuser(`ALTER TABLE ${table} SET TABLESPACE small_disk`);
      disk.fill();
    },
    free: async () => disk.free(),
    clean: async (database) => {
      for (const table of ['messages', 'audit_events', 'sessions', 'users'])
        await database.asSuperuser(`ALTER TABLE ${table} SET TABLESPACE pg_default`);
      await database.asSuperuser('DROP TABLESPACE small_disk');
      disk.unmount();
    },
  };
}

let database: ClonedDatabase;
beforeAll(async () => {
  database = await cloneDatabase('demo');
});
afterAll(() => database.drop());

describe('a full database', () => {
  const ways = [refusing, ...(SmallDisk.possible() ? [onDisk()] : [])];
  let portal: PortalProcess;

  beforeAll(async () => {
    portal = await PortalProcess.create({ DATABASE_URL: database.url, APP_KEYS: keys() });
    await portal.start();
  });
  afterAll(async () => {
    await portal.stop();
    for (const way of ways) await way.clean(database);
  });

  it.each(ways)(
    'that $how: writes are refused by name, reads work, and it continues where it stopped',
    async (full) => {
      const [patient, provider] = [
        await portal.signIn('patient@demo.test'),
        await portal.signIn('provider@demo.test'),
      ];
      const caseId = (await provider.get('/api/trt/cases')).body.items[0].id as string;
      const reads = async (): Promise<unknown[]> => {
        const answers = [
          await patient.get('/api/trt/dashboard'),
          await patient.get('/api/patient/profile'),
          await patient.get('/api/messages'),
          await provider.get('/api/trt/cases'),
          await provider.get(`/api/trt/cases/${caseId}/detail`),
        ];
        return answers.map((a) => [a.status, a.body.source ?? a.body.case_source ?? 'db']);
      };
      const well = [200, 200, 200, 200, 200].map((status) => [status, 'db']);
      const recorded = async (): Promise<number> => {
        const rows = await database.asSuperuser<{ reads: number }>(
          `SELECT count(*)::int AS reads FROM audit_events WHERE action = 'case.read' AND actor_id = $1`,
          [provider.me!.user.id],
        );
        return rows[0]!.reads;
      };
      const before = await recorded();
      expect(await reads()).toEqual(well);

      await full.fill(database);
      let acknowledged = (await patient.get('/api/messages')).body.threads.length as number;
      let refused = await write(patient);
      let slowest = 0;
      for (let i = 0; refused.status === 201 && i < MOST_WRITES; i++) {
        acknowledged += 1;
        const started = performance.now();
        refused = await write(patient);
        slowest = Math.max(slowest, performance.now() - started);
      }
      expect([refused.status, refused.body.error, refused.body.detail]).toEqual([
        503,
        'storage_full',
        'database_unavailable',
      ]);
      expect(refused.headers['retry-after']).toBe('30');
      // Reading writes an audit row too: enough of them use up the rest of a page.
      for (let i = 0; i < 9; i++) expect(await reads()).toEqual(well);
      expect(existsSync(join(portal.folder, 'outage-journal'))).toBe(true);
      expect((await portal.anonymous().get('/readyz')).status).toBe(200);

      await full.free(database);
      expect((await write(patient, 'Room again.')).status).toBe(201);
      const { threads } = (await patient.get('/api/messages')).body;
      expect(threads).toHaveLength(acknowledged + 1);
      const took = await until(
        'what was read is in the audit',
        () => !existsSync(join(portal.folder, 'outage-journal')),
        12_000,
      );
      expect(await recorded()).toBe(before + 10);
      measured(`database that ${full.how} (R-13)`, '503 storage_full, reads 200, 0 lost', 'held');
      measured(`database that ${full.how}: reads in the audit after room`, '10 s', ms(took));
    },
  );
});

describe('a portal whose own disk is full', () => {
  let disk: SmallDisk | null;
  let portal: PortalProcess;

  beforeAll(async () => {
    const env = { DATABASE_URL: database.url, APP_KEYS: keys(), LOG_LEVEL: 'info' };
    disk = SmallDisk.mount(4);
    portal = disk
      ? await PortalProcess.create({ ...env, DATA_DIR: disk.folder }, join(disk.folder, 'log'))
      : await PortalProcess.create(env, '/dev/full');
    await portal.start();
  });
  afterAll(async () => {
    await portal.stop();
    disk?.unmount();
  });

  it('keeps working: reads, writes, sign-outs; and stores what it must as soon as there is room', async () => {
    const patient = await portal.signIn('patient@demo.test');
    disk?.fill();
    const others = [await portal.signIn('review@demo.test'), await portal.signIn('provider@demo.test')];
    for (let i = 0; i < 5; i++) {
      expect((await patient.get('/api/trt/dashboard')).status).toBe(200);
      expect((await write(patient, 'A message.')).status).toBe(201);
      expect((await patient.post('/api/messages', { subject: 'x' })).status).toBe(422);
    }
    const [ended] = await database.asSuperuser<{ id: string }>(
      'SELECT id FROM sessions WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1',
      [others[0]!.me!.user.id],
    );
    const kept = others[0]!.twin();
    for (const person of others) expect((await person.post('/auth/logout')).status).toBe(204);
    expect((await kept.get('/api/trt/dashboard')).body.error).toBe('session_revoked');
    expect(portal.running).toBe(true);

    disk?.free();
    const took = await until(
      'the ended session is on disk',
      () => readFileSync(join(portal.folder, 'revocations'), 'utf8').includes(ended!.id),
      12_000,
    );
    await patient.get('/api/patient/profile');
    await until(
      'answers are cached again',
      () => readdirSync(join(portal.folder, 'snapshots'), { recursive: true }).length > 1,
      5000,
    );
    measured(
      `full disk of the process${disk ? '' : ' (its log only)'} (R-13)`,
      'no request fails, the process stays up',
      `held; sign-outs on disk ${ms(took)} after room`,
    );
  });
});
