import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  AdminUser,
  DeaRegistration,
  Organisation,
  PdmpChecksResponse,
  Prescription,
  ProviderLicense,
  TelemedBasesResponse,
  TelemedBasis,
} from '../../common/api/index.js';
import { DEFAULT_STATE_POLICY } from '../../common/api/regulation.js';
import { PrescriberFacts } from '../../server/regulation/prescriber-facts.service.js';
import type { Actor } from '../../server/platform/access/actor.js';
import { addLab, approvePlan, daysAgo, detail, generate, submitted } from '../support/care.js';
import type { Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
let provider: Person;
let orgAdmin: Person;
beforeAll(async () => {
  portal = await startTreatedPortal();
  provider = await portal.signIn('provider@demo.test');
  orgAdmin = await portal.signIn('orgadmin@demo.test');
});
afterAll(() => portal.close());

const LICENSE = { state: 'WA', type: 'MD', number: 'MD60000001', expires_on: daysAgo(-400) };
const DEA = { state: 'WA', number: 'FR1234563', schedules: ['III', 'iiin'], expires_on: daysAgo(-400) };
const userId = async (email: string): Promise<string> =>
  ((await orgAdmin.list('/api/admin/users', { filter: { q: email } })).body.users as AdminUser[])[0]!.id;

describe("a provider's credentials", () => {
  it('are added, renewed and removed by their holder', async () => {
    const licenses = async () =>
      ((await provider.get('/api/provider/licenses')).body.licenses as ProviderLicense[]).filter(
        (l) => l.state === 'WA',
      );
    const added = await provider.post('/api/provider/licenses', LICENSE);
    expect([added.status, added.body]).toMatchObject([
      201,
      { ...LICENSE, status: 'active', verified_on: null, verified_by: null },
    ]);
    const over = await provider.post('/api/provider/licenses', { ...LICENSE, expires_on: daysAgo(1) });
    expect(over.body).toMatchObject({ id: added.body.id, status: 'expired' });
    expect(await licenses()).toHaveLength(1);
    const dea = await provider.post('/api/provider/dea-registrations', DEA);
    expect([dea.status, dea.body]).toMatchObject([
      201,
      { number: 'FR1234563', schedules: ['III', 'IIIN'], status: 'active' },
    ]);
    expect((await provider.request('DELETE', `/api/provider/dea-registrations/${dea.body.id}`)).status).toBe(
      204,
    );
    expect((await provider.request('DELETE', `/api/provider/licenses/${added.body.id}`)).status).toBe(204);
    expect(await licenses()).toEqual([]);
    expect((await provider.request('DELETE', `/api/provider/licenses/${added.body.id}`)).status).toBe(404);
    const audited = await portal.database.asSuperuser(
      `SELECT action FROM audit_events WHERE target_id = $1 ORDER BY seq`,
      [added.body.id],
    );
    expect(audited.map((e) => e['action'])).toEqual(['license.record', 'license.record', 'license.remove']);
  });

  it('include the NPI, which is checked', async () => {
    const set = (npi: unknown) => provider.patch('/api/provider/profile', { npi });
    expect((await set('1234567893')).body).toEqual({ npi: '1234567893' });
    for (const wrong of ['1234567890', '123', 1234567893, ''])
      expect([wrong, (await set(wrong)).status]).toEqual([wrong, 422]);
    expect((await provider.get('/api/provider/profile')).body).toEqual({ npi: '1234567893' });
    expect((await set(null)).body).toEqual({ npi: null });
  });

  it.each<[string, string, object, string]>([
    ['licenses', 'no such state', { ...LICENSE, state: 'XX' }, 'state'],
    ['licenses', 'no day', { ...LICENSE, expires_on: 'soon' }, 'expires_on'],
    ['licenses', 'a day that is none', { ...LICENSE, expires_on: '2027-02-30' }, 'expires_on'],
    ['licenses', 'no number', { ...LICENSE, number: ' ' }, 'number'],
    ['licenses', 'no type', { ...LICENSE, type: '' }, 'type'],
    ['licenses', 'an end that no board gives', { ...LICENSE, expires_on: '9999-12-31' }, 'expires_on'],
    ['dea-registrations', 'an end that no board gives', { ...DEA, expires_on: '9999-12-31' }, 'expires_on'],
    ['dea-registrations', 'a wrong check digit', { ...DEA, number: 'AB1234567' }, 'number'],
    ['dea-registrations', 'a number of another kind', { ...DEA, number: '12345' }, 'number'],
    ['dea-registrations', 'a schedule that is none', { ...DEA, schedules: ['VI'] }, 'schedules'],
    ['dea-registrations', 'no schedule in the list', { ...DEA, schedules: [] }, 'schedules'],
  ])('%s are rejected with %s', async (path, _, body, field) => {
    const response = await provider.post(`/api/provider/${path}`, body);
    expect([response.status, Object.keys(response.body.fields as object)]).toEqual([422, [field]]);
  });

  it('are verified by an administrator of the clinic with fresh proof, never by their holder', async () => {
    const { body } = await provider.post('/api/provider/licenses', { ...LICENSE, number: 'MD60000002' });
    const { body: dea } = await provider.post('/api/provider/dea-registrations', {
      ...DEA,
      number: 'FR1234575',
    });
    const id = await userId('provider@demo.test');
    const at = `/api/admin/users/${id}/licenses`;
    await portal.database.asSuperuser(
      `UPDATE sessions SET auth_at = now() - interval '1 hour' WHERE user_id = $1`,
      [await userId('orgadmin@demo.test')],
    );
    const stale = await orgAdmin.post(`${at}/${body.id}/verify`, {});
    expect([stale.status, stale.body.error]).toEqual([403, 'reauth_required']);
    await orgAdmin.post('/auth/reauth', { password: 'Trt-demo-2026!pass' });
    const verified = await orgAdmin.post(`${at}/${body.id}/verify`, {});
    expect([verified.status, verified.body]).toMatchObject([200, { verified_by: 'Omar Haddad' }]);
    expect((verified.body as ProviderLicense).verified_on).toMatch(/^\d{4}-/);
    const registered = await orgAdmin.post(`/api/admin/users/${id}/dea-registrations/${dea.id}/verify`, {});
    expect((registered.body as DeaRegistration).verified_by).toBe('Omar Haddad');
    const renewed = await provider.post('/api/provider/licenses', { ...LICENSE, number: 'MD60000002' });
    expect(renewed.body).toMatchObject({ verified_on: null, verified_by: null });

    const multi = await portal.signIn('multi@demo.test');
    const own = (await multi.get('/api/provider/licenses')).body.licenses as ProviderLicense[];
    const self = await multi.post(
      `/api/admin/users/${await userId('multi@demo.test')}/licenses/${own[0]!.id}/verify`,
      {},
    );
    expect(self.status).toBe(403);
    const multiId = await userId('multi@demo.test');
    for (const [path, one] of [
      ['licenses', LICENSE],
      ['dea-registrations', DEA],
    ] as const) {
      const entered = await multi.post(`/api/admin/users/${multiId}/${path}`, one);
      expect([entered.status, entered.body.detail]).toEqual([403, 'own_record']);
    }
    expect((await orgAdmin.post(at, { ...LICENSE, number: 'MD60000003' })).status).toBe(201);
    expect((await orgAdmin.request('DELETE', `${at}/${body.id}`)).status).toBe(204);
    expect(
      (await orgAdmin.request('DELETE', `/api/admin/users/${id}/dea-registrations/${dea.id}`)).status,
    ).toBe(204);
    expect((await orgAdmin.post(`${at}/${body.id}/verify`, {})).status).toBe(404);
  });

  it('are not verified after they have ended', async () => {
    const id = await userId('provider@demo.test');
    await orgAdmin.post('/auth/reauth', { password: 'Trt-demo-2026!pass' });
    for (const [path, one] of [
      ['licenses', { ...LICENSE, number: 'MD60000009' }],
      ['dea-registrations', { ...DEA, number: 'FR1234587' }],
    ] as const) {
      const { body } = await provider.post(`/api/provider/${path}`, { ...one, expires_on: daysAgo(1) });
      const at = `/api/admin/users/${id}/${path}/${body.id}/verify`;
      const ended = await orgAdmin.post(at, {});
      expect([path, ended.status, ended.body.error]).toEqual([path, 409, 'invalid_state']);
      await provider.post(`/api/provider/${path}`, { ...one, expires_on: daysAgo(0) });
      expect([path, (await orgAdmin.post(at, {})).status]).toEqual([path, 200]);
      await provider.request('DELETE', `/api/provider/${path}/${body.id}`);
    }
  });

  it('are closed to other roles and other clinics', async () => {
    const { patient } = await submitted(portal);
    for (const person of [patient, orgAdmin])
      for (const path of ['licenses', 'dea-registrations', 'profile'])
        expect([path, (await person.get(`/api/provider/${path}`)).status]).toEqual([path, 403]);
    const id = await userId('provider@demo.test');
    const admin = await portal.signIn('admin@demo.test');
    const { body } = await admin.list('/api/admin/users', { filter: { q: 'north@demo.test' } });
    const north = (body.users as AdminUser[])[0]!.id;
    for (const path of ['licenses', 'dea-registrations']) {
      expect((await orgAdmin.get(`/api/admin/users/${north}/${path}`)).status).toBe(404);
      expect((await orgAdmin.get(`/api/admin/users/${id}/${path}`)).status).toBe(200);
      expect((await provider.get(`/api/admin/users/${id}/${path}`)).status).toBe(403);
    }
    expect((await orgAdmin.post(`/api/admin/users/${north}/licenses`, LICENSE)).status).toBe(404);
  });
});

describe('checks of a monitoring program', () => {
  const CHECK = { state: 'NY', queried_on: daysAgo(1), finding: 'as_expected' };

  it('are stored one by one, with finding and reference', async () => {
    const treated = await submitted(portal);
    const path = `/api/trt/cases/${treated.caseId}/pdmp-checks`;
    const first = await treated.provider.post(path, {
      ...CHECK,
      report_ref: 'ISTOP-77',
      delegate_of: 'Dr. Keller',
      note: 'two fills',
    });
    expect([first.status, first.body]).toMatchObject([
      201,
      {
        ...CHECK,
        report_ref: 'ISTOP-77',
        delegate_of: 'Dr. Keller',
        note: 'two fills',
        queried_by: 'Dr. Elena Rossi',
      },
    ]);
    expect((await detail(treated)).case.extras.pdmp_checked_on).toBe(daysAgo(1));
    await treated.provider.post(path, { ...CHECK, queried_on: daysAgo(0), finding: 'discrepancy' });
    expect((await detail(treated)).case.extras.pdmp_checked_on).toBe(daysAgo(1));
    const { checks, patient_state } = (await treated.provider.get(path)).body as PdmpChecksResponse;
    expect([patient_state, checks.map((c) => c.finding)]).toEqual(['NY', ['discrepancy', 'as_expected']]);
    const stored = await portal.database.asSuperuser(
      'SELECT note_enc FROM pdmp_checks WHERE patient_id = $1',
      [treated.patientId],
    );
    expect(JSON.stringify(stored)).not.toContain('two fills');
  });

  it.each<[string, object, string]>([
    ['another state', { state: 'New York' }, 'state'],
    ['a future day', { queried_on: daysAgo(-3) }, 'queried_on'],
    ['no day', { queried_on: null }, 'queried_on'],
    ['another finding', { finding: 'fine' }, 'finding'],
    ['a reference that is not text', { report_ref: 7 }, 'report_ref'],
    ['an oversized reference', { report_ref: 'x'.repeat(201) }, 'report_ref'],
  ])('are rejected with %s', async (_, change, field) => {
    const treated = await submitted(portal);
    const path = `/api/trt/cases/${treated.caseId}/pdmp-checks`;
    const response = await treated.provider.post(path, { ...CHECK, ...change });
    expect([response.status, Object.keys(response.body.fields as object)]).toEqual([422, [field]]);
    expect(((await treated.provider.get(path)).body as PdmpChecksResponse).checks).toEqual([]);
  });

  it("and telemedicine bases are also created from a case's facts", async () => {
    const treated = await submitted(portal);
    const { version } = (await detail(treated)).case;
    const extras = { pdmp_checked_on: daysAgo(0), in_person_eval_on: daysAgo(2) };
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, extras });
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version: version + 1, extras });
    const at = `/api/trt/cases/${treated.caseId}`;
    const { checks } = (await treated.provider.get(`${at}/pdmp-checks`)).body as PdmpChecksResponse;
    expect(checks).toMatchObject([
      { state: 'NY', queried_on: daysAgo(0), finding: 'as_expected', report_ref: null },
    ]);
    const { bases } = (await treated.provider.get(`${at}/telemed-basis`)).body as TelemedBasesResponse;
    expect(bases).toMatchObject([{ kind: 'in_person', on: daysAgo(2), by_provider: 'Dr. Elena Rossi' }]);
  });

  it('are closed to the patient, to other clinics and for your own record', async () => {
    const treated = await submitted(portal);
    const north = await portal.signIn('north@demo.test');
    const basis = { kind: 'in_person', on: daysAgo(1) };
    for (const [path, body] of [
      ['pdmp-checks', CHECK],
      ['telemed-basis', basis],
    ] as const) {
      const at = `/api/trt/cases/${treated.caseId}/${path}`;
      expect([path, (await treated.patient.get(at)).status, (await north.get(at)).status]).toEqual([
        path,
        403,
        404,
      ]);
      expect([
        path,
        (await treated.patient.post(at, body)).status,
        (await north.post(at, body)).status,
      ]).toEqual([path, 403, 404]);
      const multi = await portal.signIn('multi@demo.test');
      const own = (await multi.list('/api/trt/cases', { filter: { q: 'multi@demo.test' } })).body.items as {
        id: string;
      }[];
      expect((await multi.post(`/api/trt/cases/${own[0]!.id}/${path}`, body)).status).toBe(403);
    }
  });
});

