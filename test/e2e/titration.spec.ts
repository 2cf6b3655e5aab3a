import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PrescriptionFields } from '../../common/api/index.js';
import { REASON_TOO_SHORT } from '../../common/typed-reason.js';
import { addLab, daysAgo, detail, ordered, inForce, type Treated, type Ordered } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const fieldsOf = ({ drug, dose, frequency, route, quantity, refills, days_supply }: PrescriptionFields) => ({
  drug,
  dose,
  frequency,
  route,
  quantity,
  refills,
  days_supply,
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
    const treated = await inForce(portal);
    // The diagnosis was made before the date the start is moved to.
    await addLab(treated, 60, { tt_ng_dl: 250, hct_percent: 44, psa_ng_ml: 0.8 });
    await addLab(treated, 55, { tt_ng_dl: 255 });
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
      rules: [{ rule_key: 't_below_action_band' }, { rule_key: 't_below_target' }],
      rule_set_version: expect.any(String),
    });
    expect(response.body.evidence[0]).toMatchObject({ value: 320, unit: 'ng/dL', since_last_dose_h: 84 });
    expect(response.body.saved).toBeUndefined();
    expect((await detail(treated)).pending_plan).toBeNull();
  });

  it('blocks the replacement until its plan is approved: the order must follow the active plan', async () => {
    const treated = await onTreatment(320);
    await titrate(treated, wish(100));
    const draft = (await detail(treated)).prescriptions.find((p) => p.status === 'draft')!;
    const early = await treated.provider.post('/api/trt/prescriptions/approve', { ids: [draft.id] });
    expect([early.status, early.body.results[0].rule_key]).toEqual([409, 'rx_dose_plan_mismatch']);
    const { pending_plan } = await detail(treated);
    const approved = await treated.provider.post('/api/trt/provider/plans/approve', {
      plan_id: pending_plan!.plan_id,
      version: pending_plan!.version,
    });
    expect([approved.status, approved.body.prescription.status]).toEqual([200, 'accepted']);
  });

  it('saves a new pending plan beside the active one, which then becomes the previous one', async () => {
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

  it('needs a reason for anything but the recommendation', async () => {
    const treated = await onTreatment(320);
    for (const dose of [80, 120, 160]) {
      const refused = await titrate(treated, wish(dose));
      expect([dose, refused.status, Object.keys(refused.body.fields as object)]).toEqual([
        dose,
        422,
        ['reason'],
      ]);
    }
    const mute = await titrate(treated, wish(120, { reason: ' . ' }));
    expect([mute.status, mute.body.fields]).toEqual([422, { reason: REASON_TOO_SHORT }]);
    expect((await titrate(treated, wish(120, { reason: 'Slow absorber' }))).body.saved).toBe(true);
  });

  it('flags a plan that differs from the recommendation or leaves the catalog range, so that bulk approval skips it', async () => {
    for (const [dose, flags] of [
      [220, ['differs_from_recommendation', 'dose_outside_range', 'rx_dose_over_max', 'dose_raised_by_half']],
      [39.5, ['differs_from_recommendation', 'dose_outside_range']],
      [150, ['differs_from_recommendation', 'dose_raised_by_half']],
      [120, ['differs_from_recommendation']],
      [100, []],
    ] as const) {
      const treated = await onTreatment(320);
      const { plan_id } = (
        await titrate(
          treated,
          wish(dose, { reason: 'Discussed by phone and in writing', overrides: ['rx_dose_over_max'] }),
        )
      ).body;
      expect((await detail(treated)).pending_plan).toMatchObject({
        dose,
        flagged: flags.length > 0,
        flag_reason: flags.length ? flags.join(', ') : null,
        flags: flags.map((key) => expect.objectContaining({ kind: 'rule', key })),
      });
      const bulk = await treated.provider.post('/api/trt/provider/plans/approve-unflagged', {
        plan_ids: [plan_id],
        dry_run: true,
      });
      expect(bulk.body.skipped).toEqual(flags.length ? [{ plan_id, reason: 'flagged' }] : []);
    }
  });

  it("accepts a dose above the maximum only with a sentence and the rule's name", async () => {
    const treated = await onTreatment(320);
    const fields = async (more: object) => {
      const answer = await titrate(treated, wish(220, more));
      return [answer.status, Object.keys((answer.body.fields as object | undefined) ?? {})];
    };
    const reason = 'Absorption is poor, measured twice';
    expect(await fields({ reason: 'Slow absorber' })).toEqual([422, ['reason', 'overrides']]);
    expect(await fields({ reason })).toEqual([422, ['overrides']]);
    expect(await fields({ reason, overrides: ['rx_dose_over_max'] })).toEqual([200, []]);
  });

  it.each<[string, object]>([
    ['formulation', { formulation: 'testosterone_tea' }],
    ['dose', { dose: 0 }],
    ['dose', { dose: '80 mg' }],
    ['dose', { dose: 80.125, reason: 'Discussed by phone' }],
    ['dose', { dose: 400.01, reason: 'Discussed by phone', overrides: ['rx_dose_over_max'] }],
    ['frequency', { frequency: 'hourly' }],
    ['route', { route: 'oral' }],
  ])('rejects a %s that is not in the catalog', async (field, change) => {
    const treated = await inForce(portal);
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

  it("withdraws the previous plan's draft, so that it can no longer be accepted", async () => {
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
      override_reason: 'Discussed by phone',
    });
    expect(approved.status).toBe(200);
    const refused = await treated.provider.post(`/api/trt/prescriptions/${old.body.id as string}/review`, {
      decision: 'accept',
      override_reason: 'Old habit of his',
    });
    expect([refused.status, refused.body.error]).toEqual([409, 'invalid_state']);
    expect(refused.body.message).toContain('This prescription is canceled');
  });

  it('needs an active plan', async () => {
    const treated = await ordered(portal);
    expect((await titrate(treated, wish(80))).body.error).toBe('invalid_state');
  });
});
