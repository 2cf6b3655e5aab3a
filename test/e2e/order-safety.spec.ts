import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  AdminUser,
  CaseDetailResponse,
  CaseListResponse,
  Organisation,
  PdmpCheck,
  PendingPlan,
  Prescription,
  ProviderLicense,
  StaffPlan,
} from '../../common/api/index.js';
import {
  addLab,
  approvePlan,
  clinicToday,
  daysAgo,
  detail,
  inForce,
  ordered,
  planned,
  save,
  submitted,
  type Ordered,
  type Treated,
} from '../support/care.js';
import type { Person } from '../support/person.js';
import { Audit } from '../../server/audit/audit.service.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const sql = (text: string, values: unknown[] = []) => portal.database.asSuperuser(text, values);
/** The demo clinic's policy, which new clinics have from the start. */
const verification = (on: boolean) =>
  sql(
    `UPDATE organisations SET policies = policies || jsonb_build_object('licenses_need_verification', $1::boolean)`,
    [on],
  );
const at = (id: string): string => `/api/trt/prescriptions/${id}`;
const read = async ({ provider }: Treated, id: string): Promise<Prescription> =>
  (await provider.get(at(id))).body as Prescription;
const move = ({ provider }: Treated, id: string, to: string, more: object = {}) =>
  provider.post(`${at(id)}/transition`, { to, ...more });
const review = ({ provider }: Treated, id: string, more: object = {}) =>
  provider.post(`${at(id)}/review`, { decision: 'accept', ...more });
/** The same order once more. */
async function again(treated: Ordered): Promise<string> {
  const { drug, dose, frequency, route, quantity, refills, days_supply } = await read(
    treated,
    treated.order.id,
  );
  const fields = { drug, dose, frequency, route, quantity, refills, days_supply };
  const written = await treated.provider.post(`/api/trt/cases/${treated.caseId}/prescriptions`, fields);
  expect(written.status).toBe(201);
  return written.body.id as string;
}
async function started(): Promise<Ordered> {
  const treated = await inForce(portal);
  const { version } = (await detail(treated)).case;
  const therapy = { therapy_started_on: daysAgo(60), last_change_on: daysAgo(60) };
  await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, extras: therapy });
  return treated;
}
const refusedBy = (answer: { status: number; body: Record<string, unknown> }) => [
  answer.status,
  answer.body['error'],
  answer.body['rule_key'],
];

