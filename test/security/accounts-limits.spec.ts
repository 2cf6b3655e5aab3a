import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from '../../server/app.module.js';
import { CONFIG } from '../../server/config/config.module.js';
import type { Config } from '../../server/config/config.js';
import { configureApp, httpAdapter } from '../../server/configure-app.js';
import { Admission } from '../../server/platform/http/admission.js';
import { SnapshotStore } from '../../server/database/snapshot-store.js';
import {
  auditActions,
  clearLimits,
  mailsTo,
  OTHER_PASSWORD,
  reset,
  resetToken,
  tokensTo,
} from '../support/accounts.js';
import { GOOD_PASSWORD, type Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';

jest.setTimeout(60_000);
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal('demo', { RATE_LIMITS: 'strict' });
});
beforeEach(() => clearLimits(portal));
afterAll(() => portal.close());

let networks = 0;
/** An address in its own network. */
const newAddress = () => `10.77.${++networks}.5`;

let neighbors = 0;
/** One more address in the attacker's network. */
const attackers = () => `10.66.0.${(++neighbors % 250) + 1}`;

const guess = (email: string, password: string, address = newAddress(), who: Person = portal.anonymous()) =>
  who.post('/auth/login', { email, password }, { 'x-forwarded-for': address });
const failTimes = async (email: string, times: number, from = attackers) => {
  for (let i = 0; i < times; i++)
    expect((await guess(email, `wrong password ${i}`, from())).status).toBe(401);
};
/** As if the wait were over. */
const endWait = () =>
  portal.database.asSuperuser(`UPDATE rate_limits SET blocked_until = now() - interval '1 second'`);
const waitLeft = async (): Promise<number> => {
  const [row] = await portal.database.asSuperuser<{ left: number }>(
    `SELECT round(extract(epoch FROM blocked_until - now()))::int AS left FROM rate_limits WHERE key LIKE 'attempt:%'`,
  );
  return row!.left;
};

describe('guessing the password of one account (A-05)', () => {
  it('is free five times; then even the right one has to wait, and the response says how long', async () => {
    const { email } = await portal.signUp();
    await failTimes(email, 5);
    for (const password of ['wrong again', GOOD_PASSWORD]) {
      const response = await guess(email, password, attackers());
      expect([response.status, response.body.error]).toEqual([429, 'too_many_requests']);
      expect(response.body.message).toMatch(/^Too many tries\. Please wait \d+ seconds and try again\.$/);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(25);
      expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(30);
    }
    await endWait();
    expect((await guess(email, GOOD_PASSWORD, attackers())).status).toBe(200);
    await failTimes(email, 5); // a success restarts the count
  });

  it('doubles the wait up to an hour', async () => {
    const { email } = await portal.signUp();
    await failTimes(email, 5);
    const waits = [await waitLeft()];
    for (let i = 0; i < 8; i++) {
      await endWait();
      await failTimes(email, 1);
      waits.push(await waitLeft());
    }
    const expected = [30, 60, 120, 240, 480, 960, 1920, 3600, 3600];
    for (const [i, wait] of waits.entries()) expect(Math.abs(wait - expected[i]!)).toBeLessThanOrEqual(2);
  });

  it('is the same for twenty at once', async () => {
    const { email } = await portal.signUp();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => guess(email, `wrong password ${i}`, attackers())),
    );
    expect(answers.filter((a) => a.status === 401)).toHaveLength(5);
    expect(answers.filter((a) => a.status === 429)).toHaveLength(15);
  });

  it('does not hold up people who sign in at the same time with the right one', async () => {
    const { email } = await portal.signUp();
    const answers = await Promise.all(Array.from({ length: 8 }, () => guess(email, GOOD_PASSWORD)));
    expect(answers.map((a) => a.status)).toEqual(Array.from({ length: 8 }, () => 200));
  });

  it('has the same limit for an account that does not exist', async () => {
    await failTimes('nobody@example.test', 5);
    expect((await guess('NOBODY@example.test', 'wrong again', attackers())).status).toBe(429);
  });

  it('disables the password for unknown devices after a hundred in a row; a reset link enables it again', async () => {
    const person = await portal.signUp();
    const { email, me } = person;
    await failTimes(email, 1, newAddress);
    await portal.database.asSuperuser(`UPDATE rate_limits SET count = 98 WHERE key LIKE 'attempt:%'`);
    await failTimes(email, 1, newAddress);
    expect((await guess(email, GOOD_PASSWORD)).status).toBe(200); // 99 are not enough, and a success clears them
    await failTimes(email, 1, newAddress);
    await portal.database.asSuperuser(`UPDATE rate_limits SET count = 99 WHERE key LIKE 'attempt:%'`);
    await failTimes(email, 1, newAddress);
    expect((await guess(email, GOOD_PASSWORD)).status).toBe(401);
    expect((await mailsTo(portal, email))[0]!.subject).toBe('Your password has been disabled');
    expect(await auditActions(portal, me!.user.id)).toContain('user.disable_password');
    expect((await person.post('/auth/login', { email, password: GOOD_PASSWORD })).status).toBe(200); // a device used before
    expect((await reset(portal, await resetToken(portal, email))).status).toBe(200);
    expect((await guess(email, OTHER_PASSWORD)).status).toBe(200);
  });

  it('ends with a reset: the wait is over for the owner', async () => {
    const { email } = await portal.signUp();
    await failTimes(email, 5);
    expect((await guess(email, GOOD_PASSWORD, attackers())).status).toBe(429);
    expect((await reset(portal, await resetToken(portal, email))).status).toBe(200);
    expect((await guess(email, OTHER_PASSWORD, attackers())).status).toBe(200);
  });
});

