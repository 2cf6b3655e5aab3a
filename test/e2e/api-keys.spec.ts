import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { ApiKeyCreated, ApiScope } from '../../common/api/api-keys.js';
import { BUDGETS } from '../../server/platform/access/account-budgets.js';
import { mailsTo, setPolicy } from '../support/accounts.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
let orgAdmin: Person;
let northOrg: string;

beforeAll(async () => {
  portal = await startPortal('demo');
  orgAdmin = await portal.signIn('orgadmin@demo.test');
  const [row] = await portal.database.asSuperuser<{ id: string }>(
    `SELECT id FROM organisations WHERE name = 'North Clinic'`,
  );
  northOrg = row!.id;
});
afterAll(() => portal.close());

async function make(scopes: ApiScope[] = ['fhir.read'], name = 'A registry'): Promise<ApiKeyCreated> {
  const response = await orgAdmin.post('/api/admin/api-keys', { name, scopes });
  expect(response.status).toBe(201);
  return response.body as ApiKeyCreated;
}
const call = (path: string, key: string) =>
  request(portal.base).get(path).set('authorization', `Bearer ${key}`);
const refusals = (id: string | null) =>
  portal.database.asSuperuser<{ reason: string; org_id: string | null; actor_role: string | null }>(
    `SELECT detail->>'reason' AS reason, org_id, actor_role FROM audit_events
      WHERE action = 'api_key.refuse' AND target_id IS NOT DISTINCT FROM $1 ORDER BY seq`,
    [id],
  );

