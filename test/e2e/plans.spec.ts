import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApproveUnflaggedResponse, Plan } from '../../common/api/index.js';
import {
  addLab,
  daysAgo,
  detail,
  generate,
  ready,
  submitted,
  planned,
  type Treated,
} from '../support/care.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal('demo');
});
afterAll(() => portal.close());

const approve = ({ provider }: Treated, plan: Plan, more: object = {}) =>
  provider.post('/api/trt/provider/plans/approve', { plan_id: plan.plan_id, version: plan.version, ...more });

describe('the baseline plan', () => {
  it('cannot be asked for before the intake is submitted', async () => {
    const patient = await portal.signUp();
    const { status, body } = await generate(patient);
    expect([status, (body as unknown as { error: string }).error]).toEqual([409, 'invalid_state']);
  });

  it('is drafted from intake and labs, with a draft prescription, and waits for review', async () => {
    const treated = await ready(await submitted(portal));
    const { status, body } = await generate(treated.patient);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      outcome: 'draft',
      reasons: [],
      plan: {
        formulation: 'testosterone_cypionate_im',
        dose: 80,
        frequency: 'once weekly',
        route: 'intramuscular',
        status: 'pending_review',
        flagged: false,
      },
      prescription: {
        dose: '80 mg',
        quantity: 2,
        days_supply: 28,
        refills: 5,
        status: 'draft',
        draft_action: 'new',
      },
    });
    const again = await generate(treated.patient);
    expect([again.status, again.body]).toEqual([200, body]);
  });

  it('is drawn again when a lab is new, and the older one is superseded with its draft', async () => {
    const treated = await planned(portal);
    await addLab(treated, 2, { tt_ng_dl: 240 });
    const { status, body } = await generate(treated.patient);
    expect(status).toBe(201);
    expect(body.plan!.plan_id).not.toBe(treated.plan.plan_id);
    const plans = (await treated.provider.get(`/api/trt/provider/patient-plans/${treated.patientId}`)).body
      .plans as Plan[];
    expect(plans.map((p) => [p.plan_state, p.status])).toEqual([
      ['current', 'pending_review'],
      ['previous', 'pending_review'],
    ]);
    const { prescriptions } = await detail(treated);
    expect(prescriptions.map((p) => p.status).sort()).toEqual(['canceled', 'draft']);
    expect((await approve(treated, treated.plan)).status).toBe(409);
  });

  it('without labs is flagged and has no prescription', async () => {
    const treated = await submitted(portal);
    const { body } = await generate(treated.patient);
    expect(body).toMatchObject({ outcome: 'draft_flagged', prescription: null, plan: { flagged: true } });
    expect(body.reasons).toEqual(
      expect.arrayContaining(['low_t_unconfirmed', 'hct_missing_baseline', 'psa_missing']),
    );
  });

  it('is not given to a man who wants children; the provider sees why', async () => {
    const treated = await ready(await submitted(portal, { desire_fertility: 'yes' }));
    const { status, body } = await generate(treated.patient);
    expect([status, body]).toEqual([
      201,
      {
        outcome: 'not_eligible_pending_review',
        plan: null,
        prescription: null,
        reasons: ['fertility_desired'],
      },
    ]);
    expect((await generate(treated.patient)).status).toBe(200);
    expect((await treated.patient.get('/api/trt/dashboard')).body.plan).toBeNull();
    const seen = await detail(treated);
    expect(seen.rules.map((r) => r.rule_key)).toContain('fertility_desired');
    expect(seen.alerts).toContainEqual(
      expect.objectContaining({ rule_key: 'fertility_desired', severity: 'critical' }),
    );
  });
});