describe('locking someone else out (A-06)', () => {
  it('does not work: a device that signed in before has its own count', async () => {
    const owner = await portal.signUp();
    for (let i = 0; i < 12; i++) await guess(owner.email, `wrong password ${i}`, attackers());
    expect((await guess(owner.email, GOOD_PASSWORD, attackers())).status).toBe(429);
    const first = await owner.post('/auth/login', { email: owner.email, password: GOOD_PASSWORD });
    expect(first.status).toBe(200);
    for (let i = 0; i < 5; i++)
      expect((await guess(owner.email, 'wrong', newAddress(), owner)).status).toBe(401);
    expect((await guess(owner.email, GOOD_PASSWORD, newAddress(), owner)).status).toBe(429);
  });

  it("does not work from a device the owner never used either: only guesses from the owner's network cause a wait", async () => {
    const { email } = await portal.signUp();
    for (let i = 0; i < 12; i++) await guess(email, `wrong password ${i}`, attackers());
    expect((await guess(email, 'wrong again', attackers())).status).toBe(429);
    expect((await guess(email, GOOD_PASSWORD, newAddress())).status).toBe(200);
  });

  it('gives the cookie for 90 days, hidden from scripts, and only after success', async () => {
    const { email } = await portal.signUp();
    const wrong = await guess(email, 'wrong');
    expect(String(wrong.headers['set-cookie'])).not.toContain('trt_dev');
    const right = await guess(email, GOOD_PASSWORD);
    const line = [right.headers['set-cookie']].flat().find((c) => String(c).startsWith('trt_dev='));
    expect(line).toMatch(
      /^trt_dev=[\w-]{22}\.\d+\.[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  it("rejects another user's, an altered and an old cookie", async () => {
    const [owner, thief] = [await portal.signUp(), await portal.signUp()];
    const signIn = await guess(owner.email, GOOD_PASSWORD);
    const line = String([signIn.headers['set-cookie']].flat().find((c) => String(c).startsWith('trt_dev=')));
    const [id, issued, mac] = line.slice('trt_dev='.length).split(';')[0]!.split('.') as [
      string,
      string,
      string,
    ];
    const old = String(Number(issued) - 91 * 24 * 3600);
    await failTimes(owner.email, 5);
    const forged = [
      `${'A'.repeat(22)}.${issued}.${mac}`,
      `${id}.${old}.${mac}`,
      `${id}.${issued}.${'A'.repeat(43)}`,
      'x',
      '..',
    ];
    for (const cookie of forged) {
      const browser = portal.anonymous().plant('trt_dev', cookie);
      expect((await guess(owner.email, GOOD_PASSWORD, attackers(), browser)).status).toBe(429);
    }
    expect((await guess(owner.email, GOOD_PASSWORD, attackers(), thief)).status).toBe(429);
    const known = portal.anonymous().plant('trt_dev', `${id}.${issued}.${mac}`);
    expect((await guess(owner.email, GOOD_PASSWORD, attackers(), known)).status).toBe(200);
  });
});

describe('guessing over many accounts (A-07)', () => {
  it.each<[string, (i: number) => string, string]>([
    ['one /24', (i) => `10.88.1.${i + 1}`, '10.88.2.1'],
    ['one IPv6 /64', (i) => `2001:db8:1:2::${(i + 1).toString(16)}`, '2001:db8:1:3::1'],
  ])('ends at the 21st failure from %s', async (_, addressOf, elsewhere) => {
    for (let i = 0; i < 20; i++) {
      expect((await guess(`stuffed${i}@example.test`, 'wrong', addressOf(i))).status).toBe(401);
      // A whole /64 is one subscriber, with ten sign-ins a minute: as if they were spread over 15 minutes.
      await portal.database.asSuperuser(`DELETE FROM rate_limits WHERE key LIKE 'sign-in.address:%'`);
    }
    const next = await guess('stuffed20@example.test', 'wrong', addressOf(20));
    expect([next.status, next.body.error]).toEqual([429, 'too_many_requests']);
    expect(Number(next.headers['retry-after'])).toBeGreaterThan(800);
    expect((await guess('stuffed20@example.test', 'wrong', elsewhere)).status).toBe(401);
  });

  it('does not count successful sign-ins', async () => {
    const { email } = await portal.signUp();
    for (let i = 0; i < 22; i++)
      expect((await guess(email, GOOD_PASSWORD, `10.89.1.${i + 1}`)).status).toBe(200);
  });

  it('allows ten sign-ins and sixty calls a minute from one address', async () => {
    const address = newAddress();
    const { email } = await portal.signUp();
    const signIns = [];
    for (let i = 0; i < 11; i++) signIns.push((await guess(email, GOOD_PASSWORD, address)).status);
    expect(signIns).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    const calls = [];
    for (let i = 0; i < 61; i++) {
      calls.push(
        (await portal.anonymous().post('/auth/logout', undefined, { 'x-forwarded-for': '10.90.1.1' })).status,
      );
    }
    expect(calls).toEqual([...Array.from({ length: 60 }, () => 204), 429]);
  });

  it('trusts X-Forwarded-For only from the configured proxies', async () => {
    const direct = await startPortal('demo', { RATE_LIMITS: 'strict', TRUST_PROXY: '0' });
    const { email } = await direct.signUp();
    const answers = [];
    for (let i = 0; i < 12; i++) {
      const headers = { 'x-forwarded-for': newAddress() };
      answers.push(
        (await direct.anonymous().post('/auth/login', { email, password: GOOD_PASSWORD }, headers)).status,
      );
    }
    expect(answers.slice(9)).toEqual([200, 429, 429]);
    // One proxy is trusted here: what a client wrote before it is ignored.
    const forged = [];
    for (let i = 0; i < 12; i++) {
      forged.push((await guess(`x${i}@example.test`, 'wrong', `${newAddress()}, 10.91.1.1`)).status);
    }
    expect(forged.slice(9)).toEqual([401, 429, 429]);
    await direct.close();
  });

  it('multiplies the limits per address when relaxed, but never those per account', async () => {
    const relaxed = await startPortal('demo', { RATE_LIMITS: 'relaxed' });
    const tryOne = (email: string) =>
      relaxed
        .anonymous()
        .post('/auth/login', { email, password: 'wrong' }, { 'x-forwarded-for': '10.92.1.1' });
    for (let i = 0; i < 5; i++) expect((await tryOne('r0@example.test')).status).toBe(401);
    expect((await tryOne('r0@example.test')).status).toBe(429);
    for (let i = 5; i < 60; i++) expect((await tryOne(`r${i}@example.test`)).status).toBe(401);
    expect((await tryOne('r60@example.test')).status).toBe(429); // sixty failures are still too many for one network
    await relaxed.close();
  });
});

describe('the budget of one account', () => {
  it('gives emergency advice even to a user sending faster than anyone can type', async () => {
    const person = await portal.signIn('new@demo.test');
    const statuses: number[] = [];
    for (let i = 0; i < 61; i++) {
      const { status, body } = await person.post('/api/trt/assistant/chat', {
        message: 'I have crushing chest pain',
      });
      statuses.push(status);
      if (status === 429) expect(body.message).toContain('call 911');
    }
    expect(statuses.filter((s) => s === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
  });

  it('allows twenty check-ins a day', async () => {
    const person = await portal.signIn('patient@demo.test');
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++)
      statuses.push(
        (
          await person.post('/api/progress/check-in', {
            symptoms: { lack_of_energy: { present: true, severity: 4 } },
          })
        ).status,
      );
    expect(statuses).toEqual([...Array<number>(20).fill(201), 429]);
  });

  it('caches a bounded number of answers for an outage, and none for a made-up URL', async () => {
    const person = await portal.signIn('patient@demo.test');
    const store = portal.app.get(SnapshotStore);
    await person.get('/api/trt/dashboard?x=1');
    await person.get('/api/trt/dashboard');
    const kept = (owner: string, path: string) => store.get(owner, path);
    expect(await kept(person.me!.user.id, '/api/trt/dashboard?x=1')).toBeNull();
    expect(await kept(person.me!.user.id, '/api/trt/dashboard')).not.toBeNull();
    const paths = Array.from({ length: 310 }, (_, i) => `/api/trt/cases?filter=${i}`);
    for (const path of paths) store.put(portal.base, path, { path }, path);
    const there = await Promise.all(paths.map((path) => kept(portal.base, path)));
    expect(there.map((one) => one !== null)).toEqual([
      ...Array<boolean>(10).fill(false),
      ...Array<boolean>(300).fill(true),
    ]);
    await store.purge(portal.base);
  });

  it('does not let two hundred reads of one account, from two browsers with other cookies besides, take the room of another', async () => {
    const browsers = [await portal.signIn('provider@demo.test'), await portal.signIn('provider@demo.test')];
    const other = await portal.signIn('north@demo.test');
    for (const browser of browsers) await browser.get('/api/trt/dashboard');
    const { inFlight } = portal.app.get(Admission) as unknown as { inFlight: Record<'work', number> };
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, inFlight.work)), 1);
    const reads = Array.from({ length: 200 }, (_, i) =>
      browsers[i % 2]!.twin().plant('theme', String(i)).get('/api/provider/messages'),
    );
    const others = await Promise.all(Array.from({ length: 12 }, () => other.get('/api/trt/cases')));
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
    const answers = await Promise.all(reads);
    clearInterval(watch);
    // Twenty of the one, twelve of the other.
    expect(most).toBeGreaterThan(5);
    expect(most).toBeLessThanOrEqual(32);
    for (const { status, headers } of answers) if (status === 429) expect(headers['retry-after']).toBe('1');
    expect(answers.filter(({ status }) => ![200, 429].includes(status))).toEqual([]);
    // What was refused or left the line gave its place back.
    const after = await Promise.all(Array.from({ length: 15 }, () => browsers[0]!.get('/api/trt/cases')));
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 200));
  });

  it('does not let sixty writes of one account hold up another', async () => {
    const person = await portal.signUp();
    const [other] = [await portal.signIn('north@demo.test')];
    const version = (await person.get('/api/trt/intake')).body.intake_form.version as number;
    const saves = Array.from({ length: 60 }, () =>
      person.post('/api/trt/intake', { data: { full_name: 'A B' }, version }),
    );
    const begun = performance.now();
    expect((await other.get('/api/trt/cases')).status).toBe(200);
    const waited = performance.now() - begun;
    const statuses = (await Promise.all(saves)).map((r) => r.status);
    expect(statuses.filter((s) => s === 429).length).toBeGreaterThan(10);
    expect(statuses.filter((s) => s === 200 || s === 409).length).toBeGreaterThanOrEqual(30);
    expect(waited).toBeLessThan(2000);
  });
});

