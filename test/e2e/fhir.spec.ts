import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Bundle, CapabilityStatement, OperationOutcome } from 'fhir/r4.js';
import request, { type Response } from 'supertest';
import type { AccessLogResponse } from '../../common/api/index.js';
import type { ApiKeyCreated, ApiScope } from '../../common/api/api-keys.js';
import { RESOURCES } from '../../server/fhir/resources/index.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { until } from '../support/until.js';

let portal: TestPortal;
let patient: Person;
let provider: Person;
let orgAdmin: Person;
let key: ApiKeyCreated;
let own: string;
let foreign: string;

beforeAll(async () => {
  portal = await startPortal('demo');
  patient = await portal.signIn('patient@demo.test');
  provider = await portal.signIn('provider@demo.test');
  orgAdmin = await portal.signIn('orgadmin@demo.test');
  key = await make(['fhir.read'], 'Quality registry');
  own = await patientId('patient@demo.test');
  foreign = await patientId('northpatient@demo.test');
});
afterAll(() => portal.close());

async function make(scopes: ApiScope[], name = 'A program'): Promise<ApiKeyCreated> {
  return (await orgAdmin.post('/api/admin/api-keys', { name, scopes })).body as ApiKeyCreated;
}
async function patientId(email: string): Promise<string> {
  const [row] = await portal.database.asSuperuser<{ id: string }>(
    'SELECT p.id FROM patients p JOIN users u ON u.id = p.user_id WHERE u.email = $1',
    [email],
  );
  return row!.id;
}
const byKey = (path: string, made = key): Promise<Response> =>
  Promise.resolve(request(portal.base).get(path).set('authorization', `Bearer ${made.key}`));
const resources = ({ body }: Response) =>
  ((body as Bundle).entry ?? []).map(({ resource }) => resource as unknown as Record<string, unknown>);
const outcome = ({ status, body, headers }: Response): unknown[] => [
  status,
  (body as OperationOutcome).resourceType,
  headers['content-type'],
];
const JSON_TYPE = 'application/fhir+json; charset=utf-8';

describe('GET /fhir/metadata', () => {
  it('shows anyone what the table of resources declares', async () => {
    const { status, body, headers } = await portal.anonymous().get('/fhir/metadata');
    expect([status, headers['content-type']]).toEqual([200, JSON_TYPE]);
    const [rest] = (body as CapabilityStatement).rest!;
    expect(rest!.resource!.map(({ type }) => type as string)).toEqual(RESOURCES.map(({ type }) => type));
  });

  it('offers each search that US Core 6.1 requires', async () => {
    const { body } = await portal.anonymous().get('/fhir/metadata');
    const offered = Object.fromEntries(
      (body as CapabilityStatement).rest![0]!.resource!.map(({ type, searchParam }) => [
        type,
        searchParam!.map(({ name }) => name),
      ]),
    );
    for (const [type, names] of Object.entries(US_CORE_SEARCHES))
      expect([type, names.split(' ').filter((name) => !offered[type]!.includes(name))]).toEqual([type, []]);
  });
});

/** From the US Core 6.1.0 server CapabilityStatement, for the resources supported here. */
const US_CORE_SEARCHES: Readonly<Record<string, string>> = {
  AllergyIntolerance: 'clinical-status patient',
  CarePlan: 'category date patient status',
  CareTeam: 'patient role status',
  Condition:
    '_lastUpdated abatement-date asserted-date category clinical-status code encounter onset-date patient recorded-date',
  DiagnosticReport: '_lastUpdated category code date patient status',
  DocumentReference: '_id category date patient period status type',
  Encounter: '_id _lastUpdated class date discharge-disposition identifier location patient status type',
  MedicationDispense: 'patient status type',
  MedicationRequest: 'authoredon encounter intent patient status',
  Observation: '_lastUpdated category code date patient status',
  Organization: 'address name',
  Patient: '_id birthdate death-date family gender given identifier name',
  Practitioner: '_id identifier name',
  PractitionerRole: 'practitioner specialty',
  QuestionnaireResponse: '_id authored patient questionnaire status',
};

