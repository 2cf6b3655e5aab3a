import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { PatientProfileResponse } from '../../common/api/patient.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { GOOD_PASSWORD } from '../support/person.js';

jest.setTimeout(30_000);
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal('demo');
});
afterAll(() => portal.close());

const signup = (email: unknown, password: unknown = GOOD_PASSWORD, confirm: unknown = password) =>
  portal.anonymous().post('/auth/signup', { email, password, confirm_password: confirm });

describe('sign-up', () => {
  it('signs a new patient in, unverified, in the default organization, and emails a link', async () => {
    const person = await portal.signUp('first@example.test');
    expect(person.me).toMatchObject({
      user: {
        email: 'first@example.test',
        role: 'patient',
        roles: ['patient'],
        email_verified: false,
        display_name: null,
      },
      claims: { org_name: 'Founders Clinic', mfa_enabled: false },
    });
    const mails = (await portal.anonymous().get('/dev/mailbox.json?to=FIRST@example.test')).body as {
      links: string[];
      html: string;
    }[];
    expect(mails).toHaveLength(1);
    expect(mails[0]!.links[0]).toMatch(new RegExp(`^${portal.base}/verify-email\\?token=[\\w-]{43}$`));
    expect(mails[0]!.html).toContain(mails[0]!.links[0]!);
  });

  it("uses the browser's time zone, and without one the clinic’s", async () => {
    const zoneOf = async (email: string, more: object) => {
      const person = portal.anonymous();
      const body = { email, password: GOOD_PASSWORD, confirm_password: GOOD_PASSWORD, ...more };
      const claims = (await person.post('/auth/signup', body)).body.claims;
      const profile = (await person.get('/api/patient/profile')).body as PatientProfileResponse;
      expect(claims.timezone).toBe(profile.summary.timezone);
      return [claims.timezone, (await person.get('/auth/me')).body.claims.timezone];
    };
    expect(await zoneOf('west@example.test', { timezone: 'America/Los_Angeles' })).toEqual(
      Array(2).fill('America/Los_Angeles'),
    );
    expect(await zoneOf('nowhere@example.test', {})).toEqual(Array(2).fill('America/New_York'));
  });

  it.each([
    [1, 'Mars/Olympus'],
    [2, '+05:00'],
    [3, ''],
    [4, null],
    [5, 5],
    [6, 'x'.repeat(65)],
  ])('astronaut %d: rejects the time zone %p, and creates no account', async (number, timezone) => {
    const email = `astronaut${number}@example.test`;
    const body = { email, password: GOOD_PASSWORD, confirm_password: GOOD_PASSWORD, timezone };
    const response = await portal.anonymous().post('/auth/signup', body);
    expect([response.status, response.body.fields]).toEqual([422, { timezone: 'Choose a time zone.' }]);
    const signIn = await portal.anonymous().post('/auth/login', { email, password: GOOD_PASSWORD });
    expect(signIn.status).toBe(401);
  });

  it('refuses a second account for an address, whatever its case', async () => {
    await portal.signUp('taken@example.test');
    const second = await signup('TAKEN@example.test');
    expect([second.status, second.body.message, second.body.detail]).toEqual([
      409,
      'That email is already registered. Try signing in instead.',
      { error: 'email_in_use' },
    ]);
  });

  it('rejects two different passwords, and creates no account', async () => {
    const response = await signup('typo@example.test', GOOD_PASSWORD, `${GOOD_PASSWORD}x`);
    expect([response.status, response.body.message, response.body.detail]).toEqual([
      400,
      'Passwords do not match.',
      { error: 'password_mismatch' },
    ]);
    expect(
      (await portal.anonymous().post('/auth/login', { email: 'typo@example.test', password: GOOD_PASSWORD }))
        .status,
    ).toBe(401);
  });

  it.each([
    'password1234',
    'Testosterone1!',
    'qwertyuiop12',
    'aaaaaaaaaaaaaaa',
    'short',
    'weak.person@example.test',
  ])('rejects the password %s with reasons', async (password) => {
    const response = await signup('weak.person@example.test', password);
    expect([response.status, response.body.message, response.body.detail.error]).toEqual([
      400,
      'Please choose a stronger password.',
      'password_invalid',
    ]);
    expect(response.body.detail.reasons[0]).toMatch(/^[A-Z].{10,}\.?$/);
  });

  it.each([['plain'], ['a@b'], [''], [42], [['x@example.test']], ['x\r\nBcc: y@example.test']])(
    'rejects the address %p',
    async (email) => {
      const response = await signup(email);
      expect([response.status, response.body.error, Object.keys(response.body.fields)]).toEqual([
        422,
        'validation_failed',
        ['email'],
      ]);
    },
  );

  it.each([
    '"role":"system_admin"',
    '"org_id":null',
    '"__proto__":{"roles":["provider"]}',
    '"constructor":{}',
  ])('rejects the extra key %s', async (extra) => {
    const body = `{"email":"extra@example.test","password":"${GOOD_PASSWORD}","confirm_password":"${GOOD_PASSWORD}",${extra}}`;
    const response = await portal.anonymous().raw('/auth/signup', body);
    expect([response.status, response.body.error]).toEqual([422, 'unknown_field']);
  });
});

