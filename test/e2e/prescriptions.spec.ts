import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  PatientPrescription,
  Plan,
  Prescription,
  PrescriptionsApproveResponse,
} from '../../common/api/index.js';
import { daysAgo, detail, generate, ready, submitted, type Treated } from '../support/care.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal('demo');
});
afterAll(() => portal.close());

type Ordered = Treated & { plan: Plan; order: Prescription };
const ABSENT = '11111111-1111-4111-8111-111111111111';

async function ordered(): Promise<Ordered> {
  const treated = await ready(await submitted(portal));
  const { body } = await generate(treated.patient);
  return { ...treated, plan: body.plan!, order: body.prescription! };
}
async function inForce(): Promise<Ordered> {
  const treated = await ordered();
  const { plan_id, version } = treated.plan;
  const response = await treated.provider.post('/api/trt/provider/plans/approve', { plan_id, version });
  if (response.status !== 200) throw new Error(response.text);
  return { ...treated, plan: response.body.plan as Plan, order: response.body.prescription as Prescription };
}
const fieldsOf = ({ drug, dose, frequency, route, quantity, refills, days_supply }: Prescription) => ({
  drug,
  dose,
  frequency,
  route,
  quantity,
  refills,
  days_supply,
});
const approve = async ({ provider }: Treated, ids: string[]) => {
  const response = await provider.post('/api/trt/prescriptions/approve', { ids });
  return {
    status: response.status,
    body: response.body as PrescriptionsApproveResponse & { error?: string },
  };
};

