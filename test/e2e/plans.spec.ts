import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApproveUnflaggedResponse, CaseRow, Lab, Plan } from '../../common/api/index.js';
import {
  addLab,
  answers,
  daysAgo,
  detail,
  generate,
  ready,
  save,
  submitted,
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

async function planned(change: Record<string, unknown> = {}): Promise<Treated & { plan: Plan }> {
  const treated = await ready(await submitted(portal, change));
  const { body } = await generate(treated.patient);
  if (!body.plan) throw new Error(`no plan: ${body.reasons.join()}`);
  return { ...treated, plan: body.plan };
}

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
    const treated = await planned();
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
    const treated = await planned();
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
    const treated = await planned();
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
    const treated = await planned();
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
    const treated = await planned();
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
    const treated = await planned();
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
    const treated = await planned();
    await treated.provider.post('/api/trt/provider/plans/flag', { plan_id: treated.plan.plan_id });
    const response = await treated.provider.post('/api/trt/provider/plans/unflag', {
      plan_id: treated.plan.plan_id,
    });
    expect([response.status, response.body.flagged, response.body.flag_reason]).toEqual([200, false, null]);
  });

  it.each(['flag', 'unflag'])('takes a %s only for the version that was shown', async (act) => {
    const treated = await planned();
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
    const treated = await planned();
    await treated.provider.post('/api/trt/provider/plans/flag', { plan_id: treated.plan.plan_id });
    const response = await approve(treated, treated.plan);
    expect([response.status, response.body.error, response.body.current.flagged]).toEqual([
      409,
      'version_conflict',
      true,
    ]);
  });

  it('refuses a plan that a rule would refuse today, unless a reason is typed', async () => {
    const treated = await planned();
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
    const treated = await planned();
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
    const treated = await planned();
    const flagged = await planned();
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
    const [kept, changed, flagged] = [await planned(), await planned(), await planned()];
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
    const [shown, unseen] = [await planned(), await planned()];
    const result = await call(shown, {
      plan_ids: [shown.plan.plan_id, unseen.plan.plan_id],
      versions: { [shown.plan.plan_id]: shown.plan.version },
    });
    expect(result.approved!.map((a) => a.plan_id)).toEqual([shown.plan.plan_id]);
    expect(result.skipped).toEqual([{ plan_id: unseen.plan.plan_id, reason: 'version_conflict' }]);
  });

  it('skips what was decided meanwhile as changed, with and without versions', async () => {
    const treated = await planned();
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
    const plans = [await planned(), await planned(), await planned(), await planned()];
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
    const treated = await planned();
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

describe('labs', () => {
  it.each<[string, object, string]>([
    ['nmol/L typed as ng/dL', { results: { tt_ng_dl: 12 } }, 'results.tt_ng_dl'],
    ['a fraction as hematocrit', { results: { hct_percent: 0.44 } }, 'results.hct_percent'],
    ['text', { results: { tt_ng_dl: 'high' } }, 'results.tt_ng_dl'],
    ['no results', { results: {} }, 'results'],
    ['an unknown test', { results: { unobtainium: 1 } }, 'results.unobtainium'],
    ['the future', { collected_at: '2999-01-01T08:00:00Z' }, 'collected_at'],
    ['a time without an offset', { collected_at: '2026-01-01T08:00:00' }, 'collected_at'],
    ['a negative time since the dose', { since_last_dose_h: -1 }, 'since_last_dose_h'],
  ])('refuse %s and store nothing', async (_, change, field) => {
    const treated = await submitted(portal);
    const response = await treated.provider.post('/api/labs', {
      patient_id: treated.patientId,
      collected_at: `${daysAgo(3)}T08:00:00Z`,
      results: { tt_ng_dl: 300 },
      ...change,
    });
    expect([response.status, Object.keys(response.body.fields as object)]).toEqual([422, [field]]);
    expect((await detail(treated)).labs_history).toEqual([]);
  });

  it('decide the rules at once, and close an alert that no longer holds', async () => {
    const treated = await submitted(portal);
    await addLab(treated, 5, { hct_percent: 50.1 });
    const alertsNow = async () => (await detail(treated)).alerts.map((a) => a.rule_key);
    expect(await alertsNow()).toContain('hct_baseline_over_50');
    await addLab(treated, 1, { hct_percent: 46 });
    expect(await alertsNow()).not.toContain('hct_baseline_over_50');
    const kept = await portal.database.asSuperuser(
      `SELECT closed_at IS NOT NULL AS closed FROM case_alerts WHERE case_id = $1 AND rule_key = 'hct_baseline_over_50'`,
      [treated.caseId],
    );
    expect(kept).toEqual([{ closed: true }]);
  });

  it('leave the list of unreviewed ones with a review', async () => {
    const treated = await submitted(portal);
    const lab = (await addLab(treated, 2, { tt_ng_dl: 300 })).body as { id: string };
    const unreviewed = async () =>
      (
        (
          await treated.provider.list('/api/labs', {
            filter: { patient_id: treated.patientId, unreviewed: true },
          })
        ).body as { total: number }
      ).total;
    expect(await unreviewed()).toBe(1);
    const reviewed = await treated.provider.post(`/api/labs/${lab.id}/review`, { note: 'seen' });
    expect([reviewed.status, reviewed.body.note, reviewed.body.reviewed_by]).toEqual([
      200,
      'seen',
      'Dr. Elena Rossi',
    ]);
    expect(await unreviewed()).toBe(0);
  });
});

describe('a review of labs', () => {
  it('is refused when somebody reviewed the panel meanwhile', async () => {
    const treated = await submitted(portal);
    const lab = (await addLab(treated, 2, { tt_ng_dl: 300 })).body as Lab;
    const review = (note: string, headers = {}) =>
      treated.provider.post(`/api/labs/${lab.id}/review`, { note }, headers);
    const first = await review('seen', { 'if-match': `"${lab.version}"` });
    expect([first.status, first.body.version]).toEqual([200, lab.version + 1]);
    const stale = await treated.provider.post(`/api/labs/${lab.id}/review`, {
      note: 'late',
      version: lab.version,
    });
    expect([stale.status, stale.body.error, stale.body.current]).toEqual([
      409,
      'version_conflict',
      first.body,
    ]);
    expect((await review('later')).body.note).toBe('later');
  });
});

describe('labs of oneself', () => {
  it('are neither entered nor reviewed by oneself', async () => {
    const multi = await portal.signIn('multi@demo.test');
    const { body } = await multi.list('/api/trt/cases', { filter: { q: 'multi@demo.test' } });
    const patient_id = (body.items as { patient_id: string }[])[0]!.patient_id;
    const panels = async () => (await multi.list('/api/labs', { filter: { patient_id } })).body.labs as Lab[];
    const before = await panels();
    const done = before.find((l) => l.status === 'completed')!;
    const calls = [
      await multi.post('/api/labs', {
        patient_id,
        collected_at: `${daysAgo(1)}T08:00:00Z`,
        results: { tt_ng_dl: 300 },
      }),
      await multi.post(`/api/labs/${done.id}/review`, { note: 'fine' }),
    ];
    expect(calls.map((c) => [c.status, c.body.error])).toEqual([
      [403, 'forbidden'],
      [403, 'forbidden'],
    ]);
    expect(await panels()).toEqual(before);
  });
});

describe('clinical facts', () => {
  it.each<[object, string]>([
    [{ ipss_total: 36 }, 'extras.ipss_total'],
    [{ ipss_total: 1.5 }, 'extras.ipss_total'],
    [{ cv_event_on: '2026-02-30' }, 'extras.cv_event_on'],
    [{ hf_controlled: 'yes' }, 'extras.hf_controlled'],
    [{ bp_systolic: 69 }, 'extras.bp_systolic'],
  ])('refuse %p by name', async (extras, field) => {
    const treated = await submitted(portal);
    const { version } = (await detail(treated)).case;
    const response = await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, extras });
    expect([response.status, Object.keys(response.body.fields as object)]).toEqual([422, [field]]);
  });

  it('keep what the other provider saved: a stale version changes nothing', async () => {
    const treated = await submitted(portal);
    const { version } = (await detail(treated)).case;
    const path = `/api/trt/cases/${treated.caseId}`;
    expect((await treated.provider.patch(path, { version, extras: { ipss_total: 3 } })).status).toBe(200);
    const stale = await treated.provider.patch(path, { version, extras: { ipss_total: 9 } });
    expect([stale.status, stale.body.error, stale.body.current.extras]).toEqual([
      409,
      'version_conflict',
      { ipss_total: 3 },
    ]);
    const cleared = await treated.provider.patch(path, {
      version: version + 1,
      extras: { ipss_total: null },
    });
    expect(cleared.body.case.extras).toEqual({});
  });

  it.each<[object, string]>([
    [{ pdmp_checked_on: '2999-01-01' }, 'extras.pdmp_checked_on'],
    [{ constructor: 1 }, 'extras.constructor'],
  ])('refuse %p', async (extras, field) => {
    const treated = await submitted(portal);
    const { version } = (await detail(treated)).case;
    const response = await treated.provider.raw(
      `/api/trt/cases/${treated.caseId}`,
      JSON.stringify({ version, extras }),
      {},
      'PATCH',
    );
    expect([response.status, Object.keys(response.body.fields as object)]).toEqual([422, [field]]);
  });

  it('never hold a text that cannot be stored', async () => {
    const treated = await submitted(portal);
    const { version } = (await detail(treated)).case;
    for (const diagnosis of ['a\0b', 'a\ud800b']) {
      const response = await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
        version,
        diagnosis,
      });
      expect([response.status, Object.keys(response.body.fields as object)]).toEqual([422, ['diagnosis']]);
    }
  });

  it('take the version from If-Match as well', async () => {
    const treated = await submitted(portal);
    const { version } = (await detail(treated)).case;
    const path = `/api/trt/cases/${treated.caseId}`;
    expect(
      (await treated.provider.patch(path, { diagnosis: 'E29.1' }, { 'if-match': `"${version}"` })).status,
    ).toBe(200);
    expect(
      (await treated.provider.patch(path, { diagnosis: 'x' }, { 'if-match': `"${version}"` })).status,
    ).toBe(409);
  });

  it('do not close a case that is being treated', async () => {
    const treated = await planned();
    await approve(treated, treated.plan);
    const { version } = (await detail(treated)).case;
    const response = await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
      version,
      status: 'closed',
    });
    expect([response.status, response.body.error]).toEqual([409, 'invalid_state']);
  });

  it('leave alone what is not sent', async () => {
    const treated = await submitted(portal);
    const path = `/api/trt/cases/${treated.caseId}`;
    const { version } = (await detail(treated)).case;
    await treated.provider.patch(path, { version, extras: { ipss_total: 3, urology_cleared: true } });
    const second = await treated.provider.patch(path, { version: version + 1, extras: { bp_systolic: 128 } });
    expect(second.body.case.extras).toEqual({ ipss_total: 3, urology_cleared: true, bp_systolic: 128 });
  });

  it('survive a new submission of the intake', async () => {
    const treated = await submitted(portal);
    const { version } = (await detail(treated)).case;
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
      version,
      extras: { urology_cleared: true },
    });
    await save(treated.patient, { ...answers(treated.patient.email), occupation: 'new' }, { submit: true });
    expect((await detail(treated)).case.extras).toEqual({ urology_cleared: true });
  });
});

