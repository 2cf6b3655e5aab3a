import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { MfaRequiredResponse, MfaStateResponse } from '../../common/api/index.js';
import { RecoveryCodes } from '../../server/accounts/second-factor/recovery-codes.service.js';
import { UsersRepository } from '../../server/accounts/users/users.repository.js';
import {
  auditActions,
  clearLimits,
  codeOf,
  enrolled,
  forgetCounter,
  mailsTo,
  OTHER_PASSWORD,
  pending,
  reset,
  resetToken,
  wrongCodeOf,
  verified,
} from '../support/accounts.js';
import { GOOD_PASSWORD, type Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';

jest.setTimeout(30_000);
let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal('demo');
});
beforeEach(() => clearLimits(portal));
afterAll(() => portal.close());

/** A sign-in in this browser, up to its code. */
async function secondStep(browser: Person, email: string, code: string) {
  const { body } = await browser.post('/auth/login', { email, password: GOOD_PASSWORD });
  const { session_id, session_token } = body as MfaRequiredResponse;
  return browser.post('/auth/mfa/verify', { session_id, session_token, code });
}

const errorOf = (response: { status: number; body: { error?: string } }) => [
  response.status,
  response.body.error,
];

describe('setting up the authenticator app', () => {
  it('gives a secret of 20 bytes, its URL and a QR code, and takes effect only after a right code', async () => {
    const person = await verified(portal, await portal.signUp());
    const { status, body } = await person.post('/auth/mfa/setup', { password: GOOD_PASSWORD });
    expect(status).toBe(200);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const url = new URL(body.otpauth_url as string);
    expect([url.protocol, url.host, url.searchParams.get('secret')]).toEqual([
      'otpauth:',
      'totp',
      body.secret,
    ]);
    expect([url.searchParams.get('issuer'), decodeURIComponent(url.pathname)]).toEqual([
      'TRT Program',
      `/TRT Program:${person.email}`,
    ]);
    expect(body.qr_svg).toMatch(/^<svg[^>]*viewBox.*<\/svg>$/s);
    expect(body.qr_svg).not.toMatch(/<script|href/);
    const wrong = await person.post('/auth/mfa/enable', { code: wrongCodeOf(body.secret as string) });
    expect([wrong.status, wrong.body.fields]).toEqual([422, { code: 'That code isn’t right.' }]);
    expect((await person.get('/auth/me')).body.claims.mfa_enabled).toBe(false);
    expect(
      (await portal.anonymous().post('/auth/login', { email: person.email, password: GOOD_PASSWORD })).body
        .user,
    ).toBeTruthy();
  });

  it('ends the other sessions, keeps this one under a new token, and notifies the owner', async () => {
    const person = await verified(portal, await portal.signUp());
    const other = await portal.signIn(person.email, GOOD_PASSWORD);
    const thief = person.twin();
    const { codes } = await enrolled(portal, person);
    expect(new Set(codes).size).toBe(10);
    for (const [i, code] of codes.entries()) {
      expect(code).toMatch(new RegExp(`^${i + 1}(-[0-9A-HJKMNP-TV-Z]{4}){4}$`));
    }
    expect((await person.get('/auth/me')).body.claims.mfa_enabled).toBe(true);
    for (const dead of [other, thief]) expect((await dead.get('/auth/me')).status).toBe(401);
    expect((await mailsTo(portal, person.email))[0]!.subject).toBe('Two-step sign-in is on');
    expect((await person.get('/auth/mfa')).body as MfaStateResponse).toEqual({
      totp_enabled: true,
      recovery_codes_left: 10,
      passkeys_available: false,
      has_passkey: false,
    });
    expect(await auditActions(portal, person.me!.user.id)).toContain('mfa.enable');
  });

  it('needs the password, and cannot replace an app that is on', async () => {
    const { person } = await enrolled(portal);
    const wrong = await person.post('/auth/mfa/setup', { password: 'not the password at all' });
    expect([wrong.status, wrong.body.fields]).toEqual([422, { password: 'The password is not right.' }]);
    expect(errorOf(await person.post('/auth/mfa/setup', { password: GOOD_PASSWORD }))).toEqual([
      409,
      'invalid_state',
    ]);
    expect((await person.post('/auth/mfa/enable', { code: '123456' })).status).toBe(422);
  });

  it('stores neither the secret nor a recovery code in readable form', async () => {
    const { person, secret, codes } = await enrolled(portal);
    const rows = await portal.database.asSuperuser(
      `SELECT t::text AS row FROM totp_credentials t WHERE user_id = $1 UNION ALL SELECT r::text FROM recovery_codes r WHERE user_id = $1`,
      [person.me!.user.id],
    );
    const stored = JSON.stringify(rows);
    expect(rows).toHaveLength(11);
    expect(stored).not.toContain(secret);
    expect(stored.match(/\$argon2id\$v=19\$m=19456,t=2,p=1\$/g)).toHaveLength(10);
    for (const code of codes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.slice(2).replaceAll('-', ''));
    }
  });
});

