import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApproveUnflaggedResponse, Plan } from '../../common/api/index.js';
import { addLab, approvePlan, detail, submitted, planned, type Treated } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());
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

  it('names each plan that is left out, with everything that speaks against it', async () => {
    const [noted, high] = [await planned(portal), await planned(portal)];
    const note = { plan_id: noted.plan.plan_id, reason: 'Asked for a call first' };
    expect((await noted.provider.post('/api/trt/provider/plans/flag', note)).status).toBe(200);
    await addLab(high, 1, { hct_percent: 56, psa_ng_ml: 5 });
    const plan_ids = [noted, high].map(({ plan }) => plan.plan_id);
    const { left_out: left, ...shown } = await call(noted, { dry_run: true, plan_ids });
    const row = ({ plan, caseId }: Treated & { plan: Plan }) =>
      left!.find((one) => one.plan_id === plan.plan_id && one.case_id === caseId);
    expect(row(noted)).toMatchObject({ mrn: expect.any(String), reasons: ['Asked for a call first'] });
    expect(row(high)!.reasons).toEqual(
      expect.arrayContaining(['psa_baseline_over_4', 'hct_baseline_over_50']),
    );
    expect(row(high)!.patient_name).toBe((await detail(high)).case.patient_name);
    expect(shown.skipped.map(({ plan_id }) => plan_id).toSorted()).toEqual(plan_ids.toSorted());
    const done = await call(noted, { plan_ids });
    expect([done.approved_count, done.left_out]).toEqual([0, undefined]);
  });

  it('leaves out a first plan whose patient wrote more than everyday things, and one alone asks for a reason, until that was read', async () => {
    const [everyday, telling] = [
      await planned(portal, { treatment_goals: 'More energy, and back to the gym', occupation: 'Carpenter' }),
      await planned(portal, { other_symptoms: 'better before, roids back in the day' }),
    ];
    const plan_ids = [everyday, telling].map(({ plan }) => plan.plan_id);
    const unread = { plan_id: telling.plan.plan_id, reason: 'unread_own_words' };
    const shown = await call(everyday, { dry_run: true, plan_ids });
    expect(shown.skipped).toEqual([unread]);
    expect((await call(everyday, { plan_ids })).skipped).toEqual([unread]);
    const alone = await approvePlan(telling, telling.plan);
    expect([alone.status, alone.body.rules]).toEqual([422, ['unread_own_words']]);
    const { case: one, unread_history: texts } = await detail(telling);
    expect(texts).toEqual([
      {
        field: 'other_symptoms',
        text: 'better before, roids back in the day',
        matched: [],
      },
    ]);
    const fields = texts.map(({ field }) => field);
    const path = `/api/trt/cases/${telling.caseId}/history-review`;
    expect(
      (await telling.provider.post(path, { version: one.version, fields, against_treatment: false })).status,
    ).toBe(200);
    expect((await call(telling, { plan_ids: [telling.plan.plan_id] })).approved_count).toBe(1);
  });

  it('checks beforehand only what has nothing open, unread or told', async () => {
    const [quiet, alerted, told] = [await planned(portal), await planned(portal), await planned(portal)];
    await portal.database.asSuperuser(
      `INSERT INTO case_alerts (id, org_id, case_id, rule_key, severity, message, urgency, by_rule, reports)
        SELECT gen_random_uuid(), org_id, id, 'order_canceled', 'warning', 'Tell the pharmacy', 1, false, '[]' FROM cases WHERE id = $1`,
      [alerted.caseId],
    );
    const check = { location_state: 'NY', side_effects: [], changes: { allergies: 'castor oil' } };
    expect((await told.patient.post('/api/safety-checks', check)).status).toBe(201);
    const plan_ids = [quiet, alerted, told].map(({ plan }) => plan.plan_id);
    const shown = async () => {
      const { would_approve: rows, skipped } = await call(quiet, { dry_run: true, plan_ids });
      return plan_ids.map(
        (id) =>
          rows!.find(({ plan_id: one }) => one === id)?.quiet ??
          skipped.find(({ plan_id: one }) => one === id)?.reason,
      );
    };
    expect(await shown()).toEqual([true, false, 'flagged']);
    const { case: one, unread_history: unread } = await detail(told);
    const fields = unread.map(({ field }) => field);
    const path = `/api/trt/cases/${told.caseId}/history-review`;
    expect(
      (await told.provider.post(path, { version: one.version, fields, against_treatment: false })).status,
    ).toBe(200);
    const unflag = { plan_id: told.plan.plan_id, reason: 'The allergy was read, another product' };
    expect((await told.provider.post('/api/trt/provider/plans/unflag', unflag)).status).toBe(200);
    expect(await shown()).toEqual([true, false, false]);
    const settled = await told.provider.post(path, {
      version: one.version + 1,
      settle: [{ rule_key: 'allergy_castor_vehicle', applies: true }],
      note: 'Castor oil confirmed by the patient; the plan is cypionate',
    });
    expect(settled.status).toBe(200);
    // A no may have been wrong.
    expect(await shown()).toEqual([true, false, false]);
  });

  it('checks beforehand nothing of which someone said that it does not speak against treatment', async () => {
    const told = await planned(portal, { other_symptoms: 'They took the walnut out, margins were clean' });
    const { case: one, unread_history: unread } = await detail(told);
    const path = `/api/trt/cases/${told.caseId}/history-review`;
    const fields = unread.map(({ field }) => field);
    await told.provider.post(path, { version: one.version, fields, against_treatment: false });
    const { would_approve: rows } = await call(told, { dry_run: true, plan_ids: [told.plan.plan_id] });
    expect(rows!.map(({ quiet }) => quiet)).toEqual([false]);
  });

  it('leaves out a plan whose order fires a critical rule, in preview and call', async () => {
    const [fine, overdosed] = [await planned(portal), await planned(portal)];
    const [order] = (await detail(overdosed)).prescriptions;
    const { drug, frequency, route, quantity, refills, days_supply } = order!;
    const written = { drug, frequency, route, quantity, refills, days_supply, dose: '800 mg' };
    const saved = await overdosed.provider.post(`/api/trt/prescriptions/${order!.prescription_id}`, {
      ...written,
      version: order!.version,
    });
    expect(saved.status).toBe(200);
    const plan_ids = [fine, overdosed].map(({ plan }) => plan.plan_id);
    const left = [{ plan_id: overdosed.plan.plan_id, reason: 'rx_dose_over_max' }];
    const shown = await call(fine, { dry_run: true, plan_ids });
    expect(shown.would_approve!.map(({ plan_id }) => plan_id)).toEqual([fine.plan.plan_id]);
    expect(shown.skipped).toEqual(left);
    expect(await call(fine, { plan_ids })).toMatchObject({ approved_count: 1, skipped: left });
  });

  it.each([
    [{ drug: 'Testosterone Cypionate 500 mg/mL' }, 'order_says_more'],
    [{ route: 'IV' }, 'rx_dose_plan_mismatch'],
  ])('leaves out a plan whose order is rewritten first: %j', async (change, reason) => {
    const treated = await planned(portal);
    const [order] = (await detail(treated)).prescriptions;
    const { drug, dose, frequency, route, quantity, refills, days_supply } = order!;
    const saved = await treated.provider.post(`/api/trt/prescriptions/${order!.prescription_id}`, {
      drug,
      dose,
      frequency,
      route,
      quantity,
      refills,
      days_supply,
      ...change,
      version: order!.version,
    });
    expect(saved.status).toBe(200);
    const left = [{ plan_id: treated.plan.plan_id, reason }];
    const plan_ids = [treated.plan.plan_id];
    expect((await call(treated, { dry_run: true, plan_ids })).skipped).toEqual(left);
    expect(await call(treated, { plan_ids })).toMatchObject({ approved_count: 0, skipped: left });
  });

  it('approves what was shown and skips what has been changed or flagged since', async () => {
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

  it("skips a plan whose version is missing among the others'", async () => {
    const [shown, unseen] = [await planned(portal), await planned(portal)];
    const result = await call(shown, {
      plan_ids: [shown.plan.plan_id, unseen.plan.plan_id],
      versions: { [shown.plan.plan_id]: shown.plan.version },
    });
    expect(result.approved!.map((a) => a.plan_id)).toEqual([shown.plan.plan_id]);
    expect(result.skipped).toEqual([{ plan_id: unseen.plan.plan_id, reason: 'version_conflict' }]);
  });

  it('skips what has been decided since as changed, with and without versions', async () => {
    const treated = await planned(portal);
    await approvePlan(treated, treated.plan);
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

  it('rejects unknown keys in the payload', async () => {
    const { provider } = await submitted(portal);
    const response = await provider.post('/api/trt/provider/plans/approve-unflagged', { all: true });
    expect([response.status, response.body.error]).toEqual([422, 'unknown_field']);
  });
});