describe('review', () => {
  it('approves the plan and its prescription together, and starts the therapy', async () => {
    const treated = await planned(portal);
    const response = await approve(treated, treated.plan);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      plan: { status: 'approved', approved_by_email: 'provider@demo.test' },
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
    expect((await approve(treated, response.body.plan as Plan)).body.error).toBe('invalid_state');
    const standing = await generate(treated.patient);
    expect([standing.status, standing.body.plan!.status]).toEqual([200, 'approved']);
  });

  it('names the rule that keeps the prescription back, and approves the plan', async () => {
    const treated = await planned(portal);
    const { version } = (await detail(treated)).case;
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
      version,
      extras: { pdmp_checked_on: daysAgo(9) },
    });
    const response = await approve(treated, treated.plan);
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
    const refused = await approve(treated, flagged);
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, ['override_reason']]);
    expect((await approve(treated, flagged, { override_reason: 'Discussed by phone' })).status).toBe(200);
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
    const approval = { plan_id, version, override_reason: 'Discussed' };
    await treated.provider.post('/api/trt/provider/plans/approve', approval);
    expect((await treated.patient.get('/api/trt/dashboard')).body.plan).toMatchObject(seen);
    expect((await generate(treated.patient)).body.plan).toMatchObject(seen);
    const fresh = await generate((await submitted(portal)).patient);
    expect([fresh.status, fresh.body.plan]).toEqual([201, expect.objectContaining(seen)]);
  });

  it('is flagged by a rule that begins to fire while the plan waits, and a bulk approval skips it', async () => {
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
    await treated.provider.post('/api/trt/provider/plans/unflag', { plan_id: treated.plan.plan_id });
    await addLab(treated, 2, { psa_ng_ml: 0.9 });
    expect((await detail(treated)).pending_plan!.flagged).toBe(false);
  });

  it('takes a flag back', async () => {
    const treated = await planned(portal);
    await treated.provider.post('/api/trt/provider/plans/flag', { plan_id: treated.plan.plan_id });
    const response = await treated.provider.post('/api/trt/provider/plans/unflag', {
      plan_id: treated.plan.plan_id,
    });
    expect([response.status, response.body.flagged, response.body.flag_reason]).toEqual([200, false, null]);
  });

  it.each(['flag', 'unflag'])('takes a %s only for the version that was shown', async (act) => {
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

  it('refuses a plan that was changed since it was shown', async () => {
    const treated = await planned(portal);
    await treated.provider.post('/api/trt/provider/plans/flag', { plan_id: treated.plan.plan_id });
    const response = await approve(treated, treated.plan);
    expect([response.status, response.body.error, response.body.current.flagged]).toEqual([
      409,
      'version_conflict',
      true,
    ]);
  });

  it('refuses a plan that a rule would refuse today, unless a reason is typed', async () => {
    const treated = await planned(portal);
    await addLab(treated, 1, { hct_percent: 50.1 });
    const refused = await approve(treated, treated.plan);
    expect([refused.status, refused.body.error, refused.body.rule_key]).toEqual([
      409,
      'rule_blocked',
      'hct_baseline_over_50',
    ]);
    expect((await approve(treated, treated.plan, { override_reason: 'Repeat was 47' })).status).toBe(200);
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

  it('is nothing a person may do for himself', async () => {
    const multi = await portal.signIn('multi@demo.test');
    const { body } = await multi.list('/api/trt/provider/pending-plans', {
      filter: { q: 'multi@demo.test' },
    });
    const [own] = body.plans as Plan[];
    const response = await multi.post('/api/trt/provider/plans/approve', {
      plan_id: own!.plan_id,
      version: own!.version,
    });
    expect([response.status, response.body.error]).toEqual([403, 'forbidden']);
    for (const act of ['flag', 'unflag']) {
      const refused = await multi.post(`/api/trt/provider/plans/${act}`, { plan_id: own!.plan_id });
      expect([act, refused.status, refused.body.error]).toEqual([act, 403, 'forbidden']);
    }
  });
});

describe('approving everything unflagged', () => {
  const call = async (treated: Treated, body: object) =>
    (await treated.provider.post('/api/trt/provider/plans/approve-unflagged', body))
      .body as ApproveUnflaggedResponse;

  it('shows the list first and changes nothing', async () => {
    const treated = await planned(portal);
    const flagged = await planned(portal);
    await flagged.provider.post('/api/trt/provider/plans/flag', { plan_id: flagged.plan.plan_id });
    const shown = await call(treated, { dry_run: true });
    expect(shown.approved_count).toBe(0);
    const row = shown.would_approve!.find((w) => w.plan_id === treated.plan.plan_id);
    expect(row).toMatchObject({
      version: treated.plan.version,
      prescription_blocked_by: [],
      prescription_id: expect.any(String),
    });
    expect(shown.skipped).toContainEqual({ plan_id: flagged.plan.plan_id, reason: 'flagged' });
    expect((await treated.patient.get('/api/trt/dashboard')).body.plan.status).toBe('pending_review');
  });

  it('approves what was shown and skips what was changed or flagged meanwhile', async () => {
    const [kept, changed, flagged] = [await planned(portal), await planned(portal), await planned(portal)];
    const versions = Object.fromEntries(
      [kept, changed, flagged].map((t) => [t.plan.plan_id, t.plan.version]),
    );
    await flagged.provider.post('/api/trt/provider/plans/flag', { plan_id: flagged.plan.plan_id });
    await changed.provider.post('/api/trt/provider/plans/flag', { plan_id: changed.plan.plan_id });
    await changed.provider.post('/api/trt/provider/plans/unflag', { plan_id: changed.plan.plan_id });
    const result = await call(kept, { plan_ids: Object.keys(versions), versions });
    expect(result).toMatchObject({
      approved_count: 1,
      approved: [{ plan_id: kept.plan.plan_id, prescription_blocked_by: [] }],
    });
    expect(result.skipped).toEqual(
      expect.arrayContaining([
        { plan_id: changed.plan.plan_id, reason: 'version_conflict' },
        { plan_id: flagged.plan.plan_id, reason: 'flagged' },
      ]),
    );
  });

  it('skips a plan whose version was not given with those of the others', async () => {
    const [shown, unseen] = [await planned(portal), await planned(portal)];
    const result = await call(shown, {
      plan_ids: [shown.plan.plan_id, unseen.plan.plan_id],
      versions: { [shown.plan.plan_id]: shown.plan.version },
    });
    expect(result.approved!.map((a) => a.plan_id)).toEqual([shown.plan.plan_id]);
    expect(result.skipped).toEqual([{ plan_id: unseen.plan.plan_id, reason: 'version_conflict' }]);
  });

  it('skips what was decided meanwhile as changed, with and without versions', async () => {
    const treated = await planned(portal);
    await approve(treated, treated.plan);
    const { plan_id, version } = treated.plan;
    const absent = '11111111-1111-4111-8111-111111111111';
    for (const versions of [undefined, { [plan_id]: version }]) {
      const result = await call(treated, { plan_ids: [plan_id, absent], versions });
      expect(result).toMatchObject({ approved_count: 0, approved: [] });
      expect(result.skipped).toEqual([
        { plan_id: absent, reason: 'not_found' },
        { plan_id, reason: 'version_conflict' },
      ]);
    }
  });

  it('by two providers at once approves each plan once', async () => {
    const plans = [
      await planned(portal),
      await planned(portal),
      await planned(portal),
      await planned(portal),
    ];
    const ids = plans.map((p) => p.plan.plan_id);
    const other = await portal.signIn('multi@demo.test');
    const both = await Promise.all(
      [plans[0]!.provider, other].map((p) =>
        p.post('/api/trt/provider/plans/approve-unflagged', { plan_ids: ids }),
      ),
    );
    expect(both.map((r) => r.status)).toEqual([200, 200]);
    expect(both.reduce((sum, r) => sum + (r.body as ApproveUnflaggedResponse).approved_count, 0)).toBe(4);
    const rows = await portal.database.asSuperuser(
      `SELECT l.id FROM plans l JOIN prescriptions x ON x.plan_id = l.id AND x.status = 'accepted' WHERE l.id = ANY($1) AND l.lifecycle = 'approved'`,
      [ids],
    );
    expect(rows).toHaveLength(4);
  });

  it('refuses anything in the payload that it does not know', async () => {
    const { provider } = await submitted(portal);
    const response = await provider.post('/api/trt/provider/plans/approve-unflagged', { all: true });
    expect([response.status, response.body.error]).toEqual([422, 'unknown_field']);
  });
});

describe('another clinic', () => {
  it('sees nothing of a case, a patient or a plan, and nothing tells them from what does not exist', async () => {
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