describe('POST /api/trt/cases/{id}/telemed-basis', () => {
  it('records who saw the patient where, and rejects impossible entries', async () => {
    const treated = await submitted(portal);
    const path = `/api/trt/cases/${treated.caseId}/telemed-basis`;
    const multi = await userId('multi@demo.test');
    const added = await treated.provider.post(path, {
      kind: 'in_person',
      on: daysAgo(5),
      by_provider_id: multi,
      where: 'Founders Clinic, Brooklyn',
      note: 'first visit',
    });
    expect([added.status, added.body]).toMatchObject([
      201,
      { by_provider: 'Dr. Sam Keller', where: 'Founders Clinic, Brooklyn', note: 'first visit' },
    ]);
    for (const [change, field] of [
      [{ kind: 'phone' }, 'kind'],
      [{ on: daysAgo(-3) }, 'on'],
      [{ on: 'then' }, 'on'],
      [{ by_provider_id: 'x' }, 'by_provider_id'],
      [{ by_provider_id: treated.patientId }, 'by_provider_id'],
    ] as const) {
      const wrong = await treated.provider.post(path, { kind: 'in_person', on: daysAgo(1), ...change });
      expect([wrong.status, Object.keys(wrong.body.fields as object)]).toEqual([422, [field]]);
    }
  });

  it('ends on its last day, where one was given: the newest record of it counts', async () => {
    const treated = await submitted(portal);
    const path = `/api/trt/cases/${treated.caseId}/telemed-basis`;
    const basis = { kind: 'special_registration', on: daysAgo(30) };
    const add = async (more: object) => treated.provider.post(path, { ...basis, ...more });
    expect((await add({})).body).toMatchObject({ until: null });
    const early = await add({ until: daysAgo(31) });
    expect([early.status, Object.keys(early.body.fields as object)]).toEqual([422, ['until']]);
    expect((await add({ until: daysAgo(2) })).body).toMatchObject({ until: daysAgo(2) });
    const { jurisdiction } = await portal.app
      .get(PrescriberFacts, { strict: false })
      .of({ userId: await userId('provider@demo.test') }, { id: treated.patientId });
    expect(jurisdiction.telemed_bases).toEqual([{ ...basis, until: daysAgo(2), by_prescriber: false }]);
  });

  it('names the practitioner whom it rests on, who saw the patient in the last 24 months', async () => {
    const treated = await submitted(portal);
    const path = `/api/trt/cases/${treated.caseId}/telemed-basis`;
    const add = async (kind: string, more: object) => {
      const { status, body } = await treated.provider.post(path, { kind, on: daysAgo(400), ...more });
      return status === 201 ? (body as TelemedBasis).practitioner : Object.keys(body.fields as object);
    };
    for (const kind of ['covering_practitioner', 'registered_facility']) {
      expect(await add(kind, {})).toEqual(['practitioner']);
      expect(await add(kind, { practitioner: '  ' })).toEqual(['practitioner']);
      expect(await add(kind, { practitioner: ' Dr. Ada Okafor ' })).toBe('Dr. Ada Okafor');
      expect(await add(kind, { by_provider_id: await userId('multi@demo.test') })).toBeNull();
    }
    const named = { practitioner: 'Dr. Ada Okafor' };
    expect(await add('covering_practitioner', { ...named, on: daysAgo(740) })).toEqual(['on']);
    expect(await add('special_registration', {})).toBeNull();
  });
});

