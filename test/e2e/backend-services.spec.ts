import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Bundle, CapabilityStatement } from 'fhir/r4.js';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import request from 'supertest';
import type { ApiKey, ApiKeyCreated, ApiScope } from '../../common/api/api-keys.js';
import type { SmartConfiguration, SmartToken } from '../../common/api/smart.js';
import { SmartTokens } from '../../server/smart/smart-tokens.service.js';
import { setPolicy } from '../support/accounts.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { until } from '../support/until.js';

const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

interface Program {
  id: string;
  clientId: string;
  privateKey: CryptoKey;
  alg: string;
}
interface Refusal {
  error: string;
  error_description: string;
}

let portal: TestPortal;
let orgAdmin: Person;
let program: Program;
let rsa: { publicJwk: JWK; privateKey: CryptoKey };

async function pair(alg: string, kid: string): Promise<{ publicJwk: JWK; privateKey: CryptoKey }> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { publicJwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }, privateKey };
}
const setOf = (...keys: JWK[]): string => JSON.stringify({ keys });

async function make(scopes: ApiScope[], alg = 'ES384', admin = orgAdmin): Promise<Program> {
  const { publicJwk, privateKey } = await pair(alg, 'first');
  const made = await admin.post('/api/admin/api-keys', {
    name: 'A registry',
    scopes,
    jwks: setOf(publicJwk),
  });
  expect(made.status).toBe(201);
  const { id, key } = made.body as ApiKeyCreated;
  return { id, clientId: key, privateKey, alg };
}

interface Claims {
  iss?: string;
  sub?: string;
  aud?: string;
  exp?: number;
  jti?: string;
}
let assertions = 0;
function signed(by: Program, claims: Claims = {}, header: object = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({
    iss: by.clientId,
    sub: by.clientId,
    aud: `${portal.base}/auth/smart/token`,
    exp: now + 240,
    jti: `assertion-${assertions++}`,
    ...claims,
  })
    .setProtectedHeader({ alg: by.alg, kid: 'first', typ: 'JWT', ...header })
    .sign(by.privateKey);
}
const send = (form: Record<string, string>, path = '/auth/smart/token') =>
  request(portal.base).post(path).type('form').send(form);
const ask = (assertion: string, scope = 'system/*.rs') =>
  send({
    grant_type: 'client_credentials',
    scope,
    client_assertion_type: JWT_BEARER,
    client_assertion: assertion,
  });
async function tokenOf(by: Program, scope?: string): Promise<SmartToken> {
  const answer = await ask(await signed(by), scope);
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ token_type: 'Bearer' })]);
  return answer.body as SmartToken;
}
const call = (path: string, token: string, headers: Record<string, string> = {}) =>
  request(portal.base)
    .get(path)
    .set({ authorization: `Bearer ${token}`, ...headers });
const refusal = async (assertion: string): Promise<[number, string]> => {
  const { status, body } = await ask(assertion);
  return [status, (body as Refusal).error];
};
const lastRefusal = async (): Promise<string | undefined> =>
  (
    await portal.database.asSuperuser<{ reason: string }>(
      `SELECT detail->>'reason' AS reason FROM audit_events WHERE action = 'api_key.refuse' ORDER BY seq DESC LIMIT 1`,
    )
  )[0]?.reason;
const DENIED = [401, 'invalid_client'];

beforeAll(async () => {
  portal = await startPortal('demo', { RATE_LIMITS: 'relaxed' });
  orgAdmin = await portal.signIn('orgadmin@demo.test');
  program = await make(['fhir.read', 'fhir.export']);
  rsa = await pair('RS384', 'rsa');
});
afterAll(() => portal.close());
afterEach(async () => {
  await setPolicy(portal, 'break_glass_reason', false);
});

