import { get } from 'node:http';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CaseRow } from '../../common/api/index.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import type { Person } from '../support/person.js';
import { until } from '../support/until.js';

let portal: TestPortal;
let patient: Person;
let provider: Person;
beforeAll(async () => {
  portal = await startPortal('demo');
  patient = await portal.signIn('new@demo.test');
  provider = await portal.signIn('provider@demo.test');
});
afterAll(() => portal.close());

describe('cross-site requests', () => {
  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 204],
    [{ 'sec-fetch-site': 'none' }, 204],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{}, 204],
  ])('sign-out with %p answers %i', async (headers, status) => {
    const response = await portal.anonymous().post('/auth/logout', undefined, headers);
    expect(response.status).toBe(status);
    if (status === 403) expect(response.body.error).toBe('csrf');
  });

  it('may come from the portal itself', async () => {
    expect((await portal.anonymous().post('/auth/logout', undefined, { origin: portal.base })).status).toBe(
      204,
    );
  });

  it('an unknown host is not served', async () => {
    expect((await portal.anonymous().get('/auth/me', { host: 'evil.example' })).status).toBe(400);
    const { hostname, port } = new URL(portal.base);
    const absolute = await new Promise<number | undefined>((done, fail) => {
      get({ hostname, port, path: 'http://evil.example/api/system/status' }, (answer) => {
        answer.resume();
        done(answer.statusCode);
      }).on('error', fail);
    });
    expect(absolute).toBe(400);
  });
});

describe('bodies', () => {
  it('must be JSON', async () => {
    const response = await patient.post('/auth/role', 'role=patient', { 'content-type': 'text/plain' });
    expect([response.status, response.body.error]).toEqual([415, 'unsupported_media_type']);
  });

  it.each(['{', '{"role":}', '"\\ud8', '['.repeat(50_000)])(
    'that are malformed are 400: %.12s',
    async (text) => {
      const response = await patient.raw('/auth/role', text);
      expect([response.status, response.body.error]).toEqual([400, 'bad_request']);
    },
  );

  it('are limited to 64 KiB, and 256 KiB for the intake', async () => {
    const padded = (bytes: number) => JSON.stringify({ role: 'patient', pad: 'x'.repeat(bytes) });
    expect((await patient.raw('/auth/role', padded(65 * 1024))).status).toBe(413);
    expect((await patient.raw('/auth/role', padded(60 * 1024))).status).toBe(422);
    expect((await patient.raw('/api/trt/intake', padded(257 * 1024))).status).toBe(413);
    expect((await patient.raw('/api/trt/intake', padded(200 * 1024))).status).toBe(422);
  });

  it.each([
    ['bytes that are not UTF-8', Buffer.from([...Buffer.from('{"role":"'), 0xff, ...Buffer.from('"}')]), {}],
    [
      'another encoding',
      Buffer.from('{"role":"patient"}', 'utf16le'),
      { 'content-type': 'application/json; charset=utf-16' },
    ],
  ])('that are not UTF-8 are 400, not partly read: %s', async (_, bytes, headers) => {
    const response = await patient.raw('/auth/role', bytes, headers);
    expect([response.status, response.body.message]).toEqual([400, 'Send the text as UTF-8.']);
  });

  it.each(['[]', 'null', '7', '"text"'])('that are not an object are 422: %s', async (text) => {
    expect((await patient.raw('/auth/role', text)).status).toBe(422);
  });
});

describe('errors', () => {
  it('have a code, a message and the request id, also in the header', async () => {
    const response = await portal.anonymous().get('/auth/me');
    expect(response.body).toEqual({
      error: 'not_authenticated',
      message: 'Please sign in to continue.',
      detail: null,
      request_id: response.headers['x-request-id'],
    });
  });

  it.each(['/api/nothing', '/auth/nothing', '/files/nothing'])('an unknown call is 404: %s', async (path) => {
    const response = await provider.get(path);
    expect([response.status, response.body.error]).toEqual([404, 'not_found']);
  });

  it.each([
    ['GET', '/api/nothing'],
    ['DELETE', '/api/labs'],
    ['POST', '/files/nothing/at/all'],
  ])('an unknown call requires a session like any other: %s %s', async (method, path) => {
    const response = await portal.anonymous().request(method, path);
    expect([response.status, response.body.error]).toEqual([401, 'not_authenticated']);
    expect((await provider.request(method, path)).status).toBe(404);
  });

  it('an unknown page redirects a browser to home, a missing file is 404', async () => {
    const asked = await portal.anonymous().get('/foo.bar', { accept: 'text/html,*/*' });
    expect([asked.status, asked.headers['location']]).toEqual([302, '/']);
    expect((await portal.anonymous().get('/foo.js', { accept: '*/*' })).status).toBe(404);
  });

  it('an unknown page redirects to home', async () => {
    const response = await portal.anonymous().get('/no-such-page');
    expect([response.status, response.headers.location]).toEqual([302, '/']);
  });
});