describe('the second step', () => {
  it('opens a session with a code, which works once and in no other sign-in', async () => {
    const { person, secret } = await enrolled(portal);
    const code = codeOf(secret);
    const first = await pending(portal, person.email);
    expect(first.body).toMatchObject({ email: person.email, methods: ['totp'] });
    expect(errorOf(await first.verify(wrongCodeOf(secret)))).toEqual([401, 'mfa_invalid']);
    const recorded = await portal.database.asSuperuser<{ detail: object }>(
      `SELECT e.detail FROM audit_events e JOIN users u ON u.id::text = e.target_id
        WHERE e.action = 'session.refuse' AND e.outcome = 'failure' AND u.email = $1`,
      [person.email],
    );
    expect(recorded.map(({ detail }) => detail)).toEqual([{ step: 'second_factor' }]);
    const right = await first.verify(` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect([right.status, right.body.user.email, right.body.claims.mfa_enabled]).toEqual([
      200,
      person.email,
      true,
    ]);
    expect((await first.browser.get('/auth/me')).status).toBe(200);
    expect(errorOf(await first.verify(code))).toEqual([401, 'mfa_expired']);
    const second = await pending(portal, person.email);
    expect(errorOf(await second.verify(code))).toEqual([401, 'mfa_invalid']);
  });

  it('accepts one step either way, and nothing older', async () => {
    const { person, secret } = await enrolled(portal);
    const at = await pending(portal, person.email);
    expect(errorOf(await at.verify(codeOf(secret, -3)))).toEqual([401, 'mfa_invalid']);
    expect(errorOf(await at.verify(codeOf(secret, 3)))).toEqual([401, 'mfa_invalid']);
    expect((await at.verify(codeOf(secret, 1))).status).toBe(200);
    const older = await pending(portal, person.email);
    expect(errorOf(await older.verify(codeOf(secret, 0)))).toEqual([401, 'mfa_invalid']); // below the last counter
  });

  it('accepts exactly one of twenty posts of one code', async () => {
    const { person, secret } = await enrolled(portal);
    const signIns = [];
    for (let i = 0; i < 20; i++) signIns.push(await pending(portal, person.email));
    const code = codeOf(secret);
    const answers = await Promise.all(signIns.map((s) => s.verify(code)));
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    for (const refused of answers.filter((a) => a.status !== 200)) {
      expect(['401 mfa_invalid', '429 too_many_requests']).toContain(errorOf(refused).join(' '));
    }
    const same = await pending(portal, person.email);
    await forgetCounter(portal, person);
    await clearLimits(portal);
    const fresh = codeOf(secret);
    const parallel = await Promise.all(Array.from({ length: 4 }, () => same.verify(fresh)));
    expect(parallel.filter((a) => a.status === 200)).toHaveLength(1);
  });

  it('is over after five wrong codes, after five minutes, and when canceled', async () => {
    const { person, secret } = await enrolled(portal);
    const tired = await pending(portal, person.email);
    for (let i = 0; i < 5; i++)
      expect(errorOf(await tired.verify(wrongCodeOf(secret)))).toEqual([401, 'mfa_invalid']);
    const sixth = await tired.verify(codeOf(secret));
    expect([...errorOf(sixth), sixth.body.message]).toEqual([
      401,
      'mfa_expired',
      'That sign-in took too long. Please sign in again.',
    ]);
    const late = await pending(portal, person.email);
    await portal.database.asSuperuser(
      `UPDATE mfa_challenges SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [late.body.session_id],
    );
    expect(errorOf(await late.verify(codeOf(secret)))).toEqual([401, 'mfa_expired']);
    const given = await pending(portal, person.email);
    const { session_id, session_token } = given.body;
    for (let i = 0; i < 2; i++) {
      expect((await given.browser.post('/auth/mfa/cancel', { session_id, session_token })).status).toBe(204);
    }
    expect(errorOf(await given.verify(codeOf(secret)))).toEqual([401, 'mfa_expired']);
    expect(
      (await given.browser.post('/auth/mfa/cancel', { session_id: randomUUID(), session_token: 'x' })).status,
    ).toBe(204);
  });

  it('allows ten wrong codes in 15 minutes across all sign-ins, then none', async () => {
    const { person, secret } = await enrolled(portal);
    for (let i = 0; i < 2; i++) {
      const signIn = await pending(portal, person.email);
      for (let k = 0; k < 5; k++) expect((await signIn.verify(wrongCodeOf(secret))).status).toBe(401);
    }
    const eleventh = await (await pending(portal, person.email)).verify(codeOf(secret));
    expect(errorOf(eleventh)).toEqual([429, 'too_many_requests']);
    expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(800);
    const subjects = (await mailsTo(portal, person.email)).map(({ subject }) => subject);
    expect(subjects.filter((one) => one === 'Someone knows your password')).toHaveLength(1);
    await portal.database.asSuperuser(`UPDATE rate_limits SET expires_at = now() - interval '1 second'`);
    expect((await (await pending(portal, person.email)).verify(codeOf(secret))).status).toBe(200);
  });

  it('keeps no one waiting on a device of their own for what strangers try, nor strangers for what is tried there', async () => {
    const { person, secret } = await enrolled(portal);
    const strangers = async () => {
      const answers = [];
      for (let i = 0; i < 2; i++) {
        const signIn = await pending(portal, person.email);
        for (let k = 0; k < 5; k++) answers.push((await signIn.verify(wrongCodeOf(secret))).status);
      }
      return answers;
    };
    const home = person.twin();
    const own = (code: string) => secondStep(home, person.email, code);
    expect((await own(codeOf(secret))).status).toBe(200);
    await forgetCounter(portal, person);
    expect(await strangers()).toEqual(Array(10).fill(401));
    // A device that only ever gave the password is a stranger’s for all that is known.
    expect((await secondStep(person.twin(), person.email, codeOf(secret))).status).toBe(429);
    expect((await (await pending(portal, person.email)).verify(codeOf(secret))).status).toBe(429);
    expect((await own(codeOf(secret))).status).toBe(200);
    await clearLimits(portal);
    // Of each device ten, too.
    for (let i = 0; i < 10; i++) expect((await own(wrongCodeOf(secret))).status).toBe(401);
    expect((await own(codeOf(secret))).status).toBe(429);
    await forgetCounter(portal, person);
    expect((await (await pending(portal, person.email)).verify(codeOf(secret))).status).toBe(200);
  });

  it('tells the owner of many wrong codes of a day, though never ten in 15 minutes', async () => {
    const { person, secret } = await enrolled(portal);
    for (let i = 0; i < 3; i++) {
      for (let k = 0; k < 2; k++) {
        const signIn = await pending(portal, person.email);
        for (let n = 0; n < 4; n++) expect((await signIn.verify(wrongCodeOf(secret))).status).toBe(401);
      }
      await portal.database.asSuperuser(
        `UPDATE rate_limits SET expires_at = expires_at - interval '16 minutes'`,
      );
    }
    const subjects = (await mailsTo(portal, person.email)).map(({ subject }) => subject);
    expect(subjects.filter((one) => one === 'Someone knows your password')).toHaveLength(1);
  });

  it("rejects a made-up sign-in, another sign-in's token, and another user's", async () => {
    const [mine, other] = [await enrolled(portal), await enrolled(portal)];
    const [a, b] = [await pending(portal, mine.person.email), await pending(portal, other.person.email)];
    const post = (session_id: string, session_token: string) =>
      a.browser.post('/auth/mfa/verify', { session_id, session_token, code: codeOf(mine.secret) });
    expect(errorOf(await post(randomUUID(), 'z'.repeat(43)))).toEqual([401, 'mfa_expired']);
    expect(errorOf(await post(a.body.session_id, b.body.session_token))).toEqual([401, 'mfa_expired']);
    expect(errorOf(await post(b.body.session_id, b.body.session_token))).toEqual([401, 'mfa_invalid']);
    expect(errorOf(await post(a.body.session_id, a.body.session_token.slice(1)))).toEqual([
      401,
      'mfa_expired',
    ]);
  });

  it.each([[''], [null], [123456], [['1']], ['x'.repeat(65)]])(
    'rejects the code %p with 422',
    async (code) => {
      const signIn = await pending(portal, 'mfa@demo.test', 'Trt-demo-2026!pass');
      expect((await signIn.verify(code)).body.fields).toEqual({ code: 'Enter the 6-digit code.' });
    },
  );

  it.each(['12345', 'abcdef', '１２３４５６', '11-0000-0000-0000-0000', '1-0000-0000-0000-0000'])(
    'rejects the code %s as wrong',
    async (code) => {
      const signIn = await pending(portal, 'mfa@demo.test', 'Trt-demo-2026!pass');
      expect(errorOf(await signIn.verify(code))).toEqual([401, 'mfa_invalid']);
    },
  );

  it('is not opened by a reset of the password, and a wrong password does not reveal it', async () => {
    const { person, secret } = await enrolled(portal);
    const waiting = await pending(portal, person.email);
    expect((await reset(portal, await resetToken(portal, person.email))).status).toBe(200);
    expect(errorOf(await waiting.verify(codeOf(secret)))).toEqual([401, 'mfa_expired']);
    const response = await portal
      .anonymous()
      .post('/auth/login', { email: person.email, password: GOOD_PASSWORD });
    expect(errorOf(response)).toEqual([401, 'invalid_credentials']);
    const after = await pending(portal, person.email, OTHER_PASSWORD);
    expect((await after.browser.get('/auth/me')).status).toBe(401);
    expect((await after.verify(codeOf(secret))).status).toBe(200);
  });
});