describe('sign-in', () => {
  it('trims the address, not the password', async () => {
    const person = await portal.signUp();
    expect(
      (await portal.anonymous().post('/auth/login', { email: ` ${person.email} `, password: GOOD_PASSWORD }))
        .status,
    ).toBe(200);
    expect(
      (await portal.anonymous().post('/auth/login', { email: person.email, password: `${GOOD_PASSWORD} ` }))
        .status,
    ).toBe(401);
  });

  it('gives the same answer for an unknown account and a wrong password', async () => {
    const wrong = await portal
      .anonymous()
      .post('/auth/login', { email: 'patient@demo.test', password: 'not the password at all' });
    const unknown = await portal
      .anonymous()
      .post('/auth/login', { email: 'nobody@demo.test', password: 'not the password at all' });
    for (const response of [wrong, unknown]) {
      expect(response.status).toBe(401);
      expect({ ...response.body, request_id: '' }).toEqual({
        error: 'invalid_credentials',
        message: 'The email or password is incorrect.',
        detail: null,
        request_id: '',
      });
    }
    expect(Object.keys(wrong.headers).sort()).toEqual(Object.keys(unknown.headers).sort());
  });

  it('names the empty field', async () => {
    const response = await portal.anonymous().post('/auth/login', { email: '', password: '' });
    expect([response.status, response.body.fields]).toEqual([
      422,
      { email: 'Enter your email address.', password: 'Enter your password.' },
    ]);
  });

  it('never makes a planted cookie the session', async () => {
    const planted = 'A'.repeat(43);
    const person = await portal.anonymous().plant('trt_sid', planted).signIn('new@demo.test');
    expect(person.token).not.toBe(planted);
    expect((await portal.anonymous().plant('trt_sid', planted).get('/auth/me')).status).toBe(401);
  });

  it('asks an account with an authenticator for its code, and opens nothing until then', async () => {
    const person = portal.anonymous();
    const response = await person.post('/auth/login', {
      email: 'mfa@demo.test',
      password: 'Trt-demo-2026!pass',
    });
    expect(response.body).toMatchObject({ mfa_required: true, email: 'mfa@demo.test', methods: ['totp'] });
    expect((await person.get('/auth/me')).status).toBe(401);
    const { session_id, session_token } = response.body as { session_id: string; session_token: string };
    const wrong = await person.post('/auth/mfa/verify', { session_id, session_token, code: '000000' });
    expect([wrong.status, wrong.body.error]).toEqual([401, 'mfa_invalid']);
    expect((await person.post('/auth/mfa/cancel', { session_id, session_token })).status).toBe(204);
    const late = await person.post('/auth/mfa/verify', { session_id, session_token, code: '000000' });
    expect([late.status, late.body.error]).toEqual([401, 'mfa_expired']);
  });
});

