import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ConfigError, loadConfig } from '../../server/config/config.js';
import { EmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.js';
import type { Person } from '../support/person.js';
import { PortalProcess } from '../support/process.js';
import { Standby } from '../support/standby.js';
import { until } from '../support/until.js';
import { measured, ms } from './measured.js';

jest.setTimeout(300_000);

/** As in server/database/read-replica.ts, and some more. */
const RESTED_MS = 15_000;

let postgres: EmbeddedPostgres;
let standby: Standby;
let portal: PortalProcess;
let operator: Person;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trt-replica-'));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
  loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const APP_KEYS = readFileSync(join(folder, 'app-keys'), 'utf8').trim();
  const seeded = new EmbeddedPostgres(folder);
  await seeded.start();
  const env = (from: EmbeddedPostgres) => ({
    DATABASE_URL: from.url,
    DATABASE_OWNER_URL: from.ownerUrl,
    APP_KEYS,
  });
  const seeding = await PortalProcess.create({ ...env(seeded), DEMO_DATA: 'on' });
  // On a busy machine the demo's data takes longer than a start may.
  await seeding.start().catch(() => undefined);
  await until(
    'the demo is there',
    async () => (await seeding.anonymous().get('/readyz')).status === 200,
    150_000,
  );
  await seeding.stop();
  rmSync(seeding.folder, { recursive: true, force: true });
  await seeded.stop();
  const follow = await Standby.copy(realpathSync(join(folder, 'postgres')), folder);
  postgres = new EmbeddedPostgres(folder);
  await postgres.start();
  standby = await follow(postgres.adminUrl);
  portal = await PortalProcess.create({
    ...env(postgres),
    DATABASE_READ_URL: standby.urlOf(postgres.url),
  });
  await portal.start();
  operator = await portal.signIn('admin@demo.test');
});
afterAll(async () => {
  await portal?.stop();
  await standby?.stop();
  await postgres?.stop();
  for (const path of [portal?.folder ?? folder, folder]) rmSync(path, { recursive: true, force: true });
});

/** What the portal asked there last, on each of its connections. */
const asked = async (): Promise<string> => {
  const rows = await standby.rows<{ query: string }>(
    `SELECT query FROM pg_stat_activity WHERE application_name = 'trt-portal-replica'`,
  );
  return rows.map(({ query }) => query).join('\n');
};
const overview = async () => (await operator.get('/api/admin/overview')).body;
const database = async (): Promise<{ status: string; message: string }> =>
  (await overview()).service_status.database;
const used = () => until('the replica is used', async () => (await database()).status !== 'warn', RESTED_MS);

let clinics = 0;
/** Whether a clinic is in the cockpit as soon as it was added. */
async function seenAtOnce(): Promise<boolean> {
  const name = `Clinic ${(clinics += 1)}`;
  const added = await operator.post('/api/admin/organisations', { name, timezone: 'America/New_York' });
  expect([added.status, added.body.error]).toEqual([201, undefined]);
  return (await overview()).clinics.some((clinic: { name: string }) => clinic.name === name);
}

describe('a replica that keeps up', () => {
  it('answers the cockpit, with what was changed a moment before', async () => {
    for (let i = 0; i < 10; i++) expect(await seenAtOnce()).toBe(true);
    expect(await asked()).toMatch(/plans_approved|reviews_overdue/);
    expect((await database()).message).not.toContain('replica');
  });

  it('has the audit verified and exported there, up to the last event', async () => {
    const { body } = await operator.get('/api/admin/audit/verify');
    expect([body.ok, body.first_bad_seq]).toEqual([true, null]);
    expect(await asked()).toContain('HAVING count(*) > 1');
    const csv = (await operator.get('/files/audit.csv')).text;
    expect(csv).toContain('audit.export');
    expect(await asked()).toContain('listed_audit_events');
  });

  it('sees no more than who asks may see', async () => {
    const [row] = await standby.rows<{ role: string; bypass: boolean }>(
      `SELECT usename AS role, (SELECT rolbypassrls OR rolsuper FROM pg_roles WHERE rolname = usename) AS bypass
         FROM pg_stat_activity WHERE application_name = 'trt-portal-replica' LIMIT 1`,
    );
    expect(row).toEqual({ role: 'trt_login', bypass: false });
  });
});

describe('a replica that cannot be used', () => {
  it('is not read while it lags: nothing is missing, and the cockpit says so', async () => {
    await standby.lag('1h');
    const began = performance.now();
    expect(await seenAtOnce()).toBe(true);
    measured('read replica lags: first read waits', '1.5 s', ms(performance.now() - began));
    for (let i = 0; i < 3; i++) expect(await seenAtOnce()).toBe(true);
    expect(await database()).toMatchObject({ status: 'warn', message: expect.stringContaining('replica') });
    const { body } = await operator.get('/api/admin/audit/verify');
    expect(body.ok).toBe(true);
    expect((await operator.get('/files/audit.csv')).text).toContain('audit.verify');
    await standby.lag('0');
    await used();
  });

  it('is not waited for again and again', async () => {
    await standby.lag('1h');
    await seenAtOnce();
    const began = performance.now();
    for (let i = 0; i < 5; i++) await overview();
    expect(performance.now() - began).toBeLessThan(2500);
    await standby.lag('0');
    await used();
  });

  it('is done without while it is away, and used when it is back', async () => {
    await standby.stop();
    expect(await seenAtOnce()).toBe(true);
    expect((await operator.get('/api/admin/audit/verify')).body.ok).toBe(true);
    expect((await database()).status).toBe('warn');
    await standby.start();
    await used();
    expect(await seenAtOnce()).toBe(true);
  });

  it('is not read once it goes on by itself, as the old primary of a failover', async () => {
    await standby.rows('SELECT pg_promote()');
    await until(
      'it goes on by itself',
      async () => (await standby.rows<{ own: boolean }>('SELECT NOT pg_is_in_recovery() AS own'))[0]!.own,
      10_000,
    );
    expect(await seenAtOnce()).toBe(true);
    expect((await operator.get('/api/admin/audit/verify')).body.ok).toBe(true);
    expect((await database()).status).toBe('warn');
  });
});

describe('DATABASE_READ_URL', () => {
  const primary = 'postgres://portal:x@127.0.0.1/trt';
  const load = (env: Record<string, string>) =>
    loadConfig({ DATA_DIR: folder, APP_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`, ...env });

  it('takes the user of DATABASE_URL and no other: the owner would see every clinic', () => {
    const url = 'postgres://portal:x@replica/trt';
    expect(load({ DATABASE_URL: primary, DATABASE_READ_URL: url }).databaseReadUrl).toBe(url);
    const owner = 'postgres://owner:x@replica/trt';
    expect(() => load({ DATABASE_URL: primary, DATABASE_READ_URL: owner })).toThrow(ConfigError);
    expect(() => load({ DATABASE_READ_URL: url })).toThrow(ConfigError);
  });

  it('needs verified TLS in production', () => {
    const env = {
      NODE_ENV: 'production',
      PUBLIC_ORIGIN: 'https://portal.example',
      SMTP_URL: 'smtps://mail.example',
      DATABASE_URL: primary,
    };
    const at = (url: string) => load({ ...env, DATABASE_READ_URL: url }).databaseReadUrl;
    expect(() => at('postgres://portal:x@replica.example/trt')).toThrow(/DATABASE_READ_URL/);
    expect(at('postgres://portal:x@replica.example/trt?sslmode=verify-full')).toContain('replica.example');
  });
});
