import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  AccessLogResponse,
  PatientListResponse,
  PatientProfileResponse,
  ProviderPatientResponse,
} from '../../common/api/patient.js';
import { addLab, answers, detail, form, save, submitted } from '../support/care.js';
import type { Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const PROFILE = '/api/patient/profile';
const profileOf = async (person: Person) => (await person.get(PROFILE)).body as PatientProfileResponse;
const auditOf = (patientId: string, action: string) =>
  portal.database.asSuperuser<{ actor_role: string; detail: Record<string, unknown> | null }>(
    'SELECT actor_role, detail FROM audit_events WHERE patient_id = $1 AND action = $2 ORDER BY seq',
    [patientId, action],
  );

describe('your own profile', () => {
  it('shows what the signed intake says, with every document', async () => {
    const treated = await submitted(portal, {
      full_name: 'Anna Maria Quill',
      phone: '555-0142',
      mailing_address: '1 Quay Street',
      preferred_contact: 'text',
    });
    await treated.patient.post('/api/trt/consent', { agree: true });
    const profile = await profileOf(treated.patient);
    expect(profile.summary).toMatchObject({
      patient_id: treated.patientId,
      name: 'Anna Maria Quill',
      first_name: 'Anna Maria',
      last_name: 'Quill',
      phone: '555-0142',
      address: '1 Quay Street',
      preferred_contact: 'text',
      email: treated.patient.email,
      education_ack: true,
      timezone: 'America/New_York',
    });
    expect(profile.summary.age).toBeGreaterThan(17);
    expect(profile.acknowledgement.acknowledged).toBe(true);
    expect(profile.summary.education_ack_at).toBe(profile.acknowledgement.acknowledged_at);
    expect(profile.documents.map((d) => [d.slug, d.state])).toEqual([
      ['education', 'acknowledged'],
      ['intake', 'finalized'],
    ]);
    expect([profile.source, profile.forms_total, profile.visits]).toEqual(['db', 2, []]);
    expect(await auditOf(treated.patientId, 'profile.read')).toEqual([
      { actor_role: 'patient', detail: null },
    ]);
  });

  it('keeps its version when a patch changes nothing', async () => {
    const person = await portal.signUp();
    const first = await person.patch(PROFILE, {
      version: (await profileOf(person)).summary.version,
      phone: '555-0142',
    });
    const { version } = (first.body as PatientProfileResponse).summary;
    for (const nothing of [
      {},
      { phone: ' 555-0142' },
      { mailing_address: '' },
      { timezone: 'America/New_York' },
    ]) {
      const again = await person.patch(PROFILE, { version, ...nothing });
      expect([again.status, (again.body as PatientProfileResponse).summary.version]).toEqual([200, version]);
    }
    expect((await person.patch(PROFILE, { version: version - 1 })).status).toBe(409);
  });

  it('accepts a pasted phone number and normalizes it', async () => {
    const person = await portal.signUp();
    const { version } = (await profileOf(person)).summary;
    const pasted = '\u202a+1\u00a0512\u2011555\u20110142\u202c\u200b';
    const saved = await person.patch(PROFILE, {
      version,
      phone: pasted,
      emergency_contact_phone: '512–555–0143',
    });
    expect([saved.status, saved.body.summary.phone, saved.body.summary.emergency_contact_phone]).toEqual([
      200,
      '+1 512-555-0142',
      '512-555-0143',
    ]);
  });

  it('of a patient without an intake is empty, but still a profile', async () => {
    const { summary, documents, forms_total } = await profileOf(await portal.signUp());
    expect([summary.name, summary.first_name, summary.last_name, summary.dob, summary.age]).toEqual(
      Array(5).fill(null),
    );
    expect([summary.phone, summary.address, summary.education_ack, documents, forms_total]).toEqual([
      null,
      null,
      false,
      [],
      0,
    ]);
  });

  it('accepts new contact details, encrypts them, and leaves the signed intake unchanged', async () => {
    const treated = await submitted(portal, { phone: '555-0142' });
    const { version } = (await profileOf(treated.patient)).summary;
    const changed = await treated.patient.patch(PROFILE, {
      version,
      phone: ' (555) 010-9988 ',
      mailing_address: '9 Canary Lane',
      preferred_contact: 'phone',
      emergency_contact_name: 'Kim',
      emergency_contact_relationship: '',
      emergency_contact_phone: null,
      timezone: 'America/Los_Angeles',
    });
    expect([changed.status, changed.body.summary]).toEqual([
      200,
      expect.objectContaining({
        phone: '(555) 010-9988',
        address: '9 Canary Lane',
        preferred_contact: 'phone',
        emergency_contact_name: 'Kim',
        emergency_contact_relationship: null,
        emergency_contact_phone: null,
        timezone: 'America/Los_Angeles',
        version: version + 1,
      }),
    ]);
    expect((await profileOf(treated.patient)).summary).toEqual(changed.body.summary);
    expect((await treated.patient.get('/auth/me')).body.claims.timezone).toBe('America/Los_Angeles');
    expect((await form(treated.patient)).data['phone']).toBe('555-0142');
    expect(changed.body.documents[0].data.phone).toBe('555-0142');
    const rows = await portal.database.asSuperuser(`SELECT patients::text AS row FROM patients`);
    expect(JSON.stringify(rows)).not.toMatch(/Canary|010-9988|555-0142/);
    expect(await auditOf(treated.patientId, 'profile.update')).toEqual([
      {
        actor_role: 'patient',
        detail: {
          version: version + 1,
          fields: [
            'phone',
            'mailing_address',
            'preferred_contact',
            'emergency_contact_name',
            'emergency_contact_relationship',
            'emergency_contact_phone',
            'timezone',
          ],
        },
      },
    ]);
  });

  it('keeps a correction when the intake is signed again, unless the intake has a new value', async () => {
    const treated = await submitted(portal, { phone: '555-0142', mailing_address: 'Old Street 1' });
    const { version } = (await profileOf(treated.patient)).summary;
    await treated.patient.patch(PROFILE, {
      version,
      phone: '555-0199',
      mailing_address: 'Corrected Street 2',
    });
    await save(treated.patient, { mailing_address: 'New Street 3' }, { submit: true });
    expect((await profileOf(treated.patient)).summary).toMatchObject({
      phone: '555-0199',
      address: 'New Street 3',
    });
  });

  it('rejects a stale version and shows what is stored', async () => {
    const patient = await portal.signUp();
    const { version } = (await profileOf(patient)).summary;
    expect((await patient.patch(PROFILE, { version, phone: '555-0101' })).status).toBe(200);
    const stale = await patient.patch(PROFILE, { version, phone: '555-0102' });
    expect([stale.status, stale.body.error, stale.body.current]).toEqual([
      409,
      'version_conflict',
      expect.objectContaining({ phone: '555-0101', version: version + 1 }),
    ]);
    expect((await profileOf(patient)).summary.phone).toBe('555-0101');
    expect(
      (await patient.patch(PROFILE, { phone: '555-0103' }, { 'if-match': `"${version + 1}"` })).status,
    ).toBe(200);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a phone without digits', { phone: 'call me' }, 'phone'],
    ['a phone of three digits', { emergency_contact_phone: '123' }, 'emergency_contact_phone'],
    ['a phone that is a number', { phone: 5_550_142 }, 'phone'],
    ['an unknown contact method', { preferred_contact: 'pigeon' }, 'preferred_contact'],
    ['an unknown time zone', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['an offset as a time zone', { timezone: '+05:00' }, 'timezone'],
    ['no time zone', { timezone: null }, 'timezone'],
    ['a long address', { mailing_address: 'x'.repeat(501) }, 'mailing_address'],
    ['a NUL byte', { emergency_contact_name: 'a\0b' }, 'emergency_contact_name'],
    ['a name', { full_name: 'Somebody Else' }, 'full_name'],
    ['no version', { version: undefined }, 'version'],
  ])('rejects %s', async (_, change, field) => {
    const patient = await portal.signUp();
    const response = await patient.patch(PROFILE, { version: 1, ...change });
    expect([response.status, Object.keys(response.body.fields)]).toEqual([422, [field]]);
  });
});

describe('the access log', () => {
  it('says in plain words what staff did, newest first, and nothing the patient did', async () => {
    const treated = await submitted(portal);
    await treated.patient.get(PROFILE);
    await addLab(treated, 3, { tt_ng_dl: 300 });
    await detail(treated);
    await treated.provider.get(`/api/provider/patients/${treated.patientId}`);
    const response = await treated.patient.get('/api/patient/access-log');
    const { entries } = response.body as AccessLogResponse;
    expect(entries.map((e) => e.action)).toEqual([
      'Opened your profile',
      'Opened your case',
      'Entered lab results',
      'Viewed your name and open items in a list of cases',
    ]);
    expect(entries[0]).toMatchObject({
      who: 'Dr. Elena Rossi',
      role: 'Provider',
      organisation: 'Founders Clinic',
      at: expect.stringMatching(/Z$/),
    });
    expect(await auditOf(treated.patientId, 'access_log.read')).toHaveLength(1);
  });

  it('contains every list that returned something from the record, and has no end', async () => {
    const treated = await submitted(portal);
    await addLab(treated, 3, { tt_ng_dl: 300 });
    await treated.provider.list('/api/labs', { filter: { patient_id: treated.patientId } });
    const log = async (before = '') =>
      (await treated.patient.get(`/api/patient/access-log${before}`)).body as AccessLogResponse;
    expect((await log()).entries[0]).toMatchObject({
      who: 'Dr. Elena Rossi',
      action: 'Viewed your lab results in a list',
    });
    // More than a page of later reads, as someone might add to push an earlier one out of sight.
    await portal.database.asSuperuser(
      `INSERT INTO audit_events (at, actor_id, actor_role, action, patient_id, outcome, mac)
        SELECT now(), actor_id, actor_role, 'case.read', $1, 'success', '\\x00'
        FROM audit_events, generate_series(1, 600) WHERE action = 'lab.search' AND patient_ids @> ARRAY[$1::uuid]`,
      [treated.patientId],
    );
    const first = await log();
    expect(first.entries).toHaveLength(500);
    const rest = await log(`?before=${first.next}`);
    expect(rest.entries.map((e) => e.action)).toContain('Viewed your lab results in a list');
    expect(rest.next).toBeNull();
    expect((await treated.patient.get('/api/patient/access-log?before=x')).status).toBe(422);
  });

  it('keeps the name and the clinic of a reader who is renamed, moved or no longer on the team', async () => {
    const treated = await submitted(portal);
    const admin = await portal.signIn('admin@demo.test');
    const north = await portal.signIn('north@demo.test');
    const invited = await admin.post('/api/admin/users/invite', {
      email: 'curious@example.test',
      display_name: 'Curious Reader',
      roles: ['provider'],
      org_id: treated.provider.me!.claims.org_id,
    });
    const { id } = invited.body as { id: string };
    await portal.database.asSuperuser(
      `INSERT INTO audit_events (at, actor_id, actor_role, action, patient_id, org_id, outcome, mac)
        VALUES (now(), $1, 'provider', 'case.read', $2, $3, 'success', '\\x00')`,
      [id, treated.patientId, treated.provider.me!.claims.org_id],
    );
    const orgAdmin = await portal.signIn('orgadmin@demo.test');
    const seen = async () => {
      const { entries } = (await treated.patient.get('/api/patient/access-log')).body as AccessLogResponse;
      const { events } = (await orgAdmin.list('/api/admin/audit', { filter: { actor: 'Curious Reader' } }))
        .body as { events: { action: string }[] };
      return [entries[0]!.who, entries[0]!.organisation, events.map(({ action }) => action)];
    };
    const truth = ['Curious Reader', 'Founders Clinic', ['case.read']];
    expect(await seen()).toEqual(truth);
    for (const change of [
      { display_name: 'Dr. Elena Rossi' },
      { display_name: null },
      { org_id: north.me!.claims.org_id },
      { org_id: treated.provider.me!.claims.org_id },
      { roles: ['patient'] },
    ]) {
      expect((await admin.patch(`/api/admin/users/${id}`, change)).status).toBe(200);
      expect(await seen()).toEqual(truth);
    }
    // The clinic names whom it knew, and no one else's.
    expect((await north.list('/api/admin/audit', { filter: { actor: 'Curious Reader' } })).status).toBe(403);
    const others = (await orgAdmin.list('/api/admin/users', { filter: { q: 'curious@' } })).body as {
      users: unknown[];
    };
    expect(others.users).toHaveLength(1);
  });

  it('marks readers other than the primary clinician', async () => {
    const treated = await submitted(portal);
    const { version } = (await detail(treated)).case;
    const [novak] = await portal.database.asSuperuser<{ id: string }>(
      `SELECT id FROM users WHERE email = 'mfa@demo.test'`,
    );
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
      version,
      primary_clinician: novak!.id,
    });
    await treated.provider.get(`/api/provider/patients/${treated.patientId}`);
    const { entries } = (await treated.patient.get('/api/patient/access-log')).body as AccessLogResponse;
    expect(entries[0]!.action).toBe('Opened your profile, without being your primary clinician');
    expect((await auditOf(treated.patientId, 'patient.read'))[0]!.detail).toEqual({
      outside_case_load: true,
    });
  });
});