describe('wrong codes in a session', () => {
  it('end after ten, are told to the owner once, and keep no one from signing in', async () => {
    const { person, secret } = await enrolled(portal);
    const guess = () => person.post('/auth/reauth', { code: wrongCodeOf(secret) });
    const told = async () =>
      (await mailsTo(portal, person.email)).filter(
        ({ subject }) => subject === 'Wrong codes were entered in your account',
      ).length;
    for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(422);
    const refused = [await guess(), await person.post('/auth/reauth', { code: codeOf(secret) })];
    expect([refused.map(errorOf), await told()]).toEqual([
      [
        [429, 'too_many_requests'],
        [429, 'too_many_requests'],
      ],
      1,
    ]);
    const owner = await pending(portal, person.email);
    expect((await owner.verify(codeOf(secret))).status).toBe(200);
  });

  it('are not added to those of sign-ins', async () => {
    const { person, secret } = await enrolled(portal);
    for (let i = 0; i < 10; i++) await (await pending(portal, person.email)).verify(wrongCodeOf(secret));
    expect((await person.post('/auth/reauth', { code: codeOf(secret) })).status).toBe(204);
  });
});

describe('a second step that is proven while the password is reset', () => {
  it('opens no session that outlives the reset', async () => {
    const { person, secret } = await enrolled(portal);
    const token = await resetToken(portal, person.email);
    const users = portal.app.get(UsersRepository);
    const find = users.findById.bind(users);
    const waiting = await pending(portal, person.email);
    // The code is used up, the session not yet opened.
    const spy = jest.spyOn(users, 'findById').mockImplementationOnce(async (id) => {
      expect((await reset(portal, token)).status).toBe(200);
      return find(id);
    });
    await waiting.verify(codeOf(secret));
    spy.mockRestore();
    expect((await waiting.browser.get('/auth/me')).status).toBe(401);
  });
});

