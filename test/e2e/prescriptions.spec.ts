import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  PatientPrescription,
  Prescription,
  PrescriptionFields,
  PrescriptionsApproveResponse,
} from '../../common/api/index.js';
import { addLab, daysAgo, detail, ordered, inForce, type Treated } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const ABSENT = '11111111-1111-4111-8111-111111111111';
const fieldsOf = ({ drug, dose, frequency, route, quantity, refills, days_supply }: PrescriptionFields) => ({
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

describe('a pending order', () => {
  it('is changed with all seven fields, and its directions follow', async () => {
    const treated = await ordered(portal);
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

  it('tells the second of two users who was first, and when', async () => {
    const treated = await ordered(portal);
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
    ['another product', 'Testosterone gel 1.62%', []],
    ['another controlled drug', 'Oxycodone 10 mg', ['order_says_more']],
  ])(
    'is stored with %s as its drug, but never approved that way, whatever the reason',
    async (_, drug, more) => {
      const treated = await ordered(portal);
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
        ['order_not_in_formulary', ...more, 'rx_dose_plan_mismatch'],
      ]);
      await treated.provider.post(path, { ...fieldsOf(treated.order), drug: 'Depo-Testosterone 200 mg/mL' });
      expect((await approve(treated, [treated.order.id])).status).toBe(200);
    },
  );

  it.each(['oral', 'by the spoon'])(
    'is stored with the route "%s", and never approved as such, whatever the reason',
    async (route) => {
      const treated = await ordered(portal);
      const path = `/api/trt/prescriptions/${treated.order.id}`;
      await treated.provider.post(path, { ...fieldsOf(treated.order), route });
      const review = (more: object) =>
        treated.provider.post(`${path}/review`, { decision: 'accept', ...more });
      const { status, body } = await review({ override_reason: 'I know what I do' });
      expect([status, body.error]).toEqual([409, 'invalid_state']);
      expect(body.message).toContain(`“${route}”`);
      expect((await approve(treated, [treated.order.id])).body.results[0]!.message).toContain(route);
    },
  );

  it('needs a reason if its route fits the product but not the plan', async () => {
    const treated = await ordered(portal);
    const path = `/api/trt/prescriptions/${treated.order.id}`;
    const edited = await treated.provider.post(path, { ...fieldsOf(treated.order), route: 'SC' });
    expect(edited.body.sig).toContain('under the skin');
    const review = (more: object) => treated.provider.post(`${path}/review`, { decision: 'accept', ...more });
    expect((await review({})).body.rule_key).toBe('rx_dose_plan_mismatch');
    expect(Object.keys((await review({ override_reason: '...' })).body.fields as object)).toEqual([
      'override_reason',
    ]);
    expect((await review({ override_reason: 'He prefers the thin needle.' })).status).toBe(200);
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
  ])('rejects a bad %s by name: %p', async (field, change) => {
    const treated = await ordered(portal);
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
  ])('is stored and blocked by %s', async (rule, change) => {
    const treated = await ordered(portal);
    const edited = await treated.provider.post(`/api/trt/prescriptions/${treated.order.id}`, {
      ...fieldsOf(treated.order),
      ...change,
    });
    expect(edited.status).toBe(200);
    const { status, body } = await approve(treated, [treated.order.id]);
    expect([status, body.results[0]!.ok, body.results[0]!.error]).toEqual([409, false, 'rule_blocked']);
    const refused = await treated.provider.post(`/api/trt/prescriptions/${treated.order.id}/review`, {
      decision: 'accept',
    });
    const { rule_key: key, blocked_by: blocked } = refused.body as { rule_key: string; blocked_by: string[] };
    expect(key).toMatch(/^rx_/);
    const legal = rule === 'rx_past_six_months';
    const overridden = await treated.provider.post(`/api/trt/prescriptions/${treated.order.id}/review`, {
      decision: 'accept',
      override_reason: 'Discussed with the pharmacist',
      overrides: blocked,
    });
    expect([overridden.status, overridden.body.rule_key]).toEqual(legal ? [409, rule] : [200, undefined]);
  });

  it('names every blocking rule, so that a reason overrides only what was shown', async () => {
    const treated = await ordered(portal);
    const path = `/api/trt/prescriptions/${treated.order.id}`;
    await treated.provider.post(path, { ...fieldsOf(treated.order), dose: '220 mg', days_supply: 40 });
    const { body } = await treated.provider.post(`${path}/review`, { decision: 'accept' });
    expect(body.blocked_by[0]).toBe(body.rule_key);
    expect(body.blocked_by).toEqual(
      expect.arrayContaining(['rx_dose_over_max', 'rx_dose_plan_mismatch', 'rx_quantity_mismatch']),
    );
  });

  it.each(['80 mg or 800 mg', 'lots', '0 mg', '-80 mg', '80 g'])(
    'is never approved with a dose that is not a single amount: %s',
    async (dose) => {
      const treated = await ordered(portal);
      const path = `/api/trt/prescriptions/${treated.order.id}`;
      const edited = await treated.provider.post(path, { ...fieldsOf(treated.order), dose });
      expect(edited.status).toBe(200);
      const reviewed = await treated.provider.post(`${path}/review`, {
        decision: 'accept',
        override_reason: 'Discussed with the pharmacist',
      });
      expect([reviewed.status, reviewed.body.error]).toEqual([409, 'invalid_state']);
    },
  );

  it('is rejected with a note, and decided once', async () => {
    const treated = await ordered(portal);
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
  it('approves each separately and says why one failed', async () => {
    const [good, blocked] = [await ordered(portal), await ordered(portal)];
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

  it('is 404 and changes nothing with one id of another clinic, in any position', async () => {
    const mine = await ordered(portal);
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

  it('is 404 and changes nothing with one id of another clinic among a hundred', async () => {
    const mine = await ordered(portal);
    const north = await portal.signIn('north@demo.test');
    const theirs = ((await north.get('/api/trt/prescriptions/all')).body as { prescriptions: Prescription[] })
      .prescriptions[0]!;
    const copies = await portal.database.asSuperuser<{ id: string }>(
      `INSERT INTO prescriptions SELECT (jsonb_populate_record(x, jsonb_build_object('id', gen_random_uuid()))).*
        FROM prescriptions x, generate_series(1, 98) WHERE x.id = $1 RETURNING id`,
      [mine.order.id],
    );
    const own = [mine.order.id, ...copies.map(({ id }) => id)];
    const { status } = await approve(mine, [...own.slice(0, 60), theirs.id, ...own.slice(60)]);
    const [after] = await portal.database.asSuperuser<{ drafts: number }>(
      `SELECT count(*)::int AS drafts FROM prescriptions WHERE id = ANY($1) AND status = 'draft' AND version = $2`,
      [own, mine.order.version],
    );
    expect([status, after!.drafts]).toEqual([404, 99]);
  });

  it("says which of a patient's two orders replaced the other", async () => {
    const treated = await ordered(portal);
    const twin = await treated.provider.post(
      `/api/trt/cases/${treated.caseId}/prescriptions`,
      fieldsOf(treated.order),
    );
    const { body } = await approve(treated, [treated.order.id, twin.body.id as string]);
    expect(body.results.map((r) => r.message)).toEqual([
      'Approved, and replaced at once by a later order of this list.',
      undefined,
    ]);
  });

  it('skips an order while its plan is flagged', async () => {
    const mine = await ordered(portal);
    await mine.provider.post('/api/trt/provider/plans/flag', { plan_id: mine.plan.plan_id });
    const { status, body } = await approve(mine, [mine.order.id]);
    expect([status, body.results[0]!.error]).toEqual([409, 'invalid_state']);
  });

  it('skips an order while a rule is against the treatment, and a typed reason passes', async () => {
    const mine = await ordered(portal);
    await addLab(mine, 80, { tt_ng_dl: 250, hct_percent: 44, psa_ng_ml: 0.8 });
    await addLab(mine, 75, { tt_ng_dl: 255 });
    const { version } = (await detail(mine)).case;
    await mine.provider.patch(`/api/trt/cases/${mine.caseId}`, {
      version,
      extras: { therapy_started_on: daysAgo(60) },
    });
    await addLab(mine, 1, { hct_percent: 58 });
    const { status, body } = await approve(mine, [mine.order.id]);
    expect([status, body.results[0]!.rule_key]).toEqual([409, 'hct_on_therapy_over_54']);
    const path = `/api/trt/prescriptions/${mine.order.id}`;
    const { blocked_by: overrides } = (await mine.provider.get(`${path}/judgement`)).body as {
      blocked_by: string[];
    };
    const review = (more: object) => mine.provider.post(`${path}/review`, { decision: 'accept', ...more });
    const unnamed = await review({ override_reason: 'Phlebotomy done' });
    expect([unnamed.status, Object.keys(unnamed.body.fields as object)]).toEqual([
      422,
      ['override_reason', 'overrides'],
    ]);
    const reviewed = await review({ override_reason: 'Phlebotomy done today, repeat value 49.', overrides });
    expect([reviewed.status, reviewed.body.status]).toEqual([200, 'accepted']);
  });

  it('skips an order that has changed since it was shown', async () => {
    const mine = await ordered(portal);
    await mine.provider.post(`/api/trt/prescriptions/${mine.order.id}`, {
      ...fieldsOf(mine.order),
      refills: 3,
    });
    for (const versions of [{ [mine.order.id]: mine.order.version }, {}]) {
      const response = await mine.provider.post('/api/trt/prescriptions/approve', {
        ids: [mine.order.id],
        versions,
      });
      expect([response.status, response.body.results[0].error]).toEqual([409, 'version_conflict']);
    }
    const odd = { ids: [mine.order.id], versions: { [mine.order.id]: 'one' } };
    expect((await mine.provider.post('/api/trt/prescriptions/approve', odd)).status).toBe(422);
    expect((await mine.provider.get(`/api/trt/prescriptions/${mine.order.id}`)).body.status).toBe('draft');
  });

  it('leaves one order in use, even if two were drafted to replace the same one', async () => {
    const mine = await inForce(portal);
    const again = await Promise.all(
      [1, 2].map(async () => {
        const path = `/api/trt/cases/${mine.caseId}/prescriptions`;
        return (await mine.provider.post(path, fieldsOf(mine.order))).body as Prescription;
      }),
    );
    const { body } = await approve(
      mine,
      again.map((order) => order.id),
    );
    expect(body.approved_count).toBe(2);
    const now = (await detail(mine)).prescriptions.filter((p) => p.prescription_state === 'current');
    expect(now.map((p) => p.id)).toEqual([again[1]!.id]);
  });

  it('rejects no ids, too many, and duplicates', async () => {
    const mine = await ordered(portal);
    for (const ids of [
      [],
      [mine.order.id, mine.order.id],
      Array.from({ length: 101 }, () => crypto.randomUUID()),
    ]) {
      expect((await approve(mine, ids)).status).toBe(422);
    }
  });

  it('by two providers at once approves once', async () => {
    const mine = await ordered(portal);
    const other = await portal.signIn('multi@demo.test');
    const both = await Promise.all(
      [mine.provider, other].map((p) => p.post('/api/trt/prescriptions/approve', { ids: [mine.order.id] })),
    );
    expect(both.map((r) => r.status).sort((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe('an order approved ahead of its plan', () => {
  const accepted = async () => {
    const mine = await ordered(portal);
    expect((await approve(mine, [mine.order.id])).status).toBe(200);
    const path = `/api/trt/prescriptions/${mine.order.id}`;
    const move = (to: string) => mine.provider.post(`${path}/transition`, { to });
    return { ...mine, move, read: async () => (await mine.provider.get(path)).body as Prescription };
  };

  it.each(['sent', 'filled'])('is not %s before the plan is approved', async (to) => {
    const mine = await accepted();
    expect((await mine.read()).plan_status).toBe('pending_review');
    const early = await mine.move(to);
    expect([early.status, early.body.rule_key]).toEqual([409, 'plan_not_approved']);
    expect(await mine.read()).toMatchObject({ status: 'accepted', sent_at: null });
    const { plan_id, version } = mine.plan;
    await mine.provider.post('/api/trt/provider/plans/approve', { plan_id, version });
    expect((await mine.move(to)).status).toBe(200);
  });

  it('is withdrawn with its plan', async () => {
    const mine = await accepted();
    await addLab(mine, 1, { tt_ng_dl: 250 });
    const again = (await mine.patient.post('/api/trt/patient/generate-baseline-plan', {})).status;
    const { status, plan_status } = await mine.read();
    expect([again, status, plan_status]).toEqual([201, 'canceled', 'pending_review']);
  });
});

describe('after approval', () => {
  it('it is sent, then filled, and the patient sees it in plain words', async () => {
    const treated = await inForce(portal);
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

  it.each<[string, string, string, string]>([
    ['a used-up fill with refills left', '30 days', '31 days', 'current'],
    ['all its fills', '169 days', '170 days', 'past'],
    ['the last legal fill, filled late', '150 days', '8 months', 'past'],
    ['a late first fill', '1 day', '6 months', 'current'],
  ])('is in use, or over, after %s', async (_, filled, approved, state) => {
    const treated = await inForce(portal);
    await treated.provider.post(`/api/trt/prescriptions/${treated.order.id}/transition`, { to: 'filled' });
    await portal.database.asSuperuser(
      'UPDATE prescriptions SET filled_at = now() - $2::interval, approved_at = now() - $3::interval WHERE id = $1',
      [treated.order.id, filled, approved],
    );
    const [order] = (await detail(treated)).prescriptions;
    expect([order!.status, order!.prescription_state]).toEqual(['filled', state]);
    const listed = await treated.provider.list('/api/trt/prescriptions/all', {
      filter: { case_id: treated.caseId, prescription_state: state },
    });
    expect((listed.body as { prescriptions: Prescription[] }).prescriptions.map((p) => p.id)).toEqual([
      treated.order.id,
    ]);
  });

  it('is written by hand for a plan, with assistance', async () => {
    const treated = await inForce(portal);
    const assist = await treated.provider.get(`/api/trt/cases/${treated.caseId}/prescriptions/assist`);
    expect(assist.body).toMatchObject({
      dose: '80 mg',
      quantity: 4,
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
