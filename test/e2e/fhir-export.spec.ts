import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Bundle, FhirResource, OperationOutcome, Resource } from 'fhir/r4.js';
import request, { type Response } from 'supertest';
import type { AccessLogResponse } from '../../common/api/index.js';
import type { ApiKeyCreated, ApiScope } from '../../common/api/api-keys.js';
import { RESOURCES } from '../../server/fhir/resources/index.js';
import { FhirExportJob } from '../../server/fhir-export/export-job.service.js';
import { Erasure } from '../../server/retention/erasure.js';
import { UnitOfWork } from '../../server/database/unit-of-work.js';
import { mailsTo } from '../support/accounts.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { until } from '../support/until.js';

interface Manifest {
  transactionTime: string;
  request: string;
  requiresAccessToken: boolean;
  output: { type: string; url: string; count: number }[];
}

let portal: TestPortal;
let orgAdmin: Person;
let key: ApiKeyCreated;

beforeAll(async () => {
  portal = await startPortal('demo');
  orgAdmin = await portal.signIn('orgadmin@demo.test');
  key = await make(['fhir.export'], 'Registry');
});
afterAll(() => portal.close());
afterEach(() => portal.database.asSuperuser('TRUNCATE fhir_exports, fhir_export_parts'));

async function make(scopes: ApiScope[], name = 'A program', admin = orgAdmin): Promise<ApiKeyCreated> {
  return (await admin.post('/api/admin/api-keys', { name, scopes })).body as ApiKeyCreated;
}
const call = (method: 'get' | 'delete', path: string, made = key, headers: Record<string, string> = {}) =>
  Promise.resolve(
    request(portal.base)
      [method](path.replace(portal.base, ''))
      .set({ authorization: `Bearer ${made.key}`, ...headers })
      .buffer(true)
      .parse((incoming, done) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => done(null, Buffer.concat(chunks).toString()));
      }),
  );
const bodyOf = <T>({ body }: Response): T => JSON.parse(body as string) as T;
const start = (path = '/fhir/$export', made = key) =>
  call('get', path, made, { prefer: 'respond-async', accept: 'application/fhir+json' });
const addressOf = ({ headers }: Response): string => String(headers['content-location']);

async function finished(address: string, made = key): Promise<Manifest> {
  let answer: Response;
  await until(
    'the export is finished',
    async () => {
      answer = await call('get', address, made);
      if (answer.status === 202) expect(answer.headers['x-progress']).toMatch(/^\d+ patients? written$/);
      return answer.status === 200;
    },
    20_000,
  );
  return bodyOf<Manifest>(answer!);
}
async function linesOf(file: { url: string }, made = key): Promise<FhirResource[]> {
  const answer = await call('get', file.url, made);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/fhir+ndjson']);
  return String(answer.body)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as FhirResource);
}
async function everything(manifest: Manifest, made = key): Promise<FhirResource[]> {
  const all: FhirResource[] = [];
  for (const file of manifest.output) {
    const lines = await linesOf(file, made);
    expect([file.type, lines.length]).toEqual([file.type, file.count]);
    expect(new Set(lines.map(({ resourceType }) => resourceType))).toEqual(new Set([file.type]));
    all.push(...lines);
  }
  return all;
}
const named = (resources: readonly FhirResource[]): string[] =>
  resources.map(({ resourceType, id }) => `${resourceType}/${id}`).sort();

