import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  DashboardResponse,
  DosesResponse,
  PatientPrescriptionsResponse,
  SupplyResponse,
} from '../../common/api/index.js';
import {
  approvePlan,
  clinicToday,
  daysAgo,
  detail,
  inForce,
  ordered,
  type Ordered,
} from '../support/care.js';
import { GIVE_BACK } from '../../server/schema/migrations/1764630000001-orders-given-back.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import { CHECK } from '../support/supply.js';
import { CYPIONATE, GEL, draw, enter, type PlanWish } from '../support/treatment.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const DAY = 86_400_000;
const STOP = { bp_systolic: 184, bp_diastolic: 121 };
const WHY = 'Reviewed with the patient by phone today';

const dosesOf = async ({ patient }: Pick<Ordered, 'patient'>) =>
  (await patient.get('/api/doses')).body as DosesResponse;
const dashboardOf = async ({ patient }: Pick<Ordered, 'patient'>) =>
  (await patient.get('/api/trt/dashboard')).body as DashboardResponse;
const asked = async ({ patient }: Pick<Ordered, 'patient'>) =>
  (await patient.get('/api/first-dose')).body.asked as boolean;
const logged = (days: number, more: object = {}) => ({
  taken_at: new Date(Date.now() - days * DAY).toISOString(),
  dose: 80,
  unit: 'mg',
  ...more,
});

/** On 80 mg for 60 days, the last dose some days ago. */
async function started(days = 3): Promise<Ordered> {
  const treated = await inForce(portal);
  await enter(treated, { therapy_started_on: daysAgo(60), last_change_on: daysAgo(60) });
  expect((await treated.patient.post('/api/doses', logged(days))).status).toBe(201);
  return treated;
}

/** Another plan is approved; its order is kept back and still a draft. */
async function replanned(treated: Ordered, dose: number): Promise<string> {
  const { provider, caseId, order } = treated;
  const wish = { ...CYPIONATE, dose, reason: WHY };
  expect((await provider.post(`/api/trt/cases/${caseId}/titrate`, wish)).body.saved).toBe(true);
  const pending = (await detail(treated)).pending_plan!;
  const approved = await approvePlan(treated, pending, { override_reason: WHY });
  expect([approved.status, approved.status === 200 ? '' : approved.text]).toEqual([200, '']);
  const { prescriptions } = await detail(treated);
  const { id } = prescriptions.find((one) => one.plan_id === pending.plan_id)!;
  await portal.database.asSuperuser(
    `UPDATE prescriptions SET status = CASE WHEN id = $1 THEN 'draft' ELSE 'accepted' END, ended_reason = NULL,
      approved_at = CASE WHEN id = $1 THEN NULL ELSE approved_at END WHERE id IN ($1, $2)`,
    [id, order.id],
  );
  return id;
}

