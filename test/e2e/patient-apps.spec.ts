import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Bundle } from 'fhir/r4.js';
import { Client } from 'fhir-kit-client';
import request from 'supertest';
import type { AccessLogResponse } from '../../common/api/index.js';
import {
  APP_GROUPS,
  type AppDecision,
  type AppRequest,
  type AppRequestAnswer,
  type ConnectedAppsResponse,
  type PatientAppCreated,
  type PatientAppsResponse,
} from '../../common/api/patient-apps.js';
import type { SmartToken } from '../../common/api/smart.js';
import { SmartTokens } from '../../server/smart/smart-tokens.service.js';
import { Erasure } from '../../server/retention/erasure.js';
import { UnitOfWork } from '../../server/database/unit-of-work.js';
import { mailsTo, setPolicy } from '../support/accounts.js';
import { Person } from '../support/person.js';
import { until } from '../support/until.js';
import { startPortal, type TestPortal } from '../support/portal.js';

const BACK = 'https://app.example/back?from=portal';

let portal: TestPortal;
let orgAdmin: Person;
let patient: Person;
let app: PatientAppCreated;
let server: PatientAppCreated;

beforeAll(async () => {
  portal = await startPortal('demo', { RATE_LIMITS: 'relaxed' });
  orgAdmin = await portal.signIn('orgadmin@demo.test');
  patient = await portal.signIn('patient@demo.test');
  app = await register({ name: 'My health app' });
  server = await register({ name: 'A server', confidential: true });
});
afterAll(() => portal.close());
beforeEach(() =>
  portal.database.asSuperuser(`UPDATE app_grants SET ended_at = now() WHERE ended_at IS NULL`),
);

async function register(
  body: Partial<PatientAppCreated> = {},
  admin: Person = orgAdmin,
): Promise<PatientAppCreated> {
  const made = await admin.post('/api/admin/patient-apps', {
    name: 'An app',
    redirect_uris: [BACK, 'http://127.0.0.1:4711/back'],
    confidential: false,
    ...body,
  });
  expect(made.status).toBe(201);
  return made.body as PatientAppCreated;
}

const verifierOf = (): string => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
const VERIFIER = verifierOf();
const asked = (more: Partial<AppRequest> = {}, by = app): AppRequest => ({
  client_id: by.client_id,
  redirect_uri: BACK,
  response_type: 'code',
  scope: 'launch/patient patient/*.rs',
  state: 'a state',
  aud: `${portal.base}/fhir`,
  code_challenge: challengeOf(VERIFIER),
  code_challenge_method: 'S256',
  ...more,
});
const decide = (
  more: Partial<AppRequest> = {},
  { by = app, who = patient, groups = [...APP_GROUPS] as string[], allow = true } = {},
) => who.post('/api/patient/apps/decision', { ...asked(more, by), allow, groups });
async function codeFor(...how: Parameters<typeof decide>): Promise<string> {
  const { status, body } = await decide(...how);
  expect(status).toBe(200);
  return new URL((body as AppDecision).redirect).searchParams.get('code')!;
}
const form = (fields: Record<string, string>, by = app) => {
  const call = request(portal.base).post('/auth/smart/token').type('form');
  return by.client_secret
    ? call.auth(by.client_id, by.client_secret).send(fields)
    : call.send({ client_id: by.client_id, ...fields });
};
const redeem = (code: string, more: Record<string, string> = {}, by = app) =>
  form({ grant_type: 'authorization_code', code, redirect_uri: BACK, code_verifier: VERIFIER, ...more }, by);
const renew = (token: string, by = app) => form({ grant_type: 'refresh_token', refresh_token: token }, by);
async function connect(...how: Parameters<typeof decide>): Promise<SmartToken> {
  const answer = await redeem(await codeFor(...how), {}, how[1]?.by);
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ token_type: 'Bearer' })]);
  return answer.body as SmartToken;
}
const call = (path: string, { access_token }: SmartToken) =>
  request(portal.base).get(path).set('authorization', `Bearer ${access_token}`);