describe('access control of /fhir', () => {
  it('lets patients read only their own record', async () => {
    const patients = await patient.get('/fhir/Patient');
    expect(resources(patients).map(({ id }) => id)).toEqual([own]);
    for (const { type, of } of RESOURCES) {
      if (of === 'clinic') continue;
      const { body } = await patient.get(`/fhir/${type}?_count=200`);
      expect(JSON.stringify(body)).not.toContain(foreign);
    }
    const other = await patientId('review@demo.test');
    for (const id of [foreign, other]) {
      expect(outcome(await patient.get(`/fhir/Patient/${id}`))).toEqual([404, 'OperationOutcome', JSON_TYPE]);
      expect((await patient.get(`/fhir/Patient/${id}/$everything`)).status).toBe(404);
      expect(resources(await patient.get(`/fhir/Observation?patient=${id}`))).toEqual([]);
    }
  });

  it('names to patients who may treat them, without the addresses that staff sign in with', async () => {
    await portal.database.asSuperuser(
      `INSERT INTO users (id, org_id, email, roles, status) SELECT gen_random_uuid(), org_id, 'gone@demo.test', '{provider}', 'disabled'
        FROM users WHERE email = 'provider@demo.test'`,
    );
    const someone = await portal.anonymous().signUp();
    for (const type of ['Practitioner', 'PractitionerRole']) {
      const seenBy = async (who: Person) => (await who.get(`/fhir/${type}?_count=100`)).text;
      for (const who of [someone, patient]) {
        const seen = await seenBy(who);
        expect(seen).toContain('Elena');
        expect(seen).not.toMatch(/@|Omar|"active":false/);
        expect(seen).toContain('"system":"phone"');
      }
      expect(await seenBy(provider)).toContain('gone@demo.test');
    }
    await portal.database.asSuperuser(`DELETE FROM users WHERE email = 'gone@demo.test'`);
  });

  it("hides the care team's alerts from the patient", async () => {
    const alerts = resources(await byKey('/fhir/DetectedIssue')).map(({ id }) => id);
    // A clinician who is also a patient reads them as a clinician.
    const [row] = await portal.database.asSuperuser<{ email: string; alert: string }>(
      `SELECT u.email, a.id AS alert FROM case_alerts a JOIN cases c ON c.id = a.case_id JOIN patients p ON p.id = c.patient_id
        JOIN users u ON u.id = p.user_id WHERE a.id = ANY($1) AND u.roles = '{patient}' ORDER BY u.email LIMIT 1`,
      [alerts],
    );
    const theirs = await portal.signIn(row!.email);
    expect(resources(await theirs.get('/fhir/DetectedIssue'))).toEqual([]);
    expect((await theirs.get(`/fhir/DetectedIssue/${row!.alert}`)).status).toBe(404);
  });

  it('lets staff and keys read only their organization', async () => {
    for (const ask of [(path: string) => provider.get(path), byKey]) {
      const patients = resources(await ask('/fhir/Patient?_count=200')).map(({ id }) => id);
      expect(patients).toContain(own);
      expect(patients).not.toContain(foreign);
      expect((await ask(`/fhir/Patient/${foreign}`)).status).toBe(404);
      expect(resources(await ask(`/fhir/Observation?patient=${foreign}`))).toEqual([]);
      expect(resources(await ask('/fhir/Organization'))).toHaveLength(1);
    }
    const north = await portal.signIn('north@demo.test');
    expect(resources(await north.get('/fhir/Patient?_count=200')).map(({ id }) => id)).toContain(foreign);
  });

  it('leaves a line for a patient whose record was looked through and holds nothing that was asked for', async () => {
    const lines = () =>
      portal.database.asSuperuser(
        `SELECT detail FROM audit_events WHERE action = 'fhir.search' AND actor_id = $1 AND $2 = ANY(patient_ids) ORDER BY seq`,
        [provider.me!.user.id, own],
      );
    const before = (await lines()).length;
    const nothing = await provider.get(`/fhir/Observation?patient=${own}&code=0000-0`);
    expect([nothing.status, resources(nothing)]).toEqual([200, []]);
    expect((await lines()).slice(before)).toEqual([{ detail: { type: 'Observation', count: 0 } }]);
    expect((await provider.get(`/fhir/Observation?patient=${foreign}&code=0000-0`)).status).toBe(200);
    expect(await lines()).toHaveLength(before + 1);
    const [{ mrn } = { mrn: '' }] = await portal.database.asSuperuser<{ mrn: string }>(
      'SELECT mrn FROM patients WHERE id = $1',
      [own],
    );
    for (const more of ['birthdate=gt2020-01-01', 'family=Nobody'])
      expect(resources(await provider.get(`/fhir/Patient?identifier=${mrn}&${more}`))).toEqual([]);
    expect(await lines()).toHaveLength(before + 3);
    await provider.get('/fhir/Patient?identifier=none&birthdate=gt2020-01-01');
    expect(await lines()).toHaveLength(before + 3);
  });

  it('asks staff for a reason outside their case load where the clinic does', async () => {
    const set = (break_glass_reason: boolean) =>
      portal.database.asSuperuser(
        `UPDATE organisations SET policies = policies || jsonb_build_object('break_glass_reason', $1::boolean) WHERE name = 'Founders Clinic'`,
        [break_glass_reason],
      );
    const colleague = await portal.signIn('mfa@demo.test').catch(() => null);
    expect(colleague).not.toBeNull();
    const multi = await portal.signIn('multi@demo.test');
    await portal.database.asSuperuser(`UPDATE cases SET primary_clinician_id = $1 WHERE patient_id = $2`, [
      provider.me!.user.id,
      own,
    ]);
    await set(true);
    const one = await multi.get(`/fhir/Patient/${own}`);
    expect([one.status, (one.body as OperationOutcome).issue[0]!.details!.coding![0]!.code]).toEqual([
      403,
      'reason_required',
    ]);
    expect((await multi.get(`/fhir/Observation?patient=${own}`)).status).toBe(403);
    expect(resources(await multi.get('/fhir/Patient?_count=200')).map(({ id }) => id)).not.toContain(own);
    expect((await provider.get(`/fhir/Patient/${own}`)).status).toBe(200);
    await set(false);
  });

  it('refuses a key with too narrow a scope, and names the scope', async () => {
    const narrow = await make(['patients.read']);
    expect((await byKey('/fhir/Patient', narrow)).status).toBe(200);
    for (const path of [
      '/fhir/Observation',
      `/fhir/Patient/${own}/$everything`,
      `/fhir/Patient?_id=${own}&_revinclude=Provenance:target`,
    ]) {
      const refused = await byKey(path, narrow);
      expect(outcome(refused)).toEqual([403, 'OperationOutcome', JSON_TYPE]);
    }
    expect((await byKey('/fhir/Observation', narrow)).headers['www-authenticate']).toContain(
      'observations.read',
    );
  });
});

