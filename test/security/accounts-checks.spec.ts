import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { FULL_COST, Passwords } from '../../server/accounts/passwords/passwords.service.js';
import { AppModule } from '../../server/app.module.js';
import { ConfigError, loadConfig } from '../../server/config/config.js';
import { configureApp, httpAdapter } from '../../server/configure-app.js';
import { DEMO_PASSWORD } from '../../server/demo/demo-people.js';
import { DevMailboxController } from '../../server/mail/dev-mailbox.controller.js';
import { scanRoutes } from '../../server/platform/access/route-scan.js';
import { errorCode } from '../support/error-code.js';
import { enrolled, OTHER_PASSWORD, pending, resetToken, signInWith, tokensTo } from '../support/accounts.js';
import { cloneDatabase, testPostgres, type ClonedDatabase } from '../support/database.js';
import { GOOD_PASSWORD } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';

jest.setTimeout(60_000);
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal('demo', {}, { fullPasswordCost: true });
});
afterAll(() => portal.close());

describe('password hashes (A-01)', () => {
  it('are argon2id with 64 MiB and three passes', async () => {
    const { me } = await portal.signUp();
    const rows = await portal.database.asSuperuser<{ parameters: string }>(
      `SELECT regexp_replace(password_hash, '\\$[^$]*\\$[^$]*$', '') AS parameters FROM users WHERE id = $1`,
      [me!.user.id],
    );
    expect(rows).toEqual([{ parameters: '$argon2id$v=19$m=65536,t=3,p=1' }]);
  });

  it('are rehashed at the next sign-in when they are weaker', async () => {
    const { email, me } = await portal.signUp();
    const weak = await hash(GOOD_PASSWORD, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    await portal.database.asSuperuser('UPDATE users SET password_hash = $2 WHERE id = $1', [
      me!.user.id,
      weak,
    ]);
    expect((await signInWith(portal, email, 'wrong')).status).toBe(401);
    expect((await signInWith(portal, email, GOOD_PASSWORD)).status).toBe(200);
    const [row] = await portal.database.asSuperuser<{ password_hash: string }>(
      'SELECT password_hash FROM users WHERE id = $1',
      [me!.user.id],
    );
    expect(row!.password_hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    expect((await signInWith(portal, email, GOOD_PASSWORD)).status).toBe(200);
  });
});

describe('secrets and lists of the operator', () => {
  const key = (kid: string, fill: number) => `${kid}:${Buffer.alloc(32, fill).toString('base64')}`;
  const BREACHED = 'quarrel lantern 57 osprey';
  let seasoned: TestPortal;
  beforeAll(async () => {
    const pwned = join(testPostgres().folder, 'breached.txt');
    const hashed = createHash('sha1').update(BREACHED).digest('hex').toUpperCase();
    writeFileSync(pwned, `${'0'.repeat(40)}:1\r\n${hashed}:12\r\n${'F'.repeat(40)}:1\r\n`);
    seasoned = await startPortal(
      'demo',
      { PASSWORD_PEPPERS: key('p1', 5), PWNED_FILE: pwned },
      { fullPasswordCost: true },
    );
  });
  afterAll(() => seasoned.close());
  const hashOf = async (email: string) => {
    const [row] = await seasoned.database.asSuperuser<{ password_hash: string }>(
      'SELECT password_hash FROM users WHERE email = $1',
      [email],
    );
    return row!.password_hash;
  };
  const withPeppers = (list: string) =>
    new Passwords(loadConfig({ DATA_DIR: testPostgres().folder, PASSWORD_PEPPERS: list }), FULL_COST);

  it('mix a pepper into hashes, renewing those without one at the next sign-in; without its secret no password is right', async () => {
    const email = 'patient@demo.test';
    expect(await hashOf(email)).toMatch(/^\$argon2id\$/);
    await seasoned.signIn(email);
    const stored = await hashOf(email);
    expect(stored).toMatch(/^p1\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    await seasoned.signIn(email);
    expect(await hashOf(email)).toBe(stored);
    for (const [peppers, right, outdated] of [
      [key('p1', 5), true, false],
      [`${key('p2', 6)},${key('p1', 5)}`, true, true],
      [key('p1', 6), false, false],
      [key('p2', 5), false, true],
      ['', false, true],
    ] as const) {
      const passwords = withPeppers(peppers);
      expect([peppers, await passwords.verify(stored, DEMO_PASSWORD), passwords.isOutdated(stored)]).toEqual([
        peppers,
        right,
        outdated,
      ]);
    }
  });

  it('reject a password known from a breach', async () => {
    const password = { password: BREACHED, confirm_password: BREACHED };
    const refused = await seasoned.anonymous().post('/auth/signup', { email: 'b@example.test', ...password });
    expect([refused.status, refused.body.detail.reasons]).toEqual([
      400,
      ['This password appeared in a data breach. Three or four unrelated words make a strong one.'],
    ]);
    expect(
      (await portal.anonymous().post('/auth/signup', { email: 'b@example.test', ...password })).status,
    ).toBe(201);
  });
});

describe('whether an account exists (A-04)', () => {
  const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
  const timed = async (path: string, body: object) => {
    const started = performance.now();
    const response = await portal.anonymous().post(path, body);
    return { ms: performance.now() - started, response };
  };

  it.each<[string, (email: string, i: number) => object]>([
    ['/auth/login', (email, i) => ({ email, password: `wrong password ${i}` })],
    ['/auth/request-password-reset', (email) => ({ email })],
    ['/auth/verify-email/resend', (email) => ({ email })],
  ])('is revealed neither by the response nor by the timing of %s', async (path, body) => {
    const known = await Promise.all(Array.from({ length: 4 }, () => portal.signUp()));
    const [knownMs, unknownMs]: [number[], number[]] = [[], []];
    const answers = new Set<string>();
    for (let i = 0; i < 12; i++) {
      const a = await timed(path, body(known[i % 4]!.email, i));
      const b = await timed(path, body(`nobody${i}@example.test`, i));
      knownMs.push(a.ms);
      unknownMs.push(b.ms);
      for (const { response } of [a, b]) {
        const headers = Object.keys(response.headers).sort().join();
        answers.add(JSON.stringify([response.status, { ...response.body, request_id: '' }, headers]));
      }
    }
    expect([...answers]).toHaveLength(1);
    // Wide enough for a busy machine; a missing dummy hash or an inline email would take several times longer.
    const [x, y] = [median(knownMs), median(unknownMs)];
    expect(Math.abs(x - y)).toBeLessThan(Math.max(15, Math.min(x, y)));
  });
});

describe('tokens (A-10, S-01)', () => {
  it('of every kind are in no table', async () => {
    const { person, secret, codes } = await enrolled(portal);
    const [verification] = await tokensTo(portal, person.email, '/verify-email');
    const reset = await resetToken(portal, person.email);
    await person.post('/auth/change-email', { password: GOOD_PASSWORD, email: 'secret-place@example.test' });
    const [change] = await tokensTo(portal, 'secret-place@example.test', '/verify-email');
    const signIn = await pending(portal, person.email);
    const secrets = [
      person.token,
      verification!,
      reset,
      change!,
      signIn.body.session_token,
      secret,
      ...codes,
    ];
    const tables = await portal.database.asSuperuser<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
        WHERE table_schema IN ('public', 'pgboss') AND table_type = 'BASE TABLE'`,
    );
    expect(tables.length).toBeGreaterThan(25);
    for (const { name } of tables) {
      const text = JSON.stringify(await portal.database.asSuperuser(`SELECT t::text AS row FROM ${name} t`));
      for (const value of secrets) expect([name, text.includes(value)]).toEqual([name, false]);
    }
    // The control: plainly stored values are found this way.
    expect(JSON.stringify(await portal.database.asSuperuser('SELECT t::text FROM users t'))).toContain(
      person.email,
    );
  });

  it('are not readable in queued jobs, and neither are email addresses', async () => {
    await portal.anonymous().post('/auth/request-password-reset', { email: 'canary-job@example.test' });
    const jobs = await portal.database.asSuperuser(
      `SELECT data::text FROM pgboss.job WHERE name = 'account.mail'`,
    );
    expect(jobs.length).toBeGreaterThan(0);
    expect(JSON.stringify(jobs)).not.toContain('canary-job');
  });
});

describe('cookies on https (S-01)', () => {
  it('have the __Host- prefix, Secure, HttpOnly, SameSite, Path=/ and neither Domain nor their own lifetime', async () => {
    const secure = await startPortal('demo', { PUBLIC_ORIGIN: 'https://portal.example' });
    const response = await secure
      .anonymous()
      .post('/auth/login', { email: 'new@demo.test', password: 'Trt-demo-2026!pass' });
    const cookies = [response.headers['set-cookie']].flat().map(String);
    expect(cookies.find((c) => c.startsWith('__Host-trt_sid='))).toMatch(
      /^__Host-trt_sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(cookies.find((c) => c.startsWith('active_role='))).toBe(
      'active_role=patient; Path=/; Secure; SameSite=Lax',
    );
    expect(cookies.find((c) => c.startsWith('__Host-trt_dev='))).toMatch(
      /; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(cookies).toHaveLength(3);
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    await secure.close();
  });
});

describe('every change of identity gives a new token (S-02)', () => {
  it('at sign-in, second step, proof and role switch; the old one is invalid', async () => {
    const person = await portal.signIn('multi@demo.test');
    const tokens = [person.token];
    const step = async (act: () => Promise<unknown>) => {
      const old = person.twin();
      await act();
      expect(tokens).not.toContain(person.token);
      tokens.push(person.token);
      expect((await old.get('/auth/me')).status).toBe(401);
      expect((await person.get('/auth/me')).status).toBe(200);
    };
    await step(() => person.post('/auth/role', { role: 'patient' }));
    await step(() => person.post('/auth/reauth', { password: 'Trt-demo-2026!pass' }));
    await step(() =>
      person.post('/auth/change-password', {
        current_password: 'Trt-demo-2026!pass',
        password: OTHER_PASSWORD,
      }),
    );
    expect(tokens).toHaveLength(4);
  });
});

describe('requests from elsewhere (S-05)', () => {
  const headers: [string, (base: string) => Record<string, string>, boolean][] = [
    ['nothing (a program)', () => ({}), true],
    ['same-origin', () => ({ 'sec-fetch-site': 'same-origin' }), true],
    ['a navigation', () => ({ 'sec-fetch-site': 'none' }), true],
    ['same-site', () => ({ 'sec-fetch-site': 'same-site' }), false],
    ['cross-site', () => ({ 'sec-fetch-site': 'cross-site' }), false],
    ['an unexpected value', () => ({ 'sec-fetch-site': 'x' }), false],
    ['the portal’s own origin', (base) => ({ origin: base }), true],
    ['another origin', () => ({ origin: 'https://evil.example' }), false],
    ['another port', () => ({ origin: 'http://127.0.0.1:1' }), false],
    ['the origin “null”', () => ({ origin: 'null' }), false],
    ['own origin, cross-site', (base) => ({ origin: base, 'sec-fetch-site': 'cross-site' }), false],
    ['own origin, same-origin', (base) => ({ origin: base, 'sec-fetch-site': 'same-origin' }), true],
  ];
  it.each(headers)('with %s: %p', async (_, of, passes) => {
    const person = await portal.signUp();
    const sent = of(portal.base);
    for (const [path, body] of [
      ['/auth/login', { email: person.email, password: GOOD_PASSWORD }],
      ['/auth/request-password-reset', { email: 'x@example.test' }],
      ['/auth/reauth', { password: GOOD_PASSWORD }],
      ['/auth/role', { role: 'patient' }],
      ['/auth/logout', {}],
    ] as const) {
      const response = await person.post(path, body, sent);
      if (passes) expect([path, response.status < 300]).toEqual([path, true]);
      else expect([path, response.status, response.body.error]).toEqual([path, 403, 'csrf']);
    }
  });

  it('as a form post gives 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const response = await portal.anonymous().raw('/auth/login', 'email=x', { 'content-type': type });
      expect([response.status, response.body.error]).toEqual([415, 'unsupported_media_type']);
    }
  });
});

describe('a sign-in that waits for its second step (M-02)', () => {
  it('opens no route at all: the column mfa-pending of the matrix', async () => {
    const { person } = await enrolled(portal);
    const { browser, body } = await pending(portal, person.email);
    expect(browser.token).toBe('');
    // Whatever was issued is tried as a session, too.
    for (const token of new Set(['', body.session_token ?? '', body.session_id ?? ''])) {
      if (token) browser.plant('trt_sid', token);
      for (const { route, access } of scanRoutes(portal.app)) {
        if (access === 'public') continue;
        const [method = '', path = ''] = route.split(' ');
        const address = path.replace(/:\w+/g, '11111111-1111-4111-8111-111111111111');
        const response = await browser.request(method, address, method === 'GET' ? undefined : {});
        expect([route, response.status, errorCode(response)]).toEqual([route, 401, 'not_authenticated']);
      }
    }
  });
});

describe('a start in production (A-15, X-08)', () => {
  const good = {
    NODE_ENV: 'production',
    APP_KEYS: `k1:${Buffer.alloc(32, 9).toString('base64')}`,
    DATABASE_URL: 'postgres://portal:secret@db.example/portal?sslmode=verify-full',
    PUBLIC_ORIGIN: 'https://portal.example',
    SMTP_URL: 'smtps://mail.example',
    DATA_DIR: '/tmp/unused',
  };
  const faults = (env: Record<string, string>): string[] => {
    try {
      loadConfig({ ...good, ...env });
      return [];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const value of Object.values({ ...good, ...env }))
        if (value.length > 8) expect(error.message).not.toContain(value);
      return error.variables;
    }
  };

  it('is strict, without demo data or developer pages', () => {
    expect(loadConfig(good)).toMatchObject({
      production: true,
      demoData: false,
      devRoutes: false,
      secureCookies: true,
      rateLimits: 'strict',
      extraOrigins: [],
    });
  });

  it.each([
    'postgres://portal@db.example/portal?sslmode=require',
    'postgres://portal@db.example/portal?sslmode=verify-ca&uselibpqcompat=true',
    'postgres://portal@localhost/portal',
    'postgres://portal@[::1]:5432/portal',
    'postgres:///portal?host=/var/run/postgresql',
  ])('connects to a database on this machine or by verified TLS: %s', (url) => {
    expect(faults({ DATABASE_URL: url })).toEqual([]);
  });

  it('connects without TLS only to the hosts that the operator names', () => {
    const plain = { DATABASE_URL: 'postgres://portal@postgres/portal', SMTP_URL: 'smtp://mail:1025' };
    expect(faults(plain)).toEqual(['DATABASE_URL']);
    expect(faults({ ...plain, PLAINTEXT_HOSTS: 'mail' })).toEqual(['DATABASE_URL']);
    const named = loadConfig({ ...good, ...plain, PLAINTEXT_HOSTS: 'postgres, mail' });
    expect(named.smtpNeedsTls).toBe(false);
    expect(loadConfig({ ...good, SMTP_URL: 'smtp://mail:1025' }).smtpNeedsTls).toBe(true);
    expect(
      loadConfig({ SMTP_URL: 'smtp://mail:1025', DATA_DIR: good.DATA_DIR, APP_KEYS: good.APP_KEYS }),
    ).toMatchObject({
      smtpNeedsTls: false,
    });
  });

  it('takes each secret from a file as well', () => {
    const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
    const files = { ...good } as Record<string, string>;
    for (const name of ['APP_KEYS', 'DATABASE_URL', 'SMTP_URL'] as const) {
      files[`${name}_FILE`] = join(folder, name);
      writeFileSync(files[`${name}_FILE`]!, `${good[name]}\n`);
      delete files[name];
    }
    const { appKeys, databaseUrl, smtpUrl } = loadConfig(files);
    expect([appKeys[0]!.kid, databaseUrl, smtpUrl]).toEqual(['k1', good.DATABASE_URL, good.SMTP_URL]);
    rmSync(folder, { recursive: true });
  });

  it.each<[string, Record<string, string>]>([
    ['APP_KEYS', { APP_KEYS: '' }],
    ['APP_KEYS', { APP_KEYS: `k1:${Buffer.alloc(31, 9).toString('base64')}` }],
    ['APP_KEYS', { APP_KEYS: 'k1:short' }],
    ['APP_KEYS', { APP_KEYS: `${good.APP_KEYS},${good.APP_KEYS}` }],
    ['DATABASE_URL', { DATABASE_URL: '' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db.example' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://portal@db.example/portal' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://portal@db.example/portal?sslmode=no-verify' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://portal@localhost/portal?host=db.example' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://p@db.example/p?sslmode=require&uselibpqcompat=true' }],
    ['DATABASE_OWNER_URL', { DATABASE_OWNER_URL: 'postgres://owner@10.0.0.7/portal' }],
    ['PLAINTEXT_HOSTS', { PLAINTEXT_HOSTS: 'postgres;mail' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: '' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'http://portal.example' }],
    ['SMTP_URL', { SMTP_URL: '' }],
    ['DEMO_DATA', { DEMO_DATA: 'on' }],
    ['DEV_SERVER', { DEV_SERVER: '1' }],
    ['PASSWORD_PEPPERS', { PASSWORD_PEPPERS: 'p1:short' }],
    ['PWNED_FILE', { PWNED_FILE: '/no/such/file' }],
    ['RATE_LIMITS', { RATE_LIMITS: 'off' }],
    ['APP_KEYS_FILE', { APP_KEYS_FILE: '/no/such/file' }],
    ['SMTP_URL_FILE', { SMTP_URL_FILE: 'package.json' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'yes' }],
    ['DATABASE_DIRECT_URL', { DATABASE_DIRECT_URL: 'postgres://portal@10.0.0.7/portal' }],
    ['PROCESS_ROLE', { PROCESS_ROLE: 'cron' }],
  ])('rejects a wrong %s, naming it but no value', (variable, env) => {
    expect(faults(env)).toEqual([variable]);
  });

  /** "boots", or why it does not; nothing is created on the database. */
  async function startOn(database: ClonedDatabase, appRole: boolean): Promise<string> {
    const config = loadConfig({
      ...good,
      DATA_DIR: testPostgres().folder,
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.url,
    });
    const app = await NestFactory.create<NestFastifyApplication>(
      AppModule.for(config, { url: database.url, appRole }),
      httpAdapter(config),
      { bodyParser: false, logger: false, abortOnError: false },
    );
    const outcome = await configureApp(app, config, null).then(
      () => 'boots',
      (error: unknown) => (error instanceof ConfigError ? error.message : String(error)),
    );
    await app.close();
    return outcome;
  }

  it('refuses to work as the owner of the tables', async () => {
    const database = await cloneDatabase('empty');
    expect(await startOn(database, false)).toBe(
      'Refusing to start: the portal works as the owner of its tables, who could delete from the audit.',
    );
    expect(await startOn(database, true)).toBe('boots');
    await database.drop();
  });

  it.each<['demo' | 'empty', 'nothing' | 'a hash', string | null]>([
    ['demo', 'nothing', 'DATABASE_URL'],
    ['empty', 'nothing', null],
    ['empty', 'a hash', 'PASSWORD_PEPPERS'],
  ])('on a %s database with %s of an unknown pepper refuses %s', async (template, peppered, refused) => {
    const database = await cloneDatabase(template);
    if (peppered === 'a hash')
      await database.asSuperuser(
        `INSERT INTO users (id, email, password_hash, roles) VALUES (gen_random_uuid(), 'a@b.test', 'p9$argon2id$x', '{system_admin}')`,
      );
    expect(await startOn(database, true)).toBe(
      refused ? `Refusing to start: missing or unsuitable configuration: ${refused}` : 'boots',
    );
    // The only accounts are those an invitation creates.
    if (!refused) expect(await database.asSuperuser('SELECT 1 FROM users')).toEqual([]);
    await database.drop();
  });
});

describe('the developer mailbox', () => {
  it('is available only on this machine, whatever host name the caller sends', async () => {
    const mailbox = portal.app.get(DevMailboxController);
    const from = (remoteAddress: string) => ({ socket: { remoteAddress } }) as FastifyRequest;
    for (const near of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect(await mailbox.list(from(near), 'nobody@example.test')).toEqual([]);
    for (const far of ['192.168.1.7', '::ffff:10.0.0.9', '2001:db8::1'])
      expect(() => mailbox.list(from(far))).toThrow('We could not find that.');
    await expect(mailbox.page(from('192.168.1.7'))).rejects.toThrow('We could not find that.');
  });
});