describe('GET /fhir/.well-known/smart-configuration', () => {
  it('tells a program where and how to get a token, as the CapabilityStatement does', async () => {
    const { status, body } = await request(portal.base).get('/fhir/.well-known/smart-configuration');
    const configuration = body as SmartConfiguration;
    expect([status, configuration.token_endpoint]).toEqual([200, `${portal.base}/auth/smart/token`]);
    expect(configuration.grant_types_supported).toContain('client_credentials');
    expect(configuration.token_endpoint_auth_methods_supported).toContain('private_key_jwt');
    const metadata = (await request(portal.base).get('/fhir/metadata')).body as CapabilityStatement;
    const [{ security } = {}] = metadata.rest!;
    expect(security!.service![0]!.coding![0]!.code).toBe('SMART-on-FHIR');
    expect(security!.extension![0]!.extension).toContainEqual({
      url: 'token',
      valueUri: configuration.token_endpoint,
    });
  });
});

describe('POST /api/admin/api-keys with public keys', () => {
  it('gives the client id, and lists the program by it and the ids of its keys', async () => {
    const { publicJwk } = await pair('ES384', 'k1');
    const { body } = await orgAdmin.post('/api/admin/api-keys', {
      name: 'Warehouse',
      scopes: ['fhir.export'],
      jwks: setOf(publicJwk, rsa.publicJwk),
    });
    const made = body as ApiKeyCreated;
    expect(made).toMatchObject({ kind: 'signed', key_ids: ['k1', 'rsa'], jwks_url: null });
    expect(made.key).toMatch(/^trt_client_[0-9a-f]{16}$/);
    expect(made.prefix).toBe(made.key);
    const listed = await orgAdmin.list('/api/admin/api-keys', { filter: { id: made.id } });
    expect((listed.body as { api_keys: ApiKey[] }).api_keys[0]).toMatchObject({ prefix: made.key });
    expect((await call('/fhir/Patient', made.key)).status).toBe(401);
    expect((await call('/fhir/Patient', `trt_live_${made.key.slice(-16)}_${'x'.repeat(43)}`)).status).toBe(
      401,
    );
  });

  it.each([
    ['no JSON', async () => 'keys'],
    ['no key', async () => setOf()],
    [
      'a private key',
      async () => setOf({ ...(await exportJWK((await pair('ES384', 'p')).privateKey)), kid: 'p' }),
    ],
    ['a shared key', async () => setOf({ kty: 'oct', k: 'c2VjcmV0', kid: 's' })],
    ['a curve of another algorithm', async () => setOf((await pair('ES256', 'c')).publicJwk)],
    ['a key without an id', async () => setOf({ ...rsa.publicJwk, kid: undefined } as JWK)],
    ['two keys with one id', async () => setOf(rsa.publicJwk, { ...rsa.publicJwk })],
    ['an RSA key that is too short', async () => setOf({ kty: 'RSA', n: 'AQAB', e: 'AQAB', kid: 'n' })],
    ['an algorithm that does not fit', async () => setOf({ ...rsa.publicJwk, alg: 'RS256' })],
  ])('refuses %s, and says so at the field', async (_, keys) => {
    const { status, body } = await orgAdmin.post('/api/admin/api-keys', {
      name: 'X',
      scopes: ['fhir.read'],
      jwks: await keys(),
    });
    expect([status, Object.keys((body as { fields: object }).fields)]).toEqual([422, ['jwks']]);
  });

  it('refuses a URL that is not https, one inside a network, and keys beside a URL', async () => {
    for (const body of [
      { jwks_url: 'http://example.com/jwks' },
      { jwks_url: 'https://10.0.0.1/jwks' },
      { jwks_url: 'https://example.com/jwks', jwks: setOf(rsa.publicJwk) },
    ]) {
      const { status, body: answer } = await orgAdmin.post('/api/admin/api-keys', {
        name: 'X',
        scopes: ['fhir.read'],
        ...body,
      });
      expect([status, Object.keys((answer as { fields: object }).fields)]).toEqual([422, ['jwks_url']]);
    }
  });
});

