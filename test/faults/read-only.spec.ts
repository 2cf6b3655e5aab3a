import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { loadConfig } from '../../server/config/config.js';
import { EmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.js';
import { DEMO_PASSWORD } from '../../server/demo/demo-people.js';
import type { Person } from '../support/person.js';
import { PortalProcess } from '../support/process.js';
import { until } from '../support/until.js';
import { measured, ms } from './measured.js';

jest.setTimeout(120_000);

const ROUTES = readFileSync(new URL('../security/routes.txt', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => /^(GET|POST|PUT|PATCH|DELETE) (\S+)\s+(.+)$/.exec(line))
  .flatMap((found) => (found ? [{ method: found[1]!, path: found[2]!, access: found[3]! }] : []));

/** A server of its own: what turns it read-only holds for all of its databases. */
let postgres: EmbeddedPostgres;
let admin: pg.Client;
let portal: PortalProcess;
let patient: Person;
let provider: Person;
let operator: Person;
let leaving: Person;
let caseId: string;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trt-read-only-'));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
  loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  postgres = new EmbeddedPostgres(folder);
  await postgres.start();
  admin = new pg.Client({ connectionString: postgres.adminUrl.replace(/\/postgres$/, '/trt') });
  await admin.connect();
  portal = await PortalProcess.create({
    DATABASE_URL: postgres.url,
    DATABASE_OWNER_URL: postgres.ownerUrl,
    APP_KEYS: readFileSync(join(folder, 'app-keys'), 'utf8').trim(),
    DEMO_DATA: 'on',
  });
  await portal.start();
  [patient, provider, operator, leaving] = [
    await portal.signIn('patient@demo.test'),
    await portal.signIn('provider@demo.test'),
    await portal.signIn('admin@demo.test'),
    await portal.signIn('review@demo.test'),
  ];
  caseId = (await provider.get('/api/trt/cases')).body.items[0].id as string;
});
afterAll(async () => {
  await portal?.stop();
  await admin?.end();
  await postgres?.stop();
  rmSync(portal.folder, { recursive: true, force: true });
});

async function turn(to: 'on' | 'off'): Promise<void> {
  await admin.query(`ALTER SYSTEM SET default_transaction_read_only = ${to}`);
  await admin.query('SELECT pg_reload_conf()');
}
const ready = async (): Promise<number> => (await portal.anonymous().get('/readyz')).status;
const noticed = (status: number) => until(`/readyz ${status}`, async () => (await ready()) === status, 5000);
const replayed = () =>
  until('the journal is replayed', () => !existsSync(join(portal.folder, 'outage-journal')), 10_000);
const write = (person: Person, body: string) => person.post('/api/messages', { subject: 'A question', body });
const rows = async <T extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<T[]> =>
  (await admin.query<T>(sql, values)).rows;