describe('the worklist by urgency', () => {
  const rows = async ({ provider }: Treated): Promise<CaseRow[]> =>
    (
      (await provider.list('/api/trt/cases', { sort: ['urgency', 'ASC'], range: [0, 99] })).body as {
        items: CaseRow[];
      }
    ).items;

  it('has who waits longest first, an open case among the overdue reviews, and whom nobody waits for last', async () => {
    const waiting = await submitted(portal);
    const list = await rows(waiting);
    const since = list.map((row) => row.waiting_since ?? '9');
    expect(since).toEqual([...since].sort());
    const place = (found: (row: CaseRow) => boolean) => list.findIndex(found);
    expect(place((row) => row.id === waiting.caseId)).toBeGreaterThan(place((row) => row.overdue));
    expect(place((row) => row.id === waiting.caseId)).toBeLessThan(
      list.findLastIndex((row) => row.status === 'monitoring' && !row.overdue),
    );
    for (const { status, waiting_since, created_at, next_review_at } of list) {
      if (status === 'closed') expect(waiting_since).toBeNull();
      if (status === 'open') expect(waiting_since).toBe(created_at);
      if (status === 'monitoring') expect(waiting_since?.slice(0, 10)).toBe(next_review_at ?? undefined);
    }
  });

  it('counts the waiting of a case that was opened again from then on', async () => {
    const treated = await planned();
    await approve(treated, treated.plan);
    await treated.provider.post(`/api/trt/cases/${treated.caseId}/discontinue`, {
      reason_code: 'patient_choice',
      effective_date: daysAgo(0),
      follow_up_labs: false,
    });
    const of = async () => (await rows(treated)).find((row) => row.id === treated.caseId)!;
    expect([(await of()).status, (await of()).waiting_since]).toEqual(['closed', null]);
    const again = answers(treated.patient.email, { occupation: 'Baker' });
    expect((await save(treated.patient, again, { submit: true })).status).toBe(200);
    const { status, waiting_since, created_at } = await of();
    expect([status, waiting_since! > created_at]).toEqual(['open', true]);
  });
});
