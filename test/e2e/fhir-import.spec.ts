import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Bundle, FhirResource } from 'fhir/r4.js';
import type { FhirImportResponse, Lab } from '../../common/api/index.js';
import { fieldsOfSection } from '../../common/intake/index.js';
import { addLab, answers, daysAgo, form, morning, save, submitted } from '../support/care.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';

/** A record of another system, imported by staff into an empty one. */
let portal: TestPortal;
let provider: Person;

beforeAll(async () => {
  portal = await startPortal('demo');
  provider = await portal.signIn('provider@demo.test');
}, 120_000);
afterAll(() => portal.close());

interface Fresh {
  patient: Person;
  id: string;
}
async function fresh({ verified = true } = {}): Promise<Fresh> {
  const patient = await portal.signUp();
  if (verified)
    await portal.database.asSuperuser('UPDATE users SET email_verified_at = now() WHERE email = $1', [
      patient.email,
    ]);
  return { patient, id: await idOf(patient.email) };
}
async function idOf(email: string): Promise<string> {
  const [row] = await portal.database.asSuperuser<{ id: string }>(
    'SELECT p.id FROM patients p JOIN users u ON u.id = p.user_id WHERE u.email = $1',
    [email],
  );
  return row!.id;
}

const pathOf = (id: string, dryRun: boolean): string =>
  `/api/provider/patients/${id}/fhir-import${dryRun ? '?dry_run=true' : ''}`;
const send = (id: string, body: object, dryRun = false, by: Person = provider) =>
  by.post(pathOf(id, dryRun), body);

const SUBJECT = { reference: 'Patient/1' };
const patientOf = (email: string): object => ({
  resourceType: 'Patient',
  id: '1',
  name: [{ family: 'Testman', given: ['Orson'] }],
  birthDate: '1984-01-15',
  gender: 'male',
  telecom: [{ system: 'email', value: email }],
});
const observation = (loinc: string, value: number, unit: string, more: object = {}): object => ({
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: loinc }], text: loinc },
  subject: SUBJECT,
  effectiveDateTime: morning(30),
  valueQuantity: { value, unit },
  ...more,
});
const bundleOf = (email: string, ...resources: object[]) => ({
  resourceType: 'Bundle',
  type: 'collection',
  entry: [patientOf(email), ...resources].map((resource) => ({ resource })),
});
const allergy = { resourceType: 'AllergyIntolerance', code: { text: 'Sesame oil' }, patient: SUBJECT };

/** What is stored of a record. */
const stored = async ({ id }: Fresh) => {
  const [row] = await portal.database.asSuperuser<{ labs: number; intakes: number; audited: string[] }>(
    `SELECT (SELECT count(*)::int FROM lab_panels WHERE patient_id = $1) AS labs,
      (SELECT count(*)::int FROM intakes WHERE patient_id = $1) AS intakes,
      ARRAY(SELECT action FROM audit_events WHERE patient_id = $1 AND action LIKE 'fhir.%' ORDER BY seq) AS audited`,
    [id],
  );
  return row!;
};
const NOTHING = { labs: 0, intakes: 0 };

describe('a dry run', () => {
  it('tells what is understood, left out and not understood, stores nothing and leaves a line', async () => {
    const one = await fresh();
    const bundle = bundleOf(
      one.patient.email,
      observation('2986-8', 250, 'ng/dL'),
      observation('4544-3', 61, '%'),
      observation('9999-9', 1, 'furlongs', { id: 'odd' }),
      allergy,
      { resourceType: 'CarePlan', subject: SUBJECT },
    );
    const { status, body } = await send(one.id, { bundle }, true);
    expect(status).toBe(200);
    expect(body).toEqual({
      stored: false,
      version: 0,
      understood: [
        { type: 'AllergyIntolerance', count: 1 },
        { type: 'Observation', count: 2 },
        { type: 'Patient', count: 1 },
      ],
      left_out: [{ type: 'CarePlan', count: 1, why: 'clinic_decision' }],
      not_understood: [{ resource: 'Observation/odd', path: 'code', said: '9999-9', why: 'code' }],
      not_understood_total: 1,
      draws: [
        {
          collected_at: new Date(morning(30)).toISOString(),
          results: 2,
          critical: [expect.objectContaining({ analyte: 'hct_percent' })],
        },
      ],
      answers: ['allergies'],
      emergencies: [],
      critical: [],
    });
    expect(await stored(one)).toEqual({ ...NOTHING, audited: ['fhir.import_check'] });
    expect((await one.patient.get('/api/patient/access-log')).text).toContain(
      'Compared a record from another clinic with yours',
    );
  });
});

