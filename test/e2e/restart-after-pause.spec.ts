import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  DosesResponse,
  Plan,
  PrescriptionJudgementResponse,
  SupplyResponse,
} from '../../common/api/index.js';
import { addLab, approvePlan, daysAgo, detail, inForce, type Ordered } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import { CYPIONATE, GEL, advice, enter, type PlanWish } from '../support/treatment.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const RULE = 'restart_at_full_dose';
const ENOUGH = 'Phlebotomy done and the cause, a dry week, is gone';

const onCase = async (treated: Ordered, what: string, body: object) =>
  treated.provider.post(`/api/trt/cases/${treated.caseId}/${what}`, {
    version: (await detail(treated)).case.version,
    ...body,
  });
const at = (id: string): string => `/api/trt/prescriptions/${id}`;
const blockedBy = async ({ provider }: Ordered, id: string): Promise<string[]> =>
  ((await provider.get(`${at(id)}/judgement`)).body as PrescriptionJudgementResponse).blocked_by;

/** On 80 mg weekly, paused by a hematocrit of 58, and resumed with a plain reason once it was 50. */
async function resumed(): Promise<Ordered> {
  const treated = await inForce(portal);
  await enter(treated, { therapy_started_on: daysAgo(210), last_change_on: daysAgo(210) });
  await addLab(treated, 60, { tt_ng_dl: 500, hct_percent: 45, psa_ng_ml: 0.9 });
  await addLab(treated, 17, { hct_percent: 58 });
  await addLab(treated, 0, { hct_percent: 50, tt_ng_dl: 500 });
  const answer = await onCase(treated, 'resume', { reason: 'hematocrit is normal again' });
  expect([answer.status, answer.body.hold]).toEqual([200, null]);
  return treated;
}

/** The order that the pause stopped is gone; a new one of the current plan waits. */
async function newOrder(treated: Ordered): Promise<string> {
  const canceled = await treated.provider.post(`${at(treated.order.id)}/transition`, {
    to: 'canceled',
    reason: 'replaced by a new order',
  });
  expect(canceled.status).toBe(200);
  const { plan } = await detail(treated);
  const written = await treated.provider.post(`/api/trt/cases/${treated.caseId}/prescriptions`, {
    drug: 'Testosterone cypionate 200 mg/mL',
    dose: `${plan!.dose} mg`,
    frequency: plan!.frequency,
    route: 'intramuscular',
    quantity: 4,
    refills: 5,
    days_supply: 28,
  });
  expect([written.status, written.status === 201 ? '' : written.text]).toEqual([201, '']);
  return written.body.id as string;
}

/** The plan of that wish, waiting for review. */
async function titrated(treated: Ordered, wish: PlanWish, reason?: string): Promise<Plan> {
  const saved = await onCase(treated, 'titrate', { ...wish, ...(reason && { reason }) });
  expect([saved.status, saved.status === 200 ? '' : saved.text]).toEqual([200, '']);
  return (await detail(treated)).pending_plan!;
}

