import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PendingPlan, Plan, StaffPlan } from '../../common/api/index.js';
import { REASON_TOO_SHORT } from '../../common/typed-reason.js';
import { addLab, approvePlan, daysAgo, detail, generate, submitted, planned } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());
describe('review', () => {
  it('approves the plan and its prescription together, and starts the therapy', async () => {
    const treated = await planned(portal);
    const response = await approvePlan(treated, treated.plan);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      plan: {
        status: 'approved',
        approved_by: 'Dr. Elena Rossi, MD',
        approved_by_email: 'provider@demo.test',
      },
      prescription: { status: 'accepted' },
      prescription_blocked_by: [],
    });
    const seen = await detail(treated);
    expect(seen.case).toMatchObject({
      status: 'monitoring',
      extras: { therapy_started_on: expect.stringMatching(/^\d{4}-/) },
    });
    expect((await treated.patient.get('/api/trt/dashboard')).body).toMatchObject({
      plan: { status: 'approved', starting_dose: 80 },
      pending_plan: null,
    });
    expect((await approvePlan(treated, response.body.plan as Plan)).body.error).toBe('invalid_state');
    const standing = await generate(treated.patient);
    expect([standing.status, standing.body.plan!.status]).toEqual([200, 'approved']);
  });

  it('names the rule that blocks the prescription, and approves the plan', async () => {
    const treated = await planned(portal);
    const { version } = (await detail(treated)).case;
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
      version,
      extras: { pdmp_checked_on: daysAgo(9) },
    });
    const response = await approvePlan(treated, treated.plan);
    expect(response.body).toMatchObject({
      plan: { status: 'approved' },
      prescription: { status: 'draft' },
      prescription_blocked_by: ['pdmp_not_checked'],
    });
  });

  it('needs a typed reason for a flagged plan', async () => {
    const treated = await planned(portal);
    const flag = await treated.provider.post('/api/trt/provider/plans/flag', {
      plan_id: treated.plan.plan_id,
      reason: 'Ask about snoring',
    });
    expect(flag.body).toMatchObject({
      flagged: true,
      flag_reason: 'Ask about snoring',
      version: treated.plan.version + 1,
    });
    const flagged = flag.body as Plan;
    const refused = await approvePlan(treated, flagged);
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, ['override_reason']]);
    expect((await approvePlan(treated, flagged, { override_reason: 'Discussed by phone' })).status).toBe(200);
  });

  it("is flagged by the rules too when the clinician's note tells of a history", async () => {
    const treated = await planned(portal);
    const flag = async (reason: string) =>
      (await treated.provider.post('/api/trt/provider/plans/flag', {
        plan_id: treated.plan.plan_id,
        reason,
      })) as { status: number; body: StaffPlan };
    const asks = await flag('Ask about prostate cancer before the first dose');
    expect([asks.status, asks.body.flags.map(({ kind }) => kind)]).toEqual([200, ['note']]);
    const tells = await flag('Prostate cancer 2019, radiation');
    expect([tells.status, new Set(tells.body.flags.map(({ kind }) => kind))]).toEqual([
      200,
      new Set(['note', 'rule']),
    ]);
    expect((await detail(treated)).pending_plan!.version).toBe(tells.body.version);
  });

  it.each(['.', '12 !!', 'ok'])('does not accept "%s" as a reason', async (override_reason) => {
    const treated = await planned(portal);
    await treated.provider.post('/api/trt/provider/plans/flag', { plan_id: treated.plan.plan_id });
    const { version } = (await detail(treated)).pending_plan!;
    const refused = await approvePlan(treated, { ...treated.plan, version }, { override_reason });
    expect([refused.status, refused.body.fields]).toEqual([422, { override_reason: REASON_TOO_SHORT }]);
  });

  it('adds to a flag reason that was not shown, and replaces one that was', async () => {
    const treated = await planned(portal);
    const flag = async (more: object) =>
      (
        await treated.provider.post('/api/trt/provider/plans/flag', {
          plan_id: treated.plan.plan_id,
          ...more,
        })
      ).body as Plan;
    await flag({});
    await flag({ reason: 'Ask about snoring' });
    const both = await flag({ reason: 'Hct twice' });
    expect(both.flag_reason).toBe('Ask about snoring, Hct twice');
    expect(await flag({ reason: 'Hct twice' })).toEqual(both);
    expect(await flag({})).toEqual(both);
    const replaced = await flag({ reason: 'Only snoring', version: both.version });
    expect(replaced.flag_reason).toBe('Only snoring');
  });

  it('never tells the patient why a plan is flagged', async () => {
    const treated = await planned(portal);
    const flag = { plan_id: treated.plan.plan_id, reason: 'Ask about snoring' };
    await treated.provider.post('/api/trt/provider/plans/flag', flag);
    const seen = { flagged: true, flag_reason: null };
    expect((await treated.patient.get('/api/trt/dashboard')).body).toMatchObject({
      plan: seen,
      pending_plan: seen,
    });
    expect((await generate(treated.patient)).body.plan).toMatchObject(seen);
    const { plan_id, version } = (await detail(treated)).pending_plan!;
    const approval = { plan_id, version, override_reason: 'Discussed by phone' };
    await treated.provider.post('/api/trt/provider/plans/approve', approval);
    expect((await treated.patient.get('/api/trt/dashboard')).body.plan).toMatchObject(seen);
    expect((await generate(treated.patient)).body.plan).toMatchObject(seen);
    const fresh = await generate((await submitted(portal)).patient);
    expect([fresh.status, fresh.body.plan]).toEqual([201, expect.objectContaining(seen)]);
  });

  it('flags it when a rule begins to fire while the plan is pending, and bulk approval skips it', async () => {
    const treated = await planned(portal);
    await addLab(treated, 1, { hct_percent: 48.5 });
    const { pending_plan } = await detail(treated);
    expect(pending_plan).toMatchObject({
      flagged: true,
      flag_reason: 'hct_baseline_48_50',
      version: treated.plan.version + 1,
    });
    const bulk = await treated.provider.post('/api/trt/provider/plans/approve-unflagged', {
      plan_ids: [treated.plan.plan_id],
    });
    expect(bulk.body.skipped).toEqual([{ plan_id: treated.plan.plan_id, reason: 'flagged' }]);
    await treated.provider.post('/api/trt/provider/plans/unflag', {
      plan_id: treated.plan.plan_id,
      reason: 'Lives at altitude',
    });
    await addLab(treated, 2, { psa_ng_ml: 0.9 });
    expect((await detail(treated)).pending_plan!.flagged).toBe(false);
  });

  it('removes a flag', async () => {
    const treated = await planned(portal);
    await treated.provider.post('/api/trt/provider/plans/flag', { plan_id: treated.plan.plan_id });
    const response = await treated.provider.post('/api/trt/provider/plans/unflag', {
      plan_id: treated.plan.plan_id,
    });
    expect([response.status, response.body.flagged, response.body.flag_reason]).toEqual([200, false, null]);
  });

  it.each(['flag', 'unflag'])('accepts a %s only for the version that was shown', async (act) => {
    const treated = await planned(portal);
    const { plan_id, version } = treated.plan;
    const call = (body: object, headers = {}) =>
      treated.provider.post(`/api/trt/provider/plans/${act}`, { plan_id, ...body }, headers);
    for (const stale of [
      await call({ version: version + 1 }),
      await call({}, { 'if-match': `"${version + 1}"` }),
    ]) {
      expect([stale.status, stale.body.error, stale.body.current.version]).toEqual([
        409,
        'version_conflict',
        version,
      ]);
    }
    expect((await call({}, { 'if-match': `"${version}"` })).status).toBe(200);
  });

  it('refuses a plan that has changed since it was shown', async () => {
    const treated = await planned(portal);
    await treated.provider.post('/api/trt/provider/plans/flag', { plan_id: treated.plan.plan_id });
    const response = await approvePlan(treated, treated.plan);
    expect([response.status, response.body.error, response.body.current.flagged]).toEqual([
      409,
      'version_conflict',
      true,
    ]);
  });

  it('refuses a plan that a rule blocks today, unless a reason is typed', async () => {
    const treated = await planned(portal);
    await addLab(treated, 1, { hct_percent: 50.1 });
    const refused = await approvePlan(treated, treated.plan);
    expect([refused.status, refused.body.error, refused.body.rule_key]).toEqual([
      409,
      'rule_blocked',
      'hct_baseline_over_50',
    ]);
    expect(
      (
        await approvePlan(treated, treated.plan, {
          override_reason: 'The repeat of this week was 47 percent',
          overrides: refused.body.blocked_by,
        })
      ).status,
    ).toBe(200);
  });

  it('lets exactly one of two providers decide', async () => {
    const treated = await planned(portal);
    const other = await portal.signIn('multi@demo.test');
    const body = { plan_id: treated.plan.plan_id, version: treated.plan.version };
    const both = await Promise.all(
      [treated.provider, other].map((p) => p.post('/api/trt/provider/plans/approve', body)),
    );
    expect(both.map((r) => r.status).sort((a, b) => a - b)).toEqual([200, 409]);
    const events = await portal.database.asSuperuser(
      `SELECT 1 FROM audit_events WHERE action = 'plan.approve' AND target_id = $1`,
      [treated.plan.plan_id],
    );
    expect(events).toHaveLength(1);
  });

  it('cannot be done for your own plan', async () => {
    const multi = await portal.signIn('multi@demo.test');
    const { body } = await multi.list('/api/trt/provider/pending-plans', {
      filter: { q: 'multi@demo.test' },
    });
    const [own] = body.plans as PendingPlan[];
    expect(own!.own_record).toBe(true);
    const others = await (
      await portal.signIn('provider@demo.test')
    ).list('/api/trt/provider/pending-plans', {
      filter: { q: 'multi@demo.test' },
    });
    expect((others.body.plans as PendingPlan[]).map((plan) => plan.own_record)).toEqual([false]);
    const response = await multi.post('/api/trt/provider/plans/approve', {
      plan_id: own!.plan_id,
      version: own!.version,
    });
    expect([response.status, response.body.detail, response.body.message]).toEqual([
      403,
      'own_record',
      'You cannot act on your own record as a member of the care team.',
    ]);
    for (const act of ['flag', 'unflag']) {
      const refused = await multi.post(`/api/trt/provider/plans/${act}`, { plan_id: own!.plan_id });
      expect([act, refused.status, refused.body.error]).toEqual([act, 403, 'forbidden']);
    }
  });
});

