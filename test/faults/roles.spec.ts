import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { cloneDatabase, testPostgres, type ClonedDatabase } from '../support/database.js';
import { PortalProcess } from '../support/process.js';
import { until } from '../support/until.js';

jest.setTimeout(90_000);

/** As in server/audit/audit-chain.ts. */
const SEAL_LOCK = 7_241_994;

let database: ClonedDatabase;
let web: PortalProcess;
let worker: PortalProcess;

beforeAll(async () => {
  database = await cloneDatabase('demo');
  const env = {
    DATABASE_URL: database.loginUrl,
    DATABASE_OWNER_URL: database.url,
    APP_KEYS: readFileSync(join(testPostgres().folder, 'app-keys'), 'utf8').trim(),
  };
  web = await PortalProcess.create({ ...env, PROCESS_ROLE: 'web' });
  worker = await PortalProcess.create({ ...env, PROCESS_ROLE: 'worker' });
  await web.start();
});
afterAll(async () => {
  await Promise.all([web.stop(), worker.stop()]);
  await database.drop();
});

const one = async <T>(sql: string, values: unknown[] = []): Promise<T> =>
  (await database.asSuperuser<{ n: T & string }>(sql, values))[0]!.n;
const unsealed = () =>
  one<number>(
    `SELECT count(*)::int AS n FROM audit_events e WHERE NOT EXISTS (SELECT 1 FROM audit_chain c WHERE c.event_seq = e.seq)`,
  );
const sentTo = (email: string) =>
  one<number>(`SELECT count(*)::int AS n FROM mails WHERE recipient = $1 AND status = 'sent'`, [email]);

describe('web processes and workers', () => {
  it('share the work: what a web process leaves, a worker does', async () => {
    const { email } = await web.anonymous().signUp();
    await sleep(5000);
    expect([await sentTo(email), (await unsealed()) > 0]).toEqual([0, true]);
    await worker.start();
    await until('the email is sent', async () => (await sentTo(email)) > 0, 15_000);
    await until('every event is sealed', async () => (await unsealed()) === 0, 15_000);
  });

  it('serve the portal or only health checks, by their role', async () => {
    const anyone = worker.anonymous();
    for (const path of ['/livez', '/readyz']) expect((await anyone.get(path)).status).toBe(200);
    for (const path of ['/', '/auth/me', '/api/system/status', '/api/trt/cases', '/livez/'])
      expect([path, (await anyone.get(path)).status]).toEqual([path, 404]);
    const guess = { email: 'provider@demo.test', password: 'x' };
    expect((await anyone.post('/auth/login', guess)).status).toBe(404);
  });

  it('do not wait for one another to seal: no connection is held by a process that finds another at it', async () => {
    await database.asSuperuser('SELECT pg_advisory_lock($1)', [SEAL_LOCK]);
    const waiting: number[] = [];
    for (let i = 0; i < 50; i++) {
      waiting.push(
        await one<number>(
          `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
        ),
      );
      await sleep(100);
    }
    expect(Math.max(...waiting)).toBe(0);
    await web.signIn('provider@demo.test');
    await database.asSuperuser('SELECT pg_advisory_unlock($1)', [SEAL_LOCK]);
    await until('sealing goes on', async () => (await unsealed()) === 0, 10_000);
  });
});
