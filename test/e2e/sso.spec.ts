import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { MfaRequiredResponse, SsoSettingsResponse } from '../../common/api/index.js';
import { UsersRepository } from '../../server/accounts/users/users.repository.js';
import { DEMO_PASSWORD, DEMO_TOTP_SECRET } from '../../server/demo/demo-people.js';
import {
  ageProof,
  auditActions,
  codeOf,
  mailsTo,
  OTHER_PASSWORD,
  reset,
  setPolicy,
  tokensTo,
} from '../support/accounts.js';
import { startFakeIssuer, type FakeIssuer, type Told } from '../support/fake-issuer.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { startRealIssuer, walkThrough, type RealIssuer } from '../support/real-issuer.js';
import { until } from '../support/until.js';

jest.setTimeout(30_000);
const CLIENT = 'portal';
const SECRET = 'a-secret-of-the-provider';
const PROVIDER = 'provider@demo.test';
let portal: TestPortal;
let fake: FakeIssuer;
let real: RealIssuer;
let admin: Person;
let orgId: string;

/** As browsers mark a navigation that a page of the portal began. */
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

const settings = (more: object = {}) => ({
  issuer: fake.issuer,
  client_id: CLIENT,
  client_secret: SECRET,
  email_domains: ['demo.test'],
  required: false,
  ...more,
});
const tried = () => portal.database.asSuperuser('UPDATE sso_connections SET tried_at = now()');
const connect = (more: object = {}, person = admin, org = orgId) =>
  person.request('PUT', `/api/admin/organisations/${org}/sso`, settings(more));

beforeAll(async () => {
  portal = await startPortal('demo');
  fake = await startFakeIssuer(CLIENT);
  real = await startRealIssuer({ id: CLIENT, secret: SECRET, portal: portal.base });
  admin = await portal.signIn('orgadmin@demo.test');
  orgId = admin.me!.claims.org_id!;
});
afterAll(async () => {
  await Promise.all([portal.close(), fake.close(), real.close()]);
});
beforeEach(async () => {
  await portal.database.asSuperuser('DELETE FROM sso_links');
  expect((await connect()).status).toBe(200);
  await tried();
});

interface Begun {
  browser: Person;
  state: string;
  nonce: string;
}

async function begin(browser = portal.anonymous(), email = PROVIDER): Promise<Begun> {
  const { status, headers } = await browser.get(
    `/auth/sso/start?email=${encodeURIComponent(email)}`,
    OWN_PAGE,
  );
  expect(status).toBe(302);
  const asked = new URL(headers['location']!).searchParams;
  expect(asked.get('code_challenge_method')).toBe('S256');
  return { browser, state: asked.get('state')!, nonce: asked.get('nonce')! };
}

const back = (browser: Person, state: string, code: string) =>
  browser.get(`/auth/sso/callback?code=${code}&state=${state}`);

const truth = (more: Told = {}): Told => ({ email: PROVIDER, email_verified: true, ...more });

/** A complete sign-in with the provider's given claims. */
async function signInWith(claims: Told, how?: { foreignKey?: boolean }, browser?: Person) {
  const begun = await begin(browser);
  const code = fake.tell({ nonce: begun.nonce, ...claims }, how);
  const response = await back(begun.browser, begun.state, code);
  return { ...begun, code, response, to: response.headers['location'] };
}

/** What the sign-in page is handed for the second step. */
const pendingOf = (to: string | undefined): MfaRequiredResponse => {
  const [page, step = ''] = to!.split('#second-step=');
  expect(page).toBe('/login');
  return JSON.parse(Buffer.from(step, 'base64url').toString()) as MfaRequiredResponse;
};

const whoIs = async (browser: Person): Promise<string | number> => {
  const { status, body } = await browser.get('/auth/me');
  return status === 200 ? body.user.email : status;
};

const lastRefusal = async () =>
  (
    await portal.database.asSuperuser<{ why: string }>(
      `SELECT detail->>'why' AS why FROM audit_events WHERE action = 'session.refuse' AND detail->>'by' = 'sso' ORDER BY seq DESC LIMIT 1`,
    )
  )[0]?.why;

