import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  auditActions,
  blocked,
  clearLimits,
  enrolled,
  mailsTo,
  OTHER_PASSWORD,
  resetToken,
  reset,
  signInWith,
  tokensTo,
  verified,
} from '../support/accounts.js';
import type { HeldRecord } from '../../common/api/index.js';
import { detail, form, save, submitted } from '../support/care.js';
import { sendReport } from '../support/files.js';
import { GOOD_PASSWORD } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

jest.setTimeout(30_000);
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const verify = (token: unknown) => portal.anonymous().post('/auth/verify-email', { token });

const BECAUSE = { reason: 'Called the patient, who named the date of birth' };

describe('sending the verification again', () => {
  it('is allowed at once after sign-up; the new link invalidates the older one', async () => {
    const person = await portal.signUp();
    const [older] = await tokensTo(portal, person.email, '/verify-email');
    const response = await person.post('/auth/verify-email/resend', {});
    expect([response.status, response.body]).toEqual([200, { ok: true, sent: true, reason: null }]);
    const [newer] = await tokensTo(portal, person.email, '/verify-email', 2);
    expect((await verify(older)).body.error).toBe('token_invalid');
    expect((await verify(newer)).status).toBe(200);
  });

  it('says when there is nothing to verify, and sends nothing', async () => {
    const person = await portal.signIn('new@demo.test');
    const before = await mailsTo(portal, person.email);
    const response = await person.post('/auth/verify-email/resend', {});
    expect(response.body).toEqual({ ok: true, sent: false, reason: 'already_verified' });
    expect(await mailsTo(portal, person.email)).toHaveLength(before.length);
  });

  it('signed out, answers the same for a verified, an unverified and an unknown address', async () => {
    const person = await portal.signUp();
    for (const email of [person.email, 'patient@demo.test', 'nobody@example.test']) {
      const response = await portal.anonymous().post('/auth/verify-email/resend', { email });
      expect([response.status, response.body]).toEqual([200, { ok: true, sent: true, reason: null }]);
    }
    await tokensTo(portal, person.email, '/verify-email', 2);
    expect(await mailsTo(portal, 'nobody@example.test')).toEqual([]);
  });

  it('signed out and without an address, says so; a malformed one is 422', async () => {
    expect((await portal.anonymous().post('/auth/verify-email/resend', {})).body).toEqual({
      ok: true,
      sent: false,
      reason: 'no_email',
    });
    expect((await portal.anonymous().post('/auth/verify-email/resend', { email: 'plain' })).status).toBe(422);
  });
});