const works = async (token: SmartToken): Promise<boolean> => {
  const { status } = await call(`/fhir/Patient/${token.patient}`, token);
  expect([200, 401]).toContain(status);
  return status === 200;
};
const errorOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { error: string }).error,
];
const INVALID_GRANT = [400, 'invalid_grant'];
const OFFLINE = { scope: 'launch/patient offline_access patient/*.rs' };

describe('POST /api/admin/patient-apps', () => {
  it.each([
    'Founders Clinic',
    'Fоunders Clinic',
    'Founders  Clinic.',
    'Founders Clinic Portal',
    'TRT Program',
    'my HEALTH app',
    'My health-app',
    'Good\u202eapp',
  ])('takes no name that misleads: %j', async (name) => {
    const { status, body } = await orgAdmin.post('/api/admin/patient-apps', {
      name,
      redirect_uris: ['https://app.example/'],
      confidential: false,
    });
    expect([status, Object.keys(body['fields'] as object)]).toEqual([422, ['name']]);
  });

  it('answers ids that no database could keep', async () => {
    const sent = await request(portal.base)
      .post('/auth/smart/token')
      .type('form')
      .send('grant_type=authorization_code&client_id=a%00&code=x&redirect_uri=y&code_verifier=z');
    expect([400, 401]).toContain(sent.status);
    const basic = await request(portal.base)
      .post('/auth/smart/token')
      .auth('a%00', 'b')
      .type('form')
      .send({ grant_type: 'authorization_code', code: 'x', redirect_uri: 'y', code_verifier: 'z' });
    expect([400, 401]).toContain(basic.status);
  });

  it('tells the patient by email when an app was connected', async () => {
    await codeFor();
    const { email } = (await patient.get('/auth/me')).body.user as { email: string };
    await until(
      'the email is sent',
      async () =>
        (await mailsTo(portal, email)).some(({ subject }) => subject === 'An app can read your record'),
      20_000,
    );
  });

  it('gives a secret once, only to an app that can keep one, and stores its hash', async () => {
    expect([app.client_secret, app.client_id]).toEqual([
      null,
      expect.stringMatching(/^trt_app_[0-9a-f]{16}$/),
    ]);
    expect(server.client_secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const listed = await orgAdmin.list('/api/admin/patient-apps', { filter: { status: 'active' } });
    const rows = (listed.body as PatientAppsResponse).patient_apps;
    expect(rows.map(({ name, confidential }) => [name, confidential])).toEqual(
      expect.arrayContaining([
        ['My health app', false],
        ['A server', true],
      ]),
    );
    expect(JSON.stringify(listed.body)).not.toContain(server.client_secret);
    const [row] = await portal.database.asSuperuser('SELECT a::text AS a FROM patient_apps a WHERE id = $1', [
      server.id,
    ]);
    expect(JSON.stringify(row)).not.toContain(server.client_secret);
  });

  it.each([
    [['http://app.example/back']],
    [['https://app.example/back#part']],
    [['https:evil.example']],
    [['https://@app.example/']],
    [['https://APP.example/back']],
    [['https://app.example:443/back']],
    [['https://*.example/back']],
    [['https://app.example/back?code=1']],
    [['http://2130706433/back']],
    [['https://user:word@app.example/back']],
    [['javascript:alert(1)']],
    [['https://app.example/ba ck']],
    [['https:\\app.example']],
    [['app.example/back']],
    [[]],
    [[BACK, BACK]],
  ])('refuses the addresses %j', async (redirect_uris) => {
    const { status, body } = await orgAdmin.post('/api/admin/patient-apps', {
      name: 'X',
      redirect_uris,
      confidential: false,
    });
    expect([status, Object.keys((body as { fields: object }).fields)]).toEqual([422, ['redirect_uris']]);
  });

  it('asks for fresh proof, and is closed to providers and to patients', async () => {
    for (const email of ['provider@demo.test', 'patient@demo.test'])
      expect((await (await portal.signIn(email)).get('/api/admin/patient-apps')).status).toBe(403);
    const late = await portal.signIn('orgadmin@demo.test');
    await portal.database.asSuperuser(
      `UPDATE sessions SET auth_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [late.me!.user.id],
    );
    const tries = [
      late.post('/api/admin/patient-apps', { name: 'X', redirect_uris: [BACK], confidential: false }),
      late.post(`/api/admin/patient-apps/${app.id}/remove`, {}),
    ];
    for (const refused of await Promise.all(tries))
      expect(errorOf(refused)).toEqual([403, 'reauth_required']);
    orgAdmin = await portal.signIn('orgadmin@demo.test');
  });
});

describe('the request of an app', () => {
  it('is put to the patient with what is asked, by whom and until when', async () => {
    const { body } = await patient.post(
      '/api/patient/apps/request',
      asked({ scope: 'patient/Observation.rs' }),
    );
    const { question, redirect } = body as AppRequestAnswer;
    expect(redirect).toBeNull();
    expect(question).toMatchObject({
      name: 'My health app',
      organisation: 'Founders Clinic',
      groups: ['observations'],
      stays: false,
      host: 'app.example',
    });
    expect(Math.abs(Date.parse(question!.until) - Date.now() - 3_600_000)).toBeLessThan(60_000);
    const [row] = await portal.database.asSuperuser<{ n: number }>(
      'SELECT count(*)::int AS n FROM app_grants WHERE ended_at IS NULL',
    );
    expect(row!.n).toBe(0);
  });

  it.each<[string, Partial<AppRequest>]>([
    ['an app that is not registered', { client_id: 'trt_app_0000000000000000' }],
    ['an address with a suffix', { redirect_uri: `${BACK}.evil` }],
    ['an address with a longer path', { redirect_uri: 'https://app.example/back/../evil?from=portal' }],
    ['an address in other letters', { redirect_uri: 'https://APP.example/back?from=portal' }],
    ['another host', { redirect_uri: 'https://evil.example/back?from=portal' }],
    ['another port of the device', { redirect_uri: 'http://127.0.0.1:4712/back' }],
  ])('is answered here and never followed for %s', async (_, more) => {
    for (const answer of [
      await patient.post('/api/patient/apps/request', asked(more)),
      await decide(more),
      await decide(more, { allow: false, groups: [] }),
    ]) {
      expect(errorOf(answer)).toEqual([400, 'bad_request']);
      expect(JSON.stringify(answer.body)).not.toContain('example');
    }
  });

  it('is unknown if the app belongs to another clinic, or was removed', async () => {
    const north = await portal.signIn('northpatient@demo.test');
    expect(errorOf(await decide({}, { who: north }))).toEqual([400, 'bad_request']);
    const gone = await register();
    await orgAdmin.post(`/api/admin/patient-apps/${gone.id}/remove`, {});
    expect(errorOf(await decide({}, { by: gone }))).toEqual([400, 'bad_request']);
  });

  it.each<[Partial<AppRequest>, string]>([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ state: undefined as never }, 'invalid_request'],
    [{ aud: 'https://evil.example/fhir' }, 'invalid_request'],
    [{ aud: undefined as never }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: undefined as never }, 'invalid_request'],
    [{ code_challenge: undefined as never }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ scope: 'system/*.rs' }, 'invalid_scope'],
    [{ scope: 'user/*.rs patient/*.cud patient/*.r openid' }, 'invalid_scope'],
    [{ scope: undefined as never }, 'invalid_scope'],
  ])('goes back to the app with its error for %j', async (more, error) => {
    for (const answer of [await patient.post('/api/patient/apps/request', asked(more)), await decide(more)]) {
      const url = new URL((answer.body as AppDecision).redirect);
      expect([url.origin + url.pathname, url.searchParams.get('error')]).toEqual([
        'https://app.example/back',
        error,
      ]);
      expect(url.searchParams.get('code')).toBeNull();
      expect(url.searchParams.get('from')).toBe('portal');
    }
  });

  it('goes back without a code if the patient does not allow it', async () => {
    const { body } = await decide({}, { allow: false, groups: [] });
    const { searchParams } = new URL((body as AppDecision).redirect);
    expect([searchParams.get('error'), searchParams.get('state'), searchParams.get('code')]).toEqual([
      'access_denied',
      'a state',
      null,
    ]);
    expect((await decide({}, { groups: [] })).status).toBe(422);
  });

  it('is the patient’s to answer: not staff’s, not another site’s, and not before the address is verified', async () => {
    const provider = await portal.signIn('provider@demo.test');
    expect((await decide({}, { who: provider })).status).toBe(403);
    const body = { ...asked(), allow: true, groups: ['patients'] };
    const foreign = { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' };
    expect(errorOf(await patient.post('/api/patient/apps/decision', body, foreign))).toEqual([403, 'csrf']);
    const fresh = await portal.signUp();
    expect(errorOf(await decide({}, { who: fresh }))).toEqual([403, 'email_unverified']);
  });
});

describe('a code', () => {
  it('becomes a token that reads this patient’s record, with a stranger’s client', async () => {
    const token = await connect();
    expect(token).toEqual({
      access_token: expect.stringMatching(/^trt_app_/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'launch/patient patient/*.rs',
      patient: expect.any(String),
    });
    const client = new Client({ baseUrl: `${portal.base}/fhir`, bearerToken: token.access_token });
    const metadata = (await client.smartAuthMetadata()) as unknown as Record<string, URL>;
    expect(String(metadata['authorizeUrl'])).toBe(`${portal.base}/trt/patient/connect`);
    expect(String(metadata['tokenUrl'])).toBe(`${portal.base}/auth/smart/token`);
    const own = await client.read({ resourceType: 'Patient', id: token.patient! });
    expect(own['id']).toBe(token.patient);
    const found = (await client.search({
      resourceType: 'Observation',
      searchParams: {},
    })) as unknown as Bundle;
    expect(found.entry!.length).toBeGreaterThan(5);
  });

  it('works once: of two at the same time, one; and its second use ends what it gave', async () => {
    const code = await codeFor();
    const answers = await Promise.all([redeem(code), redeem(code)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
    const token = answers.find(({ status }) => status === 200)!.body as SmartToken;
    expect(await works(token)).toBe(false);
    const [grant] = await portal.database.asSuperuser(
      `SELECT ended_because FROM app_grants ORDER BY created_at DESC LIMIT 1`,
    );
    expect(grant).toEqual({ ended_because: 'code_reused' });
  });

  it.each<[string, Record<string, string>]>([
    ['the wrong verifier', { code_verifier: verifierOf() }],
    ['the challenge as the verifier', { code_verifier: challengeOf(VERIFIER) }],
    ['another address', { redirect_uri: 'http://127.0.0.1:4711/back' }],
  ])('is refused with %s, and then for good', async (_, more) => {
    const code = await codeFor();
    expect(errorOf(await redeem(code, more))).toEqual(INVALID_GRANT);
    expect(errorOf(await redeem(code))).toEqual(INVALID_GRANT);
  });

  it('is refused from another app, after a minute, and if it was never given', async () => {
    const code = await codeFor();
    expect(errorOf(await redeem(code, {}, server))).toEqual(INVALID_GRANT);
    const other = await register();
    expect(errorOf(await redeem(code, {}, other))).toEqual(INVALID_GRANT);
    expect((await redeem(code)).status).toBe(200);
    const late = await codeFor();
    await portal.database.asSuperuser(`UPDATE app_codes SET expires_at = now() WHERE used_at IS NULL`);
    expect(errorOf(await redeem(late))).toEqual(INVALID_GRANT);
    expect(errorOf(await redeem(`trt_code_${verifierOf()}`))).toEqual(INVALID_GRANT);
    expect(errorOf(await redeem('nonsense'))).toEqual(INVALID_GRANT);
  });

  it('needs the secret of an app that has one', async () => {
    const code = await codeFor({}, { by: server });
    const without = { ...server, client_secret: null };
    const wrong = { ...server, client_secret: verifierOf() };
    for (const by of [without, wrong])
      expect(errorOf(await redeem(code, {}, by))).toEqual([401, 'invalid_client']);
    const secretive = { ...app, client_secret: verifierOf() };
    expect(errorOf(await redeem(code, {}, secretive))).toEqual([401, 'invalid_client']);
    expect((await redeem(code, {}, server)).status).toBe(200);
  });

  it('is not given out by name of the missing parameter', async () => {
    for (const fields of [{ code: 'x' }, { code_verifier: VERIFIER }] as Record<string, string>[])
      expect(errorOf(await form({ grant_type: 'authorization_code', ...fields }))).toEqual([
        400,
        'invalid_request',
      ]);
  });

  it('is of no use once the account is disabled', async () => {
    const code = await codeFor();
    await portal.database.asSuperuser(
      `UPDATE users SET status = 'disabled' WHERE email = 'patient@demo.test'`,
    );
    const refused = await redeem(code);
    await portal.database.asSuperuser(`UPDATE users SET status = 'active' WHERE email = 'patient@demo.test'`);
    expect(errorOf(refused)).toEqual(INVALID_GRANT);
  });
});

describe('the token of an app', () => {
  it('reads no one else, writes nothing, and opens nothing but FHIR', async () => {
    const token = await connect();
    const others = await portal.database.asSuperuser<{ id: string }>(
      `SELECT p.id FROM patients p JOIN users u ON u.id = p.user_id WHERE u.email IN ('review@demo.test', 'northpatient@demo.test')`,
    );
    expect(others).toHaveLength(2);
    for (const { id } of others) {
      expect((await call(`/fhir/Patient/${id}`, token)).status).toBe(404);
      expect((await call(`/fhir/Patient/${id}/$everything`, token)).status).toBe(404);
      const named = await call(`/fhir/Observation?patient=${id}`, token);
      expect([named.status, (named.body as Bundle).entry]).toEqual([404, undefined]);
    }
    const all = (await call('/fhir/Patient', token)).body as Bundle;
    expect(all.entry!.map(({ resource }) => resource!.id)).toEqual([token.patient]);
    for (const path of [
      '/fhir/$export',
      '/fhir/Patient/$export',
      '/api/trt/dashboard',
      '/api/patient/apps',
      '/files/export.zip',
    ])
      expect([path, (await call(path, token)).status]).toEqual([path, 403]);
    const message = await request(portal.base)
      .post('/api/messages')
      .set('authorization', `Bearer ${token.access_token}`)
      .send({ subject: 'x', body: 'y' });
    expect(message.status).toBe(403);
  });

  it('reads only what the patient left ticked, and what was asked for', async () => {
    const token = await connect({}, { groups: ['observations', 'team'] });
    expect(token.scope.split(' ')).toEqual(
      expect.arrayContaining(['launch/patient', 'patient/Observation.rs', 'patient/DiagnosticReport.rs']),
    );
    expect(token.scope).not.toContain('patient/*');
    for (const [path, status] of [
      ['/fhir/Observation?_count=1', 200],
      ['/fhir/Organization', 200],
      ['/fhir/Patient', 403],
      [`/fhir/Patient/${token.patient}`, 403],
      ['/fhir/Communication', 403],
      ['/fhir/Observation?_include=Observation:subject', 403],
      ['/fhir/Observation?_revinclude=Provenance:target', 403],
      ['/fhir/Nothing', 404],
    ] as const)
      expect([path, (await call(path, token)).status]).toEqual([path, status]);
    const record = (await call(`/fhir/Patient/${token.patient}/$everything`, token)).body as Bundle;
    const types = new Set(record.entry!.map(({ resource }) => resource!.resourceType));
    expect([...types].sort()).toEqual(expect.arrayContaining(['Observation', 'Organization']));
    for (const type of ['Patient', 'Condition', 'Communication', 'MedicationRequest', 'Provenance'])
      expect(types).not.toContain(type);
    const narrow = await connect({ scope: 'patient/Observation.read' });
    expect(narrow.scope).toBe('patient/Observation.read');
    expect((await call('/fhir/DiagnosticReport', narrow)).status).toBe(403);
    // Nothing is written by apps: of more than reading, reading is given.
    const reads = await connect({ scope: 'patient/Observation.cruds' });
    expect(reads.scope).toBe('patient/Observation.rs');
  });

  it('is in the patient’s access log under the name of the app, and in the audit as the app', async () => {
    const token = await connect();
    await call('/fhir/Observation', token);
    const { entries } = (await patient.get('/api/patient/access-log')).body as AccessLogResponse;
    expect(entries[0]).toMatchObject({
      who: 'My health app',
      role: 'App you connected',
      action: 'Searched your record through a connection',
      organisation: '',
    });
    const [event] = await portal.database.asSuperuser(
      `SELECT actor_role, actor_id FROM audit_events WHERE action = 'fhir.search' ORDER BY seq DESC LIMIT 1`,
    );
    expect(event).toEqual({ actor_role: 'app', actor_id: app.id });
  });

  it('also works where the clinic asks its staff for reasons: it is the patient who reads', async () => {
    const token = await connect();
    await setPolicy(portal, 'break_glass_reason', true);
    expect(await works(token)).toBe(true);
    await setPolicy(portal, 'break_glass_reason', false);
  });

  it('is not taken beside a session, and no other text is taken for one', async () => {
    const token = await connect();
    const beside = await call('/fhir/Patient', token).set('cookie', `trt_sid=${patient.token}`);
    expect(beside.status).toBe(400);
    for (const text of [`trt_app_${verifierOf()}`, 'trt_app_', app.client_id, `trt_renew_${verifierOf()}`])
      expect((await call('/fhir/Patient', { ...token, access_token: text })).status).toBe(401);
  });

  it('is read by a page of another site, which a session is not', async () => {
    const token = await connect();
    const origin = 'https://app.example';
    const ask = await request(portal.base).options('/fhir/Patient').set({
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    });
    expect([ask.status, ask.headers['access-control-allow-origin']]).toEqual([204, '*']);
    expect(ask.headers['access-control-allow-headers']).toContain('authorization');
    const read = await call('/fhir/Patient', token).set({ origin, 'sec-fetch-site': 'cross-site' });
    expect([read.status, read.headers['access-control-allow-origin']]).toEqual([200, '*']);
    expect(read.headers['access-control-allow-credentials']).toBeUndefined();
    const refused = await redeem('nonsense').set({ origin, 'sec-fetch-site': 'cross-site' });
    expect([...errorOf(refused), refused.headers['access-control-allow-origin']]).toEqual([
      ...INVALID_GRANT,
      '*',
    ]);
    for (const path of ['/api/patient/apps', '/auth/me', '/auth/login'])
      expect(
        (await request(portal.base).options(path).set({ origin })).headers['access-control-allow-origin'],
      ).toBe(undefined);
  });

  it('ends after an hour, and an app without offline_access has nothing to renew it with', async () => {
    const token = await connect();
    expect(token.refresh_token).toBeUndefined();
    await portal.database.asSuperuser(`UPDATE app_tokens SET expires_at = now()`);
    expect(await works(token)).toBe(false);
  });
});

describe('a refresh token', () => {
  it('gives new ones, each works once, and a second use ends the connection', async () => {
    const first = await connect(OFFLINE);
    expect(first.scope).toContain('offline_access');
    const second = (await renew(first.refresh_token!)).body as SmartToken;
    const { entries } = (await patient.get('/api/patient/access-log')).body as AccessLogResponse;
    expect(entries.slice(0, 2).map(({ action }) => action)).toEqual([
      'Renewed its access to your record',
      'Was given access to your record',
    ]);
    expect(await works(second)).toBe(true);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(errorOf(await renew(first.refresh_token!))).toEqual(INVALID_GRANT);
    expect(await works(second)).toBe(false);
    expect(errorOf(await renew(second.refresh_token!))).toEqual(INVALID_GRANT);
  });

  it('opens less where the app asks for less, and the next one all of it again', async () => {
    const first = await connect(OFFLINE);
    const renewed = (by: SmartToken, more: object) =>
      form({ grant_type: 'refresh_token', refresh_token: by.refresh_token!, ...more });
    const less = await renewed(first, { scope: 'patient/Observation.rs' });
    expect([less.status, less.body.scope]).toEqual([200, 'patient/Observation.rs']);
    const token = less.body as SmartToken;
    expect((await call('/fhir/Observation', token)).status).toBe(200);
    expect((await call('/fhir/DiagnosticReport', token)).status).toBe(403);
    const all = (await renewed(token, {})).body as SmartToken;
    expect(all.scope).toBe(first.scope);
    expect((await call('/fhir/DiagnosticReport', all)).status).toBe(200);
    expect(errorOf(await renewed(all, { scope: 'offline_access' }))).toEqual([400, 'invalid_scope']);
  });

  it('is refused from another app, with a wider scope, as an access token, and after its time', async () => {
    const token = await connect({ ...OFFLINE, scope: 'offline_access patient/Observation.rs' });
    expect(errorOf(await renew(token.refresh_token!, server))).toEqual(INVALID_GRANT);
    const wider = await form({
      grant_type: 'refresh_token',
      refresh_token: token.refresh_token!,
      scope: 'patient/*.rs',
    });
    expect(errorOf(wider)).toEqual([400, 'invalid_scope']);
    expect((await call('/fhir/Observation', { ...token, access_token: token.refresh_token! })).status).toBe(
      401,
    );
    expect(errorOf(await renew(token.access_token))).toEqual(INVALID_GRANT);
    await portal.database.asSuperuser(`UPDATE app_grants SET expires_at = now() WHERE ended_at IS NULL`);
    expect(errorOf(await renew(token.refresh_token!))).toEqual(INVALID_GRANT);
  });

  it('is used once also by two at the same time', async () => {
    const { refresh_token } = await connect(OFFLINE);
    const answers = await Promise.all([renew(refresh_token!), renew(refresh_token!)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
  });

  it('says by itself which app renews, but does not stand in for a secret', async () => {
    const silent = (token: SmartToken) =>
      request(portal.base)
        .post('/auth/smart/token')
        .type('form')
        .send({ grant_type: 'refresh_token', refresh_token: token.refresh_token });
    expect((await silent(await connect(OFFLINE))).status).toBe(200);
    const ofServer = await connect(OFFLINE, { by: server });
    expect(errorOf(await silent(ofServer))).toEqual([401, 'invalid_client']);
    expect((await renew(ofServer.refresh_token!, server)).status).toBe(200);
    expect(errorOf(await silent({ ...ofServer, refresh_token: 'nonsense' }))).toEqual([
      400,
      'invalid_request',
    ]);
  });

  it('lasts 180 days, and longer by no renewal', async () => {
    const { refresh_token } = await connect(OFFLINE);
    const end = async () =>
      (
        await portal.database.asSuperuser<{ expires_at: Date }>(
          'SELECT expires_at FROM app_grants WHERE ended_at IS NULL',
        )
      )[0]!.expires_at.getTime();
    const before = await end();
    expect(Math.round((before - Date.now()) / 864e5)).toBe(180);
    await renew(refresh_token!);
    expect(await end()).toBe(before);
  });
});

describe('a connection', () => {
  it('is listed, and ended by the patient with the app’s next call, also between two renewals', async () => {
    const token = await connect(OFFLINE);
    await works(token);
    const { apps } = (await patient.get('/api/patient/apps')).body as ConnectedAppsResponse;
    expect(apps).toMatchObject([{ name: 'My health app', groups: [...APP_GROUPS] }]);
    expect(apps[0]!.last_used_at).not.toBeNull();
    const other = await portal.signIn('review@demo.test');
    expect((await other.post(`/api/patient/apps/${apps[0]!.id}/disconnect`, {})).status).toBe(404);
    expect(await works(token)).toBe(true);
    expect((await patient.post(`/api/patient/apps/${apps[0]!.id}/disconnect`, {})).status).toBe(204);
    expect(await works(token)).toBe(false);
    expect(errorOf(await renew(token.refresh_token!))).toEqual(INVALID_GRANT);
    expect(((await patient.get('/api/patient/apps')).body as ConnectedAppsResponse).apps).toEqual([]);
    expect((await patient.post(`/api/patient/apps/${apps[0]!.id}/disconnect`, {})).status).toBe(404);
  });

  it('is not listed before its code is redeemed', async () => {
    await codeFor();
    expect(((await patient.get('/api/patient/apps')).body as ConnectedAppsResponse).apps).toEqual([]);
  });

  it('is ended by the app itself, and not by another', async () => {
    const token = await connect(OFFLINE);
    const revoke = (by: PatientAppCreated, what: string) => {
      const sent = request(portal.base).post('/auth/smart/revoke').type('form');
      return by.client_secret
        ? sent.auth(by.client_id, by.client_secret).send({ token: what })
        : sent.send({ client_id: by.client_id, token: what });
    };
    expect((await revoke(server, token.refresh_token!)).status).toBe(200);
    expect(await works(token)).toBe(true);
    expect((await revoke(app, 'unknown')).status).toBe(200);
    expect((await revoke(app, token.refresh_token!)).status).toBe(200);
    expect(await works(token)).toBe(false);
  });

  it.each<[string, (token: SmartToken) => Promise<unknown>, string?]>([
    [
      'the app is removed',
      async () => {
        const removed = await orgAdmin.post(`/api/admin/patient-apps/${app.id}/remove`, {});
        expect(removed.body).toMatchObject({ status: 'removed', connections: 0 });
      },
      `UPDATE patient_apps SET removed_at = NULL, removed_by = NULL`,
    ],
    [
      'the account is suspended',
      () =>
        portal.database.asSuperuser(`UPDATE users SET status = 'disabled' WHERE email = 'patient@demo.test'`),
      `UPDATE users SET status = 'active' WHERE email = 'patient@demo.test'`,
    ],
    [
      'every session of the account ends',
      () =>
        portal.database.asSuperuser(
          `UPDATE users SET session_epoch = session_epoch + 1 WHERE email = 'patient@demo.test'`,
        ),
      `UPDATE users SET session_epoch = session_epoch - 1 WHERE email = 'patient@demo.test'`,
    ],
    [
      'the record is held',
      () =>
        portal.database.asSuperuser(
          `UPDATE patients SET held_at = now() FROM users u WHERE u.id = patients.user_id AND u.email = 'patient@demo.test'`,
        ),
      `UPDATE patients SET held_at = NULL FROM users u WHERE u.id = patients.user_id AND u.email = 'patient@demo.test'`,
    ],
  ])('opens nothing when %s', async (_, happens, undo) => {
    const token = await connect(OFFLINE);
    expect(await works(token)).toBe(true);
    await happens(token);
    try {
      expect(await works(token)).toBe(false);
      expect([400, 401]).toContain((await renew(token.refresh_token!)).status);
    } finally {
      if (undo) await portal.database.asSuperuser(undo);
    }
  });

  it('ends with a new password, which the patient sets because someone knew the old one', async () => {
    const email = 'review@demo.test';
    const who = await portal.signIn(email);
    const token = await connect(OFFLINE, { who });
    const changed = await who.post('/auth/change-password', {
      current_password: 'Trt-demo-2026!pass',
      password: 'velvet otter mountain quarry 72',
    });
    expect(changed.status).toBeLessThan(300);
    expect(await works(token)).toBe(false);
    expect(((await who.get('/api/patient/apps')).body as ConnectedAppsResponse).apps).toEqual([]);
  });

  it('is erased with the record, and tidied up a month after its end', async () => {
    const token = await connect(OFFLINE);
    await portal.app.get(SmartTokens).tidy();
    expect(await works(token)).toBe(true);
    await portal.database.asSuperuser(`UPDATE app_grants SET expires_at = now() - interval '31 days'`);
    await portal.app.get(SmartTokens).tidy();
    for (const table of ['app_grants', 'app_codes', 'app_tokens'])
      expect(await portal.database.asSuperuser(`SELECT 1 FROM ${table}`)).toEqual([]);
    const again = await connect(OFFLINE);
    await portal.app.get(UnitOfWork).run(() => portal.app.get(Erasure).erase(again.patient!));
    for (const table of ['app_grants', 'app_codes', 'app_tokens'])
      expect(await portal.database.asSuperuser(`SELECT 1 FROM ${table}`)).toEqual([]);
    expect((await call('/fhir/Patient', again)).status).toBe(401);
  });
});