describe('another clinic', () => {
  it('sees nothing of a case, a patient or a plan, and cannot tell them from ones that do not exist', async () => {
    const treated = await planned(portal);
    const north = await portal.signIn('north@demo.test');
    const absent = '11111111-1111-4111-8111-111111111111';
    const calls: [
      string,
      (id: string) => Promise<{ status: number; body: Record<string, unknown> }>,
      string,
    ][] = [
      ['detail', (id) => north.get(`/api/trt/cases/${id}/detail`), treated.caseId],
      ['form', (id) => north.get(`/api/trt/cases/${id}/forms/intake.json`), treated.caseId],
      ['patch', (id) => north.patch(`/api/trt/cases/${id}`, { version: 1, diagnosis: 'x' }), treated.caseId],
      ['plans', (id) => north.get(`/api/trt/provider/patient-plans/${id}`), treated.patientId],
      [
        'lab',
        (id) =>
          north.post('/api/labs', {
            patient_id: id,
            collected_at: `${daysAgo(1)}T08:00:00Z`,
            results: { tt_ng_dl: 300 },
          }),
        treated.patientId,
      ],
      ['flag', (id) => north.post('/api/trt/provider/plans/flag', { plan_id: id }), treated.plan.plan_id],
      [
        'approve',
        (id) => north.post('/api/trt/provider/plans/approve', { plan_id: id, version: 1 }),
        treated.plan.plan_id,
      ],
    ];
    for (const [name, call, id] of calls) {
      const [foreign, missing] = [await call(id), await call(absent)];
      expect([name, foreign.status]).toEqual([name, 404]);
      expect({ ...foreign.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' });
    }
    for (const path of ['/api/trt/cases', '/api/trt/provider/pending-plans', '/api/labs']) {
      expect(JSON.stringify((await north.get(path)).body)).not.toContain(treated.patientId);
    }
    const bulk = await north.post('/api/trt/provider/plans/approve-unflagged', {
      plan_ids: [treated.plan.plan_id],
    });
    expect(bulk.body).toMatchObject({
      approved_count: 0,
      skipped: [{ plan_id: treated.plan.plan_id, reason: 'not_found' }],
    });
    expect((await treated.patient.get('/api/trt/dashboard')).body.plan.status).toBe('pending_review');
  });
});