describe("the signer's licenses and the patient's location", () => {
  const cases: [string, string, string][] = [
    [
      'whose license expired',
      `UPDATE provider_licenses SET expires_on = '2020-01-01' WHERE state = 'NY'`,
      'license_expired',
    ],
    [
      'whose license was never verified',
      `UPDATE provider_licenses SET verified_on = NULL WHERE state = 'NY'`,
      'license_unverified',
    ],
    [
      'whose registration was never verified',
      `UPDATE dea_registrations SET verified_on = NULL WHERE state = 'NY'`,
      'dea_missing',
    ],
  ];
  it.each(cases)('block an order of a prescriber %s, at sent and at filled', async (_, change, rule) => {
    const [unsent, sent] = [await inForce(portal), await inForce(portal)];
    expect((await move(sent, sent.order.id, 'sent')).status).toBe(200);
    const before = await sql(
      `SELECT 'UPDATE ' || t || ' SET expires_on = ' || quote_literal(e) || ', verified_on = ' || quote_nullable(v) || ' WHERE id = ' || quote_literal(id) AS undo FROM (
        SELECT 'provider_licenses' AS t, id, expires_on AS e, verified_on AS v FROM provider_licenses
        UNION ALL SELECT 'dea_registrations', id, expires_on, verified_on FROM dea_registrations) x`,
    );
    try {
      await verification(true);
      await sql(change);
      // A colleague who may prescribe there does not sign what another one signed.
      expect(refusedBy(await move(unsent, unsent.order.id, 'sent'))).toEqual([409, 'rule_blocked', rule]);
      expect(refusedBy(await move(sent, sent.order.id, 'filled'))).toEqual([409, 'rule_blocked', rule]);
      const reason = {
        reason: 'The board was called today',
        version: (await read(sent, sent.order.id)).version,
      };
      await sent.provider.post(`${at(sent.order.id)}/hold`, reason);
      const { version } = await read(sent, sent.order.id);
      const released = await sent.provider.post(`${at(sent.order.id)}/release`, { ...reason, version });
      expect(refusedBy(released)).toEqual([409, 'rule_blocked', rule]);
    } finally {
      await verification(false);
      for (const { undo } of before) await sql(undo as string);
    }
    expect((await move(unsent, unsent.order.id, 'sent')).status).toBe(200);
  });

  it('block it when the patient has moved, and when the query has become old', async () => {
    const treated = await inForce(portal);
    await sql(`UPDATE patients SET location_state = 'CA' WHERE id = $1`, [treated.patientId]);
    expect(refusedBy(await move(treated, treated.order.id, 'sent'))).toEqual([
      409,
      'rule_blocked',
      'pdmp_not_checked',
    ]);
    await sql(`UPDATE patients SET location_state = 'AK' WHERE id = $1`, [treated.patientId]);
    const moved = await move(treated, treated.order.id, 'sent');
    expect(moved.body['blocked_by']).toContain('license_missing_in_state');
    await sql(`UPDATE patients SET location_state = 'NY' WHERE id = $1`, [treated.patientId]);
    expect((await move(treated, treated.order.id, 'sent')).status).toBe(200);
    await sql(`UPDATE pdmp_checks SET queried_on = queried_on - 30 WHERE patient_id = $1`, [
      treated.patientId,
    ]);
    expect(refusedBy(await move(treated, treated.order.id, 'filled'))).toEqual([
      409,
      'rule_blocked',
      'pdmp_not_checked',
    ]);
  });

  it('count a license only once an administrator has verified it, where the clinic requires that', async () => {
    await verification(true);
    const treated = await ordered(portal);
    await sql(`UPDATE patients SET location_state = 'WA' WHERE id = $1`, [treated.patientId]);
    const until = daysAgo(-300);
    const own = { state: 'WA', number: 'MD70000001', expires_on: until };
    const license = await treated.provider.post('/api/provider/licenses', { ...own, type: 'MD' });
    expect((license.body as ProviderLicense).status).toBe('unverified');
    const blocked = async () =>
      ((await treated.provider.get(`${at(treated.order.id)}/judgement`)).body as { legal: string[] }).legal;
    expect(await blocked()).toEqual(expect.arrayContaining(['license_unverified', 'dea_missing']));
    const admin = await portal.signIn('orgadmin@demo.test');
    const { body } = await admin.list('/api/admin/users', { filter: { q: 'provider@demo.test' } });
    const user = (body.users as AdminUser[]).find((one) => one.email === 'provider@demo.test')!;
    const path = `/api/admin/users/${user.id}/licenses/${(license.body as ProviderLicense).id}/verify`;
    expect((await admin.post(path, {})).body.status).toBe('active');
    expect(await blocked()).not.toContain('license_unverified');
    await sql(`UPDATE provider_licenses SET verified_on = NULL WHERE state = 'WA'`);
    expect(await blocked()).toContain('license_unverified');
    await verification(false);
    expect(await blocked()).not.toContain('license_unverified');
  });
});