describe('changing the email address', () => {
  it('can be canceled: the link is invalid and nothing is pending', async () => {
    const { person } = await ask('second.thoughts@example.test');
    const [token] = await tokensTo(portal, 'second.thoughts@example.test', '/verify-email');
    expect((await person.request('DELETE', '/auth/change-email')).status).toBe(204);
    expect((await person.get('/auth/change-email')).body).toEqual({ pending: null });
    expect((await verify(token)).body.error).toBe('token_invalid');
    expect(await auditActions(portal, person.me!.user.id)).toContain('user.call_off_email_change');
  });

  const ask = async (email: unknown, password: unknown = GOOD_PASSWORD) => {
    const person = await verified(portal, await portal.signUp());
    return { person, response: await person.post('/auth/change-email', { password, email }) };
  };

  it('takes effect once the new address is confirmed; the old one is notified both times', async () => {
    const next = 'Next.Address+1@example.test';
    const { person, response } = await ask(` ${next} `);
    expect([response.status, response.text]).toEqual([204, '']);
    expect((await mailsTo(portal, person.email))[0]!.subject).toBe(
      'A change to your email address was requested',
    );
    expect((await person.get('/auth/me')).body.user.email).toBe(person.email);
    expect((await person.get('/auth/change-email')).body.pending).toMatchObject({ email: next });
    const [token] = await tokensTo(portal, next, '/verify-email');
    expect((await verify(token)).body).toEqual({ ok: true });
    expect((await person.get('/auth/me')).body.user).toMatchObject({ email: next, email_verified: true });
    expect((await person.get('/auth/change-email')).body).toEqual({ pending: null });
    expect((await mailsTo(portal, person.email))[0]!.subject).toBe('Your email address was changed');
    expect((await signInWith(portal, next.toLowerCase(), GOOD_PASSWORD)).status).toBe(200);
    expect((await signInWith(portal, person.email, GOOD_PASSWORD)).status).toBe(401);
    expect((await verify(token)).body.error).toBe('token_consumed');
    expect(await auditActions(portal, person.me!.user.id)).toEqual(
      expect.arrayContaining(['user.request_email_change', 'user.change_email']),
    );
  });

  it("marks a wrong password, an invalid address and the user's own at their fields", async () => {
    expect((await ask('x1@example.test', 'not the password at all')).response.body.fields).toEqual({
      password: 'The password is not right.',
    });
    expect((await ask('no address')).response.body.fields).toEqual({ email: 'Enter a valid email address.' });
    const person = await verified(portal, await portal.signUp());
    const own = await person.post('/auth/change-email', {
      password: GOOD_PASSWORD,
      email: person.email.toUpperCase(),
    });
    expect([own.status, own.body.fields]).toEqual([422, { email: 'This is already your email address.' }]);
  });

  it("refuses someone else's address, at once and when it was taken in the meantime", async () => {
    const taken = await ask('PATIENT@demo.test');
    expect([taken.response.status, taken.response.body.error, taken.response.body.message]).toEqual([
      409,
      'email_in_use',
      'That email is already registered.',
    ]);
    const { person, response } = await ask('raced@example.test');
    expect(response.status).toBe(204);
    const [token] = await tokensTo(portal, 'raced@example.test', '/verify-email');
    await portal.signUp('raced@example.test');
    const late = await verify(token);
    expect([late.status, late.body.error]).toEqual([400, 'token_invalid']);
    expect((await person.get('/auth/me')).body.user.email).toBe(person.email);
  });

  it('invalidates the links that were sent to the old address', async () => {
    const person = await verified(portal, await portal.signUp());
    const old = await resetToken(portal, person.email);
    const [verification] = await tokensTo(portal, person.email, '/verify-email');
    await person.post('/auth/change-email', { password: GOOD_PASSWORD, email: 'elsewhere@example.test' });
    await verify((await tokensTo(portal, 'elsewhere@example.test', '/verify-email'))[0]);
    expect((await reset(portal, old)).body.error).toBe('invalid_token');
    expect((await verify(verification)).body.error).toBe('token_invalid');
  });

  it('is canceled by a new password, set by link or by the owner: someone who knew the old one may have requested it', async () => {
    const asked = async (next: string) => {
      const { person, response } = await ask(next);
      expect(response.status).toBe(204);
      return { person, token: (await tokensTo(portal, next, '/verify-email'))[0] };
    };
    const refused = async ({ person, token }: Awaited<ReturnType<typeof asked>>) => {
      const late = await verify(token);
      expect([late.status, late.body.error]).toEqual([400, 'token_invalid']);
      expect((await signInWith(portal, person.email, OTHER_PASSWORD)).status).toBe(200);
    };
    const byLink = await asked('taken.by.link@example.test');
    expect((await reset(portal, await resetToken(portal, byLink.person.email))).status).toBe(200);
    await refused(byLink);
    const byOwner = await asked('taken.by.owner@example.test');
    const change = { current_password: GOOD_PASSWORD, password: OTHER_PASSWORD };
    expect((await byOwner.person.post('/auth/change-password', change)).status).toBe(204);
    await refused(byOwner);
  });

  it('is canceled by a new password even if both are requested at the same moment', async () => {
    const person = await verified(portal, await portal.signUp());
    const { id } = person.me!.user;
    await portal.database.asSuperuser('BEGIN');
    await portal.database.asSuperuser('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [id]);
    const asked = person.post('/auth/change-email', { password: GOOD_PASSWORD, email: 'late@example.test' });
    // The change itself, and nothing else that needs the row.
    await blocked(portal, 1, 'session_epoch = $2 FOR UPDATE');
    await portal.database.asSuperuser('UPDATE users SET session_epoch = session_epoch + 1 WHERE id = $1', [
      id,
    ]);
    await portal.database.asSuperuser('COMMIT');
    const refused = await asked;
    expect([refused.status, refused.body.error]).toEqual([409, 'invalid_state']);
    expect(await mailsTo(portal, 'late@example.test')).toEqual([]);
  });

  it('sends at most five such emails an hour', async () => {
    await clearLimits(portal);
    const person = await verified(portal, await portal.signUp());
    const send = (i: number) =>
      person.post('/auth/change-email', { password: GOOD_PASSWORD, email: `bomb${i}@example.test` });
    for (let i = 0; i < 5; i++) expect((await send(i)).status).toBe(204);
    const sixth = await send(5);
    expect([sixth.status, sixth.body.error]).toEqual([429, 'too_many_requests']);
    expect(await mailsTo(portal, 'bomb5@example.test')).toEqual([]);
  });
});

describe('an address that no one has verified', () => {
  it('allows no second factor, no passkey and no change of address', async () => {
    const person = await portal.signUp();
    const password = GOOD_PASSWORD;
    for (const [path, body] of [
      ['/auth/mfa/setup', { password }],
      ['/auth/mfa/enable', { code: '123456' }],
      ['/auth/passkeys/options', { password }],
      ['/auth/passkeys', { name: 'Mine', response: {} }],
      ['/auth/change-email', { password, email: 'mine@example.test' }],
    ] as const) {
      const refused = await person.post(path, body);
      expect([path, refused.status, refused.body.error]).toEqual([path, 403, 'email_unverified']);
    }
    const [token] = await tokensTo(portal, person.email, '/verify-email');
    await verify(token);
    expect((await person.post('/auth/mfa/setup', { password })).status).toBe(200);
  });

  it('gives the account to the owner of the mailbox without what someone else set up', async () => {
    // Set up before, as earlier releases allowed.
    const { person } = await enrolled(portal);
    await portal.database.asSuperuser('UPDATE users SET email_verified_at = NULL WHERE id = $1', [
      person.me!.user.id,
    ]);
    await reset(portal, await resetToken(portal, person.email));
    const owner = await signInWith(portal, person.email, OTHER_PASSWORD);
    expect([owner.status, owner.body.user?.email_verified, owner.body.claims?.mfa_enabled]).toEqual([
      200,
      true,
      false,
    ]);
    expect((await person.get('/auth/me')).body.error).toBe('session_revoked');
  });

  it('holds what was entered, until the care team releases it', async () => {
    const stranger = await submitted(portal, { full_name: 'Victor Stranger' });
    const { email } = stranger.patient;
    await reset(portal, await resetToken(portal, email));
    const owner = await portal.signIn(email, OTHER_PASSWORD);
    expect(owner.me!.user.display_name).toBeNull();
    for (const path of ['/api/patient/profile', '/api/trt/intake', '/api/trt/dashboard', '/files/export.zip'])
      expect([path, (await owner.get(path)).text.includes('Victor')]).toEqual([path, false]);
    expect((await form(owner)).status).toBe('none');
    expect((await owner.get('/api/trt/dashboard')).body.held_since).toEqual(expect.any(String));

    const { provider, patientId, caseId } = stranger;
    const held = async () =>
      ((await provider.get('/api/provider/held-records')).body.records as HeldRecord[]).find(
        (r) => r.patient_id === patientId,
      );
    expect(await held()).toMatchObject({ name: 'Victor Stranger', email, begun_anew: false });
    expect((await provider.get('/api/provider/inbox')).body.held_records).toBe(1);
    expect((await provider.get(`/api/provider/patients/${patientId}`)).body.held_since).toEqual(
      expect.any(String),
    );
    const hold = await provider.post(`/api/trt/cases/${caseId}/hold`, {
      reason: 'Checking who this is',
      version: (await detail(stranger)).case.version,
    });
    expect([hold.status, hold.body.error]).toEqual([409, 'invalid_state']);

    const silent = await provider.post(`/api/provider/held-records/${patientId}/release`, { reason: 'ok' });
    expect([silent.status, Object.keys(silent.body.fields)]).toEqual([422, ['reason']]);
    const north = await portal.signIn('north@demo.test');
    expect((await north.post(`/api/provider/held-records/${patientId}/release`, BECAUSE)).status).toBe(404);
    expect((await provider.post(`/api/provider/held-records/${patientId}/release`, BECAUSE)).status).toBe(
      200,
    );
    expect(await held()).toBeUndefined();
    const [stored] = await portal.database.asSuperuser<{ release_reason_enc: string; reason: string }>(
      `SELECT p.release_reason_enc, (SELECT e.detail->>'reason_enc' FROM audit_events e
        WHERE e.action = 'patient.release' AND e.patient_id = p.id) AS reason FROM patients p WHERE p.id = $1`,
      [patientId],
    );
    expect(stored).toEqual({
      release_reason_enc: expect.stringMatching(/^v1:/),
      reason: expect.stringMatching(/^v1:/),
    });
    expect((await owner.get('/api/patient/profile')).body.summary.name).toBe('Victor Stranger');
    expect((await form(owner)).status).toBe('submitted');
    expect((await owner.get('/api/trt/dashboard')).body.held_since).toBeNull();
    expect((await provider.post(`/api/provider/held-records/${patientId}/release`, BECAUSE)).status).toBe(
      404,
    );
    const log = await owner.get('/api/patient/access-log');
    expect(log.text).toContain('Released what was entered before your email was verified');
  });

  it('holds a record with nothing but a lab report', async () => {
    const stranger = await portal.signUp();
    expect((await sendReport(stranger)).status).toBe(201);
    await reset(portal, await resetToken(portal, stranger.email));
    const owner = await portal.signIn(stranger.email, OTHER_PASSWORD);
    expect((await owner.get('/api/trt/dashboard')).body.held_since).toEqual(expect.any(String));
    expect((await owner.get('/api/lab-reports')).body.lab_reports).toEqual([]);
  });

  it('lets the owner start over: then the held record stays separate', async () => {
    const stranger = await submitted(portal);
    await reset(portal, await resetToken(portal, stranger.patient.email));
    const owner = await portal.signIn(stranger.patient.email, OTHER_PASSWORD);
    expect((await save(owner, { full_name: 'Oscar Owner' })).status).toBe(200);
    const late = await stranger.provider.post(
      `/api/provider/held-records/${stranger.patientId}/release`,
      BECAUSE,
    );
    expect([late.status, late.body.error]).toEqual([409, 'invalid_state']);
    expect((await form(owner)).data).toEqual({ full_name: 'Oscar Owner' });
  });

  it('keeps the second factor of a verified account through a reset', async () => {
    const { person } = await enrolled(portal);
    await reset(portal, await resetToken(portal, person.email));
    const body = (await signInWith(portal, person.email, OTHER_PASSWORD)).body;
    expect(body.mfa_required).toBe(true);
  });
});