describe('an order that waits', () => {
  it('is changed with all seven fields, and its directions follow', async () => {
    const treated = await ordered();
    const path = `/api/trt/prescriptions/${treated.order.id}`;
    const change = {
      ...fieldsOf(treated.order),
      quantity: 4,
      days_supply: 56,
      refills: 3,
      version: treated.order.version,
    };
    const edited = await treated.provider.post(path, change);
    expect([edited.status, edited.body.quantity, edited.body.version]).toEqual([
      200,
      4,
      treated.order.version + 1,
    ]);
    const stale = await treated.provider.post(path, change);
    expect([stale.status, stale.body.error, stale.body.current.quantity]).toEqual([
      409,
      'version_conflict',
      4,
    ]);
  });

  it('tells the second of two who was faster, and when', async () => {
    const treated = await ordered();
    const { id, version } = treated.order;
    const other = await portal.signIn('multi@demo.test');
    const me = (await other.get('/auth/me')).body.user as { display_name: string };
    const before = Date.now();
    await other.post(`/api/trt/prescriptions/${id}`, { ...fieldsOf(treated.order), version });
    for (const [path, body] of [
      [`/api/trt/prescriptions/${id}`, fieldsOf(treated.order)],
      [`/api/trt/prescriptions/${id}/review`, { decision: 'reject' }],
      [`/api/trt/prescriptions/${id}/transition`, { to: 'submitted' }],
    ] as const) {
      const { status, body: answer } = await treated.provider.post(path, { ...body, version });
      expect([status, answer.error, answer.changed_by]).toEqual([409, 'version_conflict', me.display_name]);
      expect(answer.message).toContain(me.display_name);
      expect(Date.parse(answer.changed_at as string)).toBeGreaterThanOrEqual(before - 1000);
    }
  });

  it.each([
    ['another product', 'Testosterone gel 1.62%'],
    ['what is no product', 'Oxycodone 10 mg'],
  ])('is stored with %s as its drug, and never approved as such, whatever the reason', async (_, drug) => {
    const treated = await ordered();
    const path = `/api/trt/prescriptions/${treated.order.id}`;
    expect((await treated.provider.post(path, { ...fieldsOf(treated.order), drug })).status).toBe(200);
    for (const override_reason of [undefined, 'I know what I do']) {
      const { status, body } = await treated.provider.post(`${path}/review`, {
        decision: 'accept',
        override_reason,
      });
      expect([status, body.error]).toEqual([409, 'invalid_state']);
      expect(body.message).toContain(`“${drug}”, but the plan is for Testosterone cypionate injection`);
    }
    expect((await approve(treated, [treated.order.id])).body.results[0]!.message).toContain(drug);
    const { plan_id, version } = treated.plan;
    const plan = await treated.provider.post('/api/trt/provider/plans/approve', { plan_id, version });
    expect([plan.status, plan.body.prescription.status, plan.body.prescription_blocked_by]).toEqual([
      200,
      'draft',
      ['rx_dose_plan_mismatch'],
    ]);
    await treated.provider.post(path, { ...fieldsOf(treated.order), drug: 'Depo-Testosterone 200 mg/mL' });
    expect((await approve(treated, [treated.order.id])).status).toBe(200);
  });

  it.each<[string, object]>([
    ['quantity', { quantity: 0 }],
    ['quantity', { quantity: -2 }],
    ['refills', { refills: 6 }],
    ['refills', { refills: 1.5 }],
    ['days_supply', { days_supply: 0 }],
    ['drug', { drug: '  ' }],
    ['dose', { dose: undefined }],
    ['frequency', { frequency: '' }],
    ['route', { route: 5 }],
  ])('refuses a bad %s by name: %p', async (field, change) => {
    const treated = await ordered();
    const response = await treated.provider.post(`/api/trt/prescriptions/${treated.order.id}`, {
      ...fieldsOf(treated.order),
      ...change,
    });
    expect([response.status, Object.keys(response.body.fields as object)]).toEqual([422, [field]]);
  });

  it.each<[string, object]>([
    ['rx_dose_over_max', { dose: '220 mg' }],
    ['rx_quantity_mismatch', { days_supply: 40, refills: 2 }],
    ['rx_past_six_months', { quantity: 12, days_supply: 168, refills: 2 }],
    ['rx_dose_plan_mismatch', { dose: '100 mg' }],
  ])('is stored and kept back by %s', async (rule, change) => {
    const treated = await ordered();
    const edited = await treated.provider.post(`/api/trt/prescriptions/${treated.order.id}`, {
      ...fieldsOf(treated.order),
      ...change,
    });
    expect(edited.status).toBe(200);
    const { status, body } = await approve(treated, [treated.order.id]);
    expect([status, body.results[0]!.ok, body.results[0]!.error]).toEqual([409, false, 'rule_blocked']);
    const keys = (
      await treated.provider.post(`/api/trt/prescriptions/${treated.order.id}/review`, { decision: 'accept' })
    ).body.rule_key as string;
    expect(keys).toMatch(/^rx_/);
    const legal = rule === 'rx_past_six_months';
    const overridden = await treated.provider.post(`/api/trt/prescriptions/${treated.order.id}/review`, {
      decision: 'accept',
      override_reason: 'Discussed with the pharmacist',
    });
    expect([overridden.status, overridden.body.rule_key]).toEqual(legal ? [409, rule] : [200, undefined]);
  });

  it('is rejected with a note, and decided once', async () => {
    const treated = await ordered();
    const path = `/api/trt/prescriptions/${treated.order.id}/review`;
    const rejected = await treated.provider.post(path, { decision: 'reject', note: 'Wrong vial' });
    expect([rejected.status, rejected.body.status, rejected.body.prescription_state]).toEqual([
      200,
      'rejected',
      'past',
    ]);
    expect((await treated.provider.post(path, { decision: 'accept' })).body.error).toBe('invalid_state');
    const edit = await treated.provider.post(
      `/api/trt/prescriptions/${treated.order.id}`,
      fieldsOf(treated.order),
    );
    expect([edit.status, edit.body.error]).toEqual([409, 'invalid_state']);
  });
});