describe('a second order', () => {
  it('is blocked by another order of the patient on hold, alone and in bulk, until that one is released or ended with a reason', async () => {
    const treated = await inForce(portal);
    const held = await treated.provider.post(`${at(treated.order.id)}/hold`, {
      reason: 'The cardiologist was asked',
      version: (await read(treated, treated.order.id)).version,
    });
    expect(held.status).toBe(200);
    const second = await again(treated);
    const reason = { override_reason: 'He asked for it by phone today' };
    expect(refusedBy(await review(treated, second, reason))).toEqual([
      409,
      'rule_blocked',
      'another_order_on_hold',
    ]);
    const bulk = await treated.provider.post('/api/trt/prescriptions/approve', { ids: [second] });
    expect(bulk.body['results']).toMatchObject([{ ok: false, rule_key: 'another_order_on_hold' }]);
    const mute = await move(treated, treated.order.id, 'canceled');
    expect([mute.status, Object.keys(mute.body.fields as object)]).toEqual([422, ['reason']]);
    const why = { reason: 'The cardiologist wants another product' };
    expect((await move(treated, treated.order.id, 'canceled', why)).status).toBe(200);
    expect((await review(treated, second)).status).toBe(200);
  });

  it('is named right after another one was filled, of which more than half is left', async () => {
    const treated = await inForce(portal);
    expect((await move(treated, treated.order.id, 'sent')).status).toBe(200);
    expect((await move(treated, treated.order.id, 'filled')).status).toBe(200);
    const second = await again(treated);
    expect((await review(treated, second)).body['blocked_by']).toEqual(
      expect.arrayContaining(['another_order_sent', 'rx_early_refill']),
    );
    const reason = { override_reason: 'The patient asks for a second vial to keep' };
    const unnamed = await review(treated, second, reason);
    expect([unnamed.status, Object.keys(unnamed.body['fields'] as object)]).toEqual([422, ['overrides']]);
  });

  it('needs a reason while the pharmacy has one that is not over', async () => {
    const treated = await inForce(portal);
    const second = await again(treated);
    expect((await move(treated, treated.order.id, 'sent')).status).toBe(200);
    const refused = await review(treated, second);
    expect(refused.body['blocked_by']).toEqual(
      expect.arrayContaining(['rx_early_refill', 'another_order_sent']),
    );
    expect((await review(treated, second, { override_reason: 'aaaa aaaa' })).status).toBe(422);
    const reason = { override_reason: 'The pharmacy has none; canceled there' };
    const unnamed = await review(treated, second, reason);
    expect([unnamed.status, Object.keys(unnamed.body['fields'] as object)]).toEqual([422, ['overrides']]);
    const accepted = await review(treated, second, { ...reason, overrides: refused.body['blocked_by'] });
    expect([accepted.status, accepted.body['override_rules']]).toEqual([
      200,
      expect.arrayContaining(['another_order_sent', 'rx_early_refill']),
    ]);
    // One after the other: the third finds the second.
    expect((await move(treated, second, 'sent')).status).toBe(200);
    const third = await again(treated);
    expect((await review(treated, third)).body['blocked_by']).toContain('rx_early_refill');
  });
});

describe('a discrepancy of a monitoring program', () => {
  it('stays open, whatever later queries find, until it is resolved with a reason', async () => {
    const treated = await ordered(portal);
    const path = `/api/trt/cases/${treated.caseId}/pdmp-checks`;
    const query = (finding: string) =>
      treated.provider.post(path, { state: 'NY', queried_on: clinicToday(), finding });
    const { id } = (await query('discrepancy')).body as PdmpCheck;
    expect((await query('as_expected')).status).toBe(201);
    const blocked = async () => (await review(treated, treated.order.id)).body['blocked_by'] as string[];
    expect(await blocked()).toContain('pdmp_discrepancy');
    const resolve = (who: Person, reason: string) => who.post(`${path}/${id}/resolve`, { reason });
    expect((await resolve(treated.provider, 'aaa')).status).toBe(422);
    expect((await resolve(await portal.signIn('north@demo.test'), 'Fills of his brother')).status).toBe(404);
    const resolved = await resolve(treated.provider, 'Fills of another man of that name');
    expect([resolved.status, resolved.body['resolved']]).toMatchObject([
      200,
      { reason: 'Fills of another man of that name', by: expect.stringMatching(/\S/) },
    ]);
    expect((await resolve(treated.provider, 'Once more, the same')).status).toBe(409);
    const audited = await sql(`SELECT action FROM audit_events WHERE target_id = $1 ORDER BY seq`, [id]);
    // A refusal is recorded beside what goes on.
    expect(new Set(audited.map((event) => event['action']))).toEqual(
      new Set(['pdmp_check.record', 'pdmp_check.resolve', 'access.deny']),
    );
    expect((await review(treated, treated.order.id)).status).toBe(200);
  });
});

describe('two holds on a therapy', () => {
  it('are both kept: releasing one leaves the other, which can be ended before its condition is met only by name', async () => {
    const treated = await started();
    const act = async (name: string, more: object) =>
      treated.provider.post(`/api/trt/cases/${treated.caseId}/${name}`, {
        version: (await detail(treated)).case.version,
        ...more,
      });
    expect((await act('hold', { reason: 'Waiting for cardiology' })).status).toBe(200);
    await addLab(treated, 1, { hct_percent: 56 });
    const rule = 'hct_on_therapy_over_54';
    expect((await detail(treated)).holds).toMatchObject([{ rule_key: null }, { rule_key: rule, by: null }]);
    const first = await act('resume', { reason: 'Cleared by cardiology' });
    expect((first.body as CaseDetailResponse).holds).toMatchObject([{ rule_key: rule, by: null }]);
    expect((await read(treated, treated.order.id)).on_hold).not.toBeNull();
    const reason = 'The patient feels well on this dose';
    const refused = await act('resume', { reason });
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, ['overrides']]);
    const forced = await act('resume', { reason, overrides: [rule] });
    expect((forced.body as CaseDetailResponse).resumed_against).toMatchObject({ rule_key: rule, reason });
    const [event] = await sql(
      `SELECT seq, detail FROM audit_events WHERE action = 'case.resume' AND target_id = $1 ORDER BY seq DESC LIMIT 1`,
      [treated.caseId],
    );
    expect(event!['detail']).toMatchObject({ overridden: rule, reason_enc: expect.stringMatching(/^v1:/) });
    expect(await portal.app.get(Audit).typedTexts(event!['seq'] as string)).toEqual({ reason });
  });
});