describe('the connection of an organization', () => {
  it('is set with fresh proof, audited, and never returns its secret', async () => {
    const read = await admin.get(`/api/admin/organisations/${orgId}/sso`);
    const body = read.body as SsoSettingsResponse;
    expect(body).toMatchObject({
      callback_url: `${portal.base}/auth/sso/callback`,
      sso: { issuer: fake.issuer, client_id: CLIENT, email_domains: ['demo.test'], required: false },
    });
    expect(read.text).not.toContain(SECRET);
    const [row] = await portal.database.asSuperuser<{ client_secret_enc: string }>(
      'SELECT client_secret_enc FROM sso_connections',
    );
    expect(row!.client_secret_enc).toMatch(/^v1:/);
    expect(await auditActions(portal, admin.me!.user.id)).toContain('organisation.set_sso');
    await ageProof(portal, admin, 11);
    expect((await connect()).body.error).toBe('reauth_required');
    admin = await portal.signIn('orgadmin@demo.test');
  });

  it('sends the secret only to the provider it was meant for', async () => {
    const { client_secret: _, ...kept } = settings({ required: false });
    const url = `/api/admin/organisations/${orgId}/sso`;
    expect((await admin.request('PUT', url, kept)).status).toBe(200);
    const moved = await admin.request('PUT', url, { ...kept, issuer: real.issuer });
    expect([moved.status, Object.keys(moved.body.fields)]).toEqual([422, ['client_secret']]);
  });

  it('that is set, changed or removed is told to every administrator, once each', async () => {
    const url = `/api/admin/organisations/${orgId}/sso`;
    const told = async (email: string) =>
      (await mailsTo(portal, email)).filter(({ subject }) => subject.startsWith('Single sign-on of'));
    const before = (await told('orgadmin@demo.test')).length;
    expect((await connect()).status).toBe(200);
    expect((await connect({ client_id: 'another' })).status).toBe(200);
    expect((await admin.request('DELETE', url)).status).toBe(204);
    expect((await connect()).status).toBe(200);
    const mails = (await told('orgadmin@demo.test')).slice(0, -before || undefined);
    expect(mails.map(({ subject }) => subject.split(' ').slice(5).join(' '))).toEqual([
      'was set up',
      'was removed',
      'was changed',
      'was saved',
    ]);
    expect(mails[3]!.text).toContain('Omar Haddad saved it as it was.');
    expect(mails[3]!.text).toContain('trusted as long as Omar Haddad is an administrator');
    expect(mails[0]!.text).toContain(`addresses at demo.test sign in through ${fake.issuer},`);
    for (const email of ['north@demo.test', PROVIDER]) expect(await told(email)).toEqual([]);
  });

  it.each([
    ['disabled', { status: 'disabled' }],
    ['without the role', { roles: ['provider'] }],
  ])('is paused while its maker is %s, until another administrator saves it', async (_, change) => {
    const maker = 'eve@demo.test';
    await portal.database.asSuperuser(
      `INSERT INTO users (id, org_id, email, email_verified_at, password_hash, roles) SELECT gen_random_uuid(), org_id, $1, now(), password_hash, roles
        FROM users WHERE email = 'orgadmin@demo.test' ON CONFLICT DO NOTHING`,
      [maker],
    );
    await portal.database.asSuperuser(
      `UPDATE users SET status = 'active', roles = '{system_admin}' WHERE email = $1`,
      [maker],
    );
    const eve = await portal.signIn(maker);
    expect((await connect({}, eve)).status).toBe(200);
    await tried();
    expect((await connect({ required: true }, eve)).status).toBe(200);
    const open = await begin();
    const inside = await signInWith(truth());
    const step = await signInWith(truth({ sub: 'mfa', email: 'mfa@demo.test' }));
    expect(await whoIs(inside.browser)).toBe(PROVIDER);
    const paused = await admin.patch(`/api/admin/users/${eve.me!.user.id}`, change);
    expect(paused.status).toBe(200);
    const late = await back(open.browser, open.state, fake.tell({ nonce: open.nonce, ...truth() }));
    expect([late.headers['location'], await whoIs(open.browser)]).toEqual(['/login?sso=expired', 401]);
    // Also what the provider had opened before.
    expect(await whoIs(inside.browser)).toBe(401);
    const { session_id, session_token } = pendingOf(step.to);
    const code = codeOf(DEMO_TOTP_SECRET);
    await portal.database.asSuperuser('UPDATE totp_credentials SET last_counter = 0');
    expect((await step.browser.post('/auth/mfa/verify', { session_id, session_token, code })).status).toBe(
      401,
    );
    const offer = async () => (await portal.anonymous().get(`/auth/sso?email=${PROVIDER}`)).body;
    expect(await offer()).toEqual({ available: false, required: false, organisation: null });
    const start = await portal.anonymous().get(`/auth/sso/start?email=${PROVIDER}`, OWN_PAGE);
    expect(start.headers['location']).toBe('/login?sso=refused');
    expect((await portal.signIn(PROVIDER)).me!.user.email).toBe(PROVIDER);
    const [mail] = await mailsTo(portal, 'orgadmin@demo.test');
    expect([mail!.subject, mail!.text.includes(maker)]).toEqual([
      'Single sign-on of your organization is paused',
      true,
    ]);
    expect((await admin.get(`/api/admin/organisations/${orgId}/sso`)).body.sso.paused_at).not.toBeNull();
    expect((await connect()).body.sso.paused_at).toBeNull();
    const [resumed] = await mailsTo(portal, 'orgadmin@demo.test');
    expect(resumed!.subject).toBe('Single sign-on of your organization is active again');
    expect((await signInWith(truth())).to).toBe('/login');
  });

  it('is paused also for a second step that is proven in that moment', async () => {
    const { browser, to } = await signInWith(truth({ sub: 'mfa', email: 'mfa@demo.test' }));
    const { session_id, session_token } = pendingOf(to);
    await portal.database.asSuperuser('UPDATE totp_credentials SET last_counter = 0');
    const users = portal.app.get(UsersRepository);
    const find = users.findById.bind(users);
    // The code is used up, the session not yet opened.
    const spy = jest.spyOn(users, 'findById').mockImplementationOnce(async (id) => {
      await portal.database.asSuperuser('UPDATE sso_connections SET paused_at = now()');
      return find(id);
    });
    const code = codeOf(DEMO_TOTP_SECRET);
    const late = await browser.post('/auth/mfa/verify', { session_id, session_token, code });
    spy.mockRestore();
    await portal.database.asSuperuser('UPDATE totp_credentials SET last_counter = 0');
    expect([late.status, await whoIs(browser)]).toEqual([401, 401]);
  });

  it.each([
    ['set', 'disabled', { status: 'disabled' }],
    ['resumed', 'demoted', { roles: ['provider'] }],
  ])('is not %s by a call that waits for the provider while who made it is %s', async (_, name, change) => {
    const { email } = (
      await admin.post('/api/admin/users/invite', {
        email: `eve-${name}@demo.test`,
        roles: ['system_admin', 'provider'],
        org_id: orgId,
      })
    ).body as { email: string };
    const [token] = await tokensTo(portal, email, '/reset-password');
    await reset(portal, token!);
    const eve = await portal.signIn(email, OTHER_PASSWORD);
    await portal.database.asSuperuser('UPDATE sso_connections SET paused_at = now()');
    const state = () => portal.database.asSuperuser('SELECT set_by, version, paused_at FROM sso_connections');
    const before = await state();
    const asked = fake.asked.length;
    const goOn = fake.hold();
    const saving = connect({ client_id: CLIENT }, eve);
    await sleep(300);
    expect((await admin.patch(`/api/admin/users/${eve.me!.user.id}`, change)).status).toBe(200);
    goOn();
    const { status, body } = await saving;
    expect([status, body.error, fake.asked.length > asked]).toEqual([401, 'session_revoked', true]);
    expect(await state()).toEqual(before);
    expect(await auditActions(portal, eve.me!.user.id)).not.toContain('organisation.set_sso');
  });

  describe('in a session that was opened through it', () => {
    const ADMIN = 'orgadmin@demo.test';
    const url = () => `/api/admin/organisations/${orgId}/sso`;
    const through = async () =>
      (await signInWith(truth({ sub: 'lie', email: ADMIN, auth_time: Math.floor(Date.now() / 1000) })))
        .browser;
    const known = async () =>
      (
        await portal.database.asSuperuser<{ set_by: string; version: number; paused: boolean }>(
          'SELECT set_by, version, paused_at IS NOT NULL AS paused FROM sso_connections',
        )
      )[0]!;
    const subjects = async () => (await mailsTo(portal, ADMIN)).map(({ subject }) => subject);

    it('is not saved, tried or removed, however fresh the sign-in; a password does it', async () => {
      await portal.database.asSuperuser(
        `UPDATE sso_connections SET set_by = (SELECT id FROM users WHERE email = 'multi@demo.test')`,
      );
      const before = await known();
      const browser = await through();
      const { client_secret: _, ...kept } = settings();
      const answers = [
        await browser.request('PUT', url(), kept),
        await browser.request('PUT', url(), settings({ client_id: 'another' })),
        await browser.post(`${url()}/try`),
        await browser.request('DELETE', url()),
      ];
      expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
        answers.map(() => [403, 'forbidden']),
      );
      expect(answers[0]!.body.message).toContain('Sign in with your password');
      await portal.database.asSuperuser('UPDATE sso_connections SET paused_at = now()');
      expect((await browser.request('PUT', url(), kept)).status).toBe(403);
      expect(await known()).toEqual({ ...before, paused: true });
      const refused = await portal.database.asSuperuser(
        `SELECT 1 FROM audit_events WHERE action = 'organisation.set_sso' AND outcome = 'denied' AND detail->>'why' = 'signed_in_through_it'`,
      );
      expect(refused).toHaveLength(5);
      expect((await connect()).status).toBe(200);
      expect((await known()).set_by).toBe(admin.me!.user.id);
    });

    it('is told before anything is typed that it cannot be saved', async () => {
      const told = async (by: Person) => ((await by.get(url())).body as SsoSettingsResponse).only;
      const browser = await through();
      expect([await told(browser), await told(admin)]).toEqual(['nothing', null]);
      expect((await connect({ required: true })).status).toBe(200);
      const inside = await through();
      expect([await told(inside), await told(admin)]).toEqual(['renewal', null]);
      expect((await connect({ required: false }, inside)).body).toMatchObject({ only: 'nothing' });
    });

    it('makes no staff, no key and verifies no license, unless with a second factor of one’s own that is a day old', async () => {
      const codes = async (by: Person, name: string) => {
        const provider = { email: `${name}-p@demo.test`, roles: ['provider'], org_id: orgId };
        const answers = [
          await by.post('/api/admin/users/invite', provider),
          await by.post('/api/admin/users/invite', {
            ...provider,
            email: `${name}-a@demo.test`,
            roles: ['provider', 'system_admin'],
          }),
        ];
        const patient = await portal.anonymous().signUp(`${name}-q@demo.test`);
        const { id } = patient.me!.user;
        for (const roles of [
          ['provider', 'patient'],
          ['provider', 'patient', 'system_admin'],
        ])
          answers.push(await by.patch(`/api/admin/users/${id}`, { roles }));
        answers.push(await by.post('/api/admin/api-keys', { name: `Of ${name}`, scopes: ['team.read'] }));
        const licenses = `/api/admin/users/${elena!.id}/licenses`;
        const license = { state: 'WY', number: 'WY-20417', type: 'MD', expires_on: '2028-01-01' };
        answers.push(await by.post(licenses, license));
        const { body: added } = await admin.post(licenses, license);
        answers.push(await by.post(`${licenses}/${(added as { id: string }).id}/verify`));
        answers.push(
          await by.post('/api/admin/webhooks', {
            url: `https://${name}.example.org/hook`,
            events: ['plan.approved'],
          }),
          await by.post('/api/admin/pharmacies', {
            name: `${name} Street Pharmacy`,
            channel: 'fax',
            fax: `212-555-${String(1000 + name.length).slice(-4)}`,
            other_confirmed: true,
          }),
          await by.patch(`/api/admin/organisations/${orgId}`, { phone: '212-555-0187' }),
        );
        return answers.map(({ status, body }) => (status < 300 ? status : [body.error, body.detail]));
      };
      const [elena] = await portal.database.asSuperuser<{ id: string }>(
        `SELECT id FROM users WHERE email = '${PROVIDER}'`,
      );
      const refused = ['forbidden', 'own_second_factor'];
      const all = Array.from({ length: 10 }, () => refused);
      const done = [201, 201, 200, 200, 201, 201, 200, 201, 201, 200];
      expect(await codes(await through(), 'none')).toEqual(all);
      const kept = await portal.database.asSuperuser(
        `SELECT u.email, u.roles FROM users u WHERE u.email LIKE 'none-%'`,
      );
      expect(kept).toEqual([{ email: 'none-q@demo.test', roles: ['patient'] }]);
      const lines = await portal.database.asSuperuser(
        `SELECT action FROM audit_events WHERE outcome = 'denied' AND detail->>'why' = 'signed_in_through_sso' ORDER BY seq`,
      );
      expect(lines.map(({ action }) => action)).toEqual([
        'user.invite',
        'user.invite',
        'user.update',
        'user.update',
        'api_key.create',
        'access.deny',
        'license.verify',
        'access.deny',
        'access.deny',
        'access.deny',
      ]);
      expect(await codes(admin, 'password')).toEqual(done);

      const role = (roles: string) =>
        portal.database.asSuperuser(`UPDATE users SET roles = $1 WHERE email = 'mfa@demo.test'`, [roles]);
      const setUp = (when: string) =>
        portal.database.asSuperuser(
          `UPDATE totp_credentials SET last_counter = 0, confirmed_at = now() - $1::interval`,
          [when],
        );
      await role('{provider,system_admin}');
      await setUp('23 hours');
      const step = await signInWith(truth({ sub: 'mfa', email: 'mfa@demo.test' }));
      const { session_id, session_token } = pendingOf(step.to);
      const code = codeOf(DEMO_TOTP_SECRET);
      await step.browser.post('/auth/mfa/verify', { session_id, session_token, code });
      expect(await codes(step.browser, 'new')).toEqual(all);
      await setUp('25 hours');
      expect(await codes(step.browser, 'old')).toEqual(done);
      await portal.database.asSuperuser(`UPDATE sessions SET mfa_at = now() - interval '11 minutes'`);
      const { body } = await step.browser.post('/api/admin/users/invite', {
        email: 'late@demo.test',
        roles: ['system_admin'],
        org_id: orgId,
      });
      expect(body.error).toBe('reauth_required');
      await role('{provider}');
      await portal.database.asSuperuser(`DELETE FROM email_tokens WHERE kind = 'invite'`);
      await portal.database.asSuperuser(
        `UPDATE users SET status = 'disabled' WHERE email ~ '^(none|password|new|old)-'`,
      );
    });

    it('can only end that passwords are off, where they are: no clinic is locked in with its provider', async () => {
      expect((await connect({ required: true })).status).toBe(200);
      await portal.database.asSuperuser(
        `UPDATE sso_connections SET set_by = (SELECT id FROM users WHERE email = 'multi@demo.test')`,
      );
      const { set_by } = await known();
      const browser = await through();
      for (const more of [
        { client_id: 'another' },
        { issuer: real.issuer },
        { trust_addresses: true },
        { email_domains: ['demo.test', 'other.example'] },
      ])
        expect((await connect({ required: false, ...more }, browser)).status).toBe(403);
      const refused = await browser.post(`${url()}/try`);
      expect([refused.status, refused.body.message]).toEqual([
        403,
        expect.stringContaining('stop requiring it'),
      ]);
      expect((await browser.request('DELETE', url())).status).toBe(403);
      expect((await connect({ required: true }, browser)).status).toBe(200);
      expect((await subjects())[0]).toBe('Single sign-on of your organization was saved');
      expect((await connect({ required: false, client_secret: 'renewed' }, browser)).status).toBe(200);
      expect((await subjects())[0]).toBe('Single sign-on of your organization was changed');
      expect((await known()).set_by).toBe(set_by);
      expect((await connect({}, browser)).status).toBe(403);
      expect((await portal.signIn(ADMIN)).me!.user.email).toBe(ADMIN);
    });
  });

  it.each([
    ['a public mail domain', { email_domains: ['gmail.com'] }, 'email_domains'],
    ['a domain that is not the administrator’s', { email_domains: ['other.example'] }, 'email_domains'],
    ['a URL that is not https', { issuer: 'http://provider.example' }, 'issuer'],
    ['a multi-tenant issuer', { issuer: 'https://login.microsoftonline.com/common/v2.0' }, 'issuer'],
    ['a URL where no provider answers', { issuer: 'http://127.0.0.1:9' }, 'issuer'],
  ])('rejects %s', async (_, more, field) => {
    const { status, body } = await connect(more);
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
  });

  it('rejects a domain of another organization, and another organization’s administrator', async () => {
    const all = await portal.signIn('admin@demo.test');
    const { body } = await all.get('/api/admin/organisations');
    const north = body.organisations.find((o: { name: string }) => o.name === 'North Clinic').id as string;
    const taken = await connect({}, all, north);
    expect([taken.status, Object.keys(taken.body.fields)]).toEqual([422, ['email_domains']]);
    expect((await connect({}, admin, north)).status).toBe(404);
  });
});