describe('the dose that counts', () => {
  it('is the current order’s until an order for another dose is approved', async () => {
    const treated = await started();
    const id = await replanned(treated, 100);
    const before = await dosesOf(treated);
    expect([before.dose?.dose, before.next?.dose, before.order_waits]).toEqual([80, 80, false]);
    const dashboard = await dashboardOf(treated);
    expect([dashboard.plan?.starting_dose, dashboard.goes_on_as]).toEqual([
      100,
      expect.stringContaining('(80 mg)'),
    ]);

    await portal.database.asSuperuser(
      `UPDATE prescriptions SET status = 'accepted', approved_at = now() WHERE id = $1`,
      [id],
    );
    await portal.database.asSuperuser(
      `UPDATE prescriptions SET ended_reason = 'replaced', status = 'filled' WHERE id = $1`,
      [treated.order.id],
    );
    const after = await dosesOf(treated);
    expect([after.dose?.dose, after.next?.dose]).toEqual([100, 100]);
    expect((await dashboardOf(treated)).goes_on_as).toBeNull();
  });

  it('judges what was taken by that dose', async () => {
    const treated = await started(8);
    await replanned(treated, 30);
    const { status, body } = await treated.patient.post('/api/doses', logged(0));
    expect([status, body.emergency]).toEqual([201, null]);
  });

  /** From one product to another, with its order approved and in use; both as they are set here. */
  async function switched(
    from: PlanWish,
    to: PlanWish,
    { lastDose, filled = false }: { lastDose: { ago: number; dose: number }; filled?: boolean },
  ) {
    const treated = await inForce(portal);
    await enter(treated, { therapy_started_on: daysAgo(60), last_change_on: daysAgo(60) });
    const set = (id: string, wish: PlanWish, days: number, more = '') =>
      portal.database.asSuperuser(
        `UPDATE prescriptions SET formulation = $2, dose = $3, frequency = $4, approved_at = now() - make_interval(hours => $5)${more} WHERE id = $1`,
        [id, wish.formulation, `${wish.dose} mg`, wish.frequency, days * 24 + 1],
      );
    await replanned(treated, 100);
    const { prescriptions } = await detail(treated);
    const next = prescriptions.find(({ prescription_id: id }) => id !== treated.order.id)!;
    await set(
      treated.order.id,
      from,
      50,
      `, status = 'filled', ended_reason = 'replaced', filled_at = now() - interval '49 days'`,
    );
    await set(
      next.prescription_id,
      to,
      0,
      `, status = '${filled ? 'filled' : 'accepted'}', filled_at = ${filled ? 'now()' : 'NULL'}`,
    );
    const { ago, dose } = lastDose;
    const first = await treated.patient.post('/api/doses', logged(ago, { dose }));
    expect([first.status, first.body.emergency ?? null]).toEqual([201, null]);
    return treated;
  }
  const AVEED: PlanWish = {
    ...CYPIONATE,
    formulation: 'testosterone_undecanoate_im',
    dose: 750,
    frequency: 'every 10 weeks',
  };
  const dueIn = (due: string | undefined) =>
    due === undefined ? null : Math.round(((Date.parse(due) - Date.now()) / DAY) * 4) / 4;

  it('is not taken twice because the product before was taken yesterday', async () => {
    const treated = await switched(GEL, { ...CYPIONATE, dose: 100 }, { lastDose: { ago: 1, dose: 40.5 } });
    const { status, body } = await treated.patient.post('/api/doses', logged(0, { dose: 100 }));
    expect([status, body.emergency]).toEqual([201, null]);
  });

  it.each([
    ['a gel of this morning', GEL, { ...CYPIONATE, dose: 80 }, { ago: 0.25, dose: 40.5 }, 0.75],
    ['an injection of two days ago', CYPIONATE, GEL, { ago: 2, dose: 80 }, 5],
  ])(
    'begins when the next one of the product before was due: after %s',
    async (_, from, to, lastDose, days) => {
      const treated = await switched(from, to, { lastDose });
      // Until the pharmacy has the new one filled, the product at home goes on.
      const before = await dosesOf(treated);
      expect([before.dose?.formulation, before.next?.formulation]).toEqual([
        from.formulation,
        from.formulation,
      ]);
      expect((await dashboardOf(treated)).goes_on_as).not.toBeNull();
      await portal.database.asSuperuser(
        `UPDATE prescriptions SET status = 'filled', filled_at = now() WHERE case_id = $1 AND status = 'accepted'`,
        [treated.caseId],
      );
      const { next, dose } = await dosesOf(treated);
      expect([dose?.formulation, next?.formulation, dueIn(next?.due_at)]).toEqual([
        to.formulation,
        to.formulation,
        days,
      ]);
      // From its own first dose on it has its own rhythm.
      await treated.patient.post('/api/doses', logged(0, { dose: to.dose }));
      expect(dueIn((await dosesOf(treated)).next?.due_at)).toBe(to === GEL ? 1 : 7);
    },
  );

  it('is not added to doses of another product, which the alert names', async () => {
    const treated = await switched(CYPIONATE, AVEED, { lastDose: { ago: 0.3, dose: 80 } });
    const given = await treated.patient.post('/api/doses', logged(0.02, { dose: 750 }));
    expect([given.status, given.body.emergency]).toEqual([201, null]);
    const again = await treated.patient.post('/api/doses', logged(0.01, { dose: 80 }));
    expect([again.status, again.body.emergency]).toEqual([201, expect.anything()]);
    const { alerts } = await detail(treated);
    const { message } = alerts.find(({ rule_key: key }) => key === 'dose_too_soon')!;
    expect(message).toMatch(
      /2 doses of together 160 mg of Testosterone cypionate injection .*80 mg once weekly/,
    );
    expect(message).toContain('Logged then too: 750 mg of Testosterone undecanoate');
  });

  it('is of a day at the clinic where the clinic gives it', async () => {
    const treated = await switched(CYPIONATE, AVEED, { lastDose: { ago: 2, dose: 80 } });
    // Until the clinic has given the first one, the product at home goes on.
    const before = await dosesOf(treated);
    expect([before.dose?.dose, before.next?.dose, dueIn(before.next?.due_at)]).toEqual([80, 80, 5]);
    const given = await treated.patient.post('/api/doses', logged(0.01, { dose: 750 }));
    expect([given.status, given.body.emergency]).toEqual([201, null]);
    const after = await dosesOf(treated);
    expect(after).toMatchObject({
      dose: { dose: 750 },
      next: { dose: 750, given_in_clinic: true, missed: false },
      in_clinic: true,
      order_waits: false,
    });
    // The second one four weeks after the first.
    expect(dueIn(after.next?.due_at)).toBe(28);
    const no = { due_at: after.next!.due_at };
    expect((await treated.patient.post('/api/doses/missed', no)).status).toBe(409);
    const { prescriptions } = (await treated.patient.get('/api/supply')).body as SupplyResponse;
    expect(
      prescriptions.map(({ in_clinic, state, doses_left, ask_by }) => [in_clinic, state, doses_left, ask_by]),
    ).toEqual([[true, 'enough', null, null]]);
    // And no refill: the clinic has the supply.
    const { prescription_id } = prescriptions[0]!;
    const asked = await treated.patient.post('/api/refill-requests', {
      prescription_id,
      safety_check: CHECK,
    });
    expect([asked.status, asked.body.error, asked.body.message]).toEqual([
      409,
      'given_in_clinic',
      expect.stringContaining('books your next dose'),
    ]);
  });

  it('is none while no order of the plan is approved', async () => {
    const treated = await ordered(portal);
    await approvePlan(treated, treated.plan);
    await portal.database.asSuperuser(
      `UPDATE prescriptions SET status = 'draft', approved_at = NULL WHERE case_id = $1`,
      [treated.caseId],
    );
    await treated.patient.post('/api/doses', logged(1));
    const { next, dose, order_waits } = await dosesOf(treated);
    expect({ next, dose, order_waits }).toEqual({ next: null, dose: null, order_waits: true });
  });
});

