import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  CaseListResponse,
  DashboardResponse,
  DosesResponse,
  PatientPrescriptionsResponse,
  Prescription,
  Reminder,
  SupplyResponse,
} from '../../common/api/index.js';
import { addLab, clinicToday, daysAgo, detail, inForce, type Ordered } from '../support/care.js';
import { bytesOf, pdfText } from '../support/files.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import { approvedAgo, dispense, supplyOf } from '../support/supply.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

/** On treatment for 60 days, with a dose on record. */
async function started(): Promise<Ordered> {
  const treated = await inForce(portal);
  const { version } = (await detail(treated)).case;
  await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
    version,
    extras: { therapy_started_on: daysAgo(60), last_change_on: daysAgo(60) },
  });
  const taken_at = new Date(Date.now() - 3 * 86_400_000).toISOString();
  await treated.patient.post('/api/doses', { taken_at, dose: 80, unit: 'mg' });
  return treated;
}

/** What the patient sees on each of the four pages. */
async function told({ patient }: Ordered) {
  const read = async <T>(path: string) => (await patient.get(path)).body as T;
  const doses = await read<DosesResponse>('/api/doses');
  const { prescriptions } = await read<PatientPrescriptionsResponse>('/api/prescriptions');
  const supply = await read<SupplyResponse>('/api/supply');
  return {
    hold: (await read<DashboardResponse>('/api/trt/dashboard')).hold,
    doses: doses.on_hold,
    next: doses.next !== null,
    prescriptions: prescriptions.map((order) => order.on_hold),
    supply: supply.prescriptions.map((order) => order.on_hold),
  };
}
const HELD = { doses: true, next: false, prescriptions: [true], supply: [true] };
const GOING_ON = { hold: null, doses: false, next: true, prescriptions: [false], supply: [false] };

const act = async (treated: Ordered, what: 'hold' | 'resume', more: object = {}) => {
  const { version } = (await detail(treated)).case;
  const body = { reason: 'Waiting for cardiology', version, ...more };
  const answer = await treated.provider.post(`/api/trt/cases/${treated.caseId}/${what}`, body);
  expect(answer.status).toBe(200);
};