describe('a program that searches by a patient of another clinic', () => {
  const denials = () =>
    portal.database.asSuperuser<{ actor_id: string; route: string }>(
      `SELECT actor_id, detail->>'route' AS route FROM audit_events WHERE action = 'access.deny' AND outcome = 'denied' AND target_id = $1`,
      [foreign],
    );

  it.each([
    (id: string) => `Observation?patient=${id}`,
    (id: string) => `Observation?patient=Patient/${id}`,
    (id: string) => `Observation?subject:Patient=${id}&code=2986-8`,
    (id: string) => `Patient?_id=${own},${id}`,
    (id: string) => `Appointment?patient=${id}`,
    (id: string) => `QuestionnaireResponse?author=Patient/${id}`,
    (id: string) => `Provenance?target=Patient/${id}`,
  ])('is refused as if it read the patient, with its row: %s', async (path) => {
    const program = await make(['fhir.read']);
    const refused = await byKey(`/fhir/${path(foreign)}`, program);
    expect(outcome(refused)).toEqual([404, 'OperationOutcome', JSON_TYPE]);
    const missing = await byKey(`/fhir/${path('99999999-9999-4999-8999-999999999999')}`, program);
    expect([missing.status, missing.body]).toEqual([404, refused.body]);
    await until(
      'a row of the refusal',
      async () => (await denials()).some(({ actor_id }) => actor_id === program.id),
      5000,
    );
    const [row] = (await denials()).filter(({ actor_id }) => actor_id === program.id);
    expect(row!.route).toBe('GET /fhir/:type');
  });

  it('is refused by form, too', async () => {
    const answer = await request(portal.base)
      .post('/fhir/Observation/_search')
      .set({ authorization: `Bearer ${key.key}`, 'content-type': 'application/x-www-form-urlencoded' })
      .send(`patient=${foreign}`);
    expect(outcome(answer)).toEqual([404, 'OperationOutcome', JSON_TYPE]);
    await until(
      'a row of the refusal',
      async () => (await denials()).some(({ route }) => route === 'POST /fhir/:type/_search'),
      5000,
    );
  });
});