describe('the directory', () => {
  const list = async (who: Person, query: Parameters<Person['list']>[1] = {}) =>
    (await who.list('/api/provider/patients', query)).body as PatientListResponse;

  it('finds by name or id, whatever the case, and ignores wildcards', async () => {
    const treated = await submitted(portal, { full_name: 'Zebulon Quimby' });
    const { provider, patientId } = treated;
    for (const q of ['ZEBULON', 'quim', patientId, patientId.slice(0, 8).toUpperCase()]) {
      const { patients } = await list(provider, { filter: { q } });
      expect([q, patients.map((p) => p.patient_id)]).toEqual([q, [patientId]]);
    }
    expect((await list(provider, { filter: { q: 'Z%bulon' } })).patients).toEqual([]);
    expect((await list(provider, { filter: { id: [patientId] } })).total).toBe(1);
    const { patients } = await list(provider, { filter: { q: 'Zebulon' } });
    expect(patients[0]).toEqual({
      id: patientId,
      patient_id: patientId,
      mrn: expect.stringMatching(/^\d{8}$/),
      name: 'Zebulon Quimby',
      dob: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      age: expect.any(Number),
      weight: Number(answers('')['weight']),
      last_visit_at: null,
      last_status: null,
    });
    const search = await portal.database.asSuperuser<{ detail: unknown }>(
      `SELECT detail FROM audit_events WHERE action = 'patient.search' ORDER BY seq DESC LIMIT 1`,
    );
    expect(search[0]!.detail).toEqual({ ids: [patientId], searched: true });
  });

  it('of staff that is searched for one person leaves one line, found or not, without the words', async () => {
    const staff = await portal.signIn('multi@demo.test');
    const lines = () =>
      portal.database.asSuperuser<{ action: string; detail: Record<string, unknown> }>(
        `SELECT action, detail FROM audit_events WHERE actor_id = $1 AND action ~ '(search|list)$' ORDER BY seq`,
        [staff.me!.user.id],
      );
    const lists = {
      '/api/provider/patients': 'patient.search',
      '/api/trt/cases': 'case.search',
      '/api/trt/provider/pending-plans': 'plan.search',
      '/api/trt/prescriptions/all': 'prescription.search',
      '/api/labs': 'lab.search',
      '/api/trt/lab-orders': 'lab_order.search',
      '/api/provider/appointments': 'appointment.search',
      '/api/provider/messages': 'message.search',
      '/api/admin/users': 'user.list',
      '/api/admin/mails': 'mail.list',
    };
    for (const [path, action] of Object.entries(lists)) {
      const before = (await lines()).length;
      for (const filter of [{ q: 'nobody-here@else.test' }, {}])
        expect([path, (await staff.list(path, { filter })).status]).toEqual([path, 200]);
      const [first, second, ...more] = (await lines()).slice(before);
      expect([path, first, second?.detail['searched'], more]).toEqual([
        path,
        { action, detail: { ids: [], searched: true } },
        false,
        [],
      ]);
    }
    const before = (await lines()).length;
    expect((await staff.get('/fhir/Patient?identifier=99999999')).status).toBe(200);
    expect((await lines()).slice(before)).toEqual([
      { action: 'fhir.search', detail: { type: 'Patient', count: 0, searched: true } },
    ]);
    expect(JSON.stringify(await lines())).not.toMatch(/nobody|99999999/);
  });

  it('sorts and pages with a total and a Content-Range', async () => {
    const provider = await portal.signIn('provider@demo.test');
    const response = await provider.list('/api/provider/patients', {
      sort: ['name', 'ASC'],
      range: [0, 4],
    });
    const { patients, total, source } = response.body as PatientListResponse;
    expect([patients.length, source, response.headers['content-range']]).toEqual([
      5,
      'db',
      `patients 0-4/${total}`,
    ]);
    const names = patients.map((p) => p.name!.toLowerCase());
    expect(names).toEqual([...names].sort());
    const byLast = await list(provider, { sort: ['last_name', 'ASC'] });
    const last = byLast.patients.flatMap((p) => p.name?.toLowerCase().split(' ').at(-1) ?? []);
    expect(last).toEqual([...last].sort());
    const oldest = await list(provider, { sort: ['dob', 'ASC'] });
    const born = oldest.patients.flatMap((p) => p.dob ?? []);
    expect(born).toEqual([...born].sort());
    for (const query of [{ sort: ['phone', 'ASC'] as [string, string] }, { filter: { email: 'x' } }])
      expect((await provider.list('/api/provider/patients', query)).status).toBe(422);
    expect(
      (await provider.list('/api/provider/patients', { filter: { last_status: 'sleeping' } })).status,
    ).toBe(422);
  });

  it('is limited to your own organization; a system-wide administrator sees all, or one', async () => {
    const [north, admin, provider] = [
      await portal.signIn('north@demo.test'),
      await portal.signIn('admin@demo.test'),
      await portal.signIn('provider@demo.test'),
    ];
    const totals = [await list(north), await list(admin), await list(provider)].map((r) => r.total);
    expect(totals[1]).toBe(totals[0]! + totals[2]!);
    const founders = provider.me!.claims.org_id!;
    const narrowed = await admin.get(`/api/provider/patients?org_id=${founders}`);
    expect(narrowed.body.total).toBe(totals[2]);
    const treated = await submitted(portal);
    const address = `/api/provider/patients/${treated.patientId}`;
    const foreign = await north.get(address);
    const missing = await north.get('/api/provider/patients/11111111-1111-4111-8111-111111111111');
    expect([foreign.status, foreign.body.error]).toEqual([404, 'not_found']);
    const { request_id: _1, ...a } = foreign.body as Record<string, unknown>;
    const { request_id: _2, ...b } = missing.body as Record<string, unknown>;
    expect(a).toEqual(b);
    expect((await treated.patient.get(address)).status).toBe(403);
    expect((await portal.anonymous().get(address)).status).toBe(401);
  });

  it('opens a profile with plans, allergies, weight and fired rules', async () => {
    const provider = await portal.signIn('provider@demo.test');
    const { patients } = await list(provider, { filter: { q: 'Marcus Bell' } });
    const profile = (await provider.get(`/api/provider/patients/${patients[0]!.id}`))
      .body as ProviderPatientResponse;
    expect(profile.summary).toMatchObject({
      name: 'Marcus Bell',
      allergies: 'penicillin',
      medications: 'none',
      weight: 178,
    });
    expect(profile.plans[0]).toMatchObject({ plan_state: 'current', status: 'approved' });
    expect(profile.case_id).toEqual(expect.any(String));
    expect(profile.intake_summary).toMatchObject({ full_name: 'Marcus Bell', weight: 180 });
    expect(Array.isArray(profile.rules)).toBe(true);
    expect(profile.documents.map((d) => d.slug)).toContain('intake');
  });
});