describe('a patient whose treatment is on hold', () => {
  it('sees since when, and no next dose, until it is resumed', async () => {
    const treated = await started();
    expect(await told(treated)).toEqual(GOING_ON);
    await act(treated, 'hold', { until_on: daysAgo(-30) });
    expect(await told(treated)).toEqual({ hold: { since: clinicToday(), until_on: daysAgo(-30) }, ...HELD });
    await act(treated, 'resume');
    expect(await told(treated)).toEqual(GOING_ON);
  });

  it('keeps what is in hand for as long as it lasts', async () => {
    const treated = await approvedAgo(portal, 40);
    await dispense(treated, daysAgo(26));
    for (const days of [26, 19])
      await treated.patient.post('/api/doses', {
        taken_at: `${daysAgo(days)}T00:01:00-05:00`,
        dose: 80,
        unit: 'mg',
      });
    const supply = async () => {
      const { run_out_on, ask_by, days_left, doses_left, state } = await supplyOf(treated);
      return { run_out_on, ask_by, days_left, doses_left, state };
    };
    await act(treated, 'hold');
    // Two weeks pass.
    await portal.database.asSuperuser('UPDATE therapy_holds SET since = since - 14 WHERE case_id = $1', [
      treated.caseId,
    ]);
    const standing = { days_left: 16, doses_left: 2, state: 'enough' };
    expect(await supply()).toEqual({ run_out_on: daysAgo(-2), ask_by: daysAgo(1), ...standing });
    await act(treated, 'resume');
    expect(await supply()).toEqual({ run_out_on: daysAgo(-16), ask_by: daysAgo(-13), ...standing });
    const { prescriptions } = (await treated.patient.get('/api/prescriptions'))
      .body as PatientPrescriptionsResponse;
    expect(prescriptions[0]!.run_out_on).toBe(daysAgo(-16));
    // And the fill dialog of staff counts with the pause.
    const fills = await treated.provider.get(`/api/trt/prescriptions/${treated.order.id}/dispenses`);
    expect(fills.body['pauses']).toEqual([{ since: daysAgo(14), until: clinicToday() }]);
  });

  it('has a review, a draw and a blood pressure check by the day that the hold ends', async () => {
    const treated = await inForce(portal);
    const until = daysAgo(-9);
    const due = async () => {
      const { reminders } = (await treated.patient.get('/api/trt/reminders')).body as {
        reminders: Reminder[];
      };
      const on = (kind: string) => reminders.find((one) => one.kind === kind)?.due_date ?? 'none';
      return ['provider_review', 'lab_draw', 'blood_pressure_check'].map(on);
    };
    const before = await due();
    expect(before.filter((on) => on <= until)).toEqual([]);
    await act(treated, 'hold', { until_on: until });
    expect(await due()).toEqual([until, until, until]);
    expect((await detail(treated)).next_lab_suggestion).toMatchObject({
      due_on: until,
      label: 'Recheck before treatment resumes',
    });
    await act(treated, 'resume');
    expect(await due()).toEqual(before);
  });

  describe('the next review in list, case, plan, dashboard and PDF', () => {
    const dates = async (treated: Ordered) => {
      const { plan, case: known } = await detail(treated);
      const list = await treated.provider.list('/api/trt/cases', { filter: { q: known.case_number } });
      const [row] = (list.body as CaseListResponse).items;
      const seen = (await treated.patient.get('/api/trt/dashboard')).body as DashboardResponse;
      const pdf = await treated.provider.get(`/api/trt/cases/${treated.caseId}/documents/plan.pdf`);
      const printed = /Next review\s+([A-Z][a-z]+ \d+, \d+)/.exec(pdfText(bytesOf(pdf)))?.[1];
      return {
        all: [...new Set([plan?.next_review_at, row?.next_review_at, seen.plan?.next_review_at])],
        printed,
      };
    };
    const told = (on: string) => ({
      all: [on],
      printed: new Date(on).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }),
    });

    it('is a draw or the end of a hold that comes sooner', async () => {
      const treated = await started();
      await addLab(treated, 1, { hct_percent: 53.2 });
      const { next_lab_suggestion: draw } = await detail(treated);
      expect(await dates(treated)).toEqual(told(draw!.due_on));
      await act(treated, 'hold', { until_on: daysAgo(-9) });
      expect(await dates(treated)).toEqual(told(daysAgo(-9)));
    });

    it('is the recheck of a PSA above 4 found right after the approval', async () => {
      const treated = await inForce(portal);
      await addLab(treated, 0, { psa_ng_ml: 9 });
      expect((await detail(treated)).next_lab_suggestion).toMatchObject({
        due_on: daysAgo(-28),
        instruction: 'PSA recheck: PSA.',
      });
      expect(await dates(treated)).toEqual(told(daysAgo(-28)));
    });

    it('is the recheck of a raised blood pressure, until a lower one', async () => {
      const treated = await inForce(portal);
      const before = await dates(treated);
      const measured = async (bp_systolic: number, bp_diastolic: number) => {
        const { version } = (await detail(treated)).case;
        const extras = { bp_systolic, bp_diastolic, bp_on: clinicToday() };
        const reason = 'Repeated after five minutes of rest';
        await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, extras, reason });
      };
      await measured(165, 102);
      expect(await dates(treated)).toEqual(told(daysAgo(-14)));
      await measured(128, 78);
      expect(await dates(treated)).toEqual(before);
    });
  });

  it('sees the same for a hold by a rule, without its name', async () => {
    const treated = await started();
    await addLab(treated, 1, { hct_percent: 57 });
    expect(await told(treated)).toEqual({ hold: { since: clinicToday(), until_on: null }, ...HELD });
  });

  it('sees no date while one of two holds has none', async () => {
    const treated = await started();
    await act(treated, 'hold', { until_on: daysAgo(-30) });
    await addLab(treated, 1, { hct_percent: 57 });
    expect((await told(treated)).hold).toEqual({ since: clinicToday(), until_on: null });
  });

  it('sees it for a prescription that was released separately', async () => {
    const treated = await started();
    await act(treated, 'hold');
    await portal.database.asSuperuser('UPDATE prescriptions SET on_hold_since = NULL WHERE id = $1', [
      treated.order.id,
    ]);
    expect(await told(treated)).toMatchObject(HELD);
  });
});