describe('an order approved ahead of its plan', () => {
  const ordersOf = async ({ patient }: Ordered) =>
    ((await patient.get('/api/prescriptions')).body as PatientPrescriptionsResponse).prescriptions;

  /** A raise is saved and its order approved; the plan itself waits. */
  async function ahead(treated: Ordered, dose = 140) {
    const { provider, caseId } = treated;
    await provider.post(`/api/trt/cases/${caseId}/titrate`, { ...CYPIONATE, dose, reason: WHY });
    const { pending_plan: plan, prescriptions } = await detail(treated);
    const { id } = prescriptions.find((one) => one.plan_id === plan!.plan_id)!;
    const path = `/api/trt/prescriptions/${id}`;
    const { blocked_by: overrides } = (await provider.get(`${path}/judgement`)).body;
    const answer = { decision: 'accept', override_reason: WHY, overrides };
    const accepted = await provider.post(`${path}/review`, answer);
    expect([accepted.status, accepted.body.status]).toEqual([200, 'accepted']);
    return { id, path, plan: plan! };
  }
  const filledBefore = async () => {
    const treated = await started(3);
    const fill = { filled_on: clinicToday(), quantity: 4, days: 28, source: 'pharmacy' };
    const path = `/api/trt/prescriptions/${treated.order.id}/dispenses`;
    expect((await treated.provider.post(path, fill)).status).toBe(201);
    return treated;
  };
  const suppliesOf = async ({ patient }: Ordered) =>
    ((await patient.get('/api/supply')).body as SupplyResponse).prescriptions.map((one) => one.dose);

  it('changes nothing for the patient, and is neither filled nor refilled', async () => {
    const treated = await filledBefore();
    const { id, path } = await ahead(treated);
    const { dose, next } = await dosesOf(treated);
    expect([dose?.dose, next?.dose, await suppliesOf(treated)]).toEqual([80, 80, ['80 mg']]);
    expect((await dashboardOf(treated)).goes_on_as).toContain('(80 mg)');
    expect((await ordersOf(treated)).map((one) => [one.dose, one.prescription_state, one.status])).toEqual([
      ['140 mg', 'draft', 'draft'],
      ['80 mg', 'current', 'filled'],
    ]);
    // Neither on the day of its approval nor for a day before today.
    await portal.database.asSuperuser(
      `UPDATE prescriptions SET approved_at = now() - interval '2 days' WHERE id = $1`,
      [id],
    );
    const fill = { filled_on: daysAgo(1), quantity: 4, days: 28, source: 'pharmacy' };
    const filled = await treated.provider.post(`${path}/dispenses`, fill);
    expect([filled.status, filled.body.rule_key]).toEqual([409, 'plan_not_approved']);
    const asks = { prescription_id: id, safety_check: CHECK };
    expect((await treated.patient.post('/api/refill-requests', asks)).status).toBe(409);

    // Two doses of the old order in one day are too many.
    await treated.patient.post('/api/doses', logged(0.1));
    const again = await treated.patient.post('/api/doses', logged(0));
    expect(again.body.emergency).not.toBeNull();
  });

  it('counts once the plan is approved, in the place of the one before', async () => {
    const treated = await filledBefore();
    const { plan } = await ahead(treated, 100);
    const { provider } = treated;
    const { body } = await provider.get(`/api/trt/cases/${treated.caseId}/detail`);
    const overrides = body.rules.map((rule: { rule_key: string }) => rule.rule_key);
    const approved = await approvePlan(treated, plan, { override_reason: WHY, overrides });
    expect([approved.status, approved.status === 200 ? '' : approved.text]).toEqual([200, '']);
    expect((await dosesOf(treated)).dose?.dose).toBe(100);
    expect((await ordersOf(treated)).map((one) => [one.dose, one.prescription_state])).toEqual([
      ['100 mg', 'current'],
      ['80 mg', 'past'],
    ]);
    expect(await suppliesOf(treated)).toEqual(['100 mg']);
    await portal.database.asSuperuser(GIVE_BACK);
    expect(await suppliesOf(treated)).toEqual(['100 mg']);
  });

  it('that took the place of the one before, as it did in earlier versions, gives it back', async () => {
    const treated = await filledBefore();
    await ahead(treated);
    const lost = `UPDATE prescriptions SET ended_reason = 'replaced' WHERE id = $1`;
    await portal.database.asSuperuser(lost, [treated.order.id]);
    expect(await suppliesOf(treated)).toEqual([]);
    await portal.database.asSuperuser(GIVE_BACK);
    expect([(await dosesOf(treated)).dose?.dose, await suppliesOf(treated)]).toEqual([80, ['80 mg']]);
    // The same once its plan has given way.
    const wish = { ...CYPIONATE, dose: 100, reason: WHY };
    expect((await treated.provider.post(`/api/trt/cases/${treated.caseId}/titrate`, wish)).status).toBe(200);
    await portal.database.asSuperuser(lost, [treated.order.id]);
    await portal.database.asSuperuser(GIVE_BACK);
    expect([(await dosesOf(treated)).dose?.dose, await suppliesOf(treated)]).toEqual([80, ['80 mg']]);
  });

  it('gives way with its plan, and the one before goes on', async () => {
    const treated = await filledBefore();
    await ahead(treated);
    const wish = { ...CYPIONATE, dose: 100, reason: WHY };
    expect((await treated.provider.post(`/api/trt/cases/${treated.caseId}/titrate`, wish)).status).toBe(200);
    const { dose, next, order_waits } = await dosesOf(treated);
    expect([dose?.dose, next?.dose, order_waits, await suppliesOf(treated)]).toEqual([
      80,
      80,
      false,
      ['80 mg'],
    ]);
  });
});