describe('POST /auth/smart/token for a program', () => {
  it.each(['ES384', 'RS384'])('gives a token of five minutes for a signature by %s', async (alg) => {
    const by = await make(['fhir.read'], alg);
    const token = await tokenOf(by);
    expect(token).toEqual({
      access_token: expect.stringMatching(/^trt_token_/),
      token_type: 'Bearer',
      expires_in: 300,
      scope: 'system/*.rs',
    });
    const found = await call('/fhir/Patient?_count=1', token.access_token);
    expect([found.status, (found.body as Bundle).entry!.length]).toEqual([200, 1]);
    expect(
      JSON.stringify(await portal.database.asSuperuser('SELECT t::text FROM key_tokens t')),
    ).not.toContain(token.access_token.slice(-43));
  });

  it('is audited with the program as the actor, whose name the patient reads', async () => {
    const { access_token } = await tokenOf(program);
    const patient = await portal.signIn('patient@demo.test');
    const [row] = await portal.database.asSuperuser<{ id: string }>(
      `SELECT p.id FROM patients p JOIN users u ON u.id = p.user_id WHERE u.email = 'patient@demo.test'`,
    );
    expect((await call(`/fhir/Patient/${row!.id}`, access_token)).status).toBe(200);
    const [event] = await portal.database.asSuperuser(
      `SELECT actor_role, actor_id FROM audit_events WHERE action = 'fhir.read' ORDER BY seq DESC LIMIT 1`,
    );
    expect(event).toEqual({ actor_role: 'key', actor_id: program.id });
    const { body } = await patient.get('/api/patient/access-log');
    expect((body as { entries: { who: string; role: string }[] }).entries[0]).toMatchObject({
      who: 'A registry',
      role: 'Connected program',
    });
  });

  it('exports with it, and another token of the program goes on', async () => {
    const { access_token } = await tokenOf(program);
    const started = await call('/fhir/$export?_type=Patient', access_token, { prefer: 'respond-async' });
    expect(started.status).toBe(202);
    const path = String(started.headers['content-location']).replace(portal.base, '');
    const next = await tokenOf(program);
    await until(
      'the export is finished',
      async () => (await call(path, next.access_token)).status === 200,
      20_000,
    );
    const file = await call(`${path}/Patient.ndjson`, next.access_token);
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/fhir+ndjson']);
    const other = await tokenOf(await make(['fhir.export']));
    expect((await call(path, other.access_token)).status).toBe(404);
  });

  it('gives no more than the administrator did, and no more than was asked for', async () => {
    const narrow = await make(['observations.read']);
    const all = await tokenOf(narrow, 'system/*.read');
    expect(all.scope).toBe('system/Observation.read system/ServiceRequest.read system/DiagnosticReport.read');
    const one = await tokenOf(program, 'system/Observation.rs openid system/Nothing.rs');
    expect(one.scope).toBe('system/Observation.rs');
    const seen = async (path: string, { access_token }: SmartToken) =>
      (await call(path, access_token, { prefer: 'respond-async' })).status;
    expect(await seen('/fhir/Observation?_count=1', one)).toBe(200);
    expect(await seen('/fhir/Observation?_count=1', all)).toBe(200);
    for (const [path, token] of [
      ['/fhir/Patient?_count=1', all],
      ['/fhir/Patient?_count=1', one],
      ['/fhir/Observation?_count=1&_include=Observation:subject', one],
      ['/fhir/Observation?_count=1&_revinclude=Provenance:target', one],
      ['/fhir/$export', one],
      ['/fhir/$export', all],
    ] as const)
      expect([path, await seen(path, token)]).toEqual([path, 403]);
  });

  it.each(['system/Patient.rs', 'system/*.cud', 'patient/*.rs', 'fhir.read', 'system/Observation.rsx'])(
    'answers invalid_scope to %s for a program that may read observations',
    async (scope) => {
      const { status, body } = await ask(await signed(await make(['observations.read'])), scope);
      expect([status, (body as Refusal).error]).toEqual([400, 'invalid_scope']);
    },
  );

  it('takes an assertion once: of two at the same time, one', async () => {
    const assertion = await signed(program);
    const answers = await Promise.all([ask(assertion), ask(assertion), ask(assertion)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 401, 401]);
    expect(await refusal(assertion)).toEqual(DENIED);
    expect(await lastRefusal()).toBe('replayed');
    const jti = 'of-two-programs';
    expect((await ask(await signed(program, { jti }))).status).toBe(200);
    expect((await ask(await signed(await make(['fhir.read']), { jti }))).status).toBe(200);
  });

  const now = (): number => Math.floor(Date.now() / 1000);
  it.each<[string, () => Claims, object]>([
    ['expired', () => ({ exp: now() - 60 }), {}],
    ['valid for an hour', () => ({ exp: now() + 3600 }), {}],
    ['without an end', () => ({ exp: undefined as never }), {}],
    ['without an id', () => ({ jti: undefined as never }), {}],
    ['for another address', () => ({ aud: `${portal.base}/fhir` }), {}],
    ['about another subject', () => ({ sub: 'trt_client_0000000000000000' }), {}],
    ['of a key that is not registered', () => ({}), { kid: 'second' }],
    ['that names no key', () => ({}), { kid: undefined }],
  ])('refuses an assertion %s', async (_, claims, header) => {
    expect(await refusal(await signed(program, claims(), header))).toEqual(DENIED);
    expect(await lastRefusal()).toBe('assertion');
  });

  it('refuses no signature, a signature with the public key as a secret, and that of another program', async () => {
    const { publicJwk, privateKey } = await pair('RS384', 'first');
    const { body } = await orgAdmin.post('/api/admin/api-keys', {
      name: 'RSA',
      scopes: ['fhir.read'],
      jwks: setOf(publicJwk),
    });
    const clientId = (body as ApiKeyCreated).key;
    const real = await signed({ id: '', clientId, privateKey, alg: 'RS384' });
    const [, payload] = real.split('.');
    const none = `${Buffer.from('{"alg":"none","kid":"first"}').toString('base64url')}.${payload}.`;
    expect(await refusal(none)).toEqual(DENIED);
    const shared = new TextEncoder().encode(JSON.stringify(publicJwk));
    const hs = await new SignJWT({
      iss: clientId,
      sub: clientId,
      aud: `${portal.base}/auth/smart/token`,
      exp: now() + 60,
      jti: 'hs',
    })
      .setProtectedHeader({ alg: 'HS256', kid: 'first' })
      .sign(shared);
    expect(await refusal(hs)).toEqual(DENIED);
    expect(await refusal(await signed({ ...program, clientId }))).toEqual(DENIED);
    expect(await lastRefusal()).toBe('assertion');
    expect(await refusal(real)).toEqual([200, undefined]);
  });

  it('names the fault of a request that is none of OAuth', async () => {
    const assertion = await signed(program);
    const client = { client_assertion_type: JWT_BEARER, client_assertion: assertion };
    for (const [form, error] of [
      [{}, 'invalid_request'],
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
      [{ grant_type: 'client_credentials', scope: 'system/*.rs' }, 'invalid_request'],
      [{ grant_type: 'client_credentials', ...client }, 'invalid_request'],
    ] as const) {
      const { status, body } = await send(form);
      expect([status, (body as Refusal).error]).toEqual([400, error]);
    }
    const json = await request(portal.base).post('/auth/smart/token').send({ grant_type: 'x' });
    expect([json.status, json.body]).toEqual([
      400,
      expect.objectContaining({
        error: 'invalid_request',
        error_description: expect.stringContaining('form'),
      }),
    ]);
    const twice = await request(portal.base)
      .post('/auth/smart/token')
      .type('form')
      .send('grant_type=client_credentials&grant_type=password');
    expect([twice.status, (twice.body as Refusal).error]).toEqual([400, 'invalid_request']);
    for (const { headers } of [json, twice])
      expect([headers['cache-control'], headers['pragma']]).toEqual(['no-store', 'no-cache']);
    expect(await refusal('not a token')).toEqual(DENIED);
    expect(await refusal(await signed({ ...program, clientId: 'trt_client_ffffffffffffffff' }))).toEqual(
      DENIED,
    );
    expect(await lastRefusal()).toBe('unknown');
  });

  it('opens no records where the clinic requires a reason, also with a token from before', async () => {
    const { access_token } = await tokenOf(program);
    await setPolicy(portal, 'break_glass_reason', true);
    expect((await call('/fhir/Patient?_count=1', access_token)).status).toBe(403);
    expect((await call('/fhir/$export', access_token, { prefer: 'respond-async' })).status).toBe(403);
    expect((await ask(await signed(program), 'system/Patient.rs')).body).toMatchObject({
      error: 'invalid_scope',
    });
    const team = await tokenOf(program, 'system/*.rs');
    expect(team.scope).not.toContain('Patient');
    expect((await call('/fhir/Practitioner?_count=1', team.access_token)).status).toBe(200);
  });

  it('is limited to its clinic', async () => {
    const { access_token } = await tokenOf(program);
    const [north] = await portal.database.asSuperuser<{ id: string }>(
      `SELECT p.id FROM patients p JOIN organisations o ON o.id = p.org_id WHERE o.name = 'North Clinic' LIMIT 1`,
    );
    expect((await call(`/fhir/Patient/${north!.id}`, access_token)).status).toBe(404);
    expect((await call('/api/labs', access_token)).status).toBe(403);
  });

  it('ends with the key, with its time, and by revocation', async () => {
    const by = await make(['fhir.read']);
    const [revoked, kept] = [await tokenOf(by), await tokenOf(by)];
    const end = async (token: string, who = by) =>
      send(
        { token, client_assertion_type: JWT_BEARER, client_assertion: await signed(who) },
        '/auth/smart/revoke',
      );
    expect((await end(revoked.access_token, program)).status).toBe(200);
    expect((await call('/fhir/Patient?_count=1', revoked.access_token)).status).toBe(200);
    expect((await end(revoked.access_token)).status).toBe(200);
    expect((await end('unknown')).status).toBe(200);
    expect((await call('/fhir/Patient?_count=1', revoked.access_token)).status).toBe(401);

    await portal.database.asSuperuser(`UPDATE key_tokens SET expires_at = now() WHERE key_id = $1`, [by.id]);
    expect((await call('/fhir/Patient?_count=1', kept.access_token)).status).toBe(401);
    await portal.app.get(SmartTokens).tidy();
    const left = await portal.database.asSuperuser('SELECT 1 FROM key_tokens WHERE key_id = $1', [by.id]);
    expect(left).toHaveLength(0);

    const last = await tokenOf(by);
    expect((await orgAdmin.post(`/api/admin/api-keys/${by.id}/revoke`, {})).status).toBe(200);
    expect((await call('/fhir/Patient?_count=1', last.access_token)).status).toBe(401);
    expect(await refusal(await signed(by))).toEqual(DENIED);
    expect(await lastRefusal()).toBe('revoked');
  });

  it('needs no cookie and reads none', async () => {
    const { access_token } = await tokenOf(program);
    const beside = await call('/fhir/Patient', access_token, { cookie: `trt_sid=${orgAdmin.token}` });
    expect(beside.status).toBe(400);
  });
});