describe('a sign-in at the provider', () => {
  it('works with oidc-provider from the first redirect to the sign-out there', async () => {
    await connect({ issuer: real.issuer });
    const browser = portal.anonymous();
    const start = await browser.get(`/auth/sso/start?email=${PROVIDER}`);
    const answer = await walkThrough(
      start.headers['location']!,
      PROVIDER,
      `${portal.base}/auth/sso/callback`,
    );
    const response = await browser.get(answer.slice(portal.base.length));
    expect([response.status, response.headers['location']]).toEqual([302, '/login']);
    expect(await whoIs(browser)).toBe(PROVIDER);
    const [session] = await portal.database.asSuperuser<{ aal: number; auth_methods: string[] }>(
      `SELECT aal, auth_methods FROM sessions WHERE 'sso' = ANY(auth_methods) ORDER BY created_at DESC LIMIT 1`,
    );
    expect(session).toEqual({ aal: 1, auth_methods: ['sso'] });
    const out = await browser.post('/auth/logout');
    expect([out.status, await whoIs(browser)]).toEqual([200, 401]);
    const there = await fetch(out.body.provider_sign_out as string, { redirect: 'manual' });
    expect([there.status, await there.text()]).toEqual([200, expect.stringContaining('logout')]);
  });

  it.each([
    ['of another site', { 'sec-fetch-site': 'cross-site' }],
    ['of a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['in an email', { 'sec-fetch-site': 'none' }],
    ['in a browser that does not say', {}],
  ])('is not begun silently by a link %s: the provider has to ask', async (_, headers) => {
    const promptOf = async (sent: Record<string, string>) => {
      const { headers: answer } = await portal.anonymous().get(`/auth/sso/start?email=${PROVIDER}`, sent);
      return new URL(answer['location']!).searchParams.get('prompt');
    };
    expect(await promptOf(headers)).toBe('login');
    expect(await promptOf(OWN_PAGE)).toBeNull();
  });

  it('reveals only whether the domain has single sign-on', async () => {
    const offer = async (email: string) => (await portal.anonymous().get(`/auth/sso?email=${email}`)).body;
    const known = await offer(PROVIDER);
    expect(known).toEqual({ available: true, required: false, organisation: 'Founders Clinic' });
    expect(await offer('nobody.at.all@DEMO.test')).toEqual(known);
    expect(await offer('someone@elsewhere.example')).toEqual({
      available: false,
      required: false,
      organisation: null,
    });
  });

  it('counts as two factors only if the provider says so', async () => {
    const aalOf = async (claims: Told) => {
      const { browser, to } = await signInWith(truth(claims));
      expect(to).toBe('/login');
      expect(await whoIs(browser)).toBe(PROVIDER);
      const [row] = await portal.database.asSuperuser<{ aal: number }>(
        'SELECT aal FROM sessions ORDER BY created_at DESC LIMIT 1',
      );
      return row!.aal;
    };
    expect(await aalOf({ amr: ['pwd'] })).toBe(1);
    expect(await aalOf({ amr: ['pwd', 'mfa'] })).toBe(2);
    await setPolicy(portal, 'mfa_required_for_staff', true);
    const { browser } = await signInWith(truth());
    expect((await browser.get('/api/trt/cases')).body.error).toBe('mfa_enrollment_required');
    await setPolicy(portal, 'mfa_required_for_staff', false);
  });

  it('is dated as proof by when the user authenticated there', async () => {
    const { browser } = await signInWith(truth({ auth_time: Math.floor(Date.now() / 1000) - 3600 }));
    const [row] = await portal.database.asSuperuser<{ old: boolean }>(
      `SELECT auth_at < now() - interval '50 minutes' AS old FROM sessions ORDER BY created_at DESC LIMIT 1`,
    );
    expect(row!.old).toBe(true);
    const again = await browser.get(`/auth/sso/start?email=${PROVIDER}`);
    expect(new URL(again.headers['location']!).searchParams.get('prompt')).toBe('login');
  });

  it.each([
    ['does not say when', {}],
    ['says 0', { auth_time: 0 }],
  ])('is proof now, where the provider %s, only if it was told to ask', async (_, claims) => {
    const sso = truth({ sub: 'quiet', email: 'orgadmin@demo.test', ...claims });
    const invites = async ({ browser }: { browser: Person }) =>
      (await browser.post('/api/admin/users/invite', {})).status;
    const silent = await signInWith(sso);
    expect(await invites(silent)).toBe(403);
    // Signed in, so that the provider asks.
    expect(await invites(await signInWith(sso, {}, silent.browser))).toBe(422);
  });

  it('sends the client secret as it is, whatever characters it has', async () => {
    const secret = 'se-cr_et.~of+the/portal=%41*';
    await connect({ client_secret: secret });
    expect([(await signInWith(truth())).to, fake.secret()]).toEqual(['/login', secret]);
  });

  it('works again at once after the provider’s key has changed', async () => {
    expect((await signInWith(truth())).to).toBe('/login');
    await fake.rotate();
    await signInWith(truth());
    expect((await signInWith(truth())).to).toBe('/login');
  });

  it('asks for the account’s own second step until it once followed, even if the provider reports two factors', async () => {
    const told = truth({ sub: 'mfa-told', email: 'mfa@demo.test', amr: ['mfa'] });
    const linked = () =>
      portal.database.asSuperuser(
        "SELECT 1 FROM mails WHERE kind = 'notice.sso_linked' AND user_id = (SELECT id FROM users WHERE email = 'mfa@demo.test')",
      );
    const before = (await linked()).length;
    for (const _ of [1, 2]) {
      const { browser, to } = await signInWith(told);
      expect([to!.split('#')[0], to!.includes('second-step='), await whoIs(browser)]).toEqual([
        '/login',
        true,
        401,
      ]);
    }
    expect(await linked()).toHaveLength(before + 1);
    const { browser, to } = await signInWith(told);
    const { session_id, session_token } = pendingOf(to);
    const code = codeOf(DEMO_TOTP_SECRET);
    expect((await browser.post('/auth/mfa/verify', { session_id, session_token, code })).status).toBe(200);
    await portal.database.asSuperuser('UPDATE totp_credentials SET last_counter = 0');
    const next = await signInWith(told);
    expect([next.to, await whoIs(next.browser)]).toEqual(['/login', 'mfa@demo.test']);
  });

  it('asks for the account’s own second step if the provider used none', async () => {
    const { browser, to } = await signInWith(truth({ sub: 'mfa', email: 'mfa@demo.test' }));
    const pending = pendingOf(to);
    expect([pending.mfa_required, await whoIs(browser)]).toEqual([true, 401]);
    const { session_id, session_token } = pending;
    const code = codeOf(DEMO_TOTP_SECRET);
    const done = await browser.post('/auth/mfa/verify', { session_id, session_token, code });
    expect([done.status, await whoIs(browser)]).toEqual([200, 'mfa@demo.test']);
    const [row] = await portal.database.asSuperuser<{ auth_methods: string[] }>(
      'SELECT auth_methods FROM sessions ORDER BY created_at DESC LIMIT 1',
    );
    expect(row!.auth_methods).toEqual(['sso', 'totp']);
    expect((await browser.post('/auth/logout')).body.provider_sign_out).toContain('/end?');
  });
});

describe('an address whose verification the provider does not report', () => {
  const unmentioned = () => signInWith({ email: PROVIDER });

  it('gives no access unless the organization trusts its provider', async () => {
    const refused = await unmentioned();
    expect([refused.to, await lastRefusal()]).toEqual(['/login?sso=refused', 'unverified_email']);
    expect((await connect({ trust_addresses: true })).body.sso.trust_addresses).toBe(true);
    const { browser, to } = await unmentioned();
    expect([to, await whoIs(browser)]).toEqual(['/login', PROVIDER]);
  });

  it('gives no access if the provider says that it is not verified', async () => {
    await connect({ trust_addresses: true });
    expect((await signInWith(truth({ email_verified: false }))).to).toBe('/login?sso=refused');
  });
});

describe('POST /api/admin/organisations/:id/sso/try', () => {
  const url = () => `/api/admin/organisations/${orgId}/sso/try`;
  const triedAt = async () => (await admin.get(`/api/admin/organisations/${orgId}/sso`)).body.sso.tried_at;
  const untried = () => portal.database.asSuperuser('UPDATE sso_connections SET tried_at = NULL');

  async function tryIt(claims: Told): Promise<string> {
    const { status, body } = await admin.post(url());
    expect(status).toBe(200);
    const asked = new URL(body.url as string).searchParams;
    const code = fake.tell({ nonce: asked.get('nonce')!, ...claims });
    return (await back(admin, asked.get('state')!, code)).headers['location']!;
  }

  it('has to succeed before single sign-on can be required, and again after a provider change', async () => {
    await untried();
    const early = await connect({ required: true });
    expect([early.status, Object.keys(early.body.fields)]).toEqual([422, ['required']]);
    expect(await tryIt(truth())).toBe('/admin/organisations?sso_trial=passed');
    expect(await triedAt()).not.toBeNull();
    expect((await connect({ required: true })).status).toBe(200);
    expect((await connect({ client_secret: 'another', required: true })).status).toBe(422);
    expect((await connect({ trust_addresses: true, required: true })).status).toBe(422);
    expect((await connect({ client_secret: 'another' })).body.sso.tried_at).toBeNull();
  });

  it('says what is wrong with the provider, and leaves the administrator signed in', async () => {
    await untried();
    expect(await tryIt(truth({ email_verified: false }))).toContain('sso_trial=unverified_email');
    expect(await tryIt(truth({ email: 'someone@elsewhere.example' }))).toContain('sso_trial=other_domain');
    expect(await tryIt(truth({ nonce: 'of-another-sign-in' }))).toContain('sso_trial=provider');
    expect([await triedAt(), await whoIs(admin)]).toEqual([null, 'orgadmin@demo.test']);
    expect(await portal.database.asSuperuser('SELECT 1 FROM sso_links')).toEqual([]);
    const results = await portal.database.asSuperuser<{ result: string }>(
      `SELECT detail->>'result' AS result FROM audit_events WHERE action = 'organisation.try_sso' ORDER BY seq DESC LIMIT 3`,
    );
    expect(results.map((r) => r.result)).toEqual(['provider', 'other_domain', 'unverified_email']);
  });

  it('also counts a staff sign-in, and is closed to another organization', async () => {
    await untried();
    await signInWith(truth());
    expect(await triedAt()).not.toBeNull();
    const all = await portal.signIn('admin@demo.test');
    const { body } = await all.get('/api/admin/organisations');
    const north = body.organisations.find((o: { name: string }) => o.name === 'North Clinic').id as string;
    expect((await admin.post(`/api/admin/organisations/${north}/sso/try`)).status).toBe(404);
  });
});

describe('a provider that lies', () => {
  const hour = () => Math.floor(Date.now() / 1000) - 3600;
  it.each<[string, () => Told, string, { foreignKey?: boolean }?]>([
    ['another nonce', () => truth({ nonce: 'of-another-sign-in' }), 'provider'],
    ['another audience', () => truth({ aud: 'another-client' }), 'provider'],
    ['another issuer', () => truth({ iss: 'https://elsewhere.example' }), 'provider'],
    ['an expired token', () => truth({ iat: hour() - 60, exp: hour() }), 'provider'],
    ['a signature by another key', () => truth(), 'provider', { foreignKey: true }],
    ['an address that is not verified', () => truth({ email_verified: false }), 'unverified_email'],
    ['an address whose verified claim is text', () => truth({ email_verified: 'true' }), 'unverified_email'],
    ['an address of another domain', () => truth({ email: 'someone@elsewhere.example' }), 'other_domain'],
    ['an address without an account', () => truth({ email: 'nobody@demo.test' }), 'no_account'],
    ['a patient’s address', () => truth({ email: 'patient@demo.test' }), 'not_staff'],
    ['an address of another clinic’s staff', () => truth({ email: 'north@demo.test' }), 'other_organisation'],
    ['a system-wide administrator', () => truth({ email: 'admin@demo.test' }), 'other_organisation'],
  ])('with %s does not sign in', async (_, claims, why, how = {}) => {
    const { browser, to } = await signInWith(claims(), how);
    expect([to, await whoIs(browser), await lastRefusal()]).toEqual(['/login?sso=refused', 401, why]);
    expect(await portal.database.asSuperuser('SELECT 1 FROM sso_links')).toEqual([]);
  });

  it('does not sign in with a used code or state', async () => {
    const first = await signInWith(truth());
    expect(first.to).toBe('/login');
    const replayed = await back(first.browser.twin(), first.state, first.code);
    expect(replayed.headers['location']).toBe('/login?sso=expired');
    const next = await begin();
    const used = await back(next.browser, next.state, first.code);
    expect([used.headers['location'], await whoIs(next.browser)]).toEqual(['/login?sso=refused', 401]);
  });

  it('accepts one of two that arrive at once with the same state', async () => {
    const { browser, state, nonce } = await begin();
    const codes = [fake.tell(truth({ nonce })), fake.tell(truth({ nonce }))];
    const twin = browser.twin();
    const answers = await Promise.all([back(browser, state, codes[0]!), back(twin, state, codes[1]!)]);
    const went = new Set(answers.map((a) => a.headers['location']));
    expect(went).toEqual(new Set(['/login', '/login?sso=expired']));
  });

  it('accepts a state only in the browser it was made in, and not after ten minutes', async () => {
    const victim = portal.anonymous();
    await begin(victim);
    const { browser, state, nonce } = await begin();
    const code = fake.tell(truth({ nonce }));
    for (const other of [portal.anonymous(), victim])
      expect((await back(other, state, code)).headers['location']).toBe('/login?sso=expired');
    await portal.database.asSuperuser(`UPDATE sso_logins SET expires_at = now() - interval '1 second'`);
    expect((await back(browser, state, code)).headers['location']).toBe('/login?sso=expired');
  });

  it('opens no disabled account, and no account of another subject', async () => {
    const status = (to: string) =>
      portal.database.asSuperuser('UPDATE users SET status = $1 WHERE email = $2', [to, PROVIDER]);
    await status('disabled');
    expect([(await signInWith(truth())).to, await lastRefusal()]).toEqual(['/login?sso=refused', 'disabled']);
    await status('active');
    expect((await signInWith(truth({ sub: 'elena' }))).to).toBe('/login');
    const thief = await signInWith(truth({ sub: 'somebody-else' }));
    expect([thief.to, await lastRefusal()]).toEqual(['/login?sso=refused', 'linked_elsewhere']);
    // A changed address does not move a user to another account.
    const moved = await signInWith(truth({ sub: 'elena', email: 'orgadmin@demo.test' }));
    expect([moved.to, await whoIs(moved.browser)]).toEqual(['/login', PROVIDER]);
  });
});

describe('a provider that does not answer', () => {
  it('says so; the password still works', async () => {
    const away = await startFakeIssuer(CLIENT);
    expect((await connect({ issuer: away.issuer })).status).toBe(200);
    const { browser, state, nonce } = await begin();
    const code = away.tell(truth({ nonce }));
    await away.close();
    expect((await back(browser, state, code)).headers['location']).toBe('/login?sso=unavailable');
    expect((await portal.signIn(PROVIDER)).me!.user.email).toBe(PROVIDER);
  });
});

describe('required single sign-on', () => {
  const password = (email: string, text = DEMO_PASSWORD) =>
    portal.anonymous().post('/auth/login', { email, password: text });

  it('rejects staff passwords, and no one else’s', async () => {
    expect((await connect({ required: true })).status).toBe(200);
    const refused = await password(PROVIDER);
    expect([refused.status, refused.body.error, refused.body.message]).toEqual([
      401,
      'sso_required',
      'Sign in with your organization.',
    ]);
    // Neither whether the password is right nor whether the account exists is revealed.
    for (const [email, text] of [
      [PROVIDER, 'wrong'],
      ['nobody@demo.test', 'wrong'],
      ['patient@demo.test', 'wrong'],
    ] as const) {
      const { request_id: _, ...said } = (await password(email, text)).body;
      expect(said).toEqual({ ...refused.body, request_id: undefined });
    }
    for (const email of ['patient@demo.test', 'north@demo.test', 'admin@demo.test'])
      expect((await password(email)).status).toBe(200);
    expect((await signInWith(truth())).to).toBe('/login');
  });

  it('says so in the email for a password reset', async () => {
    await connect({ required: true });
    await portal.anonymous().post('/auth/request-password-reset', { email: PROVIDER });
    const said = async () =>
      (await mailsTo(portal, PROVIDER)).find((mail) => mail.subject === 'Sign in with your organization');
    await until('the mail', async () => (await said()) !== undefined, 10_000);
    const mail = await said();
    expect(mail!.links).toEqual([`${portal.base}/login`]);
  });

  it('accepts no password as proof of identity, and adds a second factor after a fresh sign-in without making it permanent', async () => {
    await connect({ required: true });
    const { browser } = await signInWith(truth());
    browser.me = (await browser.get('/auth/me')).body;
    const proof = await browser.post('/auth/reauth', { password: DEMO_PASSWORD });
    expect([proof.status, proof.body.fields.password]).toEqual([
      422,
      'Sign in with your organization again to confirm that it is you.',
    ]);
    await ageProof(portal, browser, 9);
    expect((await browser.post('/auth/mfa/setup', { password: 'any' })).status).toBe(200);
    await ageProof(portal, browser, 11);
    const late = await browser.post('/auth/mfa/setup', { password: DEMO_PASSWORD });
    expect([late.status, late.body.error]).toEqual([403, 'reauth_required']);
  });

  it('is refused while staff would be locked out, and ends with the connection', async () => {
    const move = (to: string, from: string) =>
      portal.database.asSuperuser('UPDATE users SET email = $1 WHERE email = $2', [to, from]);
    await move('provider@elsewhere.example', PROVIDER);
    const refused = await connect({ required: true });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['required']]);
    await move(PROVIDER, 'provider@elsewhere.example');
    expect((await connect({ required: true })).status).toBe(200);
    const { browser } = await signInWith(truth());
    expect(await whoIs(browser)).toBe(PROVIDER);
    expect((await admin.request('DELETE', `/api/admin/organisations/${orgId}/sso`)).status).toBe(204);
    expect(await whoIs(browser)).toBe(401);
    expect((await password(PROVIDER)).status).toBe(200);
  });
});