describe('an import', () => {
  it('makes draws and a draft, names critical panels, and cannot be repeated', async () => {
    const one = await fresh();
    const bundle = bundleOf(
      one.patient.email,
      observation('4544-3', 61, '%', { specimen: { display: 'Serum' }, note: [{ text: 'Fasting' }] }),
      allergy,
    );
    const { status, body } = await send(one.id, { bundle, version: 0 });
    expect([status, body.stored, body.version]).toEqual([200, true, 1]);
    expect((body as FhirImportResponse).critical).toMatchObject([
      { specimen: 'Serum', critical: [{ analyte: 'hct_percent' }] },
    ]);
    const due = await provider.list('/api/labs', { filter: { patient_id: one.id, call_due: true } });
    expect((due.body as { labs: Lab[] }).labs.map((lab) => lab.laboratory_notes)).toEqual([
      [{ analyte: 'hct_percent', text: 'Fasting' }],
    ]);
    expect(await form(one.patient)).toMatchObject({
      status: 'draft',
      version: 1,
      data: { allergies: 'Sesame oil' },
      imported_at: expect.any(String),
    });
    const again = await send(one.id, { bundle });
    expect([again.status, again.body.error, again.body.detail]).toEqual([
      409,
      'invalid_state',
      ['1 lab draw', '1 medical answer in the intake'],
    ]);
    expect((await stored(one)).audited).toEqual(['fhir.import']);
  });

  it('keeps what the patient wrote, and compares it with the file', async () => {
    const one = await fresh();
    await save(one.patient, { full_name: 'Orson Testman', dob: '1984-01-15', phone: '555-0142' });
    const other = bundleOf('else@example.test', allergy);
    expect((await send(one.id, { bundle: other }, true)).status).toBe(200);
    await save(one.patient, { dob: '1984-01-16' });
    const { status, body } = await send(one.id, { bundle: other });
    expect([status, body.fields]).toEqual([
      422,
      { 'patient.birthDate': 'The record has the date of birth 1984-01-16, the file 1984-01-15.' },
    ]);
    await save(one.patient, { dob: '1984-01-15' });
    const stale = await send(one.id, { bundle: other, version: 1 });
    expect([stale.status, stale.body.error, stale.body.current]).toEqual([
      409,
      'version_conflict',
      { version: 3 },
    ]);
    expect((await send(one.id, { bundle: other, version: 3 })).status).toBe(200);
    expect((await form(one.patient)).data).toMatchObject({ phone: '555-0142', allergies: 'Sesame oil' });
  });

  it('happens once, however many ask at the same time', async () => {
    const one = await fresh();
    const bundle = bundleOf(one.patient.email, observation('2986-8', 250, 'ng/dL'), allergy);
    const all = await Promise.all([send(one.id, { bundle }), send(one.id, { bundle })]);
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await stored(one)).labs).toBe(1);
  });

  it('stores all or nothing', async () => {
    const one = await fresh();
    await portal.database.asSuperuser(
      `CREATE FUNCTION pg_temp_fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`,
    );
    await portal.database.asSuperuser(
      'CREATE TRIGGER fails BEFORE INSERT ON intake_changes FOR EACH ROW EXECUTE FUNCTION pg_temp_fail()',
    );
    const bundle = bundleOf(one.patient.email, observation('2986-8', 250, 'ng/dL'), allergy);
    const failed = await send(one.id, { bundle });
    await portal.database.asSuperuser('DROP TRIGGER fails ON intake_changes');
    expect([failed.status, await stored(one)]).toEqual([500, { ...NOTHING, audited: [] }]);
  });
});