describe('a program that publishes its keys', () => {
  let published: string | null;
  let server: Server;
  let address: string;
  beforeAll(async () => {
    server = createServer((_, response) => {
      if (published === null) response.writeHead(302, { location: `${address}/elsewhere` }).end();
      else response.writeHead(200, { 'content-type': 'application/json' }).end(published);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    address = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  });
  afterAll(() => void server.close());

  it('is known by them, also after it replaced them', async () => {
    const first = await pair('ES384', 'first');
    const second = await pair('ES384', 'second');
    published = setOf(first.publicJwk);
    const { body } = await orgAdmin.post('/api/admin/api-keys', {
      name: 'Publisher',
      scopes: ['fhir.read'],
      jwks_url: `${address}/jwks`,
    });
    const { id, key: clientId } = body as ApiKeyCreated;
    const by = { id, clientId, alg: 'ES384', privateKey: first.privateKey };
    await tokenOf(by);
    published = setOf(second.publicJwk);
    expect(await refusal(await signed(by))).toEqual(DENIED);
    const answer = await ask(await signed({ ...by, privateKey: second.privateKey }, {}, { kid: 'second' }));
    expect(answer.status).toBe(200);
    for (const wrong of [null, 'no JSON', `${' '.repeat(70_000)}${setOf(second.publicJwk)}`]) {
      published = wrong;
      expect(await refusal(await signed(by))).toEqual(DENIED);
      expect(await lastRefusal()).toBe('key_set');
    }
  });
});
