import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addDays } from '../../common/clinical/index.js';
import type {
  DashboardResponse,
  DosesResponse,
  RemindersResponse,
  SupplyResponse,
} from '../../common/api/index.js';
import { approvePlan, clinicToday, daysAgo, detail, inForce, type Ordered } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import { dispense, supplyOf } from '../support/supply.js';
import { CYPIONATE, enter } from '../support/treatment.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const DAY = 86_400_000;
const WHY = 'Reviewed with the patient by phone today';
const AVEED = {
  ...CYPIONATE,
  formulation: 'testosterone_undecanoate_im',
  dose: 750,
  frequency: 'every 10 weeks',
};
const logged = (ago: number, dose: number) => ({
  taken_at: new Date(Date.now() - ago * DAY).toISOString(),
  dose,
  unit: 'mg',
});
const dosesOf = async ({ patient }: Ordered) => (await patient.get('/api/doses')).body as DosesResponse;
const untilOf = async ({ patient }: Ordered) =>
  ((await patient.get('/api/trt/dashboard')).body as DashboardResponse).goes_on_until;
const taskOf = async (treated: Ordered) =>
  (await detail(treated)).alerts.find(({ rule_key: key }) => key === 'clinic_dose_to_book');

/** On 80 mg weekly, filled, the last dose two days ago; now the plan and its order are of an injection at the clinic. */
async function changed(): Promise<Ordered> {
  const treated = await inForce(portal);
  const { provider, patient, caseId } = treated;
  await enter(treated, { therapy_started_on: daysAgo(60), last_change_on: daysAgo(60) });
  expect((await dispense(treated, clinicToday())).status).toBe(201);
  expect((await patient.post('/api/doses', logged(2, 80))).status).toBe(201);
  const wish = { ...AVEED, reason: WHY };
  expect((await provider.post(`/api/trt/cases/${caseId}/titrate`, wish)).body.saved).toBe(true);
  const { pending_plan: plan } = await detail(treated);
  expect((await approvePlan(treated, plan!, { override_reason: WHY })).status).toBe(200);
  const { prescriptions } = await detail(treated);
  const order = prescriptions.find((one) => one.plan_id === plan!.plan_id)!;
  const path = `/api/trt/prescriptions/${order.prescription_id}`;
  if (order.status === 'draft') {
    const { blocked_by: overrides } = (await provider.get(`${path}/judgement`)).body;
    const accept = { decision: 'accept', override_reason: WHY, overrides };
    expect((await provider.post(`${path}/review`, accept)).status).toBe(200);
  }
  return { ...treated, order: { ...treated.order, ...order, id: order.prescription_id } };
}
/** A visit at the clinic, asked for by the patient and scheduled in so many days. */
async function visitIn({ patient, provider }: Ordered, days: number): Promise<string> {
  const at = (ms: number) => new Date(Date.now() + days * DAY + ms).toISOString();
  const asks = { kind: 'in_person', reason: 'Injection', preferred: [at(0)] };
  const { body } = await patient.post('/api/appointments', asks);
  const visit = { status: 'scheduled', starts_at: at(0), ends_at: at(1_800_000) };
  expect((await provider.post(`/api/provider/appointments/${body.id}`, visit)).status).toBe(200);
  return body.id;
}