describe('requests that cannot be read', () => {
  it.each([
    ['a URL that cannot be decoded', '/api/trt/prescriptions/%E0%A4%A', 400],
    ['oversized headers', `/api/trt/cases?q=${'x'.repeat(20_000)}`, 431],
  ])('get the same kind of response: %s', async (_, path, status) => {
    const response = await portal.anonymous().get(path);
    expect([response.status, response.body]).toEqual([
      status,
      {
        error: 'bad_request',
        message: expect.any(String),
        detail: null,
        request_id: response.headers['x-request-id'],
      },
    ]);
  });
});

describe('headers', () => {
  it.each([['/api/system/status'], ['/auth/me'], ['/api/nothing'], ['/livez']])(
    'are on every response: %s',
    async (path) => {
      const { headers } = await portal.anonymous().get(path);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-powered-by']).toBeUndefined();
    },
  );
});

describe('lists', () => {
  const list = (query: string) => provider.get(`/api/trt/cases${query}`);

  it.each(['/api/trt/prescriptions/all', '/api/labs', '/api/trt/provider/pending-plans'])(
    'of %s can be sorted by patient name, too',
    async (path) => {
      const { status, body } = await provider.get(`${path}?sort=["patient_name","DESC"]`);
      expect(status).toBe(200);
      const rows = Object.values(body as object).find(Array.isArray) as { patient_name: string }[];
      const names = rows.map((r) => r.patient_name.toLowerCase());
      expect(new Set(names).size).toBeGreaterThan(1);
      expect(names).toEqual([...names].sort().toReversed());
    },
  );

  it('return one page with its range and total', async () => {
    const response = await list(`?range=[0,2]&sort=["patient_name","ASC"]`);
    expect(response.status).toBe(200);
    expect(response.body.items).toHaveLength(3);
    expect(response.headers['content-range']).toBe(`cases 0-2/${response.body.total as number}`);
    const names = (response.body.items as { patient_name: string }[]).map((r) =>
      r.patient_name.toLowerCase(),
    );
    expect(names).toEqual([...names].sort());
  });

  it('of cases are sorted by last name, including a suffix, and searched by date of birth and phone', async () => {
    await portal.database.asSuperuser(
      `UPDATE patients SET full_name = 'Marcus Aaron Jr.' WHERE full_name = 'Marcus Bell'`,
    );
    const rows = (await list(`?sort=["last_name","ASC"]`)).body.items as CaseRow[];
    expect(rows[0]!.patient_name).toBe('Marcus Aaron Jr.');
    const last = rows.slice(1).map((r) => r.patient_name.toLowerCase().split(' ').at(-1)!);
    expect(last).toEqual([...last].sort());
    const found = async (q: string) =>
      ((await list(`?filter=${encodeURIComponent(JSON.stringify({ q }))}`)).body.items as CaseRow[]).map(
        (r) => r.patient_id,
      );
    const { summary } = (await provider.get(`/api/provider/patients/${rows[0]!.patient_id}`)).body as {
      summary: { dob: string; phone: string };
    };
    const [year, month, day] = summary.dob.split('-');
    for (const q of [summary.dob, `${month}/${day}/${year}`, summary.phone])
      expect([q, await found(q)]).toEqual([q, expect.arrayContaining([rows[0]!.patient_id])]);
    expect(await found('1901-01-01')).toEqual([]);
  });

  it('can be filtered by organization by the system-wide administrator, and by no one else', async () => {
    const admin = await portal.signIn('admin@demo.test');
    const all = (await admin.get('/api/trt/cases')).body as { total: number };
    const north = (await portal.signIn('north@demo.test')).me!.claims.org_id!;
    const narrowed = (await admin.get(`/api/trt/cases?org_id=${north}`)).body as { total: number };
    expect(narrowed.total).toBeGreaterThan(0);
    expect(narrowed.total).toBeLessThan(all.total);
    expect((await provider.get(`/api/trt/cases?org_id=${north}`)).status).toBe(403);
    expect((await admin.get('/api/trt/cases?org_id=x')).status).toBe(422);
  });

  it('have the total on every page, even past the end', async () => {
    const all = (await list('')).body as { total: number; items: unknown[] };
    expect(all.total).toBe(all.items.length);
    const past = await list('?range=[500,519]');
    expect([past.body.items, past.body.total, past.headers['content-range']]).toEqual([
      [],
      all.total,
      `cases */${all.total}`,
    ]);
  });

  it.each([
    '?range=[0,100]',
    '?range=[5,1]',
    '?range=x',
    '?sort=["nope","ASC"]',
    '?sort=["status","UP"]',
    '?sort=["status; DROP TABLE users","ASC"]',
    '?filter={"nope":1}',
    '?filter={"status":"nope"}',
    '?filter=[]',
    '?filter={"id":["x"]}',
    '?filter={"constructor":"x"}',
    '?unknown=1',
    '?range=[0,1]&range=[0,2]',
  ])('reject %s', async (query) => {
    expect((await list(query)).status).toBe(422);
  });

  it.each([`O'Brien`, '%', '_', '\\', '"quoted"', 'x'.repeat(200)])(
    'search for %.12s literally',
    async (q) => {
      const response = await provider.list('/api/trt/cases', { filter: { q } });
      expect([response.status, response.body.total]).toEqual([200, 0]);
    },
  );

  it('find a person by name and email, whatever the case', async () => {
    for (const q of ['DANIEL', 'review@DEMO']) {
      const { body } = await provider.list('/api/trt/cases', { filter: { q } });
      expect((body as { items: { patient_name: string }[] }).items.map((i) => i.patient_name)).toEqual([
        'Daniel Ortiz',
      ]);
    }
  });
});