describe('a plan', () => {
  it('approved against a rule says so: reason, rules, and a separate row in the log', async () => {
    const treated = await planned(portal);
    await addLab(treated, 1, { hct_percent: 48.5 });
    const { pending_plan: plan } = await detail(treated);
    expect((await approvePlan(treated, plan!, { override_reason: 'aaa' })).status).toBe(422);
    const approved = await approvePlan(treated, plan!, { override_reason: 'Lives at high altitude' });
    expect(approved.body.plan).toMatchObject({ override_rules: ['hct_baseline_48_50'] });
    const [event] = await sql(
      `SELECT detail FROM audit_events WHERE action = 'plan.override' AND target_id = $1`,
      [plan!.plan_id],
    );
    expect(event!['detail']).toMatchObject({ rules: ['hct_baseline_48_50'], flagged: true });
  });

  it('keeps cleared flags and notes, with who cleared them and why', async () => {
    const treated = await planned(portal);
    const { plan_id } = treated.plan;
    const post = (act: string, more: object) =>
      treated.provider.post(`/api/trt/provider/plans/${act}`, { plan_id, ...more });
    await post('flag', { reason: 'Ask about snoring' });
    const cleared = await post('unflag', { reason: 'He does not snore' });
    expect((cleared.body as StaffPlan).flags).toMatchObject([
      {
        text: 'Ask about snoring',
        cleared: { by: expect.stringMatching(/\S/), at: expect.any(String), reason: 'He does not snore' },
      },
    ]);
    expect((cleared.body as StaffPlan).flagged).toBe(false);
    expect((await treated.patient.get('/api/trt/dashboard')).text).not.toContain('snore');
  });

  it.each([
    ['other_conditions', 'DVT left leg last month'],
    ['occupation', 'retired after prostate cancer'],
  ])(
    'is left out of bulk approvals while %s mentions a danger that is not submitted',
    async (field, text) => {
      const treated = await ordered(portal);
      await save(treated.patient, { [field]: text });
      const ids = { plan_ids: [treated.plan.plan_id] };
      const plans = await treated.provider.post('/api/trt/provider/plans/approve-unflagged', ids);
      expect(plans.body['skipped']).toEqual([{ plan_id: treated.plan.plan_id, reason: 'unsent_changes' }]);
      const orders = await treated.provider.post('/api/trt/prescriptions/approve', {
        ids: [treated.order.id],
      });
      expect(orders.body['results']).toMatchObject([{ ok: false, rule_key: 'unsent_changes' }]);
    },
  );
});

describe('a system-wide administrator', () => {
  it('cannot perform clinical acts where the organization limits them to its providers', async () => {
    const treated = await ordered(portal);
    const admin = await portal.signIn('admin@demo.test');
    const [org] = (
      (await admin.get('/api/admin/organisations')).body['organisations'] as Organisation[]
    ).filter(({ name }) => name === 'Founders Clinic');
    const policy = (on: boolean) =>
      admin.patch(`/api/admin/organisations/${org!.id}`, { policies: { clinical_acts_need_provider: on } });
    const { plan_id, version } = treated.plan;
    const caseAt = `/api/trt/cases/${treated.caseId}`;
    const wish = {
      formulation: 'testosterone_cypionate_im',
      dose: 80,
      frequency: 'once weekly',
      route: 'intramuscular',
    };
    const acts: [string, object][] = [
      ['/api/trt/provider/plans/approve', { plan_id, version }],
      ['/api/trt/provider/plans/flag', { plan_id, reason: 'Ask about snoring' }],
      ['/api/trt/provider/plans/unflag', { plan_id }],
      [`${caseAt}/titrate`, wish],
      [`${at(treated.order.id)}/review`, { decision: 'accept', override_reason: 'Discussed by phone today' }],
      [`${caseAt}/pdmp-checks`, { state: 'NY', queried_on: clinicToday(), finding: 'none' }],
    ];
    expect((await policy(true)).status).toBe(200);
    try {
      for (const [path, body] of acts)
        for (const query of ['', `?org_id=${org!.id}`])
          expect([path, query, (await admin.post(`${path}${query}`, body)).status]).toEqual([
            path,
            query,
            403,
          ]);
      expect((await admin.get(`${caseAt}/detail`)).status).toBe(403);
      expect((await admin.get('/api/admin/overview')).status).toBe(200);
    } finally {
      await policy(false);
    }
    expect((await admin.get(`${caseAt}/detail`)).status).toBe(200);
  });
});