describe('an injection that the clinic gives', () => {
  it('is not logged as an injection while one at home is possible, too: it would pass for the other', async () => {
    const { patient } = await changed();
    const refused = await patient.post('/api/doses', { ...logged(0, 1), unit: 'injections' });
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      { unit: 'Choose a unit of your product: mg, mL.' },
    ]);
    expect((await patient.post('/api/doses', logged(0, 750))).body.emergency).toBeNull();
  });

  it('is a task of the clinic until a visit is booked or it is given', async () => {
    const treated = await changed();
    const due = addDays(clinicToday(), 5);
    expect(await taskOf(treated)).toMatchObject({
      severity: 'warning',
      title: null,
      message: expect.stringMatching(
        new RegExp(`first injection .*due on ${due}.*goes on with the product before.*Owner: `),
      ),
    });
    // A vial at the clinic is no dose.
    expect((await dispense(treated, clinicToday(), { source: 'staff' })).status).toBe(201);
    expect((await dosesOf(treated)).next).toMatchObject({ dose: 80, given_in_clinic: false });

    // The product at home is listed as the one in use, and the new one as waiting; neither is asked for.
    const { prescriptions } = (await treated.patient.get('/api/supply')).body as SupplyResponse;
    expect(prescriptions.map((one) => [one.in_clinic, one.goes_on, one.state, one.ask_by])).toEqual([
      [true, false, 'waiting', null],
      [false, true, 'enough', null],
    ]);

    // The patient is told what is waited for, and takes none at home on the day of the visit.
    expect(await untilOf(treated)).toEqual({ what: 'injection', on: null });
    const id = await visitIn(treated, 5);
    expect(await untilOf(treated)).toEqual({ what: 'injection', on: due });
    expect((await dosesOf(treated)).next).toMatchObject({ dose: 750, given_in_clinic: true });
    expect(await taskOf(treated)).toBeUndefined();
    const cancel = { reason: 'I am away' };
    expect((await treated.patient.post(`/api/appointments/${id}/cancel`, cancel)).status).toBe(200);
    expect(await taskOf(treated)).toBeDefined();
    expect((await dosesOf(treated)).next).toMatchObject({ dose: 80, given_in_clinic: false });

    const given = await treated.patient.post('/api/doses', logged(0, 750));
    expect(given.status).toBe(201);
    expect(await taskOf(treated)).toBeUndefined();
    const second = addDays(clinicToday(), 28);
    const { next } = await dosesOf(treated);
    expect([next?.due_at.slice(0, 10), next?.given_in_clinic]).toEqual([second, true]);
    // On every page: the case, and what the patient is reminded of.
    expect((await detail(treated)).next_clinic_dose).toEqual({ on: second, first: false });
    const { reminders } = (await treated.patient.get('/api/trt/reminders')).body as RemindersResponse;
    expect(reminders.filter(({ kind }) => kind === 'clinic_dose').map((one) => one.due_date)).toEqual([
      second,
    ]);
    expect(await untilOf(treated)).toBeNull();
    // The first vial lasts until then, and the level is drawn by the third.
    expect(await supplyOf(treated)).toMatchObject({
      run_out_on: second,
      earliest_fill_on: addDays(clinicToday(), 24),
      state: 'enough',
      doses_left: null,
    });
    expect((await detail(treated)).next_lab_suggestion?.due_on).toBe(addDays(clinicToday(), 98));

    // Not taken back, but said to be of an earlier day.
    expect((await treated.patient.request('DELETE', `/api/doses/${given.body.id}`)).status).toBe(204);
    expect(await taskOf(treated)).toMatchObject({ severity: 'warning' });
  });

  it('given minutes before its plan and order are approved is the first one', async () => {
    const treated = await changed();
    await portal.database.asSuperuser(
      `UPDATE prescriptions SET approved_at = now() - interval '59 days' WHERE case_id = $1 AND formulation <> $2`,
      [treated.caseId, AVEED.formulation],
    );
    const given = await treated.patient.post('/api/doses', logged(0.005, 750));
    expect([given.status, given.body.emergency]).toEqual([201, null]);
    expect((await dosesOf(treated)).next?.due_at.slice(0, 10)).toBe(addDays(clinicToday(), 28));
    expect(await taskOf(treated)).toBeUndefined();
    // A third one four weeks later is too soon, whenever the earlier ones were.
    for (const ago of [98, 28]) await treated.patient.post('/api/doses', logged(ago, 750));
    expect((await detail(treated)).alerts.map(({ rule_key: key }) => key)).not.toContain(
      'dose_far_over_plan',
    );
    const again = await treated.patient.post('/api/doses', logged(0, 750));
    expect(again.body.emergency?.kind).toBe('too_much');
  });

  it('is urgent once it is overdue', async () => {
    const treated = await changed();
    await portal.database.asSuperuser(
      `UPDATE prescriptions SET approved_at = now() - interval '50 days' WHERE case_id = $1 AND formulation = $2`,
      [treated.caseId, AVEED.formulation],
    );
    await portal.database.asSuperuser(
      `UPDATE prescriptions SET approved_at = now() - interval '59 days' WHERE case_id = $1 AND formulation <> $2`,
      [treated.caseId, AVEED.formulation],
    );
    await portal.database.asSuperuser(
      `UPDATE plans SET approved_at = now() - interval '50 days' WHERE case_id = $1 AND formulation = $2`,
      [treated.caseId, AVEED.formulation],
    );
    expect((await treated.patient.post('/api/doses', logged(40, 750))).status).toBe(201);
    expect(await taskOf(treated)).toMatchObject({
      severity: 'critical',
      message: expect.stringContaining(`was due on ${daysAgo(12)}`),
    });
  });
});