describe('a file that is refused', () => {
  const large = (count: number): object[] => Array.from({ length: count }, () => ({ resourceType: 'Basic' }));

  it.each([
    ['another resource', () => ({ resourceType: 'Patient' }), 'This is not a FHIR Bundle: it is a Patient.'],
    [
      '100,000 entries',
      (email: string) => bundleOf(email, ...large(100_000)),
      'This Bundle has more than 10000 entries.',
    ],
    [
      'resources of another patient',
      (email: string) =>
        bundleOf(
          email,
          observation('2986-8', 250, 'ng/dL', { id: 'x', subject: { reference: 'Patient/2' } }),
        ),
      'Observation/x is not of the patient of this file: it refers to Patient/2.',
    ],
    [
      'a circle',
      (email: string) =>
        bundleOf(
          email,
          observation('2986-8', 250, 'ng/dL', { id: 'a', derivedFrom: [{ reference: 'Observation/b' }] }),
          observation('2986-8', 250, 'ng/dL', { id: 'b', derivedFrom: [{ reference: 'Observation/a' }] }),
        ),
      'Resources refer to each other in a circle: Observation/a, Observation/b, Observation/a.',
    ],
  ])('has %s', async (_, bundle, message) => {
    const one = await fresh();
    for (const dryRun of [true, false]) {
      const { status, body } = await send(one.id, { bundle: bundle(one.patient.email) }, dryRun);
      expect([status, body.error, body.fields]).toEqual([422, 'validation_failed', { bundle: message }]);
    }
    expect(await stored(one)).toMatchObject(NOTHING);
  });

  it('names no one at this clinic', async () => {
    const one = await fresh();
    const { status, body } = await send(one.id, { bundle: bundleOf('else@example.test', allergy) });
    expect([status, Object.keys(body.fields as object)]).toEqual([422, ['patient.telecom']]);
    expect(await stored(one)).toEqual({ ...NOTHING, audited: [] });
  });

  it('names an account by an email address that no one verified', async () => {
    const one = await fresh({ verified: false });
    const bundle = bundleOf(one.patient.email, allergy);
    const { status, body } = await send(one.id, { bundle });
    expect([status, Object.keys(body.fields as object)]).toEqual([422, ['patient.telecom']]);
    await save(one.patient, { full_name: 'Orson Testman', dob: '1984-01-15' });
    expect((await send(one.id, { bundle })).status).toBe(200);
  });

  it('is too large, no JSON, or sent with something else', async () => {
    const one = await fresh();
    const big = JSON.stringify({ bundle: { a: 'x'.repeat(5 * 1024 * 1024) } });
    expect((await provider.raw(pathOf(one.id, false), big)).status).toBe(413);
    expect((await provider.raw(pathOf(one.id, false), '{')).status).toBe(400);
    expect((await send(one.id, { bundle: 'x' })).body.fields).toEqual({
      bundle: 'Send a FHIR Bundle as JSON.',
    });
    expect((await send(one.id, { bundle: {}, more: 1 })).body.error).toBe('unknown_field');
    expect((await provider.post(`${pathOf(one.id, false)}?dry=true`, { bundle: {} })).status).toBe(422);
    expect(await stored(one)).toMatchObject(NOTHING);
  });

  it('may be larger than other bodies, and only there', async () => {
    const one = await fresh();
    const bundle = bundleOf(one.patient.email, { resourceType: 'Basic', text: 'x'.repeat(1024 * 1024) });
    expect((await send(one.id, { bundle }, true)).status).toBe(200);
    expect((await provider.post('/api/labs', { bundle })).status).toBe(413);
  });
});