describe('after a stop', () => {
  it('there is no next dose, and the dashboard says since when', async () => {
    const treated = await started(8);
    expect((await dosesOf(treated)).next?.dose).toBe(80);
    await enter(treated, STOP);
    const { next, dose, on_hold } = await dosesOf(treated);
    expect({ next, dose, on_hold }).toEqual({ next: null, dose: null, on_hold: true });
    expect((await dashboardOf(treated)).hold).toEqual({ since: clinicToday(), until_on: null });
    // A dose in spite of it is told to the care team.
    expect((await treated.patient.post('/api/doses', logged(0))).body.emergency.title).toBe(
      'Your treatment is on hold',
    );
  });

  it('no first dose is asked for', async () => {
    const treated = await inForce(portal);
    expect(await asked(treated)).toBe(true);
    await enter(treated, STOP);
    expect(await asked(treated)).toBe(false);
    const { prescriptions } = (await treated.patient.get('/api/prescriptions'))
      .body as PatientPrescriptionsResponse;
    expect(prescriptions.map(({ on_hold }) => on_hold)).toEqual([true]);
    expect((await dashboardOf(treated)).hold).not.toBeNull();
  });

  it('before the first dose a value that keeps the order back says so to the patient too', async () => {
    const treated = await inForce(portal);
    expect([await asked(treated), (await dosesOf(treated)).dose?.dose]).toEqual([true, 80]);
    await draw(treated, [1, { psa_ng_ml: 9 }]);
    expect([await asked(treated), (await dosesOf(treated)).dose]).toEqual([false, null]);
    expect((await dashboardOf(treated)).hold).toEqual({ since: clinicToday(), until_on: null });
  });

  it('the same holds where the order was not approved yet', async () => {
    const treated = await ordered(portal);
    await approvePlan(treated, treated.plan);
    await portal.database.asSuperuser(
      `UPDATE prescriptions SET status = 'draft', approved_at = NULL WHERE case_id = $1`,
      [treated.caseId],
    );
    expect([await asked(treated), (await dashboardOf(treated)).hold]).toEqual([true, null]);
    await enter(treated, STOP);
    expect([await asked(treated), (await dashboardOf(treated)).hold]).toEqual([
      false,
      { since: clinicToday(), until_on: null },
    ]);
  });

  it('an order that a clinician holds counts as well', async () => {
    const treated = await started();
    const { provider } = treated;
    const { version } = (await detail(treated)).prescriptions[0]!;
    const held = await provider.post(`/api/trt/prescriptions/${treated.order.id}/hold`, {
      reason: WHY,
      version,
    });
    expect(held.status).toBe(200);
    const { next, on_hold } = await dosesOf(treated);
    expect({ next, on_hold }).toEqual({ next: null, on_hold: true });
  });
});