describe('a search by form', () => {
  const FORM = 'application/x-www-form-urlencoded';
  const search = (type: string, form: string, headers: Record<string, string> = {}): Promise<Response> =>
    Promise.resolve(
      request(portal.base)
        .post(`/fhir/${type}`)
        .set({ authorization: `Bearer ${key.key}`, 'content-type': FORM, ...headers })
        .send(form),
    );
  const ids = (answer: Response): unknown[] => resources(answer).map(({ id }) => id);

  it('finds what the same search by address finds, with parameters of both, and its links are such addresses', async () => {
    const byAddress = await byKey(`/fhir/Observation?patient=${own}&category=laboratory&code=2986-8`);
    const byForm = await search('Observation/_search?category=laboratory', `patient=${own}&code=2986-8`);
    expect([byForm.status, byForm.headers['content-type']]).toEqual([200, JSON_TYPE]);
    expect(ids(byForm)).toEqual(ids(byAddress));
    expect(ids(byForm).length).toBeGreaterThan(0);
    const page = await search('Observation/_search', `patient=${own}&_count=2&date=ge1990&date=lt2100`);
    const next = (page.body as Bundle).link!.find(({ relation }) => relation === 'next')!.url;
    const { pathname, search: query } = new URL(next);
    expect(pathname).toBe('/fhir/Observation');
    expect(query).toContain('date=ge1990&date=lt2100');
    expect(ids(await byKey(pathname + query))).toHaveLength(2);
    expect((await search('Observation/_search', '')).status).toBe(200);
  });

  it('is refused where the search by address is', async () => {
    const narrow = await make(['patients.read']);
    const asNarrow = { authorization: `Bearer ${narrow.key}` };
    expect((await search('Patient/_search', `_id=${own}`, asNarrow)).status).toBe(200);
    expect(outcome(await search('Observation/_search', `patient=${own}`, asNarrow))).toEqual([
      403,
      'OperationOutcome',
      JSON_TYPE,
    ]);
    expect(ids(await search('Patient/_search', `_id=${foreign}`))).toEqual([]);
    const north = (await make(['fhir.read'])).org_id;
    expect((await search('Patient/_search', `org_id=${north}`)).status).toBe(200);
    expect((await search('Patient/_search', `org_id=${foreign}`)).status).toBe(403);
    expect((await search('Observation/_search', 'shoe-size=43')).status).toBe(422);
    expect((await search('Spaceship/_search', '')).status).toBe(404);
    expect((await search('Patient/_search', '{}', { 'content-type': 'application/json' })).status).toBe(415);
  });

  it('is a read: it leaves the line of a search, and no answer is kept for an idempotency key', async () => {
    const headers = { 'idempotency-key': 'one-search' };
    const first = await search('Patient/_search', `_id=${own}`, headers);
    const second = await search('Patient/_search', 'birthdate=ge2100', headers);
    expect([first.status, second.status, ids(second)]).toEqual([200, 200, []]);
    const [row] = await portal.database.asSuperuser(
      `SELECT patient_ids, detail FROM audit_events WHERE action = 'fhir.search' AND actor_id = $1 AND $2 = ANY(patient_ids)
        ORDER BY seq DESC LIMIT 1`,
      [key.id, own],
    );
    expect(row).toEqual({ patient_ids: [own], detail: { type: 'Patient', count: 1 } });
  });

  it('comes from the portal itself where a session makes it; an app’s page makes it from its own site', async () => {
    const elsewhere = { origin: 'https://app.example', 'sec-fetch-site': 'cross-site', 'content-type': FORM };
    const form = `_id=${own}` as unknown as object;
    expect((await patient.post('/fhir/Patient/_search', form, { 'content-type': FORM })).status).toBe(200);
    const foreignPage = await patient.post('/fhir/Patient/_search', form, elsewhere);
    expect([foreignPage.status, outcome(foreignPage)[1]]).toEqual([403, 'OperationOutcome']);
    const app = await search('Patient/_search', `_id=${own}`, elsewhere);
    expect([app.status, app.headers['access-control-allow-origin']]).toEqual([200, '*']);
  });
});