describe('the counters (A-08)', () => {
  it('survive a restart of the portal', async () => {
    const { email } = await portal.signUp();
    await failTimes(email, 5);
    const config = portal.app.get<Config>(CONFIG);
    const next = await NestFactory.create<NestFastifyApplication>(
      AppModule.for(config, { url: portal.database.url, appRole: true }),
      httpAdapter(config),
      { bodyParser: false, logger: false },
    );
    await configureApp(next, config, null);
    const response = await next.inject({
      method: 'POST',
      url: '/auth/login',
      headers: { host: new URL(portal.base).host, 'x-forwarded-for': attackers() },
      payload: { email, password: GOOD_PASSWORD },
    });
    expect(response.statusCode).toBe(429);
    await next.close();
  });

  it('continue in memory while their table cannot be used', async () => {
    const { email } = await portal.signUp();
    await portal.database.asSuperuser('REVOKE ALL ON rate_limits FROM trt_app');
    await failTimes(email, 5);
    expect((await guess(email, GOOD_PASSWORD, attackers())).status).toBe(429);
    await portal.database.asSuperuser('GRANT SELECT, INSERT, UPDATE, DELETE ON rate_limits TO trt_app');
    expect((await guess(email, GOOD_PASSWORD, attackers())).status).toBe(200);
  });

  it('contain no IP address and no email address', async () => {
    await guess('canary@example.test', 'wrong', '10.99.98.97');
    const rows = await portal.database.asSuperuser('SELECT rate_limits::text AS row FROM rate_limits');
    expect(rows.length).toBeGreaterThan(2);
    expect(JSON.stringify(rows)).not.toMatch(/canary|10\.99/);
  });
});