describe('the first dose', () => {
  it('that was told is a dose of the log, once', async () => {
    const treated = await inForce(portal);
    expect((await treated.patient.post('/api/first-dose', { taken_on: clinicToday() })).status).toBe(201);
    const { doses, next } = await dosesOf(treated);
    expect(doses.map(({ dose, unit }) => [dose, unit])).toEqual([[80, 'mg']]);
    expect(next).toMatchObject({ dose: 80, missed: false });
  });

  it('that is in the log already is not there twice', async () => {
    const treated = await inForce(portal);
    await treated.patient.post('/api/doses', logged(0));
    expect((await treated.patient.post('/api/first-dose', { taken_on: clinicToday() })).status).toBe(409);
    expect((await dosesOf(treated)).doses).toHaveLength(1);
  });

  it('that is logged, on the day of the approval or later, is told with it', async () => {
    const treated = await inForce(portal);
    const today = clinicToday();
    await treated.patient.post('/api/doses', logged(5));
    expect(await asked(treated)).toBe(true);
    expect((await treated.patient.post('/api/doses', logged(0))).status).toBe(201);
    expect((await treated.patient.get('/api/first-dose')).body).toEqual({
      asked: false,
      not_before: null,
      therapy_start: { on: today, assumed: false },
    });
    expect((await detail(treated)).therapy_start).toEqual({ on: today, assumed: false });
    expect(
      await portal.database.asSuperuser(
        `SELECT detail FROM audit_events WHERE action = 'case.first_dose' AND target_id = $1`,
        [treated.caseId],
      ),
    ).toEqual([{ detail: { taken_on: today } }]);
  });
});

