import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Response } from 'supertest';
import { scanRoutes } from '../../server/platform/access/route-scan.js';
import { DEMO_PASSWORD } from '../../server/demo/demo-people.js';
import type { DatabaseProxy } from '../support/database-proxy.js';
import { startOutagePortal, type OutagePortal } from '../support/outage.js';
import type { Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { until } from '../support/until.js';
import { measured, ms as inMs, percentile } from './measured.js';

jest.setTimeout(90_000);

let outage: OutagePortal;
let proxy: DatabaseProxy;
let portal: TestPortal;

beforeAll(async () => {
  outage = await startOutagePortal();
  ({ proxy, portal } = outage);
});
afterAll(() => outage.close());

const PATIENT_READS = [
  '/api/trt/dashboard',
  '/api/trt/reminders',
  '/api/prescriptions',
  '/api/patient/profile',
  '/api/trt/education',
];
const marks: Record<string, object> = {
  '/api/trt/dashboard': { case_source: 'cache' },
  '/api/trt/cases': { source: 'fallback' },
  '/api/provider/patients': { source: 'visits' },
};

async function timed(call: () => Promise<Response>): Promise<{ response: Response; ms: number }> {
  const started = performance.now();
  const response = await call();
  return { response, ms: performance.now() - started };
}

describe('while the database refuses connections', () => {
  let patient: Person;
  let provider: Person;
  let stranger: Person;
  let caseId: string;
  let before: Map<string, Response>;

  const staffReads = () => [
    '/api/trt/cases',
    `/api/trt/cases/${caseId}/detail`,
    '/api/provider/patients',
    '/api/trt/provider/pending-plans',
  ];

  beforeAll(async () => {
    patient = await portal.signIn('patient@demo.test');
    provider = await portal.signIn('provider@demo.test');
    stranger = await portal.signIn('north@demo.test');
    caseId = (await provider.get('/api/trt/cases')).body.items[0].id as string;
    before = new Map();
    for (const path of PATIENT_READS) before.set(path, await patient.get(path));
    for (const path of staffReads()) before.set(path, await provider.get(path));
    for (const [path, { status }] of before) expect([path, status]).toEqual([path, 200]);
    await proxy.refuse();
  });
  afterAll(async () => {
    await outage.mend();
  });

  it("repeats each user's own last answers, marked as such and with their age", async () => {
    const first = await timed(() => patient.get('/api/trt/dashboard'));
    expect(first.ms).toBeLessThan(2000);
    measured('database refused: first answer, from cache (R-03)', '2 s', inMs(first.ms));
    for (const [who, paths] of [
      [patient, PATIENT_READS],
      [provider, staffReads()],
    ] as const) {
      for (const path of paths) {
        const { response } = await timed(() => who.get(path));
        const { as_of: was, source: _, case_source: __, ...content } = before.get(path)!.body;
        expect([path, response.status]).toEqual([path, 200]);
        expect(response.body).toMatchObject({ ...content, ...marks[path] });
        // Unchanged answers are not rewritten for 5 s.
        const age =
          Date.parse((was as string | undefined) ?? response.body.as_of) - Date.parse(response.body.as_of);
        expect(Math.abs(age)).toBeLessThan(5000);
        expect(response.body.source ?? response.body.case_source).not.toBe('db');
        expect(response.headers['content-range']).toBe(before.get(path)!.headers['content-range']);
      }
    }
    const { response } = await timed(() => patient.get('/auth/me'));
    expect([response.status, response.body.user.email]).toEqual([200, 'patient@demo.test']);
  });

  it('answers within 100 ms once it has noticed', async () => {
    const times: number[] = [];
    for (let i = 0; i < 20; i++) times.push((await timed(() => patient.get('/api/trt/dashboard'))).ms);
    measured(
      'database refused: answers after that, median of 20 (R-03)',
      '100 ms',
      inMs(percentile(times, 0.5)),
    );
    expect(percentile(times, 0.5)).toBeLessThan(100);
  });

  it('shows users only what they had read themselves, and accepts no writes', async () => {
    for (const call of [
      () => stranger.get(`/api/trt/cases/${caseId}/detail`),
      () => stranger.get('/api/trt/cases'),
      () => provider.get('/api/trt/cases?filter={"q":"smith"}'),
      () => patient.post('/api/trt/intake', { version: 1, data: { full_name: 'X' } }),
      () => provider.post('/api/trt/prescriptions/approve', { ids: [caseId] }),
      () => portal.anonymous().post('/auth/login', { email: 'patient@demo.test', password: DEMO_PASSWORD }),
    ]) {
      const response = await call();
      expect([response.status, response.body.error, response.body.detail]).toEqual([
        503,
        'database_unavailable',
        'database_unavailable',
      ]);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  it('answers 503 on every other route, never 401, never 500', async () => {
    const answers: string[] = [];
    for (const { route, access } of scanRoutes(portal.app)) {
      if (access === 'public') continue;
      const [method = '', path = ''] = route.split(' ');
      const who = access.includes('patient') ? patient : provider;
      const address = path.replace(/:id/g, caseId).replace(':form', 'intake').replace(':slug', 'x');
      const { status } = await who.request(method, address, method === 'GET' ? undefined : {});
      if (![200, 503, 403].includes(status)) answers.push(`${route} ${status}`);
    }
    expect(answers).toEqual([]);
  });

  it('reports its own state truthfully, and nothing about the database', async () => {
    const anybody = portal.anonymous();
    expect((await anybody.get('/livez')).status).toBe(200);
    expect((await anybody.get('/readyz')).status).toBe(503);
    const { body } = await anybody.get('/api/system/status');
    expect(body.database.connected).toBe(false);
    expect(body.database.message.length).toBeLessThanOrEqual(180);
    expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|trt_|postgres:/);
  });

  it('signs a user out immediately, and in the database when it is back', async () => {
    const guest = patient.twin();
    const out = await guest.post('/auth/logout');
    expect(out.status).toBe(204);
    expect((await patient.get('/api/trt/dashboard')).body.error).toBe('session_revoked');
    await outage.mend();
    await until(
      'the journal is replayed',
      async () => (await patient.get('/auth/me')).body.error === 'session_revoked',
      3000,
    );
    const events = await portal.database.asSuperuser<{ action: string; detail: { route: string } | null }>(
      `SELECT action, detail FROM audit_events WHERE action IN ('snapshot.read', 'session.end') ORDER BY seq`,
    );
    expect(events.filter((e) => e.action === 'snapshot.read').length).toBeGreaterThan(20);
    expect(events.at(-1)!.action).toBe('session.end');
    await outage.cut();
  });
});

describe('after an outage', () => {
  it('gives fresh answers within 3 s, without a restart', async () => {
    const provider = await portal.signIn('provider@demo.test');
    expect((await provider.get('/api/trt/cases')).status).toBe(200);
    await outage.cut();
    expect((await provider.get('/api/trt/cases')).body.source).toBe('fallback');
    await proxy.mend();
    const ms = await until(
      'a fresh answer',
      async () => (await provider.get('/api/trt/cases')).body.source === 'db',
      3000,
    );
    measured('database back: first fresh answer (R-03)', '3 s', inMs(ms));
    expect(ms).toBeLessThan(3000);
  });
});

describe('while the database hangs', () => {
  afterAll(async () => {
    await outage.mend();
  });

  it('does not hang with it, and has all its connections afterwards', async () => {
    const provider = await portal.signIn('provider@demo.test');
    expect((await provider.get('/api/trt/cases')).status).toBe(200);
    proxy.hang();
    // A single call, on the connection open since the start.
    const alone = await timed(() => provider.get('/api/trt/cases'));
    expect([alone.response.status, alone.ms < 2000]).toEqual([200, true]);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => timed(() => provider.get('/api/trt/cases'))),
    );
    for (const { response, ms } of answers) {
      expect([response.status, response.body.source]).toEqual([200, 'fallback']);
      expect(ms).toBeLessThan(2000);
    }
    const write = await timed(() =>
      provider.post('/api/trt/provider/plans/approve-unflagged', { dry_run: true }),
    );
    expect([write.response.status, write.ms < 2000]).toEqual([503, true]);
    measured('database hangs: first answer (R-04)', '2 s', inMs(alone.ms));
    measured(
      'database hangs: slowest of 12 at once (R-04)',
      '2 s',
      inMs(Math.max(...answers.map((a) => a.ms))),
    );
    await outage.mend();
    const many = await Promise.all(Array.from({ length: 30 }, () => provider.get('/api/trt/cases')));
    expect(many.every((r) => r.body.source === 'db')).toBe(true);
  });

  it('waits for a database that is only slow', async () => {
    const provider = await portal.signIn('provider@demo.test');
    proxy.slow(300);
    const { response, ms } = await timed(() => provider.get('/api/trt/cases'));
    expect([response.status, response.body.source]).toEqual([200, 'db']);
    measured('database 300 ms slower (R-04)', 'fresh answer in 5 s', inMs(ms));
  });
});

describe('reading is denied', () => {
  it('to a user who was disabled or signed out right before', async () => {
    const admin = await portal.signIn('admin@demo.test');
    const [disabled, signedOut] = [await portal.signUp(), await portal.signUp()];
    for (const person of [disabled, signedOut])
      expect((await person.get('/api/trt/dashboard')).status).toBe(200);
    const kept = signedOut.twin();
    expect(
      (await admin.patch(`/api/admin/users/${disabled.me!.user.id}`, { status: 'disabled' })).status,
    ).toBe(200);
    expect((await signedOut.post('/auth/logout')).status).toBe(204);
    await proxy.refuse();
    for (const person of [disabled, kept]) {
      for (const path of ['/api/trt/dashboard', '/auth/me']) {
        const { status } = await person.get(path);
        expect([path, status]).toEqual([path, 401]);
      }
    }
    await outage.mend();
    measured('disabled or signed out right before the outage (R-06)', 'reads nothing', 'held');
  });
});

describe('the cached answer', () => {
  it('is what was read last, even if it had changed and the database failed immediately', async () => {
    const patient = await portal.signUp();
    const phone = async () => (await patient.get('/api/patient/profile')).body.summary.phone as string | null;
    expect(await phone()).toBeNull();
    const { version } = (await patient.get('/api/patient/profile')).body.summary;
    expect((await patient.patch('/api/patient/profile', { version, phone: '555-0142' })).status).toBe(200);
    expect(await phone()).toBe('555-0142');
    await proxy.refuse();
    const kept = await patient.get('/api/patient/profile');
    expect([kept.status, kept.body.summary.phone]).toEqual([200, '555-0142']);
    await outage.mend();
  });
});

describe('a snapshot', () => {
  const files = (): string[] =>
    readdirSync(join(outage.folder, 'snapshots'), { recursive: true, withFileTypes: true })
      .filter((f) => f.isFile())
      .map((f) => join(f.parentPath, f.name));

  it('reveals nothing to anyone who reads the folder', async () => {
    const patient = await portal.signIn('patient@demo.test');
    await patient.get('/api/patient/profile');
    await sleep(200);
    const all = files()
      .map((f) => `${f} ${readFileSync(f, 'utf8')}`)
      .join('\n');
    expect(all.length).toBeGreaterThan(1000);
    expect(all).not.toMatch(/demo\.test|dashboard|testosterone|patient/i);
  });

  it('is refused if it was changed or belongs to someone else', async () => {
    const [owner, other] = [await portal.signUp(), await portal.signUp()];
    for (const person of [owner, other]) await person.get('/api/trt/dashboard');
    await sleep(200);
    const folders = new Set(files().map((f) => f.split('/').at(-2)));
    expect(folders.size).toBeGreaterThan(2);
    // Swaps the contents of all files: none may open in its new place.
    const all = files();
    const contents = all.map((f) => readFileSync(f, 'utf8'));
    all.forEach((f, i) => writeFileSync(f, contents[(i + 1) % all.length]!));
    await proxy.refuse();
    for (const person of [owner, other]) expect((await person.get('/api/trt/dashboard')).status).toBe(503);
    await outage.mend();
  });
});

describe('a server that starts without its database', () => {
  it('answers from the snapshots of its last run, and connects when the database appears', async () => {
    const person = await portal.signUp();
    const read = await person.get('/api/trt/dashboard');
    expect(read.status).toBe(200);
    await sleep(200);
    await portal.app.close();
    await proxy.refuse();
    await outage.again();
    expect(await outage.connected()).toBe(false);
    const cached = await person.get('/api/trt/dashboard');
    expect([cached.status, cached.body.case_source, cached.body.as_of]).toEqual([
      200,
      'cache',
      read.body.as_of,
    ]);
    const took = await outage.mend(5000);
    measured(
      'start without the database: cached answers; fresh once it appears (R-05)',
      '200; 5 s',
      inMs(took),
    );
    expect((await person.get('/api/trt/dashboard')).body.case_source).toBe('db');
    expect((await portal.signUp()).me!.user.role).toBe('patient');
  });
});