describe('bulk approval', () => {
  it('approves each alone and says why one failed', async () => {
    const [good, blocked] = [await ordered(), await ordered()];
    const { version } = (await detail(blocked)).case;
    await blocked.provider.patch(`/api/trt/cases/${blocked.caseId}`, {
      version,
      extras: { pdmp_checked_on: null },
    });
    const { status, body } = await approve(good, [blocked.order.id, good.order.id]);
    expect([status, body.approved_count]).toEqual([200, 1]);
    expect(body.results).toEqual([
      {
        id: blocked.order.id,
        ok: false,
        error: 'rule_blocked',
        message: expect.any(String),
        rule_key: 'pdmp_not_checked',
      },
      { id: good.order.id, ok: true },
    ]);
  });

  it('is 404 and changes nothing with one id of another clinic, at any place', async () => {
    const mine = await ordered();
    const north = await portal.signIn('north@demo.test');
    const theirs = ((await north.get('/api/trt/prescriptions/all')).body as { prescriptions: Prescription[] })
      .prescriptions[0]!;
    for (const ids of [
      [mine.order.id, theirs.id],
      [theirs.id, mine.order.id],
      [mine.order.id, ABSENT],
    ]) {
      expect((await approve(mine, ids)).status).toBe(404);
    }
    expect((await mine.provider.get(`/api/trt/prescriptions/${mine.order.id}`)).body.status).toBe('draft');
  });

  it('leaves an order alone while its plan is flagged', async () => {
    const mine = await ordered();
    await mine.provider.post('/api/trt/provider/plans/flag', { plan_id: mine.plan.plan_id });
    const { status, body } = await approve(mine, [mine.order.id]);
    expect([status, body.results[0]!.error]).toEqual([409, 'invalid_state']);
  });

  it('refuses no ids, too many, and the same twice', async () => {
    const mine = await ordered();
    for (const ids of [
      [],
      [mine.order.id, mine.order.id],
      Array.from({ length: 101 }, () => crypto.randomUUID()),
    ]) {
      expect((await approve(mine, ids)).status).toBe(422);
    }
  });

  it('by two providers at once approves once', async () => {
    const mine = await ordered();
    const other = await portal.signIn('multi@demo.test');
    const both = await Promise.all(
      [mine.provider, other].map((p) => p.post('/api/trt/prescriptions/approve', { ids: [mine.order.id] })),
    );
    expect(both.map((r) => r.status).sort((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe('afterwards', () => {
  it('it is sent, then filled, and the patient reads it in his words', async () => {
    const treated = await inForce();
    const move = (to: string) =>
      treated.provider.post(`/api/trt/prescriptions/${treated.order.id}/transition`, { to });
    const seen = async () =>
      ((await treated.patient.get('/api/prescriptions')).body as { prescriptions: PatientPrescription[] })
        .prescriptions[0]!;
    expect((await seen()).status).toBe('approved');
    const sent = await move('sent');
    expect([sent.body.status, sent.body.sent_at !== null, (await seen()).status]).toEqual([
      'accepted',
      true,
      'sent',
    ]);
    expect((await move('sent')).status).toBe(409);
    expect((await move('filled')).body.status).toBe('filled');
    expect(await seen()).toMatchObject({
      status: 'filled',
      prescription_state: 'current',
      refills_remaining: 5,
      run_out_on: expect.any(String),
      refill_by: expect.any(String),
    });
    expect((await move('canceled')).body.error).toBe('invalid_state');
  });

  it('is drafted by hand for a plan, with help', async () => {
    const treated = await inForce();
    const assist = await treated.provider.get(`/api/trt/cases/${treated.caseId}/prescriptions/assist`);
    expect(assist.body).toMatchObject({
      dose: '80 mg',
      quantity: 2,
      days_supply: 28,
      max_refills: 5,
      sig: expect.stringContaining('Inject 0.4 mL'),
      warnings: expect.any(Array),
    });
    const created = await treated.provider.post(
      `/api/trt/cases/${treated.caseId}/prescriptions`,
      fieldsOf(treated.order),
    );
    expect([created.status, created.body.status, created.body.draft_action]).toEqual([
      201,
      'draft',
      'will_replace',
    ]);
    await treated.provider.post(`/api/trt/prescriptions/${created.body.id as string}/review`, {
      decision: 'accept',
    });
    const { prescriptions } = await detail(treated);
    expect(prescriptions.map((p) => p.status).sort()).toEqual(['accepted', 'canceled']);
  });

  it('is a list for staff, by state', async () => {
    const provider = await portal.signIn('provider@demo.test');
    const list = async (filter: object) =>
      (
        (await provider.list('/api/trt/prescriptions/all', { filter })).body as {
          prescriptions: Prescription[];
        }
      ).prescriptions;
    for (const state of ['draft', 'current', 'past'] as const) {
      const rows = await list({ prescription_state: state, q: 'patient@demo.test' });
      expect([state, rows.length > 0, rows.every((r) => r.prescription_state === state)]).toEqual([
        state,
        true,
        true,
      ]);
    }
  });
});

describe('titration', () => {
  const wish = (dose: number, more: object = {}) => ({
    formulation: 'testosterone_cypionate_im',
    dose,
    frequency: 'once weekly',
    route: 'intramuscular',
    ...more,
  });
  /** On treatment for 45 days, with a value drawn two days ago. */
  async function onTreatment(tt: number): Promise<Ordered> {
    const treated = await inForce();
    const { version } = (await detail(treated)).case;
    const started = daysAgo(45);
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
      version,
      extras: { therapy_started_on: started, last_change_on: started },
    });
    await treated.provider.post('/api/labs', {
      patient_id: treated.patientId,
      collected_at: `${daysAgo(2)}T08:00:00-05:00`,
      since_last_dose_h: 84,
      results: { tt_ng_dl: tt, hct_percent: 45 },
    });
    return treated;
  }
  const titrate = ({ provider, caseId }: Treated, body: object, query = '') =>
    provider.post(`/api/trt/cases/${caseId}/titrate${query}`, body);

  it('recommends without saving', async () => {
    const treated = await onTreatment(320);
    const response = await titrate(treated, wish(100), '?simulate=true');
    expect(response.body).toMatchObject({
      recommendation: 'increase',
      current_dose: 80,
      suggested_dose: 100,
      next_lab_in_days: 42,
      rules: [{ rule_key: 't_below_target' }],
    });
    expect(response.body.saved).toBeUndefined();
    expect((await detail(treated)).pending_plan).toBeNull();
  });

  it('saves a new pending plan beside the one in force, which then becomes the previous one', async () => {
    const treated = await onTreatment(320);
    const saved = await titrate(treated, wish(100));
    expect(saved.body).toMatchObject({ saved: true, plan_id: expect.any(String), version: 1 });
    const between = await detail(treated);
    expect([between.plan!.dose, between.pending_plan!.dose]).toEqual([80, 100]);
    expect(between.prescriptions.find((p) => p.status === 'draft')).toMatchObject({
      dose: '100 mg',
      draft_action: 'will_replace',
    });
    const approved = await treated.provider.post('/api/trt/provider/plans/approve', {
      plan_id: saved.body.plan_id,
      version: 1,
    });
    expect(approved.body).toMatchObject({
      plan: { status: 'approved', dose: 100 },
      prescription: { status: 'accepted' },
      prescription_blocked_by: [],
    });
    const after = await detail(treated);
    expect([after.plan!.dose, after.pending_plan]).toEqual([100, null]);
    expect(Object.fromEntries(after.prescriptions.map((p) => [p.dose, p.status]))).toEqual({
      '100 mg': 'accepted',
      '80 mg': 'canceled',
    });
  });

  it('wants a reason for anything but the recommendation', async () => {
    const treated = await onTreatment(320);
    for (const dose of [80, 120, 160]) {
      const refused = await titrate(treated, wish(dose));
      expect([dose, refused.status, Object.keys(refused.body.fields as object)]).toEqual([
        dose,
        422,
        ['reason'],
      ]);
    }
    expect((await titrate(treated, wish(120, { reason: 'Slow absorber' }))).body.saved).toBe(true);
  });

  it('flags a dose outside the catalogue range, so that no bulk approval takes it', async () => {
    for (const [dose, flagged] of [
      [450, true],
      [39.5, true],
      [150, false],
      [40, false],
    ] as const) {
      const treated = await onTreatment(320);
      const { plan_id } = (await titrate(treated, wish(dose, { reason: 'Discussed' }))).body;
      expect((await detail(treated)).pending_plan).toMatchObject({
        dose,
        flagged,
        flag_reason: flagged ? 'Dose outside the catalogue range' : null,
      });
      const bulk = await treated.provider.post('/api/trt/provider/plans/approve-unflagged', {
        plan_ids: [plan_id],
        dry_run: true,
      });
      expect(bulk.body.skipped).toEqual(flagged ? [{ plan_id, reason: 'flagged' }] : []);
    }
  });

  it.each<[string, object]>([
    ['formulation', { formulation: 'testosterone_tea' }],
    ['dose', { dose: 0 }],
    ['dose', { dose: '80 mg' }],
    ['dose', { dose: 80.125, reason: 'x' }],
    ['dose', { dose: 450.01, reason: 'x' }],
    ['frequency', { frequency: 'hourly' }],
    ['route', { route: 'oral' }],
  ])('refuses a %s the catalogue does not know', async (field, change) => {
    const treated = await inForce();
    const response = await titrate(treated, { ...wish(80), ...change });
    expect([response.status, Object.keys(response.body.fields as object)]).toEqual([422, [field]]);
  });

  it('never saves for a query it does not understand', async () => {
    const treated = await onTreatment(320);
    for (const [query, field] of [
      ['?simulate=1', 'simulate'],
      ['?simulate=TRUE', 'simulate'],
      ['?simulate=', 'simulate'],
      ['?simulate=true&simulate=false', 'simulate'],
      ['?Simulate=true', 'Simulate'],
      ['?dry_run=true', 'dry_run'],
    ] as const) {
      const response = await titrate(treated, wish(100), query);
      expect([query, response.status, Object.keys(response.body.fields as object)]).toEqual([
        query,
        422,
        [field],
      ]);
    }
    expect((await detail(treated)).pending_plan).toBeNull();
    expect((await titrate(treated, wish(100), '?simulate=false')).body.saved).toBe(true);
  });

  it('is saved only for the version of the case that was shown', async () => {
    const treated = await onTreatment(320);
    const { version } = (await detail(treated)).case;
    const stale = await titrate(treated, wish(100, { version: version - 1 }));
    expect([stale.status, stale.body.error, stale.body.current.version]).toEqual([
      409,
      'version_conflict',
      version,
    ]);
    expect((await detail(treated)).pending_plan).toBeNull();
    expect((await titrate(treated, wish(100, { version }))).body.saved).toBe(true);
  });

  it('raises the version of the case, so that a second adjustment from the same screen is refused', async () => {
    const treated = await onTreatment(320);
    const other = await portal.signIn('multi@demo.test');
    const me = (await other.get('/auth/me')).body.user as { display_name: string };
    const { version } = (await detail(treated)).case;
    expect((await titrate({ ...treated, provider: other }, wish(100, { version }))).body.saved).toBe(true);
    const second = await titrate(treated, wish(100, { version }));
    expect([second.status, second.body.error, second.body.changed_by, second.body.current.version]).toEqual([
      409,
      'version_conflict',
      me.display_name,
      version + 1,
    ]);
  });

  it('leaves an order of the plan before it to be corrected when the product changed', async () => {
    const treated = await onTreatment(320);
    const old = await treated.provider.post(
      `/api/trt/cases/${treated.caseId}/prescriptions`,
      fieldsOf(treated.order),
    );
    const gel = {
      formulation: 'testosterone_gel_1_62',
      dose: 40.5,
      frequency: 'once daily',
      route: 'topical',
    };
    const saved = await titrate(treated, { ...gel, reason: 'Prefers a gel' });
    const { plan_id, version } = saved.body;
    const approved = await treated.provider.post('/api/trt/provider/plans/approve', {
      plan_id,
      version,
      override_reason: 'Discussed',
    });
    expect(approved.status).toBe(200);
    const refused = await treated.provider.post(`/api/trt/prescriptions/${old.body.id as string}/review`, {
      decision: 'accept',
      override_reason: 'Old habit',
    });
    expect([refused.status, refused.body.error]).toEqual([409, 'invalid_state']);
    expect(refused.body.message).toContain('but the plan is for Testosterone gel 1.62%');
  });

  it('needs a plan in force', async () => {
    const treated = await ordered();
    expect((await titrate(treated, wish(80))).body.error).toBe('invalid_state');
  });
});

describe('discontinuation', () => {
  const stop = ({ provider, caseId }: Treated, change: object = {}) =>
    provider.post(`/api/trt/cases/${caseId}/discontinue`, {
      reason_code: 'patient_choice',
      effective_date: daysAgo(0),
      follow_up_labs: true,
      note: 'By phone',
      ...change,
    });

  it('ends plan and orders, keeps everything, and goes on watching while labs follow', async () => {
    const treated = await inForce();
    const response = await stop(treated);
    expect([response.status, response.body.case.status, response.body.plan]).toEqual([
      200,
      'monitoring',
      null,
    ]);
    expect((response.body.prescriptions as Prescription[]).map((p) => p.prescription_state)).toEqual([
      'past',
    ]);
    const plans = (await treated.provider.get(`/api/trt/provider/patient-plans/${treated.patientId}`)).body
      .plans as Plan[];
    expect(plans.map((p) => [p.plan_state, p.status])).toEqual([['previous', 'approved']]);
  });

  it('is refused when the case was changed meanwhile', async () => {
    const treated = await inForce();
    const { version } = (await detail(treated)).case;
    const path = `/api/trt/cases/${treated.caseId}/discontinue`;
    const body = { reason_code: 'other', effective_date: daysAgo(0), follow_up_labs: true };
    const stale = await treated.provider.post(path, body, { 'if-match': `"${version - 1}"` });
    expect([stale.status, stale.body.error, stale.body.current.version]).toEqual([
      409,
      'version_conflict',
      version,
    ]);
    expect((await detail(treated)).plan!.status).toBe('approved');
    expect((await stop(treated, { version })).status).toBe(200);
  });

  it('may have been up to a year ago', async () => {
    const treated = await inForce();
    expect((await stop(treated, { effective_date: daysAgo(364) })).status).toBe(200);
  });

  it('closes the case without follow-up, which a new submission opens again', async () => {
    const treated = await inForce();
    expect((await stop(treated, { follow_up_labs: false })).body.case.status).toBe('closed');
    expect((await stop(treated)).body.error).toBe('invalid_state');
  });

  it.each<[string, object]>([
    ['reason_code', { reason_code: 'bored' }],
    ['effective_date', { effective_date: '2999-01-01' }],
    ['effective_date', { effective_date: 'today' }],
    ['effective_date', { effective_date: daysAgo(368) }],
    ['effective_date', { effective_date: '0001-01-01' }],
    ['follow_up_labs', { follow_up_labs: 'yes' }],
  ])('refuses a bad %s', async (field, change) => {
    const treated = await inForce();
    const response = await stop(treated, change);
    expect([response.status, Object.keys(response.body.fields as object)]).toEqual([422, [field]]);
  });
});

describe('a panel entered by hand', () => {
  const post = ({ provider, patientId }: Treated, collected_at: string, results: object) =>
    provider.post('/api/labs', { patient_id: patientId, collected_at, results });

  it('is refused the second time, and adds nothing', async () => {
    const treated = await submitted(portal);
    const at = `${daysAgo(9)}T08:00:00-05:00`;
    expect((await post(treated, at, { tt_ng_dl: 333, hct_percent: 45 })).status).toBe(201);
    for (const [moment, results] of [
      [at, { tt_ng_dl: 333, hct_percent: 45 }],
      [`${daysAgo(9)}T13:00:00Z`, { tt_ng_dl: 340 }],
      [`${daysAgo(9)}T08:30:00-05:00`, { hct_percent: 45, tt_ng_dl: 333 }],
    ] as const) {
      const again = await post(treated, moment, results);
      expect([moment, again.status, again.body.error, again.body.message]).toEqual([
        moment,
        409,
        'invalid_state',
        'Results of this draw are on file already. Nothing was added.',
      ]);
    }
    const list = await treated.provider.list('/api/labs', {
      filter: { patient_id: treated.patientId, status: 'completed' },
    });
    expect(list.body.total).toBe(1);
  });

  it('may follow with other tests, other values later that day, or the same on another day', async () => {
    const treated = await submitted(portal);
    const at = `${daysAgo(9)}T08:00:00-05:00`;
    await post(treated, at, { tt_ng_dl: 333 });
    for (const [moment, results] of [
      [at, { psa_ng_ml: 0.9 }],
      [`${daysAgo(9)}T09:00:00-05:00`, { tt_ng_dl: 350 }],
      [`${daysAgo(8)}T08:00:00-05:00`, { tt_ng_dl: 333 }],
    ] as const)
      expect([moment, (await post(treated, moment, results)).status]).toEqual([moment, 201]);
  });

  it('entered by two at once is on file once', async () => {
    const treated = await submitted(portal);
    const at = `${daysAgo(9)}T08:00:00-05:00`;
    const both = await Promise.all([1, 2].map(() => post(treated, at, { tt_ng_dl: 333 })));
    expect(both.map((r) => r.status).sort((a, b) => a - b)).toEqual([201, 409]);
  });
});

describe('lab import', () => {
  const HEADER = 'patient_id,collected_at,since_last_dose_h,analyte,value,unit';
  const send = ({ provider }: Treated, lines: string[]) =>
    provider.post('/api/labs/import', [HEADER, ...lines].join('\n'), { 'content-type': 'text/csv' });
  const count = async ({ provider, patientId }: Treated) =>
    (
      (await provider.list('/api/labs', { filter: { patient_id: patientId, status: 'completed' } })).body as {
        total: number;
      }
    ).total;

  it('makes one panel of one draw, reports each row, and adds nothing the second time', async () => {
    const treated = await submitted(portal);
    const at = `${daysAgo(9)}T08:00:00-05:00`;
    const lines = [
      `${treated.patientId},${at},84,tt_ng_dl,333,ng/dL`,
      `${treated.patientId},${at},84,hct_percent,45.5,%`,
      `${treated.patientId},${at},84,psa_ng_ml,not-a-number,ng/mL`,
      `${ABSENT},${at},,tt_ng_dl,300,ng/dL`,
      `${treated.patientId},${at},84,tt_ng_dl,12,nmol/L`,
      `"${treated.patientId}","${at}","","psa_ng_ml","0.9","ng/mL\n"`,
      `${treated.patientId},${at}`,
      `${treated.patientId},last week,84,tt_ng_dl,333,ng/dL`,
    ];
    const first = await send(treated, lines);
    expect([first.status, first.body.accepted, first.body.rejected]).toEqual([200, 3, 5]);
    expect(
      (first.body.rows as { row: number; ok: boolean; error?: string }[])
        .filter((r) => !r.ok)
        .map((r) => [r.row, r.error!.split(':')[0]]),
    ).toEqual([
      [3, 'value'],
      [4, 'patient_id'],
      [5, 'unit'],
      [7, 'The row has 2 columns instead of 6.'],
      [8, 'collected_at'],
    ]);
    expect((await detail(treated)).latest_labs).toMatchObject({
      tt_ng_dl: 333,
      hct_percent: 45.5,
      psa_ng_ml: 0.9,
    });
    expect(await count(treated)).toBe(1);
    const second = await send(treated, lines);
    expect([second.body.accepted, await count(treated)]).toEqual([3, 1]);
  });

  it('is refused as a whole without its header, and never takes JSON', async () => {
    const treated = await submitted(portal);
    const response = await treated.provider.post('/api/labs/import', 'patient_id,analyte\nx,y', {
      'content-type': 'text/csv',
    });
    expect([response.status, response.body.fields.file]).toEqual([
      422,
      'The header lacks: collected_at, since_last_dose_h, value, unit.',
    ]);
    expect((await treated.provider.post('/api/labs/import', { csv: '' })).status).toBe(415);
  });
});