describe('POST /api/admin/api-keys', () => {
  it('shows the key once and stores only its hash', async () => {
    const made = await make();
    expect(made.key).toMatch(/^trt_live_[0-9a-f]{16}_[A-Za-z0-9_-]{43}$/);
    expect(made.status).toBe('active');
    const { body } = await orgAdmin.list('/api/admin/api-keys', { filter: { id: made.id } });
    expect(body.total).toBe(1);
    expect(JSON.stringify(body)).not.toContain(made.key.slice(-43));
    const [row] = await portal.database.asSuperuser('SELECT k::text AS all FROM api_keys k WHERE id = $1', [
      made.id,
    ]);
    expect(JSON.stringify(row)).not.toContain(made.key.slice(-43));
  });

  it('expires in 90 days by default, and after a year at the latest', async () => {
    const { expires_at } = await make();
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(89.9 * 864e5);
    for (const at of [new Date(Date.now() - 1000), new Date(Date.now() + 400 * 864e5)]) {
      const response = await orgAdmin.post('/api/admin/api-keys', {
        name: 'Too long',
        scopes: ['fhir.read'],
        expires_at: at.toISOString(),
      });
      expect([response.status, Object.keys(response.body.fields as object)]).toEqual([422, ['expires_at']]);
    }
  });

  it('names the invalid field', async () => {
    for (const [body, field] of [
      [{ name: ' ', scopes: ['fhir.read'] }, 'name'],
      [{ name: 'X', scopes: [] }, 'scopes'],
      [{ name: 'X', scopes: ['fhir.write'] }, 'scopes'],
      [{ name: 'X', scopes: ['fhir.read'], org_id: 'none' }, 'org_id'],
    ] as const) {
      const response = await orgAdmin.post('/api/admin/api-keys', body);
      expect([response.status, Object.keys(response.body.fields as object)]).toEqual([422, [field]]);
    }
  });

  it('opens no records to an administrator whom the clinic keeps out of them', async () => {
    await setPolicy(portal, 'clinical_acts_need_provider', true);
    const ask = (by: Person, scopes: ApiScope[], org_id?: string) =>
      by.post('/api/admin/api-keys', { name: 'A registry', scopes, ...(org_id && { org_id }) });
    try {
      const refused = await ask(orgAdmin, ['team.read', 'observations.read']);
      expect([refused.status, refused.body.fields?.scopes]).toEqual([
        422,
        expect.stringContaining('limits records'),
      ]);
      expect((await ask(orgAdmin, ['team.read'])).status).toBe(201);
      const system = await portal.signIn('admin@demo.test');
      expect((await ask(system, ['fhir.read'], orgAdmin.me!.claims.org_id!)).status).toBe(422);
    } finally {
      await setPolicy(portal, 'clinical_acts_need_provider', false);
    }
  });

  it('opens no records where the clinic limits them to providers, unless one made it, also when it was created before', async () => {
    const dora = await portal.signIn('multi@demo.test');
    const mine = await make(['fhir.read', 'fhir.export']);
    const hers = (await dora.post('/api/admin/api-keys', { name: 'A registry', scopes: ['fhir.read'] }))
      .body as ApiKeyCreated;
    const all = await portal.signIn('admin@demo.test');
    const systems = await all.post('/api/admin/api-keys', {
      name: 'A system',
      scopes: ['fhir.read'],
      org_id: orgAdmin.me!.claims.org_id,
    });
    const moves = (org: string) =>
      portal.database.asSuperuser(`UPDATE users SET org_id = $1 WHERE email = 'multi@demo.test'`, [org]);
    const patients = ({ key }: ApiKeyCreated) => call('/fhir/Patient', key);
    const provides = (roles: string) =>
      portal.database.asSuperuser(`UPDATE users SET roles = $1 WHERE email = 'multi@demo.test'`, [roles]);
    expect([(await patients(mine)).status, (await patients(hers)).status]).toEqual([200, 200]);
    await setPolicy(portal, 'clinical_acts_need_provider', true);
    try {
      const closed = await patients(mine);
      expect([closed.status, closed.text]).toEqual([403, expect.stringContaining('limits records')]);
      const copy = await call('/fhir/$export', mine.key).set('prefer', 'respond-async');
      expect([copy.status, (await call('/fhir/Practitioner', mine.key)).status]).toEqual([403, 200]);
      expect((await patients(hers)).status).toBe(200);
      await portal.database.asSuperuser(
        `UPDATE users SET status = 'disabled' WHERE email = 'multi@demo.test'`,
      );
      expect((await patients(hers)).status).toBe(401);
      await portal.database.asSuperuser(`UPDATE users SET status = 'active' WHERE email = 'multi@demo.test'`);
      await moves(northOrg);
      expect((await patients(hers)).status).toBe(401);
      expect((await patients(systems.body as ApiKeyCreated)).status).toBe(403);
      const again = await all.post('/api/admin/api-keys', {
        name: 'A system',
        scopes: ['fhir.read'],
        org_id: orgAdmin.me!.claims.org_id,
      });
      expect([again.status, Object.keys(again.body.fields ?? {})]).toEqual([422, ['scopes']]);
      await moves(orgAdmin.me!.claims.org_id!);
      await provides('{patient,system_admin}');
      expect((await patients(hers)).status).toBe(403);
    } finally {
      await moves(orgAdmin.me!.claims.org_id!);
      await provides('{provider,patient,system_admin}');
      await setPolicy(portal, 'clinical_acts_need_provider', false);
    }
    expect((await patients(mine)).status).toBe(200);
  });

  it('opens no records where the clinic requires a reason for them, also when it was created before', async () => {
    const before = await make(['fhir.read']);
    const patients = () => call('/fhir/Patient', before.key);
    expect((await patients()).status).toBe(200);
    await setPolicy(portal, 'break_glass_reason', true);
    try {
      const ask = (scopes: ApiScope[]) =>
        orgAdmin.post('/api/admin/api-keys', { name: 'A registry', scopes });
      const refused = await ask(['team.read', 'patients.read']);
      expect([refused.status, refused.body.fields?.scopes]).toEqual([
        422,
        expect.stringContaining('requires a reason'),
      ]);
      const closed = await patients();
      expect([closed.status, closed.text]).toEqual([403, expect.stringContaining('requires a reason')]);
      const around = await call('/fhir/Practitioner?_revinclude=MedicationRequest:requester', before.key);
      expect([around.status, around.text]).toEqual([403, expect.stringContaining('requires a reason')]);
      expect((await call('/fhir/Practitioner', before.key)).status).toBe(200);
      expect((await ask(['team.read'])).status).toBe(201);
    } finally {
      await setPolicy(portal, 'break_glass_reason', false);
    }
    expect((await patients()).status).toBe(200);
  });

  it('requires fresh proof, and belongs to administrators and to one organization', async () => {
    const body = { name: 'X', scopes: ['fhir.read'] };
    const foreign = await orgAdmin.post('/api/admin/api-keys', { ...body, org_id: northOrg });
    expect(foreign.status).toBe(403);
    const provider = await portal.signIn('provider@demo.test');
    expect((await provider.post('/api/admin/api-keys', body)).status).toBe(403);
    const late = await portal.signIn('orgadmin@demo.test');
    const { key, ...made } = await make();
    await portal.database.asSuperuser(
      `UPDATE sessions SET auth_at = now() - interval '11 minutes' WHERE user_id = $1`,
      [late.me!.user.id],
    );
    for (const path of ['', `/${made.id}/revoke`]) {
      const response = await late.post(`/api/admin/api-keys${path}`, path ? {} : body);
      expect([response.status, response.body.error]).toEqual([403, 'reauth_required']);
    }
    orgAdmin = await portal.signIn('orgadmin@demo.test');
    expect((await call('/api/labs', key)).status).toBe(403);
  });
});