describe('a hold by a value that was mistyped', () => {
  it('ends with one act once it is corrected, and the order goes on', async () => {
    const treated = await started();
    const { provider, order } = treated;
    const at = `/api/trt/prescriptions/${order.id}`;
    const typo = await provider.post('/api/labs', {
      patient_id: treated.patientId,
      collected_at: `${daysAgo(1)}T08:00:00-05:00`,
      results: { hct_percent: 56 },
    });
    expect((await detail(treated)).hold).not.toBeNull();
    expect((await provider.get(at)).body.on_hold.rule_key).toBe('hct_on_therapy_over_54');
    const corrected = await provider.post(`/api/labs/${typo.body.id}/correct`, {
      results: { hct_percent: 46 },
      reason: 'Typed 56, the report says 46',
      version: typo.body.version,
    });
    expect(corrected.status).toBe(200);
    expect((await provider.get(at)).body.on_hold).not.toBeNull();
    await act(treated, 'resume', { reason: 'Corrected against the report' });
    expect((await provider.get(at)).body.on_hold).toBeNull();
  });

  it('keeps its order where the value was true and came down', async () => {
    const treated = await started();
    await addLab(treated, 17, { hct_percent: 56 });
    await treated.provider.post('/api/labs', {
      patient_id: treated.patientId,
      collected_at: new Date().toISOString(),
      results: { hct_percent: 49 },
    });
    await act(treated, 'resume', { reason: 'Hematocrit is back at 49' });
    const { body } = await treated.provider.get(`/api/trt/prescriptions/${treated.order.id}`);
    expect(body.on_hold.rule_key).toBe('hct_on_therapy_over_54');
  });
});

describe('an order that is on hold for a rule', () => {
  const HELD_BY = 'bp_severe';
  const pressure = async (treated: Ordered, bp_systolic: number, bp_diastolic: number) => {
    const { version } = (await detail(treated)).case;
    const body = { version, extras: { bp_systolic, bp_diastolic }, reason: 'Measured again, seated' };
    expect((await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, body)).status).toBe(200);
  };
  const waiting = async (treated: Ordered) =>
    (await detail(treated)).alerts.filter(({ rule_key }) => rule_key === 'order_hold_over');
  const current = async ({ provider, order }: Ordered): Promise<Prescription> =>
    (await provider.get(`/api/trt/prescriptions/${order.id}`)).body as Prescription;

  it.each([
    ['released', 'release', { overrides: [HELD_BY] }],
    ['canceled', 'transition', { to: 'canceled' }],
  ])('is told to the care team once the rule has ended, until it is %s', async (_, act, more) => {
    const treated = await started();
    await pressure(treated, 190, 115);
    const held = await current(treated);
    expect([held.on_hold?.rule_key, await waiting(treated)]).toEqual([HELD_BY, []]);
    await pressure(treated, 124, 78);
    const [alert] = await waiting(treated);
    expect([alert?.severity, alert?.message]).toEqual(['warning', expect.stringContaining('still on hold')]);
    const body = { reason: 'Three readings at home are normal', version: held.version, ...more };
    const decided = await treated.provider.post(`/api/trt/prescriptions/${held.id}/${act}`, body);
    expect([decided.status, await waiting(treated)]).toEqual([200, []]);
  });

  it('is not told while the rule fires again', async () => {
    const treated = await started();
    for (const [systolic, diastolic] of [
      [190, 115],
      [124, 78],
      [188, 112],
    ] as const)
      await pressure(treated, systolic, diastolic);
    expect(await waiting(treated)).toEqual([]);
  });
});