describe('what the rules receive', () => {
  it("is about the requesting prescriber, the patient's state, and the clinic's policies", async () => {
    const treated = await submitted(portal);
    const id = await userId('provider@demo.test');
    await treated.provider.post(`/api/trt/cases/${treated.caseId}/telemed-basis`, {
      kind: 'in_person',
      on: daysAgo(3),
    });
    const facts = (userIdOfActor: string) =>
      portal.app
        .get(PrescriberFacts, { strict: false })
        .of({ userId: userIdOfActor } as Actor, { id: treated.patientId });
    const mine = await facts(id);
    expect(mine.prescriber.licenses.map((l) => l.state)).toEqual(
      expect.arrayContaining(['CA', 'FL', 'NJ', 'NY', 'TX']),
    );
    expect(mine.jurisdiction).toMatchObject({
      patient_state: 'NY',
      service_states: null,
      pdmp_policies: [{ state: 'NY', ...DEFAULT_STATE_POLICY }],
      telemed_bases: [{ kind: 'in_person', on: daysAgo(3), by_prescriber: true }],
      flexibility_until: '2026-12-31',
    });
    expect(mine.jurisdiction.attested_on).toMatch(/^\d{4}-\d\d-\d\d$/);
    const others = await facts(await userId('mfa@demo.test'));
    expect([others.prescriber.licenses, others.jurisdiction.telemed_bases[0]!.by_prescriber]).toEqual([
      [],
      false,
    ]);
    const expired = await facts(await userId('expired@demo.test'));
    expect(expired.prescriber.licenses.every((l) => l.expires_on < daysAgo(0))).toBe(true);
  });
});