describe('a call with an API key', () => {
  it('is refused where the route is closed to keys, and that is audited with the key as the actor', async () => {
    const { id, key } = await make();
    const response = await call('/api/labs', key);
    expect([response.status, response.body.error]).toEqual([403, 'forbidden']);
    const rows = await portal.database.asSuperuser<{ actor_role: string; outcome: string }>(
      `SELECT actor_role, outcome FROM audit_events WHERE actor_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ actor_role: 'key', outcome: 'denied' }]);
  });

  it('is refused for an unknown, an expired and a revoked key alike, each with an audit entry', async () => {
    const before = (await refusals(null)).length;
    const { id, key } = await make();
    const answers: unknown[] = [];
    const ask = async (text: string) => {
      const { status, body, headers } = await call('/api/labs', text);
      answers.push([status, body.error, body.message, headers['www-authenticate']]);
    };
    await ask(`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`);
    await ask('not-a-key');
    await portal.database.asSuperuser(`UPDATE api_keys SET expires_at = now() WHERE id = $1`, [id]);
    await ask(key);
    await portal.database.asSuperuser(
      `UPDATE api_keys SET expires_at = now() + interval '1 day' WHERE id = $1`,
      [id],
    );
    expect((await orgAdmin.post(`/api/admin/api-keys/${id}/revoke`, {})).body.status).toBe('revoked');
    await ask(key);
    const refused = [401, 'not_authenticated', 'This API key is not valid.', 'Bearer error="invalid_token"'];
    expect(answers).toEqual([refused, refused, refused, refused]);
    expect((await refusals(null)).slice(before).map((row) => row.reason)).toEqual(['unknown', 'unknown']);
    expect((await refusals(id)).map((row) => row.reason)).toEqual(['expired', 'revoked']);
  });

  it('is refused along with a session cookie', async () => {
    const { key } = await make();
    const response = await orgAdmin.get('/api/labs', { authorization: `Bearer ${key}` });
    expect([response.status, response.body.error]).toEqual([400, 'bad_request']);
    expect((await refusals(null)).at(-1)!.reason).toBe('beside_session');
  });

  it('reports the remaining rate limit', async () => {
    const { key } = await make();
    const first = await call('/api/labs', key);
    const { most } = BUDGETS.key.calls;
    expect(first.headers['ratelimit-policy']).toBe(`"calls";q=${most};w=60`);
    expect(first.headers['ratelimit']).toMatch(new RegExp(`^"calls";r=${most - 1};t=\\d+$`));
  });
});

describe('POST /api/admin/api-keys/:id/revoke', () => {
  it('does not find the key of another organization', async () => {
    const admin = await portal.signIn('admin@demo.test');
    const made = await admin.post('/api/admin/api-keys', {
      name: 'North registry',
      scopes: ['fhir.read'],
      org_id: northOrg,
    });
    expect([made.status, made.body.organisation]).toEqual([201, 'North Clinic']);
    expect((await orgAdmin.post(`/api/admin/api-keys/${String(made.body.id)}/revoke`, {})).status).toBe(404);
    const without = await admin.post('/api/admin/api-keys', { name: 'X', scopes: ['fhir.read'] });
    expect(Object.keys(without.body.fields as object)).toEqual(['org_id']);
  });

  it('is unchanged when it is revoked again', async () => {
    const { id } = await make();
    const first = await orgAdmin.post(`/api/admin/api-keys/${id}/revoke`, {});
    const second = await orgAdmin.post(`/api/admin/api-keys/${id}/revoke`, {});
    expect([second.status, second.body.revoked_at]).toEqual([200, first.body.revoked_at]);
  });
});

describe('keys made by an administrator', () => {
  const maker = 'provider@demo.test';
  const setMaker = (roles: string, orgId: string | null) =>
    portal.database.asSuperuser(
      `UPDATE users SET roles = $2, status = 'active', org_id = $3, version = version + 1 WHERE email = $1`,
      [maker, roles, orgId],
    );

  it('stop working with the rights of who made them, if that person knows the secret; the others are told', async () => {
    const orgId = orgAdmin.me!.claims.org_id!;
    const system = await portal.signIn('admin@demo.test');
    for (const [name, change] of [
      ['disabled', { status: 'disabled' }],
      ['role taken', { roles: ['provider'] }],
      ['moved', { org_id: northOrg }],
    ] as const) {
      await setMaker('{provider,system_admin}', orgId);
      const dora = await portal.signIn(maker);
      const add = async (more: object) =>
        (await dora.post('/api/admin/api-keys', { name: `Of hers, ${name}`, scopes: ['team.read'], ...more }))
          .body as ApiKeyCreated;
      const [secret, signed, kept] = [
        await add({}),
        await add({ name: `Signs, ${name}`, jwks_url: 'https://registry.example/keys.json' }),
        await make(['team.read'], `Not hers, ${name}`),
      ];
      const works = async ({ key }: ApiKeyCreated) => (await call('/fhir/Practitioner', key)).status;
      const { id } = dora.me!.user;
      const unrelated = await orgAdmin.patch(`/api/admin/users/${id}`, {
        roles: ['system_admin', 'provider'],
      });
      expect([unrelated.status, await works(secret)]).toEqual([200, 200]);
      expect((await system.patch(`/api/admin/users/${id}`, change)).status).toBe(200);
      expect([name, await works(secret), await works(kept)]).toEqual([name, 401, 200]);
      const { body } = await orgAdmin.list('/api/admin/api-keys', { filter: { id: [signed.id, secret.id] } });
      const statuses = new Map((body.api_keys as ApiKeyCreated[]).map((key) => [key.id, key.status]));
      expect([statuses.get(signed.id), statuses.get(secret.id)]).toEqual(['active', 'revoked']);
      const rows = await portal.database.asSuperuser(
        `SELECT actor_id, org_id, detail FROM audit_events WHERE action = 'api_key.revoke' AND target_id = $1`,
        [secret.id],
      );
      expect(rows).toEqual([{ actor_id: system.me!.user.id, org_id: orgId, detail: { made_by: id } }]);
      const mails = (await mailsTo(portal, 'orgadmin@demo.test')).filter(({ text }) =>
        text.includes(`Of hers, ${name}.`),
      );
      expect(mails.map(({ subject }) => subject)).toEqual(['API keys of your organization were revoked']);
      expect(mails[0]!.text).toContain('API keys made by Dr. Elena Rossi were revoked');
      expect(mails[0]!.text).toMatch(
        new RegExp(`which Dr. Elena Rossi registered, [^.]* still work: [^.]*Signs, ${name}[,.]`),
      );
    }
    await setMaker('{provider}', orgId);
  });
});