describe('recovery codes', () => {
  it('work in place of a code, once, also in lower case and without dashes, and the owner is notified', async () => {
    const { person, codes } = await enrolled(portal);
    const typed = codes[3]!.toLowerCase().replaceAll('-', ' ');
    expect((await (await pending(portal, person.email)).verify(typed)).status).toBe(200);
    expect(errorOf(await (await pending(portal, person.email)).verify(codes[3]))).toEqual([
      401,
      'mfa_invalid',
    ]);
    const mail = (await mailsTo(portal, person.email)).find((m) => m.subject === 'A recovery code was used');
    expect(mail!.text).toContain('9 recovery codes are left.');
    expect((await person.get('/auth/mfa')).body.recovery_codes_left).toBe(9);
  });

  it('accepts exactly one of eight at once', async () => {
    const { person, codes } = await enrolled(portal);
    const signIns = [];
    for (let i = 0; i < 8; i++) signIns.push(await pending(portal, person.email));
    const answers = await Promise.all(signIns.map((s) => s.verify(codes[0])));
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
  });

  it('are replaced on demand: the old ones are invalid', async () => {
    const { person, secret, codes } = await enrolled(portal);
    const post = (password: string, code: string) =>
      person.post('/auth/mfa/recovery-codes', { password, code });
    expect((await post('not the password at all', codeOf(secret))).body.fields).toEqual({
      password: 'The password is not right.',
    });
    expect((await post(GOOD_PASSWORD, wrongCodeOf(secret))).body.fields).toEqual({
      code: 'That code isn’t right.',
    });
    const renewed = await post(GOOD_PASSWORD, codeOf(secret));
    expect([renewed.status, new Set(renewed.body.recovery_codes as string[]).size]).toEqual([200, 10]);
    expect((await mailsTo(portal, person.email))[0]!.subject).toBe('Your recovery codes were replaced');
    expect(errorOf(await (await pending(portal, person.email)).verify(codes[0]))).toEqual([
      401,
      'mfa_invalid',
    ]);
    expect((await (await pending(portal, person.email)).verify(renewed.body.recovery_codes[0])).status).toBe(
      200,
    );
  });
});