describe('idempotency', () => {
  it('returns the first answer again, rejects another body, and does not remember a failure', async () => {
    const person = await portal.signUp();
    const key = { 'idempotency-key': 'one' };
    const first = await person.post('/api/trt/intake', { data: { full_name: 'Once' }, version: 0 }, key);
    const again = await person.post('/api/trt/intake', { data: { full_name: 'Once' }, version: 0 }, key);
    expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([200, 200, 'true']);
    expect(again.body).toEqual(first.body);
    const other = await person.post('/api/trt/intake', { data: { full_name: 'Twice' }, version: 0 }, key);
    expect([other.status, other.body.error]).toEqual([422, 'idempotency_mismatch']);
    const failing = { 'idempotency-key': 'two' };
    expect((await person.post('/api/trt/intake', { data: { nope: 1 }, version: 1 }, failing)).status).toBe(
      422,
    );
    expect((await person.post('/api/trt/intake', { data: { nope: 1 }, version: 1 }, failing)).status).toBe(
      422,
    );
  });

  it('gives no old answer to a user who now reads less, or other records', async () => {
    const admin = await portal.signIn('admin@demo.test');
    const north = await portal.signIn('north@demo.test');
    const email = 'moved@example.test';
    const { body } = await admin.post('/api/admin/users/invite', {
      email,
      roles: ['provider'],
      org_id: provider.me!.claims.org_id,
    });
    await portal.database.asSuperuser(
      `UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE email = 'provider@demo.test'),
        email_verified_at = now() WHERE id = $1`,
      [body.id],
    );
    const once = (person: Person) =>
      person.post(
        '/api/trt/provider/plans/approve-unflagged',
        { dry_run: true },
        { 'idempotency-key': 'pending' },
      );
    const before = await portal.signIn(email);
    const first = await once(before);
    expect([first.status, JSON.stringify(first.body).includes('Daniel Ortiz')]).toEqual([200, true]);
    expect((await once(before)).headers['idempotency-replayed']).toBe('true');
    const moved = await admin.patch(`/api/admin/users/${body.id as string}`, {
      org_id: north.me!.claims.org_id,
    });
    expect(moved.status).toBe(200);
    const after = await once(await portal.signIn(email));
    expect([after.status, after.body.error]).toEqual([422, 'idempotency_mismatch']);
    expect(after.text).not.toContain('Daniel Ortiz');
  });

  it('accepts one of twenty at once', async () => {
    const person = await portal.signUp();
    const calls = await Promise.all(
      Array.from({ length: 20 }, () =>
        person.post(
          '/api/trt/intake',
          { data: { occupation: 'baker' }, version: 0 },
          { 'idempotency-key': 'same' },
        ),
      ),
    );
    expect(calls.every((c) => c.status === 200 || c.body.error === 'duplicate_in_flight')).toBe(true);
    const rows = await portal.database.asSuperuser(
      `SELECT 1 FROM intake_changes c JOIN intakes i ON i.id = c.intake_id JOIN patients p ON p.id = i.patient_id WHERE p.user_id = $1`,
      [person.me!.user.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('stores no answer in readable form', async () => {
    const rows = await portal.database.asSuperuser(
      `SELECT idempotency_keys::text AS row FROM idempotency_keys`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('baker');
  });

  it('stores no hash of a body that a password could be guessed from', async () => {
    const person = await portal.signUp();
    const body = { data: { occupation: 'carpenter' }, version: 0 };
    await person.post('/api/trt/intake', body, { 'idempotency-key': 'keyed' });
    const guess = createHash('sha256')
      .update(`/api/trt/intake\n${JSON.stringify(body)}`)
      .digest();
    const rows = await portal.database.asSuperuser<{ body_hash: Buffer }>(
      `SELECT body_hash FROM idempotency_keys WHERE user_id = $1`,
      [person.me!.user.id],
    );
    expect(rows.map((row) => row.body_hash.equals(guess))).toEqual([false]);
  });
});

describe('requests whose caller has gone', () => {
  const connected = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(portal.base).port), '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  const MORE_THAN_FIT = 110;

  it('use up no capacity: uploads cut off midway, and pipelined calls', async () => {
    for (let n = 0; n < MORE_THAN_FIT; n += 1) {
      const socket = await connected();
      socket.write(
        'POST /api/lab-reports HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 5000\r\n\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      );
      await sleep(5);
      socket.destroy();
    }
    const socket = await connected();
    socket.write('GET /api/patient/profile HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(MORE_THAN_FIT));
    await sleep(5);
    socket.destroy();
    const answer = async () => (await portal.anonymous().get('/api/patient/profile')).status;
    await until('room', async () => (await answer()) === 401, 5000);
  });
});