describe('mail bombing (A-09)', () => {
  const resetsTo = async (email: string) => {
    const other = await portal.signUp();
    await resetToken(portal, other.email); // jobs run in order: earlier ones are done by now
    return (await mailsTo(portal, email)).filter((m) => m.subject === 'Set a new password');
  };
  const ask = (email: string, address: string) =>
    portal.anonymous().post('/auth/request-password-reset', { email }, { 'x-forwarded-for': address });

  it('sends three reset emails an hour to a network, and answers the fourth request like the first', async () => {
    const { email } = await portal.signUp();
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push(await ask(email, attackers()));
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]!.body]);
    expect(await resetsTo(email)).toHaveLength(3);
  });

  it('never silences the owner: if others use up the attempts, the owner still gets a working link', async () => {
    const { email } = await portal.signUp();
    for (let i = 0; i < 4; i++) await ask(email, attackers());
    expect(await resetsTo(email)).toHaveLength(3);
    await ask(email, newAddress());
    expect(await resetsTo(email)).toHaveLength(4);
    // From very many networks there is a limit, but it never affects an active link.
    for (let i = 0; i < 8; i++) await ask(email, newAddress());
    expect(await resetsTo(email)).toHaveLength(10);
    await portal.database.asSuperuser(`UPDATE email_tokens SET expires_at = now() WHERE kind = 'reset'`);
    await ask(email, newAddress());
    const [newest, ...older] = await resetsTo(email);
    expect(older).toHaveLength(10);
    const token = new URL(newest!.links[0]!).searchParams.get('token')!;
    expect((await reset(portal, token)).status).toBe(200);
  });

  it('allows ten reset requests an hour from one address', async () => {
    const address = { 'x-forwarded-for': newAddress() };
    const statuses = [];
    for (let i = 0; i < 11; i++) {
      statuses.push(
        (
          await portal
            .anonymous()
            .post('/auth/request-password-reset', { email: `b${i}@example.test` }, address)
        ).status,
      );
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it('resends a verification once a minute and three times an hour; the first right after sign-up', async () => {
    const person = await portal.signUp();
    const again = () => person.post('/auth/verify-email/resend', {});
    const aMinuteLater = () =>
      portal.database.asSuperuser(
        `UPDATE rate_limits SET expires_at = now() WHERE key LIKE 'resend.account.minute:%'`,
      );
    for (let i = 0; i < 3; i++) {
      expect((await again()).body.sent).toBe(true);
      const tooSoon = await again();
      expect([tooSoon.status, tooSoon.body.error]).toEqual([429, 'too_many_requests']);
      expect(Number(tooSoon.headers['retry-after'])).toBeLessThanOrEqual(60);
      await aMinuteLater();
    }
    const fourth = await again();
    expect(fourth.status).toBe(429);
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(3000);
    await aMinuteLater();
    // Signed out, the response does not say.
    expect(
      (await portal.anonymous().post('/auth/verify-email/resend', { email: person.email })).body.sent,
    ).toBe(true);
    const other = await portal.signUp();
    await portal.anonymous().post('/auth/verify-email/resend', { email: other.email });
    await tokensTo(portal, other.email, '/verify-email', 2);
    expect((await mailsTo(portal, person.email)).filter((m) => m.subject.startsWith('Confirm'))).toHaveLength(
      4,
    );
  });

  it('allows five sign-ups an hour from one address; a taken address counts double, a weak password not at all', async () => {
    const headers = { 'x-forwarded-for': newAddress() };
    const signUp = (email: string, password = GOOD_PASSWORD) =>
      portal.anonymous().post('/auth/signup', { email, password, confirm_password: password }, headers);
    for (let i = 0; i < 6; i++) expect((await signUp('weak@example.test', 'password1234')).status).toBe(400);
    expect((await signUp('s1@example.test')).status).toBe(201);
    expect((await signUp('s1@example.test')).status).toBe(409);
    expect((await signUp('s1@example.test')).status).toBe(409);
    const sixth = await signUp('s2@example.test');
    expect([sixth.status, sixth.body.error, sixth.body.message]).toEqual([
      429,
      'too_many_requests',
      'Too many tries. Please wait an hour and try again.',
    ]);
  });
});