describe('GET /fhir/$export', () => {
  it('is told to the administrators by email, like the key that asked for it, and no one else', async () => {
    await start();
    const subjects = async (email: string) => (await mailsTo(portal, email)).map(({ subject }) => subject);
    await until(
      'the emails are sent',
      async () =>
        (await subjects('orgadmin@demo.test')).includes(
          'All records of your organization are being exported',
        ),
      20_000,
    );
    expect(await subjects('orgadmin@demo.test')).toContain(
      'A program can now read your organization’s records',
    );
    for (const email of ['provider@demo.test', 'patient@demo.test'])
      expect(await subjects(email)).not.toContain('All records of your organization are being exported');
  });

  it('writes out every resource of every patient of the clinic, as $everything shows them, and of no other clinic', async () => {
    const begun = await start();
    expect([begun.status, begun.body]).toEqual([202, '']);
    const manifest = await finished(addressOf(begun));
    expect(manifest).toMatchObject({ request: `${portal.base}/fhir/$export`, requiresAccessToken: true });
    const exported = await everything(manifest);
    expect(new Set(named(exported)).size).toBe(exported.length);

    const reader = await make(['fhir.read']);
    const patients = await portal.database.asSuperuser<{ id: string }>(
      `SELECT p.id FROM patients p JOIN organisations o ON o.id = p.org_id WHERE o.name = 'Founders Clinic' AND p.held_at IS NULL`,
    );
    expect(patients.length).toBeGreaterThan(25);
    const shown = new Map<string, Resource>();
    for (const { id } of patients) {
      const record = bodyOf<Bundle>(await call('get', `/fhir/Patient/${id}/$everything`, reader));
      for (const { resource } of record.entry!)
        shown.set(`${resource!.resourceType}/${resource!.id}`, resource!);
    }
    expect(named(exported)).toEqual([...shown.keys()].sort());
    const told = new Map(exported.map((one) => [`${one.resourceType}/${one.id}`, one]));
    for (const [name, resource] of shown) expect(told.get(name)).toEqual(resource);
  });

  it('leaves a line for each patient, who reads which program it was', async () => {
    const patient = await portal.signIn('patient@demo.test');
    await finished(addressOf(await start('/fhir/$export?_type=Patient')));
    const { entries } = (await patient.get('/api/patient/access-log')).body as AccessLogResponse;
    expect(entries[0]).toMatchObject({
      who: 'Registry',
      role: 'Connected program',
      action: 'Exported a part of your record through a connection',
    });
    await finished(addressOf(await start('/fhir/Patient/$export')));
    const { entries: later } = (await patient.get('/api/patient/access-log')).body as AccessLogResponse;
    expect(later[0]!.action).toBe('Exported your whole record through a connection');
    const [own] = ((await patient.get('/fhir/Patient')).body as Bundle).entry!;
    const path = `/fhir/Patient/${own!.resource!.id}/$everything?_type=Observation`;
    expect((await call('get', path, await make(['fhir.read']))).status).toBe(200);
    const { entries: last } = (await patient.get('/api/patient/access-log')).body as AccessLogResponse;
    expect(last[0]!.action).toBe('Read a part of your record through a connection');
  });

  it('takes types and a time from which on something changed', async () => {
    const types = 'Patient,Organization';
    const some = await everything(await finished(addressOf(await start(`/fhir/$export?_type=${types}`))));
    expect(new Set(some.map(({ resourceType }) => resourceType))).toEqual(new Set(types.split(',')));
    const later = encodeURIComponent(new Date(Date.now() + 60_000).toISOString());
    const none = await finished(addressOf(await start(`/fhir/Patient/$export?_since=${later}`)));
    expect(none.output).toEqual([]);
  });

  it.each([
    ['_type=Spaceship', '_type'],
    ['_type=Patient&_type=Organization,Nothing', '_type'],
    ['_since=yesterday', '_since'],
    ['_outputFormat=text/csv', '_outputFormat'],
    ['_typeFilter=Patient%3Fgender%3Dmale', '_typeFilter'],
  ])('refuses ?%s by name', async (query, field) => {
    const refused = await start(`/fhir/$export?${query}`);
    expect(refused.status).toBe(422);
    expect(bodyOf<OperationOutcome>(refused).issue[0]!.expression).toEqual([field]);
  });

  it('asks for the header that says the program waits', async () => {
    const refused = await call('get', '/fhir/$export');
    expect([refused.status, bodyOf<OperationOutcome>(refused).resourceType]).toEqual([
      400,
      'OperationOutcome',
    ]);
  });

  it('is for keys with the scope, not for people or narrower keys', async () => {
    const narrow = await make(['fhir.read']);
    expect((await start('/fhir/$export', narrow)).headers['www-authenticate']).toContain('fhir.export');
    for (const person of [
      orgAdmin,
      await portal.signIn('provider@demo.test'),
      await portal.signIn('patient@demo.test'),
    ])
      expect((await person.get('/fhir/$export')).status).toBe(403);
    expect((await portal.anonymous().get('/fhir/$export')).status).toBe(401);
  });

  it('keeps one at work and three in all for each key', async () => {
    const addresses: string[] = [];
    for (let i = 0; i < 3; i++) {
      addresses.push(addressOf(await start('/fhir/$export?_type=Organization')));
      await finished(addresses.at(-1)!);
    }
    const full = await start();
    expect([full.status, full.headers['retry-after']]).toEqual([429, '60']);
    expect((await call('delete', addresses[0]!)).status).toBe(202);
    expect((await start('/fhir/$export?_type=Organization')).status).toBe(202);
    const waiting = await Promise.all(Array.from({ length: 5 }, () => start('/fhir/$export?_type=Patient')));
    expect(waiting.every(({ status }) => status === 429)).toBe(true);
  });
});

describe('GET /fhir/Patient/$export', () => {
  it('leaves out what belongs to the clinic alone', async () => {
    const { output } = await finished(addressOf(await start('/fhir/Patient/$export')));
    const ofClinic = RESOURCES.filter(({ of }) => of === 'clinic').map(({ type }) => type as string);
    expect(output.map(({ type }) => type)).toContain('Patient');
    expect(output.filter(({ type }) => ofClinic.includes(type))).toEqual([]);
    expect((await start('/fhir/Patient/$export?_type=Organization')).status).toBe(422);
  });
});