describe('recovery codes that are made while the password is reset', () => {
  it('are not stored', async () => {
    const { person, secret, codes } = await enrolled(portal);
    const token = await resetToken(portal, person.email);
    const recovery = portal.app.get(RecoveryCodes);
    const generate = recovery.generate.bind(recovery);
    const spy = jest.spyOn(recovery, 'generate').mockImplementationOnce(async () => {
      expect((await reset(portal, token)).status).toBe(200);
      return generate();
    });
    const renewed = await person.post('/auth/mfa/recovery-codes', {
      password: GOOD_PASSWORD,
      code: codeOf(secret),
    });
    spy.mockRestore();
    expect(errorOf(renewed)).toEqual([401, 'session_revoked']);
    const waiting = await pending(portal, person.email, OTHER_PASSWORD);
    expect((await waiting.verify(codes[0])).status).toBe(200);
  });
});

describe('turning it off', () => {
  it('needs password and code; then only the password is needed to sign in', async () => {
    const { person, secret, codes } = await enrolled(portal);
    const off = (password: string, code: string) => person.post('/auth/mfa/disable', { password, code });
    expect((await off('not the password at all', codeOf(secret))).status).toBe(422);
    expect((await off(GOOD_PASSWORD, wrongCodeOf(secret))).body.fields).toEqual({
      code: 'That code isn’t right.',
    });
    expect((await off(GOOD_PASSWORD, codes[0]!)).status).toBe(204);
    expect((await person.get('/auth/me')).body.claims.mfa_enabled).toBe(false);
    const signedIn = await portal
      .anonymous()
      .post('/auth/login', { email: person.email, password: GOOD_PASSWORD });
    expect([signedIn.status, signedIn.body.mfa_required]).toEqual([200, undefined]);
    expect((await mailsTo(portal, person.email)).map((m) => m.subject)).toContain('Two-step sign-in is off');
    for (const path of ['disable', 'recovery-codes']) {
      const nothing = await person.post(`/auth/mfa/${path}`, { password: GOOD_PASSWORD, code: '123456' });
      expect(errorOf(nothing)).toEqual([409, 'invalid_state']);
    }
  });
});