describe('a database that turns read-only', () => {
  beforeAll(async () => {
    await turn('on');
    measured('database turns read-only: noticed', '2 s', ms(await noticed(503)));
  });
  afterAll(async () => {
    await turn('off');
    await noticed(200);
  });

  it('is an outage for writes, named as one, and for nothing else', async () => {
    const { version } = (await patient.get('/api/patient/profile')).body.summary;
    for (const call of [
      () => write(patient, 'Not stored.'),
      () => patient.post('/api/trt/intake', { version: 1, data: { full_name: 'X' } }),
      () => patient.patch('/api/patient/profile', { version, phone: '555-0142' }),
      () => portal.anonymous().post('/auth/login', { email: 'new@demo.test', password: DEMO_PASSWORD }),
    ]) {
      const { status, body, headers } = await call();
      expect([status, body.error, body.detail]).toEqual([
        503,
        'database_unavailable',
        'database_unavailable',
      ]);
      expect(headers['retry-after']).toBe('2');
    }
    for (const [who, path] of [
      [patient, '/api/trt/dashboard'],
      [patient, '/api/messages'],
      [provider, '/api/trt/cases?filter={"q":"e"}'],
      [provider, `/api/trt/cases/${caseId}/detail`],
      [provider, '/api/provider/patients'],
    ] as const) {
      const { status, body } = await who.get(path);
      expect([path, status, body.source ?? body.case_source ?? 'db']).toEqual([path, 200, 'db']);
    }
  });

  it('never makes a route fail with 500, and keeps everyone signed in', async () => {
    const wrong: string[] = [];
    for (const { method, path, access } of ROUTES) {
      if (access.includes('public') || path === '/auth/logout') continue;
      const who = access.includes('patient') ? patient : operator;
      const address = path.replace(/:id/g, caseId).replace(':form', 'intake').replace(':slug', 'x');
      const { status } = await who.request(method, address, method === 'GET' ? undefined : {});
      if (status === 500 || status === 401) wrong.push(`${method} ${path} ${status}`);
    }
    expect(ROUTES.length).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  it('says so: not ready, but alive and connected; critical in the cockpit', async () => {
    const anyone = portal.anonymous();
    expect([(await anyone.get('/livez')).status, await ready()]).toEqual([200, 503]);
    const { database } = (await anyone.get('/api/system/status')).body;
    expect(database).toEqual({ connected: true, message: 'Nothing can be saved right now. Reading works.' });
    const { service_status } = (await operator.get('/api/admin/overview')).body;
    expect(service_status.database).toMatchObject({ status: 'critical' });
  });

  it('does not end the session of a person who works, though its use cannot be written down', async () => {
    expect((await provider.get('/api/trt/cases')).status).toBe(200);
    const idle = (when: string) =>
      admin.query(
        `BEGIN READ WRITE; UPDATE sessions SET idle_expires_at = now() ${when}
           WHERE user_id = '${provider.me!.user.id}' AND revoked_at IS NULL; COMMIT`,
      );
    await idle(`- interval '1 second'`);
    expect((await provider.get('/api/trt/cases')).status).toBe(200);
    expect((await provider.get('/auth/me')).status).toBe(200);
    await idle(`+ interval '15 minutes'`);
  });

  it('refuses a session that was signed out here meanwhile', async () => {
    const twin = leaving.twin();
    expect((await twin.get('/api/trt/dashboard')).status).toBe(200);
    expect((await leaving.post('/auth/logout')).status).toBe(204);
    expect((await twin.get('/api/trt/dashboard')).body.error).toBe('session_revoked');
  });
});

describe('a database that takes changes again', () => {
  it('has every read and sign-out that was written down meanwhile, without a restart', async () => {
    await replayed();
    const done = await rows<{ n: number }>(
      `SELECT count(*)::int AS n FROM audit_events WHERE action = 'case.read' AND actor_id = $1`,
      [provider.me!.user.id],
    );
    await turn('on');
    await noticed(503);
    for (let i = 0; i < 5; i++)
      expect((await provider.get(`/api/trt/cases/${caseId}/detail`)).status).toBe(200);
    const refused = await write(patient, 'Kept by the browser, and sent again.');
    await turn('off');
    const took = await until(
      'a write is taken',
      async () => (await write(patient, 'Sent again.')).status === 201,
      5000,
    );
    await replayed();
    const after = await rows<{ n: number }>(
      `SELECT count(*)::int AS n FROM audit_events WHERE action = 'case.read' AND actor_id = $1`,
      [provider.me!.user.id],
    );
    const ended = await rows(
      `SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = 'review@demo.test' AND s.revoked_at IS NULL`,
    );
    expect([refused.status, after[0]!.n - done[0]!.n, ended.length]).toEqual([503, 5, 0]);
    measured('database read-only: reads written down, rows missing', '0 of 5', '0');
    measured('database takes changes again: first write', '3 s', ms(took));
  });

  it('is found behind the same name, though every connection is still on the old server', async () => {
    // As after a failover by name: connections break, new ones lead to a server that takes no changes.
    await admin.query('ALTER DATABASE trt SET default_transaction_read_only = on');
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'trt' AND pid <> pg_backend_pid()`,
    );
    await noticed(503);
    await until(
      'reads go on',
      async () => (await patient.get('/api/messages')).body.threads !== undefined,
      5000,
    );
    // Connections that are open stay read-only: only new ones find the server that takes changes.
    await admin.query('ALTER DATABASE trt RESET default_transaction_read_only');
    const took = await until(
      'a write is taken',
      async () => (await write(patient, 'On the new server.')).status === 201,
      8000,
    );
    await Promise.all(
      Array.from({ length: 8 }, async () => expect((await write(patient, 'All of them.')).status).toBe(201)),
    );
    measured('failover by name: first write on the new server', '8 s', ms(took));
  });
});