describe('the audit of /fhir', () => {
  it('names the patients whose resources were sent, and shows them which program read them', async () => {
    await byKey(`/fhir/Observation?patient=${own}&category=laboratory`);
    const [row] = await portal.database.asSuperuser<{ patient_ids: string[]; actor_id: string }>(
      `SELECT patient_ids, actor_id FROM audit_events WHERE action = 'fhir.search' AND actor_role = 'key' ORDER BY seq DESC LIMIT 1`,
    );
    expect(row).toEqual({ patient_ids: [own], actor_id: key.id });
    const { entries } = (await patient.get('/api/patient/access-log')).body as AccessLogResponse;
    expect(entries[0]).toMatchObject({
      who: 'Quality registry',
      role: 'Connected program',
      action: 'Searched your record through a connection',
      organisation: 'Founders Clinic',
    });
    await provider.get(`/fhir/Patient/${own}`);
    const after = (await patient.get('/api/patient/access-log')).body as AccessLogResponse;
    expect(after.entries[0]!.action).toBe('Read a part of your record through a connection');
  });
});

describe('a search below /fhir', () => {
  const ids = async (path: string): Promise<unknown[]> => resources(await byKey(path)).map(({ id }) => id);

  it('filters by each parameter', async () => {
    const all = resources(await byKey(`/fhir/Observation?patient=${own}&_count=200`));
    const laboratory = await ids(`/fhir/Observation?patient=Patient/${own}&category=laboratory&_count=200`);
    expect(laboratory.length).toBeGreaterThan(4);
    expect(laboratory.length).toBeLessThan(all.length);
    const testosterone = await ids(`/fhir/Observation?patient=${own}&code=http://loinc.org|2986-8`);
    expect(testosterone.length).toBeGreaterThan(0);
    const none = await ids(`/fhir/Observation?patient=${own}&code=2986-8&date=lt1990`);
    expect(none).toEqual([]);
    expect(await ids(`/fhir/Observation?patient=${own}&code=2986-8&date=ge1990`)).toEqual(testosterone);
    const [one] = resources(await byKey(`/fhir/Patient?_id=${own}`));
    const { family } = (one!['name'] as { family: string }[])[0]!;
    expect(await ids(`/fhir/Patient?family=${family.slice(0, 3).toLowerCase()}`)).toContain(own);
    expect(await ids(`/fhir/Patient?birthdate=${String(one!['birthDate'])}`)).toContain(own);
  });

  it('pages without gaps or duplicates', async () => {
    const whole = await ids('/fhir/MedicationRequest?_count=200');
    const paged: unknown[] = [];
    let next: string | undefined = '/fhir/MedicationRequest?_count=7';
    while (next) {
      const response: Response = await byKey(next);
      paged.push(...resources(response).map(({ id }) => id));
      const link = (response.body as Bundle).link!.find(({ relation }) => relation === 'next');
      next = link && new URL(link.url).pathname + new URL(link.url).search;
    }
    expect(whole.length).toBeGreaterThan(14);
    expect(paged).toEqual(whole);
  });

  it('includes what was requested', async () => {
    const { body } = await byKey(
      `/fhir/MedicationRequest?patient=${own}&_include=MedicationRequest:requester&_revinclude=Provenance:target`,
    );
    const modes = (body as Bundle).entry!.map((e) => `${e.search!.mode} ${e.resource!.resourceType}`);
    expect(new Set(modes)).toEqual(
      new Set(['match MedicationRequest', 'include Practitioner', 'include Provenance']),
    );
  });

  it('says what is right where a program writes, in whatever type', async () => {
    const send = (method: 'post' | 'put' | 'patch', path: string, type: string): Promise<Response> =>
      Promise.resolve(
        request(portal.base)
          [method](path)
          .set({ authorization: `Bearer ${key.key}`, 'content-type': type })
          .send('{"resourceType":"Patient"}'),
      );
    const readOnly = (answer: Response): void => {
      expect(outcome(answer)).toEqual([405, 'OperationOutcome', JSON_TYPE]);
      expect(answer.headers['allow']).toBe('GET');
      expect((answer.body as OperationOutcome).issue[0]!.diagnostics).toContain('read-only');
    };
    for (const type of ['application/fhir+json', 'application/fhir+xml']) {
      readOnly(await send('post', '/fhir', type));
      readOnly(await send('post', '/fhir/Patient', type));
      readOnly(await send('put', `/fhir/Patient/${own}`, type));
      readOnly(await send('patch', `/fhir/Patient/${own}`, type));
    }
    readOnly(await provider.post('/fhir/Patient', { resourceType: 'Patient' }));
    readOnly(await provider.request('DELETE', `/fhir/Patient/${own}`));
    const search = await send('post', '/fhir/Patient/_search', 'application/fhir+json');
    expect(outcome(search)).toEqual([415, 'OperationOutcome', JSON_TYPE]);
    expect((search.body as OperationOutcome).issue[0]!.diagnostics).toContain('x-www-form-urlencoded');
  });

  it.each([
    ['/fhir/Observation?colour=red', 422],
    ['/fhir/Observation?date=yesterday', 422],
    ['/fhir/Observation?_count=0', 422],
    ['/fhir/Observation?_page=nonsense', 422],
    ['/fhir/Observation?_include=Patient:name', 422],
    ['/fhir/Observation?code:text=x', 422],
    ['/fhir/Observation?subject:Patient.name=Bell', 422],
    ['/fhir/Observation?subject:Foo=x', 422],
    ['/fhir/Observation?patient:Patient.birthdate=1980-10-28', 422],
    ['/fhir/Nothing', 404],
    ['/fhir/Observation/none', 404],
    ['/fhir/Patient?_format=xml', 406],
    ['/fhir/a/b/c/d', 404],
  ])('answers %s with an OperationOutcome', async (path, status) => {
    expect(outcome(await provider.get(path))).toEqual([status, 'OperationOutcome', JSON_TYPE]);
  });

  it('answers 401 with an OperationOutcome without a session or a key', async () => {
    expect(outcome(await portal.anonymous().get('/fhir/Patient'))).toEqual([
      401,
      'OperationOutcome',
      JSON_TYPE,
    ]);
    const wrong = { ...key, key: 'trt_live_no' };
    expect(outcome(await byKey('/fhir/Patient', wrong))).toEqual([401, 'OperationOutcome', JSON_TYPE]);
  });
});