it('a dose logged later than a draw, or removed, judges the level again', async () => {
  const treated = await started(12);
  await draw(treated, [1, { tt_ng_dl: 700 }]);
  const judged = async () =>
    (await portal.database.asSuperuser('SELECT 1 FROM rule_evaluations WHERE case_id = $1', [treated.caseId]))
      .length;
  const before = await judged();
  const { body } = await treated.patient.post('/api/doses', logged(3));
  expect(await judged()).toBe(before + 1);
  await treated.patient.post('/api/doses', logged(0));
  expect(await judged()).toBe(before + 1);
  expect((await treated.patient.request('DELETE', `/api/doses/${body.id}`)).status).toBe(204);
  expect(await judged()).toBe(before + 2);
});

describe('a missed dose', () => {
  it('is asked about until it is answered', async () => {
    const treated = await started(10);
    const { patient } = treated;
    const { next } = await dosesOf(treated);
    expect(next).toMatchObject({ missed: true });
    const no = () => patient.post('/api/doses/missed', { due_at: next!.due_at });
    expect([(await no()).status, (await no()).status]).toEqual([204, 409]);
    const after = await dosesOf(treated);
    // The next one of the schedule, in four days: none is made up for.
    const week = new Date(Date.parse(next!.due_at) + 7 * DAY).toISOString();
    expect(after.next).toMatchObject({ due_at: week, dose: 80, missed: false });
    expect(after.doses).toHaveLength(1);
    const rows = await portal.database.asSuperuser('SELECT 1 FROM doses WHERE patient_id = $1 AND missed', [
      treated.patientId,
    ]);
    expect(rows).toHaveLength(1);
    // Clinicians see it where they judge the level.
    const { body } = await treated.provider.get(`/api/trt/cases/${treated.caseId}/timeline`);
    expect(body.missed_doses).toEqual([{ due_at: next!.due_at, dose: 80, unit: 'mg' }]);
    // Logged after all: the report that it was not is taken back, for both sides.
    await patient.post('/api/doses', logged(2));
    expect((await dosesOf(treated)).next).toMatchObject({ missed: false });
    for (const [who, path] of [
      [treated.provider, `/api/trt/cases/${treated.caseId}/timeline`],
      [patient, '/api/trt/timeline'],
    ] as const)
      expect((await who.get(path)).body.missed_doses).toEqual([]);
  });

  it('is asked about once, and each later one that has passed after it', async () => {
    const treated = await started(24);
    const answered: string[] = [];
    for (let next = (await dosesOf(treated)).next; next?.missed; next = (await dosesOf(treated)).next) {
      answered.push(next.due_at);
      expect((await treated.patient.post('/api/doses/missed', { due_at: next.due_at })).status).toBe(204);
    }
    const [last] = (await dosesOf(treated)).doses;
    const due = (weeks: number): string =>
      new Date(Date.parse(last!.taken_at) + weeks * 7 * DAY).toISOString();
    expect(answered).toEqual([due(1), due(2), due(3)]);
    expect((await dosesOf(treated)).next?.due_at).toBe(due(4));
  });

  it('is one that is late', async () => {
    const treated = await started(1);
    const { next } = await dosesOf(treated);
    const send = (due_at: unknown) => treated.patient.post('/api/doses/missed', { due_at });
    expect((await send(next!.due_at)).body.error).toBe('invalid_state');
    expect((await send('yesterday')).status).toBe(422);
    expect((await treated.provider.post('/api/doses/missed', { due_at: next!.due_at })).status).toBe(403);
  });
});

it('the site that is suggested after one thigh is the other', async () => {
  const treated = await inForce(portal);
  await treated.patient.post('/api/doses', logged(10, { site: 'left thigh' }));
  expect((await dosesOf(treated)).suggested_site).toBe('right thigh');
});