describe('policies of an organization', () => {
  const own = async (): Promise<Organisation> =>
    ((await orgAdmin.list('/api/admin/organisations', {})).body.organisations as Organisation[])[0]!;
  const set = async (policies: object) =>
    orgAdmin.patch(`/api/admin/organisations/${(await own()).id}`, { policies });
  const state = { ...DEFAULT_STATE_POLICY, max_age_days: 30, when: 'first_and_every_90_d' };

  it('are versioned, and show who changed them and from which day', async () => {
    const { id } = await own();
    const history = async () =>
      (await orgAdmin.get(`/api/admin/organisations/${id}/policies`)).body.versions as {
        n: number;
        by: string | null;
        effective_from: string;
        policies: Organisation['policies'];
      }[];
    const before = (await history()).length;
    const changed = await set({ states: { NJ: state, TX: state }, service_states: ['NY', 'NJ'] });
    expect([changed.status, changed.body.policies]).toMatchObject([
      200,
      { states: { NJ: state }, service_states: ['NY', 'NJ'] },
    ]);
    await set({ states: { TX: null }, service_states: null });
    await set({ telemedicine: { flexibility_until: '2027-12-31', citation: '91 FR 1' } });
    const versions = await history();
    expect(versions.map((v) => v.n)).toEqual(
      [before + 3, before + 2, before + 1].concat(versions.slice(3).map((v) => v.n)),
    );
    expect(versions[0]).toMatchObject({
      by: 'Omar Haddad',
      policies: { telemedicine: { citation: '91 FR 1' } },
    });
    expect(Object.keys(versions[0]!.policies.states!)).toEqual(['NJ']);
    expect(Object.keys(versions[2]!.policies.states!)).toEqual(['NJ', 'TX']);
    await set({
      states: { NJ: null },
      telemedicine: { flexibility_until: '2026-12-31', citation: '90 FR 61301' },
    });
    const north = await portal.signIn('admin@demo.test');
    expect((await north.get(`/api/admin/organisations/${id}/policies`)).status).toBe(200);
    const elsewhere = (
      (await north.list('/api/admin/organisations', {})).body.organisations as Organisation[]
    ).find((o) => o.id !== id)!;
    expect((await orgAdmin.get(`/api/admin/organisations/${elsewhere.id}/policies`)).status).toBe(404);
    const clinician = await portal.signIn('provider@demo.test');
    expect((await clinician.get(`/api/admin/organisations/${id}/policies`)).status).toBe(403);
  });

  it('keep back an approved order that was issued after the flexibility ended', async () => {
    const treated = await submitted(portal);
    await addLab(treated, 20, { tt_ng_dl: 245, hct_percent: 44, psa_ng_ml: 0.8 });
    await addLab(treated, 10, { tt_ng_dl: 260 });
    await treated.patient.post('/api/trt/consent', { agree: true });
    const { version } = (await detail(treated)).case;
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
      version,
      extras: { pdmp_checked_on: daysAgo(0) },
    });
    const { plan } = (await generate(treated.patient)).body;
    const { prescription: order } = (await approvePlan(treated, plan!)).body as {
      prescription: Prescription;
    };
    expect(order.status).toBe('accepted');
    const send = () =>
      treated.provider.post(`/api/trt/prescriptions/${order.id}/transition`, {
        to: 'sent',
        version: order.version,
      });
    await set({ telemedicine: { flexibility_until: daysAgo(1), citation: '90 FR 61301' } });
    const late = await send();
    expect([late.status, late.body.error, late.body.rule_key]).toEqual([
      409,
      'rule_blocked',
      'telemed_in_person_required',
    ]);
    await set({ telemedicine: { flexibility_until: daysAgo(0), citation: '90 FR 61301' } });
    expect((await send()).status).toBe(200);
    await set({ telemedicine: { flexibility_until: '2026-12-31', citation: '90 FR 61301' } });
  });

  it.each<[object, string]>([
    [{ states: { XX: state } }, 'policies.states'],
    [{ states: { NJ: { ...state, max_age_days: 0 } } }, 'policies.states'],
    [{ states: { NJ: { ...state, when: 'never' } } }, 'policies.states'],
    [{ states: { NJ: { required: true } } }, 'policies.states'],
    [{ states: { NJ: { ...state, more: 1 } } }, 'policies.states'],
    [{ states: [] }, 'policies.states'],
    [{ service_states: ['Jersey'] }, 'policies.service_states'],
    [{ clinical_acts_need_provider: 'yes' }, 'policies.clinical_acts_need_provider'],
    [
      { telemedicine: { flexibility_until: 'later', citation: '90 FR 1' } },
      'policies.telemedicine.flexibility_until',
    ],
    [{ telemedicine: { flexibility_until: '2027-01-01', citation: '' } }, 'policies.telemedicine.citation'],
  ])('are rejected as %j', async (policies, field) => {
    const response = await set(policies);
    expect([response.status, Object.keys(response.body.fields as object)]).toEqual([422, [field]]);
  });

  it('limit clinical acts and records to providers if they say so', async () => {
    const treated = await submitted(portal);
    const reads = [
      '/api/trt/cases',
      `/api/trt/cases/${treated.caseId}/detail`,
      '/api/labs',
      '/api/provider/patients',
    ];
    const statuses = async (person: Person) =>
      Promise.all(reads.map(async (path) => (await person.get(path)).status));
    const acts = async (person: Person) =>
      (
        await person.post(`/api/trt/cases/${treated.caseId}/pdmp-checks`, {
          state: 'NY',
          queried_on: daysAgo(0),
          finding: 'none',
        })
      ).status;
    const multi = await portal.signIn('multi@demo.test');
    expect([await statuses(orgAdmin), await acts(orgAdmin)]).toEqual([[200, 200, 200, 200], 201]);
    await set({ clinical_acts_need_provider: true });
    expect([await statuses(orgAdmin), await acts(orgAdmin)]).toEqual([[403, 403, 403, 403], 403]);
    expect([await statuses(multi), await acts(multi)]).toEqual([[200, 200, 200, 200], 201]);
    expect((await orgAdmin.get('/api/admin/overview')).status).toBe(200);
    const claimed = async (person: Person) =>
      (await person.get('/auth/me')).body.claims.clinical_acts as boolean;
    expect([await claimed(orgAdmin), await claimed(multi)]).toEqual([false, true]);
    await set({ clinical_acts_need_provider: false });
    expect(await statuses(orgAdmin)).toEqual([200, 200, 200, 200]);
    expect([await claimed(orgAdmin), await claimed(treated.patient)]).toEqual([true, false]);
  });

  it('of a new organization require it from the start', async () => {
    const admin = await portal.signIn('admin@demo.test');
    const { body } = await admin.post('/api/admin/organisations', { name: `Clinic ${Date.now()}` });
    expect((body as Organisation).policies.clinical_acts_need_provider).toBe(true);
  });
});