describe('the fills of an order', () => {
  it('are found by patient, by order and by themselves, and are part of the whole record', async () => {
    const [row] = await portal.database.asSuperuser<{
      id: string;
      prescription_id: string;
      patient_id: string;
    }>(
      `SELECT d.id, d.prescription_id, d.patient_id FROM dispenses d JOIN organisations o ON o.id = d.org_id
        WHERE o.name = 'Founders Clinic' ORDER BY d.id LIMIT 1`,
    );
    const { id, prescription_id, patient_id } = row!;
    const of = async (path: string) => resources(await byKey(path)).map((one) => one['id']);
    expect(await of(`/fhir/MedicationDispense?patient=${patient_id}&status=completed`)).toContain(id);
    expect(await of(`/fhir/MedicationDispense?prescription=${prescription_id}`)).toContain(id);
    expect(await of(`/fhir/Patient/${patient_id}/$everything?_type=MedicationDispense`)).toContain(id);
    expect((await byKey(`/fhir/MedicationDispense/${id}`)).body).toMatchObject({
      authorizingPrescription: [{ reference: `MedicationRequest/${prescription_id}` }],
    });
  });
});

describe('GET /fhir/:type/:id', () => {
  it('has a version as its ETag, and sends nothing if the client already has it', async () => {
    const first = await byKey(`/fhir/Patient/${own}`);
    const { etag } = first.headers;
    expect(etag).toMatch(/^W\/"[0-9a-f]{16}"$/);
    const again = await request(portal.base)
      .get(`/fhir/Patient/${own}`)
      .set({ authorization: `Bearer ${key.key}`, 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('GET /fhir/Patient/:id/$everything', () => {
  it('filters by type and by time of change', async () => {
    const some = resources(await byKey(`/fhir/Patient/${own}/$everything?_type=Patient,Observation`));
    expect(new Set(some.map(({ resourceType }) => resourceType))).toEqual(
      new Set(['Patient', 'Observation']),
    );
    expect(resources(await byKey(`/fhir/Patient/${own}/$everything?_since=2100-01-01T00:00:00Z`))).toEqual(
      [],
    );
    expect((await byKey(`/fhir/Patient/${own}/$everything?_since=soon`)).status).toBe(422);
    expect((await byKey(`/fhir/Patient/${own}/$everything?_type=Nothing`)).status).toBe(422);
  });
});

describe('GET /files/record.fhir.json', () => {
  it('gives a patient their own record as one file, and no one else', async () => {
    const { status, headers, body } = await patient.get('/files/record.fhir.json');
    expect([status, headers['content-type']]).toEqual([200, JSON_TYPE]);
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="trt-program-record-.*\.fhir\.json"$/,
    );
    const bundle = (Buffer.isBuffer(body) ? JSON.parse(body.toString()) : body) as Bundle;
    expect([bundle.type, bundle.entry![0]!.resource!.id]).toEqual(['collection', own]);
    expect((await provider.get('/files/record.fhir.json')).status).toBe(403);
  });
});