describe('a therapy that a hematocrit above 54 had paused', () => {
  it('takes no new order at the same dose, in bulk or without the rule by name', async () => {
    const treated = await resumed();
    const id = await newOrder(treated);
    expect(await blockedBy(treated, id)).toContain(RULE);
    const many = await treated.provider.post('/api/trt/prescriptions/approve', { ids: [id] });
    expect([many.status, many.text]).toEqual([409, expect.stringContaining(RULE)]);
    const review = (more: object) =>
      treated.provider.post(`${at(id)}/review`, { decision: 'accept', ...more });
    expect((await review({})).status).toBe(409);
    const unnamed = await review({ override_reason: 'feels fine' });
    expect([unnamed.status, Object.keys(unnamed.body.fields as object)]).toEqual([
      422,
      ['override_reason', 'overrides'],
    ]);
    const overrides = await blockedBy(treated, id);
    const named = await review({ override_reason: ENOUGH, overrides });
    expect([named.status, named.body.override_rules]).toEqual([200, expect.arrayContaining([RULE])]);
  });

  it('is resumed only by naming the call that no one made, which stays among the alerts', async () => {
    const treated = await inForce(portal);
    await enter(treated, { therapy_started_on: daysAgo(210), last_change_on: daysAgo(210) });
    await addLab(treated, 8, { hct_percent: 58 });
    await addLab(treated, 0, { hct_percent: 50, tt_ng_dl: 500 });
    const call = 'critical_lab_not_called';
    const early = await onCase(treated, 'resume', { reason: ENOUGH });
    expect([early.status, early.body.blocked_by]).toEqual([422, [call]]);
    expect((await onCase(treated, 'resume', { reason: ENOUGH, overrides: [call] })).status).toBe(200);
    expect((await detail(treated)).alerts.map(({ rule_key }) => rule_key)).toContain(call);
  });

  it('keeps the order from the pharmacy that was approved before the pause', async () => {
    const treated = await resumed();
    expect(await blockedBy(treated, treated.order.id)).toContain(RULE);
  });

  it('has no next dose for the patient until a lower plan is approved, or its order passes the rule by name', async () => {
    const taken = { taken_at: new Date(Date.now() - 20 * 86_400_000).toISOString(), dose: 80, unit: 'mg' };
    const shown = async ({ patient }: Ordered) => {
      const { dose, next, on_hold } = (await patient.get('/api/doses')).body as DosesResponse;
      return [dose?.dose ?? null, next?.dose ?? null, on_hold];
    };
    /** Held by a clinician too, whose end releases the order. */
    const bothEnded = async (): Promise<Ordered> => {
      const treated = await inForce(portal);
      await enter(treated, { therapy_started_on: daysAgo(210), last_change_on: daysAgo(210) });
      await addLab(treated, 60, { tt_ng_dl: 500, hct_percent: 45, psa_ng_ml: 0.9 });
      expect((await onCase(treated, 'hold', { reason: 'dizzy, hematocrit is drawn' })).status).toBe(200);
      await addLab(treated, 17, { hct_percent: 58 });
      await addLab(treated, 0, { hct_percent: 50, tt_ng_dl: 500 });
      for (const reason of ['no longer dizzy at all', 'hematocrit is normal again'])
        expect((await onCase(treated, 'resume', { reason })).status).toBe(200);
      const [order] = (await detail(treated)).prescriptions;
      expect([order!.prescription_state, order!.on_hold]).toEqual(['current', null]);
      return treated;
    };
    const lower = await bothEnded();
    await lower.patient.post('/api/doses', taken);
    expect(await shown(lower)).toEqual([null, null, true]);
    // No email says that it goes on; the care team reads what is left to decide.
    const mails = await portal.database.asSuperuser<{ kind: string }>(
      'SELECT kind FROM mails WHERE recipient = $1',
      [lower.patient.email],
    );
    expect(mails.map(({ kind }) => kind)).not.toContain('care.therapy_resumed');
    expect((await detail(lower)).alerts.map(({ rule_key }) => rule_key)).toContain('restart_dose_undecided');
    const plan = await titrated(lower, { ...CYPIONATE, dose: 60 }, 'Restart as advised after the pause');
    const { blocked_by: overrides } = (await approvePlan(lower, plan, { override_reason: ENOUGH })).body;
    if (overrides) await approvePlan(lower, plan, { override_reason: ENOUGH, overrides });
    const { prescriptions } = await detail(lower);
    const order = prescriptions.find((one) => one.plan_id === plan.plan_id)!;
    if (order.status === 'draft')
      await lower.provider.post(`${at(order.prescription_id)}/review`, {
        decision: 'accept',
        override_reason: ENOUGH,
        overrides: await blockedBy(lower, order.prescription_id),
      });
    expect(await shown(lower)).toEqual([60, 60, false]);

    const same = await bothEnded();
    await same.patient.post('/api/doses', taken);
    const id = await newOrder(same);
    const named = { override_reason: ENOUGH, overrides: await blockedBy(same, id) };
    await same.provider.post(`${at(id)}/review`, { decision: 'accept', ...named });
    expect(await shown(same)).toEqual([80, 80, false]);
  });

  /** The lower plan, whose order waits for a reason of its own; the order of the full dose is on hold. */
  async function lowerPlanAlone(
    wish: PlanWish = { ...CYPIONATE, dose: 60 },
  ): Promise<{ treated: Ordered; held: string; lower: string }> {
    const treated = await resumed();
    const plan = await titrated(treated, wish, 'Restart as advised after the pause');
    const draft = (await detail(treated)).prescriptions.find((one) => one.plan_id === plan.plan_id)!;
    const { drug, dose, frequency, route, quantity, refills } = draft;
    const edited = await treated.provider.post(at(draft.prescription_id), {
      drug,
      dose,
      frequency,
      route,
      quantity,
      refills,
      days_supply: 35,
      version: draft.version,
    });
    expect([edited.status, edited.status === 200 ? '' : edited.text]).toEqual([200, '']);
    const approved = await approvePlan(treated, plan, { override_reason: ENOUGH });
    expect([approved.status, approved.body['prescription_blocked_by']]).toEqual([
      200,
      ['rx_quantity_mismatch'],
    ]);
    return { treated, held: treated.order.id, lower: draft.prescription_id };
  }
  const shownDose = async ({ patient }: Ordered) => {
    const { dose, next } = (await patient.get('/api/doses')).body as DosesResponse;
    return [dose?.dose ?? null, next?.dose ?? null];
  };
  const undecided = async (treated: Ordered) =>
    (await detail(treated)).alerts.find(({ rule_key: key }) => key === 'restart_dose_undecided')?.message;
  const orderOf = async (treated: Ordered, id: string) =>
    (await detail(treated)).prescriptions.find((one) => one.prescription_id === id)!;

  it('lets the order of the lower plan take the place of the one on hold', async () => {
    const { treated, held, lower } = await lowerPlanAlone();
    expect(await undecided(treated)).toContain('Approve the order of that plan');
    const overrides = await blockedBy(treated, lower);
    expect(overrides).not.toContain('another_order_on_hold');
    const accepted = await treated.provider.post(`${at(lower)}/review`, {
      decision: 'accept',
      override_reason: ENOUGH,
      overrides,
    });
    expect([accepted.status, accepted.status === 200 ? '' : accepted.text]).toEqual([200, '']);
    expect(await orderOf(treated, held)).toMatchObject({
      prescription_state: 'past',
      ended_reason: 'replaced',
    });
    expect(await undecided(treated)).toBeUndefined();
    expect((await detail(treated)).alerts.map(({ rule_key: key }) => key)).not.toContain('order_hold_over');
    expect((await shownDose(treated))[0]).toBe(60);
  });

  it('keeps every other order from the place of the one on hold', async () => {
    const treated = await resumed();
    const { plan } = await detail(treated);
    const written = await treated.provider.post(`/api/trt/cases/${treated.caseId}/prescriptions`, {
      drug: 'Testosterone cypionate 200 mg/mL',
      dose: '60 mg',
      frequency: plan!.frequency,
      route: 'intramuscular',
      quantity: 4,
      refills: 5,
      days_supply: 28,
    });
    expect(await blockedBy(treated, written.body.id as string)).toContain('another_order_on_hold');
  });

  it('shows no dose of the order that is released while the plan says less, and names the rule at each step', async () => {
    const { treated, held } = await lowerPlanAlone();
    const overrides = await blockedBy(treated, held);
    expect(overrides).toContain(RULE);
    const { version } = await orderOf(treated, held);
    const body = { reason: ENOUGH, overrides, version };
    const released = await treated.provider.post(`${at(held)}/release`, body);
    expect([released.status, released.status === 200 ? '' : released.text]).toEqual([200, '']);
    expect(await shownDose(treated)).toEqual([null, null]);
    expect(await blockedBy(treated, held)).toContain(RULE);
    expect(await undecided(treated)).toContain('Approve the order of that plan');
  });

  it('shows no dose of the order that was released by name once that of the gel is approved', async () => {
    const { treated, held, lower } = await lowerPlanAlone(GEL);
    // Filled before the pause: it is at home.
    await portal.database.asSuperuser(
      `UPDATE prescriptions SET status = 'filled', filled_at = now() - interval '100 days', approved_at = now() - interval '101 days' WHERE id = $1`,
      [held],
    );
    const { version } = await orderOf(treated, held);
    const released = await treated.provider.post(`${at(held)}/release`, {
      reason: ENOUGH,
      overrides: await blockedBy(treated, held),
      version,
    });
    expect([released.status, released.status === 200 ? '' : released.text]).toEqual([200, '']);
    expect(await shownDose(treated)).toEqual([null, null]);
    const accepted = await treated.provider.post(`${at(lower)}/review`, {
      decision: 'accept',
      override_reason: ENOUGH,
      overrides: await blockedBy(treated, lower),
    });
    expect([accepted.status, accepted.status === 200 ? '' : accepted.text]).toEqual([200, '']);
    expect((await shownDose(treated))[0]).toBe(40.5);
    expect(await undecided(treated)).toBeUndefined();
    const { prescriptions } = (await treated.patient.get('/api/supply')).body as SupplyResponse;
    expect(prescriptions.map((one) => one.goes_on)).toEqual([false]);
  });

  it('flags a plan of the same dose, and one less than a step lower, until it is approved by name', async () => {
    const treated = await resumed();
    expect((await onCase(treated, 'titrate', CYPIONATE)).body.fields).toHaveProperty('reason');
    for (const dose of [80, 79]) {
      const plan = await titrated(treated, { ...CYPIONATE, dose }, 'Patient asked for it');
      expect((await detail(treated)).pending_plan!.flags.map(({ key }) => key)).toContain(RULE);
      const bulk = await treated.provider.post('/api/trt/provider/plans/approve-unflagged', {
        plan_ids: [plan.plan_id],
      });
      expect(bulk.body.approved_count).toBe(0);
    }
    const plan = (await detail(treated)).pending_plan!;
    const plain = await approvePlan(treated, plan, { override_reason: 'feels fine' });
    expect([plain.status, plain.body['blocked_by']]).toEqual([422, expect.arrayContaining([RULE])]);
    const overrides = plain.body['blocked_by'] as string[];
    const approved = await approvePlan(treated, plan, { override_reason: ENOUGH, overrides });
    expect([approved.status, approved.body['prescription_blocked_by']]).toEqual([
      200,
      expect.arrayContaining([RULE]),
    ]);
    expect((await advice(treated, { ...CYPIONATE, dose: 79 })).keys).not.toContain(RULE);
  });

  it.each([
    ['one step lower', { ...CYPIONATE, dose: 60 }],
    ['a gel', GEL],
  ])('goes on with %s, and that plan takes its orders along', async (_, wish) => {
    const treated = await resumed();
    const plan = await titrated(treated, wish, 'Restart as advised after the pause');
    expect((await detail(treated)).pending_plan!.flags.map(({ key }) => key)).not.toContain(RULE);
    const approved = await approvePlan(treated, plan, { override_reason: 'Restart as advised' });
    expect([approved.status, approved.body['prescription_blocked_by']]).toEqual([
      200,
      expect.not.arrayContaining([RULE]),
    ]);
  });

  it('is advised one step down', async () => {
    const { recommendation, suggested_dose, keys } = await advice(await resumed());
    expect([recommendation, suggested_dose, keys]).toEqual(['decrease', 60, expect.arrayContaining([RULE])]);
  });
});