describe('the walls', () => {
  it('hide the record from other clinics, and take no patient', async () => {
    const one = await fresh();
    const body = { bundle: bundleOf(one.patient.email, allergy) };
    const north = await portal.signIn('north@demo.test');
    expect((await send(one.id, body, false, north)).status).toBe(404);
    expect((await send(one.id, body, false, one.patient)).status).toBe(403);
    expect((await send(one.id, body, false, portal.anonymous())).status).toBe(401);
    expect((await send(one.id, body, false, await portal.signIn('orgadmin@demo.test'))).status).toBe(200);
  });

  it('refuse a record that is not empty, with what it has', async () => {
    const treated = await submitted(portal);
    await addLab(treated, 20, { tt_ng_dl: 245 });
    const { status, body } = await send(treated.patientId, { bundle: {} }, true);
    expect([status, body.message]).toEqual([
      409,
      'A file can only be imported into an empty record. This one has 1 lab draw, a submitted intake.',
    ]);
  });

  it('refuse one’s own record', async () => {
    const multi = await portal.signIn('multi@demo.test');
    expect((await send(await idOf('multi@demo.test'), { bundle: {} }, false, multi)).status).toBe(403);
  });
});

describe('a record exported here', () => {
  const SIGNED = fieldsOfSection(10).map(({ name }) => name);
  /** Times of signing and recording are new; ids and the file's own history are not carried. */
  const NEW = ['id', 'meta', 'issued', 'authored', 'dateAsserted', 'recordedDate', 'extension', 'identifier'];
  const IMPORTED = [
    'Condition',
    'AllergyIntolerance',
    'MedicationStatement',
    'Observation',
    'DiagnosticReport',
    'QuestionnaireResponse',
  ];

  const everything = async (id: string): Promise<Bundle> =>
    (await provider.get(`/fhir/Patient/${id}/$everything`)).body as Bundle;
  const resourcesOf = ({ entry = [] }: Bundle): FhirResource[] =>
    entry.flatMap(({ resource }) => (resource as FhirResource | undefined) ?? []);
  const comparable = (resource: FhirResource): string => {
    const rest = Object.fromEntries(Object.entries(resource).filter(([key]) => !NEW.includes(key)));
    const isOfIntake =
      resource.resourceType === 'Observation' && !JSON.stringify(rest).includes('"laboratory"');
    return JSON.stringify(
      { ...rest, ...(isOfIntake && { effectiveDateTime: 'signed' }) },
      (key, value: unknown) =>
        key === 'reference' ? String(value).split('/')[0] : key === 'display' ? undefined : value,
    );
  };
  const compared = (bundle: Bundle): string[] =>
    resourcesOf(bundle)
      .filter(({ resourceType }) => IMPORTED.includes(resourceType))
      .map(comparable)
      .sort();

  it('is imported and exported again equal after ids', async () => {
    const treated = await submitted(portal, {
      allergies: 'Penicillin: rash',
      current_medications: 'Lisinopril 10 mg\nonce a day',
      sleep_apnea: true,
      diabetes: true,
      diabetes_type: 'type 2',
      tobacco_use: 'former',
      blood_pressure_on: daysAgo(3),
    });
    await addLab(treated, 20, { tt_ng_dl: 245, hct_percent: 44.5, psa_ng_ml: 0.8 });
    await addLab(treated, 10, { tt_ng_dl: 260 });
    const before = await everything(treated.patientId);
    const one = await fresh();
    const own = answers(one.patient.email) as { full_name: string };
    const name = String(answers(treated.patient.email)['full_name']);
    // The same person with another account: the file says so.
    const file = JSON.parse(
      JSON.stringify({ ...before, link: undefined })
        .replaceAll(treated.patient.email, one.patient.email)
        .replaceAll(name, own.full_name),
    ) as object;
    const { status, body } = await send(one.id, { bundle: file });
    expect([status, body.not_understood]).toEqual([200, []]);
    const { data } = await form(one.patient);
    expect(SIGNED.filter((field) => field in data)).toEqual([]);
    const signed = Object.fromEntries(
      SIGNED.map((field) => [field, answers(one.patient.email)[field]]).filter(
        ([, value]) => value !== undefined,
      ),
    );
    const response = await save(one.patient, signed, { submit: true });
    expect(response.status).toBe(200);
    expect(await form(one.patient)).not.toHaveProperty('imported_at');
    const renamed = JSON.parse(
      JSON.stringify(await everything(one.id))
        .replaceAll(one.patient.email, treated.patient.email)
        .replaceAll(own.full_name, name),
    ) as Bundle;
    expect(compared(renamed)).toEqual(compared(before));
    expect(compared(before).length).toBeGreaterThan(10);
  });
});
