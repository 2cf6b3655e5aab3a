import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Lab, Prescription } from '../../common/api/index.js';
import { approvePlan, clinicToday, daysAgo, detail, inForce, type Ordered } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import { CYPIONATE, advice, enter, onTreatment } from '../support/treatment.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const drawn = async ({ provider, patientId }: Ordered, at: string, results: object): Promise<Lab> => {
  const { status, body } = await provider.post('/api/labs', {
    patient_id: patientId,
    collected_at: `${daysAgo(1)}T${at}-05:00`,
    results,
  });
  expect(status).toBe(201);
  return body as Lab;
};
const send = async ({ provider, order }: Ordered, more: object = {}) => {
  const { status, body } = await provider.post(`/api/trt/prescriptions/${order.id}/transition`, {
    to: 'sent',
    ...more,
  });
  return [status, body['blocked_by'] ?? null];
};

describe('a result against treatment', () => {
  it.each([
    ['PSA', { psa_ng_ml: 9 }, { psa_ng_ml: 0.9 }],
    ['hematocrit', { hct_percent: 53 }, { hct_percent: 46 }],
  ])('of %s is not taken away by another one half a minute later', async (_, high, normal) => {
    const treated = await inForce(portal);
    await enter(treated, { therapy_started_on: daysAgo(90), last_change_on: daysAgo(90) });
    await drawn(treated, '08:00:00', high);
    await drawn(treated, '08:00:30', normal);
    expect(await send(treated)).toEqual([409, expect.arrayContaining(['results_disagree'])]);
    expect((await detail(treated)).alerts.map((alert) => alert.rule_key)).toContain('results_disagree');
  });

  it('that was voided after the approval asks at sending too, until its alert is acknowledged', async () => {
    const treated = await inForce(portal);
    const lab = await drawn(treated, '08:00:00', { psa_ng_ml: 9 });
    const reason = 'The sample was another patient’s';
    await treated.provider.post(`/api/labs/${lab.id}/void`, { version: lab.version, reason });
    expect(await send(treated)).toEqual([409, ['fact_withdrawn']]);
    const alert = (await detail(treated)).alerts.find((one) => one.rule_key === 'lab_result_withdrawn')!;
    await treated.provider.post(`/api/trt/cases/${treated.caseId}/alerts/${alert.id}/acknowledge`, {
      action: 'handled',
      note: 'The laboratory confirmed that it mixed up two samples',
    });
    expect(await send(treated)).toEqual([200, null]);
  });
});

describe('a critical value that was entered after a newer, normal one', () => {
  const lateOf = async (day: number, results: object): Promise<Ordered & { late: Lab }> => {
    const treated = await inForce(portal);
    await enter(treated, { therapy_started_on: daysAgo(200), last_change_on: daysAgo(200) });
    const draw = async (ago: number, values: object): Promise<Lab> => {
      const { status, body } = await treated.provider.post('/api/labs', {
        patient_id: treated.patientId,
        collected_at: `${daysAgo(ago)}T08:00:00-05:00`,
        results: values,
      });
      expect(status).toBe(201);
      return body as Lab;
    };
    await draw(5, { tt_ng_dl: 520, hct_percent: 46, psa_ng_ml: 0.9, potassium_mmol_l: 4.1 });
    return { ...treated, late: await draw(day, results) };
  };

  it.each([
    ['hematocrit 57', 22, { hct_percent: 57 }],
    ['hematocrit 57', 40, { hct_percent: 57 }],
    ['potassium 7.2', 25, { potassium_mmol_l: 7.2 }],
  ])('keeps orders back until a call is recorded: %s of %s days ago', async (_, day, results) => {
    const treated = await lateOf(day, results);
    expect(await send(treated)).toEqual([409, expect.arrayContaining(['critical_lab_not_called'])]);
    expect((await detail(treated)).alerts.map((alert) => alert.rule_key)).toContain('critical_lab');
    const called = await treated.provider.post(`/api/labs/${treated.late.id}/call-back`, {
      called_on: clinicToday(),
      reached: true,
      note: 'Reached: he feels well and will stop until he is measured again',
    });
    expect([200, 201]).toContain(called.status);
    expect((await send(treated))[1] ?? []).not.toContain('critical_lab_not_called');
    expect((await detail(treated)).alerts.map((alert) => alert.rule_key)).not.toContain('critical_lab');
  });

  it('of hematocrit speaks against a higher dose, also once called about', async () => {
    const treated = await lateOf(40, { hct_percent: 57 });
    const saved = await treated.provider.post(`/api/trt/cases/${treated.caseId}/titrate`, {
      ...CYPIONATE,
      dose: 100,
      reason: 'The patient asks for more',
    });
    expect(saved.body['saved']).toBe(true);
    const plan = (await detail(treated)).pending_plan!;
    const refused = await approvePlan(treated, plan, { override_reason: 'The patient asks for more' });
    expect([refused.status, refused.body['blocked_by']]).toEqual([
      422,
      expect.arrayContaining(['critical_lab', 'hct_over_54_lately']),
    ]);
  });
});

describe('a critical value below a newer one that is voided', () => {
  it('leaves a task, and asks by name', async () => {
    const treated = await inForce(portal);
    await enter(treated, { therapy_started_on: daysAgo(200), last_change_on: daysAgo(200) });
    const at = async (ago: number, results: object): Promise<Lab> => {
      const { status, body } = await treated.provider.post('/api/labs', {
        patient_id: treated.patientId,
        collected_at: `${daysAgo(ago)}T08:00:00-05:00`,
        results,
      });
      expect(status).toBe(201);
      return body as Lab;
    };
    const high = await at(22, { hct_percent: 57 });
    await at(3, { hct_percent: 49, tt_ng_dl: 520, psa_ng_ml: 0.9 });
    const voided = await treated.provider.post(`/api/labs/${high.id}/void`, {
      version: high.version,
      reason: 'The sample was another patient’s',
    });
    expect(voided.status).toBe(200);
    expect((await detail(treated)).alerts.map((alert) => alert.rule_key)).toContain('lab_result_withdrawn');
    expect(await send(treated)).toEqual([409, expect.arrayContaining(['fact_withdrawn'])]);
  });
});

describe('a raise that the portal advised', () => {
  it('is approved, and its order is sent without a reason', async () => {
    const treated = await onTreatment(portal, {
      day: 120,
      draws: [[1, { tt_ng_dl: 300, hct_percent: 45 }, 84]],
    });
    await enter(treated, { pdmp_checked_on: clinicToday() });
    const { recommendation, suggested_dose: dose } = await advice(treated);
    expect(recommendation).toBe('increase');
    const saved = await treated.provider.post(`/api/trt/cases/${treated.caseId}/titrate`, {
      ...CYPIONATE,
      dose,
    });
    expect(saved.body['saved']).toBe(true);
    const approved = await approvePlan(treated, (await detail(treated)).pending_plan!);
    const order = approved.body['prescription'] as Prescription;
    expect([approved.status, order.status]).toEqual([200, 'accepted']);
    expect(await send({ ...treated, order })).toEqual([200, null]);
  });
});