describe('a bulk approval of a system-wide administrator', () => {
  it('skips a plan of a clinic that limits acts to its providers, with a reason, and approves the others', async () => {
    const north = await portal.signIn('north@demo.test');
    const { items } = (await north.get('/api/trt/cases?filter={"q":"Leo Santos"}')).body as CaseListResponse;
    const titrated = await north.post(`/api/trt/cases/${items[0]!.id}/titrate`, {
      formulation: 'testosterone_cypionate_im',
      dose: 70,
      frequency: 'once weekly',
      route: 'intramuscular',
      reason: 'Agreed with the patient on the phone',
    });
    expect(titrated.status).toBe(200);
    const treated = await ordered(portal);
    const admin = await portal.signIn('admin@demo.test');
    const plans = async () =>
      (await admin.get('/api/trt/provider/pending-plans')).body['plans'] as PendingPlan[];
    const theirs = (await plans()).find((plan) => plan.case_id === items[0]!.id)!;
    await sql(
      `UPDATE organisations SET policies = policies || '{"clinical_acts_need_provider": true}' WHERE name = 'North Clinic'`,
    );
    try {
      // What the records keep closed is in no list either.
      for (const [path, name] of [
        ['/api/trt/prescriptions/all', 'prescriptions'],
        ['/api/trt/provider/pending-plans', 'plans'],
        ['/api/trt/cases', 'items'],
        ['/api/provider/patients', 'patients'],
        ['/api/labs', 'labs'],
      ] as const) {
        const { body, text } = await admin.list(path, { range: [0, 99] });
        expect([path, (body[name] as unknown[]).length > 0, body.withheld > 0]).toEqual([path, true, true]);
        expect([path, text.includes(theirs.patient_id)]).toEqual([path, false]);
        const found = await admin.list(path, { filter: { q: 'Leo Santos' } });
        expect([path, found.body.total, found.body.withheld]).toEqual([path, 0, undefined]);
      }
      const ids = { plan_ids: [theirs.plan_id, treated.plan.plan_id] };
      const { status, body } = await admin.post('/api/trt/provider/plans/approve-unflagged', ids);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        approved: [{ plan_id: treated.plan.plan_id }],
        skipped: [{ plan_id: theirs.plan_id, reason: 'provider_only' }],
      });
    } finally {
      await sql(
        `UPDATE organisations SET policies = policies - 'clinical_acts_need_provider' WHERE name = 'North Clinic'`,
      );
    }
  });
});

describe('the worklist', () => {
  it('lists a hematocrit of 55 before a wish to have children, with its patient first', async () => {
    const both = await started();
    await save(both.patient, { desire_fertility: 'yes' }, { submit: true });
    await addLab(both, 1, { hct_percent: 55.2 });
    const wish = await submitted(portal, { desire_fertility: 'yes' });
    const { body } = await both.provider.list('/api/trt/cases', { sort: ['urgency', 'ASC'] });
    const rows = (body as unknown as CaseListResponse).items;
    const place = (id: string) => rows.findIndex((row) => row.id === id);
    expect(rows[place(both.caseId)]!.top_alert?.rule_key).toBe('hct_on_therapy_over_54');
    expect(place(both.caseId)).toBeLessThan(place(wish.caseId));
    const { alerts } = await detail(both);
    const keys = alerts.map((alert) => alert.rule_key);
    expect(keys.indexOf('hct_on_therapy_over_54')).toBeLessThan(keys.indexOf('fertility_desired'));
  });
});
