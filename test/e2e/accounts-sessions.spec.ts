import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { OwnSession, SessionsResponse } from '../../common/api/index.js';
import { Sessions } from '../../server/accounts/sessions/sessions.service.js';
import type { Config } from '../../server/config/config.js';
import { CONFIG } from '../../server/config/config.module.js';
import { scanRoutes } from '../../server/platform/access/route-scan.js';
import { errorCode } from '../support/error-code.js';
import {
  ageProof,
  auditActions,
  codeOf,
  enrolled,
  forgetCounter,
  mailsTo,
  OTHER_PASSWORD,
  pending,
  setPolicy,
  verified,
  wrongCodeOf,
} from '../support/accounts.js';
import { generate, ready, submitted } from '../support/care.js';
import { GOOD_PASSWORD, type Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

jest.setTimeout(30_000);
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const sessionsOf = async (person: Person): Promise<OwnSession[]> =>
  ((await person.get('/auth/sessions')).body as SessionsResponse).sessions;
const isDead = async (person: Person) =>
  expect((await person.get('/auth/me')).body.error).toBe('session_revoked');
const isAlive = async (person: Person) => expect((await person.get('/auth/me')).status).toBe(200);

describe('the list of your own sessions', () => {
  it("contains this user's active sessions and marks the current one, without tokens", async () => {
    const person = await portal.signUp();
    await portal
      .anonymous()
      .post('/auth/login', { email: person.email, password: GOOD_PASSWORD }, { 'user-agent': 'Phone' });
    const gone = await portal.signIn(person.email, GOOD_PASSWORD);
    await gone.post('/auth/logout');
    const list = await sessionsOf(person);
    expect(list).toHaveLength(2);
    expect(list.map((s) => s.user_agent)).toContain('Phone');
    expect(list.filter((s) => s.current)).toHaveLength(1);
    for (const session of list) {
      expect(Object.keys(session).sort()).toEqual([
        'created_at',
        'current',
        'id',
        'last_seen_at',
        'user_agent',
      ]);
      expect(session.last_seen_at).toMatch(/Z$/);
    }
    expect(JSON.stringify(list)).not.toContain(person.token);
  });

  it('holds at most ten: the oldest is dropped', async () => {
    const first = await portal.signUp();
    const others: Person[] = [];
    for (let i = 0; i < 10; i++) others.push(await portal.signIn(first.email, GOOD_PASSWORD));
    await isDead(first);
    await isAlive(others[0]!);
    expect(await sessionsOf(others[9]!)).toHaveLength(10);
  });
});

describe('ending sessions', () => {
  it('ends the named one at once, and no other', async () => {
    const person = await portal.signUp();
    const other = await portal.signIn(person.email, GOOD_PASSWORD);
    const { id } = (await sessionsOf(person)).find((s) => !s.current)!;
    expect((await person.request('DELETE', `/auth/sessions/${id}`)).status).toBe(204);
    await isDead(other);
    await isAlive(person);
    const again = await person.request('DELETE', `/auth/sessions/${id}`);
    expect([again.status, again.body.error]).toEqual([404, 'not_found']);
  });

  it("returns the same 404 for someone else's, an absent one and an invalid id", async () => {
    const [person, stranger] = [await portal.signUp(), await portal.signUp()];
    const [foreign] = await sessionsOf(stranger);
    const answers = await Promise.all(
      [foreign!.id, randomUUID(), 'x'].map((id) => person.request('DELETE', `/auth/sessions/${id}`)),
    );
    for (const { status, body } of answers) {
      expect([status, { ...body, request_id: '' }]).toEqual([404, { ...answers[0]!.body, request_id: '' }]);
    }
    await isAlive(stranger);
  });

  it('ends all others and keeps this one', async () => {
    const person = await portal.signUp();
    const others = [
      await portal.signIn(person.email, GOOD_PASSWORD),
      await portal.signIn(person.email, GOOD_PASSWORD),
    ];
    expect((await person.post('/auth/sessions/revoke-others', {})).status).toBe(204);
    for (const other of others) await isDead(other);
    await isAlive(person);
    expect(await auditActions(portal, person.me!.user.id)).toContain('session.end_others');
  });
});

describe('signing in again in the same browser', () => {
  it("ends the browser's previous session, even another user's", async () => {
    const [first, second] = [await portal.signUp(), await portal.signUp()];
    for (const next of [first.email, second.email]) {
      const old = first.twin();
      await first.signIn(next, GOOD_PASSWORD);
      await isDead(old);
      await isAlive(first);
    }
    await isAlive(second);
  });
});

describe('a device that was never used before', () => {
  it('is reported by email once; the sign-up and a known device are not', async () => {
    const person = await portal.signUp();
    const told = async () =>
      (await mailsTo(portal, person.email)).filter((m) => m.subject === 'New sign-in to your account').length;
    await person.signIn(person.email, GOOD_PASSWORD);
    expect(await told()).toBe(0);
    const other = await portal.signIn(person.email, GOOD_PASSWORD);
    expect(await told()).toBe(1);
    await other.signIn(person.email, GOOD_PASSWORD);
    expect(await told()).toBe(1);
  });
});

describe('proving your identity again', () => {
  it('accepts the password, with a new token; the old one is invalid', async () => {
    const person = await portal.signUp();
    const old = person.twin();
    await ageProof(portal, person, 11);
    const response = await person.post('/auth/reauth', { password: GOOD_PASSWORD });
    expect([response.status, response.text]).toEqual([204, '']);
    await isAlive(person);
    expect((await old.get('/auth/me')).body.error).toBe('not_authenticated');
    const [row] = await portal.database.asSuperuser<{ fresh: boolean }>(
      `SELECT auth_at > now() - interval '5 seconds' AS fresh FROM sessions WHERE user_id = $1`,
      [person.me!.user.id],
    );
    expect(row!.fresh).toBe(true);
  });

  it('accepts a code from the authenticator app', async () => {
    const { person, secret } = await enrolled(portal);
    const wrong = await person.post('/auth/reauth', { code: wrongCodeOf(secret) });
    expect([wrong.status, wrong.body.fields]).toEqual([422, { code: 'That code isn’t right.' }]);
    expect((await person.post('/auth/reauth', { code: codeOf(secret) })).status).toBe(204);
    await isAlive(person);
  });

  it('asks an account with a second factor for that: the password alone proves nothing', async () => {
    const { person, secret } = await enrolled(portal);
    const renew = async () => (await person.post('/auth/passkeys', {})).body.error;
    await ageProof(portal, person, 11);
    expect(await renew()).toBe('reauth_required');
    const alone = await person.post('/auth/reauth', { password: GOOD_PASSWORD });
    expect([alone.status, Object.keys(alone.body.fields ?? {})]).toEqual([422, ['password']]);
    // A new password is proof for the password only.
    const next = { current_password: GOOD_PASSWORD, password: 'Another-long-one-2026!' };
    expect((await person.post('/auth/change-password', next)).status).toBe(204);
    expect(await renew()).toBe('reauth_required');
    expect((await person.post('/auth/reauth', { code: codeOf(secret) })).status).toBe(204);
    expect(await renew()).not.toBe('reauth_required');
  });

  it('rejects a wrong password at its field, never with 401, and neither or both of them', async () => {
    const person = await portal.signUp();
    const wrong = await person.post('/auth/reauth', { password: 'not the password at all' });
    expect([wrong.status, wrong.body.fields]).toEqual([422, { password: 'The password is not right.' }]);
    for (const body of [{}, { password: GOOD_PASSWORD, code: '123456' }]) {
      expect((await person.post('/auth/reauth', body)).status).toBe(422);
    }
    await isAlive(person);
  });

  it('keeps its owner waiting in no other session, who is told of five wrong passwords once', async () => {
    const person = await portal.signUp();
    const owner = await portal.signIn(person.email, GOOD_PASSWORD);
    for (let i = 0; i < 5; i++) await person.post('/auth/reauth', { password: 'not the password at all' });
    const changes = { current_password: GOOD_PASSWORD, password: OTHER_PASSWORD };
    const answers = [
      await person.post('/auth/reauth', { password: GOOD_PASSWORD }),
      await person.post('/auth/change-password', changes),
      await owner.post('/auth/reauth', { password: GOOD_PASSWORD }),
      await owner.post('/auth/change-password', changes),
    ];
    expect(answers.map(({ status }) => status)).toEqual([429, 429, 204, 204]);
    const subjects = (await mailsTo(portal, person.email)).map(({ subject }) => subject);
    expect(subjects.filter((one) => one.startsWith('Wrong passwords'))).toHaveLength(1);
  });

  it('cannot be exhausted by a stolen session: five wrong passwords, then a wait, even for the right one', async () => {
    const person = await portal.signUp();
    for (let i = 0; i < 5; i++) {
      // An idempotency key must not undo the count.
      const wrong = await person.post(
        '/auth/reauth',
        { password: `wrong password ${i}` },
        { 'idempotency-key': `k${i}` },
      );
      expect(wrong.status).toBe(422);
    }
    const sixth = await person.post('/auth/reauth', { password: GOOD_PASSWORD });
    expect([sixth.status, sixth.body.error]).toEqual([429, 'too_many_requests']);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(25);
    expect(
      (await portal.anonymous().post('/auth/login', { email: person.email, password: GOOD_PASSWORD })).status,
    ).toBe(200);
  });
});

describe('acts that need recent proof', () => {
  it('return 403 reauth_required eleven minutes later, and succeed after it', async () => {
    const person = await verified(portal, await portal.signUp());
    const { secret } = (await person.post('/auth/mfa/setup', { password: GOOD_PASSWORD })).body as {
      secret: string;
    };
    await ageProof(portal, person, 11);
    const late = await person.post('/auth/mfa/enable', { code: codeOf(secret) });
    expect([late.status, late.body.error]).toEqual([403, 'reauth_required']);
    await ageProof(portal, person, 9);
    expect((await person.post('/auth/mfa/enable', { code: codeOf(secret) })).status).toBe(200);
  });

  it('include approving, sending, filling and releasing where the organization requires it', async () => {
    const treated = await ready(await submitted(portal));
    const { body } = await generate(treated.patient);
    const approve = () =>
      treated.provider.post('/api/trt/provider/plans/approve', {
        plan_id: body.plan!.id,
        version: body.plan!.version,
      });
    const approveAll = () =>
      treated.provider.post('/api/trt/provider/plans/approve-unflagged', { dry_run: true });
    await setPolicy(portal, 'step_up_for_prescribing', true);
    await ageProof(portal, treated.provider, 11);
    const releasing = [
      `prescriptions/${randomUUID()}/transition`,
      `prescriptions/${randomUUID()}/release`,
      `prescriptions/${randomUUID()}/dispenses`,
      `prescriptions/${randomUUID()}/pharmacy-orders`,
      `pharmacy-orders/${randomUUID()}/confirm`,
      `refill-requests/${randomUUID()}`,
      `cases/${randomUUID()}/resume`,
    ].map((path) => () => treated.provider.post(`/api/trt/${path}`, {}));
    const propose = (query = '') =>
      treated.provider.post(`/api/trt/cases/${treated.caseId}/titrate${query}`, {
        formulation: 'testosterone_cypionate_im',
        dose: 80,
        frequency: 'once_weekly',
        route: 'intramuscular',
      });
    expect((await propose('?simulate=true')).status).not.toBe(403);
    for (const act of [approve, approveAll, propose, ...releasing]) {
      const refused = await act();
      expect([refused.status, refused.body.error]).toEqual([403, 'reauth_required']);
    }
    // What stops a treatment never waits for a password.
    for (const path of [`prescriptions/${randomUUID()}/hold`, `cases/${randomUUID()}/hold`])
      expect((await treated.provider.post(`/api/trt/${path}`, {})).status).not.toBe(403);
    await setPolicy(portal, 'step_up_for_prescribing', false);
    expect((await approveAll()).status).toBe(200);
    await setPolicy(portal, 'step_up_for_prescribing', true);
    expect((await treated.provider.post('/auth/reauth', { password: 'Trt-demo-2026!pass' })).status).toBe(
      204,
    );
    expect((await approve()).status).toBe(200);
    await setPolicy(portal, 'step_up_for_prescribing', false);
  });
});

describe('an organization that requires a second factor of its staff', () => {
  it('lets staff without one only enroll, and do everything once they have', async () => {
    await setPolicy(portal, 'mfa_required_for_staff', true, 'North Clinic');
    const north = await portal.signIn('north@demo.test');
    const closed = scanRoutes(portal.app).filter(
      ({ route, access }) =>
        access !== 'public' &&
        (access === 'any role' || access.includes('provider')) &&
        !/ \/auth\/(me|sessions|passkeys|reauth|mfa($|\/setup|\/enable))/.test(route),
    );
    expect(closed.length).toBeGreaterThan(10);
    for (const { route } of closed) {
      const [method = '', path = ''] = route.split(' ');
      const response = await north.request(
        method,
        path.replace(/:\w+/g, randomUUID()),
        method === 'GET' ? undefined : {},
      );
      expect([route, response.status, errorCode(response)]).toEqual([route, 403, 'mfa_enrollment_required']);
    }
    for (const path of ['/auth/me', '/auth/sessions', '/auth/mfa'])
      expect((await north.get(path)).status).toBe(200);
    const { secret } = await enrolled(portal, north, 'Trt-demo-2026!pass');
    expect((await north.get('/api/trt/cases')).status).toBe(200);
    await forgetCounter(portal, north);
    const again = await pending(portal, 'north@demo.test', 'Trt-demo-2026!pass');
    expect((await again.verify(codeOf(secret))).status).toBe(200);
    expect((await again.browser.get('/api/trt/cases')).status).toBe(200);
    await setPolicy(portal, 'mfa_required_for_staff', false, 'North Clinic');
  });

  it('requires nothing of its patients', async () => {
    const patient = await portal.signIn('northpatient@demo.test');
    expect((await patient.get('/api/trt/dashboard')).status).toBe(200);
  });

  it('rejects a role the user does not hold and a forged cookie', async () => {
    const person = await portal.signUp();
    const before = await person.get('/api/trt/dashboard');
    person.plant('active_role', 'system_admin');
    expect((await person.get('/api/trt/dashboard')).body).toMatchObject({
      intake_status: before.body.intake_status,
    });
    expect((await person.get('/api/trt/cases')).status).toBe(403);
    expect((await person.post('/auth/role', { role: 'provider' })).body.detail).toBe('role_not_held');
  });
});

describe('a system-wide administrator', () => {
  const ORGANISATION = 'North Clinic';

  it('may only enroll while any organization they administer requires a second factor', async () => {
    const admin = await portal.signIn('admin@demo.test');
    const north = (await admin.get('/api/admin/organisations')).body.organisations.find(
      (o: { name: string }) => o.name === ORGANISATION,
    );
    for (const path of ['/api/trt/cases', `/api/trt/cases?org_id=${north.id}`]) {
      await setPolicy(portal, 'mfa_required_for_staff', false, ORGANISATION);
      expect((await admin.get(path)).status).toBe(200);
      await setPolicy(portal, 'mfa_required_for_staff', true, ORGANISATION);
      const refused = await admin.get(path);
      expect([refused.status, refused.body.error]).toEqual([403, 'mfa_enrollment_required']);
    }
    expect((await admin.get('/auth/mfa')).status).toBe(200);
    await setPolicy(portal, 'mfa_required_for_staff', false, ORGANISATION);
  });

  it('needs a second factor in production, whatever the organizations require', async () => {
    const admin = await portal.signIn('admin@demo.test');
    const orgAdmin = await portal.signIn('orgadmin@demo.test');
    const sessions = portal.app.get(Sessions);
    const config = portal.app.get<Config>(CONFIG);
    Object.assign(sessions, { config: { ...config, production: true } });
    try {
      expect((await admin.get('/api/admin/users')).body.error).toBe('mfa_enrollment_required');
      expect((await admin.get('/auth/mfa')).status).toBe(200);
      expect((await orgAdmin.get('/api/admin/users')).status).toBe(200);
    } finally {
      Object.assign(sessions, { config });
    }
  });

  it('needs fresh proof before clinical acts if any organization requires it', async () => {
    const admin = await portal.signIn('admin@demo.test');
    await ageProof(portal, admin, 11);
    const look = () => admin.post('/api/trt/provider/plans/approve-unflagged', { dry_run: true });
    expect((await look()).status).toBe(200);
    await setPolicy(portal, 'step_up_for_prescribing', true, ORGANISATION);
    expect((await look()).body.error).toBe('reauth_required');
    await ageProof(portal, admin, 1);
    expect((await look()).status).toBe(200);
    await setPolicy(portal, 'step_up_for_prescribing', false, ORGANISATION);
  });
});

describe('administrative actions', () => {
  it('each need recent proof, and change nothing without it', async () => {
    const admin = await portal.signIn('orgadmin@demo.test');
    const orgId = admin.me!.claims.org_id!;
    const acts: [method: string, path: string, body?: object][] = [
      ['PATCH', `/api/admin/organisations/${orgId}`, { policies: { step_up_for_prescribing: true } }],
      ['POST', '/api/admin/organisations', { name: 'Late Clinic' }],
      [
        'POST',
        '/api/admin/users/invite',
        { email: 'late@example.test', roles: ['system_admin'], org_id: orgId },
      ],
      ...['invite', 'reset-mfa', 'end-sessions'].map((act): [string, string, object] => [
        'POST',
        `/api/admin/users/${randomUUID()}/${act}`,
        {},
      ]),
      ['PATCH', `/api/admin/users/${randomUUID()}`, { roles: ['provider'] }],
      ['POST', `/api/admin/mails/${randomUUID()}/retry`, {}],
      ['POST', `/api/admin/webhook-deliveries/${randomUUID()}/replay`, {}],
      ['GET', '/files/audit.csv'],
    ];
    await ageProof(portal, admin, 11);
    for (const [method, path, body] of acts) {
      const response = await admin.request(method, path, body);
      const expected = path === '/api/admin/organisations' ? 'forbidden' : 'reauth_required';
      expect([path, response.status, response.body.error]).toEqual([path, 403, expected]);
    }
    expect((await admin.get('/api/admin/users')).status).toBe(200);
    expect((await admin.post('/auth/reauth', { password: 'Trt-demo-2026!pass' })).status).toBe(204);
    expect((await admin.get('/files/audit.csv')).status).toBe(200);
  });
});