describe('sessions', () => {
  it('end on the server with sign-out, and sign-out works without one', async () => {
    const person = await portal.signUp();
    const thief = person.twin();
    expect((await thief.get('/auth/me')).status).toBe(200);
    expect((await person.post('/auth/logout')).status).toBe(204);
    const after = await thief.get('/auth/me');
    expect([after.status, after.body.error]).toEqual([401, 'session_revoked']);
    expect((await portal.anonymous().post('/auth/logout')).status).toBe(204);
  });

  it('end after the idle limit, and not before', async () => {
    const person = await portal.signUp();
    const age = (minutes: number) =>
      portal.database.asSuperuser(
        `UPDATE sessions SET idle_expires_at = now() + make_interval(mins => $1) WHERE user_id = $2`,
        [minutes, person.me!.user.id],
      );
    await age(1);
    expect((await person.get('/auth/me')).status).toBe(200);
    await age(-1);
    const after = await person.get('/auth/me');
    expect([after.status, after.body.error]).toEqual([401, 'session_expired']);
  });

  it('are extended by what a user does, never by background requests', async () => {
    const person = await portal.signUp();
    const expiry = async (headers = {}) =>
      Date.parse(
        ((await person.get('/auth/me', headers)).body as { claims: { session_expires_at: string } }).claims
          .session_expires_at,
      );
    await portal.database.asSuperuser(
      `UPDATE sessions SET last_seen_at = now() - interval '5 minutes', idle_expires_at = now() + interval '25 minutes' WHERE user_id = $1`,
      [person.me!.user.id],
    );
    const before = await expiry({ 'x-background': '1' });
    expect(await expiry({ 'x-background': '1' })).toBe(before);
    expect((await expiry()) - before).toBeGreaterThan(4 * 60_000);
  });

  it('never outlive the absolute limit', async () => {
    const person = await portal.signUp();
    await portal.database.asSuperuser(
      `UPDATE sessions SET abs_expires_at = now() - interval '1 second' WHERE user_id = $1`,
      [person.me!.user.id],
    );
    expect((await person.get('/auth/me')).body.error).toBe('session_expired');
  });

  it('are worthless once the account is disabled or its sessions were ended', async () => {
    const disabled = await portal.signUp();
    await portal.database.asSuperuser(`UPDATE users SET status = 'disabled' WHERE id = $1`, [
      disabled.me!.user.id,
    ]);
    expect((await disabled.get('/auth/me')).body.error).toBe('session_revoked');
    const ended = await portal.signUp();
    await portal.database.asSuperuser(`UPDATE users SET session_epoch = session_epoch + 1 WHERE id = $1`, [
      ended.me!.user.id,
    ]);
    expect((await ended.get('/auth/me')).body.error).toBe('session_revoked');
  });

  it('store no token', async () => {
    const person = await portal.signUp();
    const rows = await portal.database.asSuperuser<{ row: string }>(
      `SELECT sessions::text AS row FROM sessions WHERE user_id = $1`,
      [person.me!.user.id],
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(person.token);
  });

  it.each(['x', 'a'.repeat(43), '%00', 'a'.repeat(5000)])('refuse the made-up token %.8s', async (token) => {
    expect((await portal.anonymous().plant('trt_sid', token).get('/auth/me')).status).toBe(401);
  });
});

describe('role switch', () => {
  it('changes the active role, rotates the token and sets the readable hint', async () => {
    const person = await portal.signIn('multi@demo.test');
    expect(person.me!.user.role).toBe('provider');
    const old = person.twin();
    const response = await person.post('/auth/role', { role: 'patient' });
    expect([response.status, response.body.user.role, response.body.claims.roles[0]]).toEqual([
      200,
      'patient',
      'patient',
    ]);
    expect([response.headers['set-cookie']].flat().join()).toMatch(
      /active_role=patient; Path=\/; SameSite=Lax/,
    );
    expect((await old.get('/auth/me')).status).toBe(401);
    expect((await person.get('/api/trt/dashboard')).status).toBe(200);
  });

  it('rejects a role that is not held, and trusts no cookie', async () => {
    const person = await portal.signUp();
    const response = await person.post('/auth/role', { role: 'system_admin' });
    expect([response.status, response.body.error, response.body.detail]).toEqual([
      403,
      'forbidden',
      'role_not_held',
    ]);
    person.plant('active_role', 'system_admin');
    expect((await person.get('/api/trt/cases')).status).toBe(403);
    expect((await person.get('/auth/me')).body.user.role).toBe('patient');
  });
});

describe('email verification', () => {
  const linkOf = async (email: string) => {
    const mails = (await portal.anonymous().get(`/dev/mailbox.json?to=${email}`)).body as {
      links: string[];
    }[];
    return new URL(mails[0]!.links[0]!).searchParams.get('token')!;
  };

  it('works for exactly one of twenty at once, and does not sign in', async () => {
    const person = await portal.signUp();
    const token = await linkOf(person.email);
    const uses = await Promise.all(
      Array.from({ length: 20 }, () => portal.anonymous().post('/auth/verify-email', { token })),
    );
    expect(uses.filter((u) => u.status === 200)).toHaveLength(1);
    expect(new Set(uses.filter((u) => u.status !== 200).map((u) => u.body.error as string))).toEqual(
      new Set(['token_consumed']),
    );
    expect(uses.every((u) => u.headers['set-cookie'] === undefined)).toBe(true);
    expect((await person.get('/auth/me')).body.user.email_verified).toBe(true);
  });

  it('says why a link does not work', async () => {
    const person = await portal.signUp();
    const token = await linkOf(person.email);
    const error = async (body: object) =>
      (await portal.anonymous().post('/auth/verify-email', body)).body.error as string;
    expect(await error({})).toBe('missing_token');
    expect(await error({ token: token.slice(1) })).toBe('token_invalid');
    await portal.database.asSuperuser(
      `UPDATE email_tokens SET expires_at = now() - interval '1 second' WHERE user_id = $1`,
      [person.me!.user.id],
    );
    expect(await error({ token })).toBe('token_expired');
  });

  it('stores neither the token nor the email in readable form', async () => {
    const person = await portal.signUp();
    const token = await linkOf(person.email);
    const rows = await portal.database.asSuperuser(
      `SELECT email_tokens::text AS a FROM email_tokens UNION ALL SELECT mails::text FROM mails`,
    );
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