describe('an export', () => {
  it('belongs to the key that asked for it, and is gone once deleted', async () => {
    const address = addressOf(await start('/fhir/$export?_type=Patient'));
    const { output } = await finished(address);
    const other = await make(['fhir.export']);
    const north = await make(
      ['fhir.export'],
      'North',
      await portal.signIn('northadmin@demo.test').catch(() => orgAdmin),
    );
    for (const stranger of [other, north])
      for (const path of [address, output[0]!.url])
        expect((await call('get', path, stranger)).status).toBe(404);
    expect((await call('delete', address, other)).status).toBe(404);
    expect((await call('get', `${address}/Observation.ndjson`)).status).toBe(404);
    expect((await call('get', `${address}/..%2fPatient.ndjson`)).status).toBe(404);
    expect((await call('delete', address)).status).toBe(202);
    for (const path of [address, output[0]!.url]) expect((await call('get', path)).status).toBe(404);
  });

  it('continues after the last batch that was stored', async () => {
    const job = portal.app.get(FhirExportJob);
    const id = '00000000-0000-4000-8000-00000000e001';
    await portal.database.asSuperuser(
      `INSERT INTO fhir_exports (id, org_id, key_id, request, types, patients, after_patient, expires_at)
        SELECT $1, k.org_id, k.id, 'x', '{Patient,Organization}', 25, (SELECT id FROM patients WHERE org_id = k.org_id AND held_at IS NULL ORDER BY id OFFSET 24 LIMIT 1),
          now() + interval '1 hour' FROM api_keys k WHERE k.id = $2`,
      [id, key.id],
    );
    await Promise.all([job.work(id), job.work(id)]);
    const rest = await everything(await finished(`${portal.base}/fhir/exports/${id}`));
    const expected = await portal.database.asSuperuser<{ name: string }>(
      `SELECT 'Patient/' || id AS name FROM patients WHERE org_id = (SELECT org_id FROM api_keys WHERE id = $1) AND held_at IS NULL
        ORDER BY id OFFSET 25`,
      [key.id],
    );
    expect(named(rest)).toEqual(expected.map(({ name }) => name).sort());
  });

  it('of a key that was revoked meanwhile is thrown away', async () => {
    const short = await make(['fhir.export']);
    const address = addressOf(await start('/fhir/$export', short));
    await orgAdmin.post(`/api/admin/api-keys/${short.id}/revoke`, {});
    await portal.app.get(FhirExportJob).work(address.split('/').at(-1)!);
    const left = await portal.database.asSuperuser(
      'SELECT id FROM fhir_exports WHERE key_id = $1 AND finished_at IS NULL',
      [short.id],
    );
    expect(left).toEqual([]);
    expect((await call('get', address, short)).status).toBe(401);
  });

  it('is stored encrypted, and ends with the erasure of a patient of the clinic', async () => {
    const address = addressOf(await start('/fhir/$export?_type=Patient'));
    const [patient] = await linesOf((await finished(address)).output[0]!);
    const parts = await portal.database.asSuperuser<{ data_enc: string }>(
      'SELECT data_enc FROM fhir_export_parts',
    );
    expect(parts.length).toBeGreaterThan(0);
    expect(
      parts.every(({ data_enc }) => data_enc.startsWith('v1:') && !data_enc.includes('resourceType')),
    ).toBe(true);
    await portal.app.get(UnitOfWork).run(() => portal.app.get(Erasure).erase(patient!.id!));
    expect((await call('get', address)).status).toBe(404);
  });

  it('expires after a day', async () => {
    const address = addressOf(await start('/fhir/$export?_type=Patient'));
    await finished(address);
    await portal.database.asSuperuser(`UPDATE fhir_exports SET expires_at = now() - interval '1 second'`);
    expect((await call('get', address)).status).toBe(404);
  });
});

describe('where the clinic requires a reason for opening a record', () => {
  it('no key exports', async () => {
    const set = (on: boolean) =>
      portal.database.asSuperuser(
        `UPDATE organisations SET policies = policies || jsonb_build_object('break_glass_reason', $1::boolean) WHERE id = $2`,
        [on, key.org_id],
      );
    await set(true);
    expect((await start()).status).toBe(403);
    const made = await orgAdmin.post('/api/admin/api-keys', { name: 'X', scopes: ['fhir.export'] });
    expect([made.status, Object.keys((made.body as { fields: object }).fields)]).toEqual([422, ['scopes']]);
    await set(false);
  });
});
