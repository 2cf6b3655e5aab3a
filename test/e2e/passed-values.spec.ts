import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PrescriptionJudgementResponse } from '../../common/api/index.js';
import {
  answers,
  clinicToday,
  daysAgo,
  detail,
  generate,
  inForce,
  reachedNow,
  save,
  type Ordered,
} from '../support/care.js';
import { bytesOf, pdfText } from '../support/files.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const WHY = 'Cardiology and urology know of it and agree';
const move = ({ provider, order }: Ordered, to: string, overrides?: string[]) =>
  provider.post(`/api/trt/prescriptions/${order.id}/transition`, {
    to,
    ...(overrides && { reason: WHY, overrides }),
  });
const blockedBy = async ({ provider, order }: Ordered): Promise<string[]> => {
  const { body } = await provider.get(`/api/trt/prescriptions/${order.id}/judgement`);
  return (body as PrescriptionJudgementResponse).blocked_by;
};
const lab = (results: object) => async (treated: Ordered) => {
  const body = { patient_id: treated.patientId, collected_at: new Date().toISOString(), results };
  expect((await treated.provider.post('/api/labs', body)).status).toBe(201);
};
const drawnAt = (collected_at: string, results: object) => async (treated: Ordered) => {
  const body = { patient_id: treated.patientId, collected_at, results };
  expect((await treated.provider.post('/api/labs', body)).status).toBe(201);
};
const facts = async (treated: Ordered, extras: object): Promise<void> => {
  const { version } = (await detail(treated)).case;
  const body = { version, extras, reason: 'Measured again, seated' };
  expect((await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, body)).status).toBe(200);
};
const pressure = (bp_systolic: number, bp_diastolic: number) => (treated: Ordered) =>
  facts(treated, { bp_systolic, bp_diastolic });
const discrepancy = (note: string) => async (treated: Ordered) => {
  const body = { state: 'NY', queried_on: clinicToday(), finding: 'discrepancy', report_ref: 'R-1', note };
  expect((await treated.provider.post(`/api/trt/cases/${treated.caseId}/pdmp-checks`, body)).status).toBe(
    201,
  );
};

/** On treatment for 30 days, with an order that is approved and not sent. */
async function onTreatment(): Promise<Ordered> {
  const treated = await inForce(portal);
  await facts(treated, { therapy_started_on: daysAgo(30), last_change_on: daysAgo(30) });
  return treated;
}

describe('an order that passed a rule by name', () => {
  it.each([
    ['PSA', 'psa_on_therapy_over_4', lab({ psa_ng_ml: 4.2 }), lab({ psa_ng_ml: 25 })],
    ['hematocrit', 'hct_on_therapy_52_54', lab({ hct_percent: 52.2 }), lab({ hct_percent: 53.9 })],
    ['blood pressure', 'bp_160_100', pressure(161, 99), pressure(179, 118)],
    ['discrepancy', 'pdmp_discrepancy', discrepancy('One old fill'), discrepancy('Six prescribers')],
  ])('asks again for a worse %s, and for no other reason', async (_, rule, first, worse) => {
    const treated = await onTreatment();
    await first(treated);
    const named = await blockedBy(treated);
    expect(named).toContain(rule);
    expect((await move(treated, 'sent', named)).status).toBe(200);
    expect(await blockedBy(treated)).toEqual([]);
    await worse(treated);
    const again = await move(treated, 'filled');
    expect([again.status, again.body.blocked_by]).toEqual([409, expect.arrayContaining([rule])]);
    expect((await move(treated, 'filled', await blockedBy(treated))).status).toBe(200);
  });

  it.each([
    ['earlier that day', drawnAt(`${daysAgo(2)}T12:00:00-05:00`, { psa_ng_ml: 7.9 })],
    ['days earlier', drawnAt(`${daysAgo(29)}T09:00:00-05:00`, { psa_ng_ml: 7.9 })],
  ])('asks again for a worse draw of %s that was entered later', async (_, worse) => {
    const treated = await onTreatment();
    await drawnAt(`${daysAgo(2)}T16:00:00-05:00`, { psa_ng_ml: 4.3 })(treated);
    expect((await move(treated, 'sent', await blockedBy(treated))).status).toBe(200);
    await drawnAt(`${daysAgo(2)}T11:00:00-05:00`, { psa_ng_ml: 4.1 })(treated);
    expect(await blockedBy(treated)).toEqual([]);
    await worse(treated);
    const again = await move(treated, 'filled');
    expect([again.status, again.body.blocked_by]).toEqual([409, ['psa_on_therapy_over_4']]);
    expect((await move(treated, 'filled', await blockedBy(treated))).status).toBe(200);
  });

  it('asks again for a hematocrit that stops treatment, drawn hours before the one that was passed', async () => {
    const treated = await onTreatment();
    await drawnAt(`${daysAgo(2)}T16:00:00-05:00`, { hct_percent: 52.3 })(treated);
    expect((await move(treated, 'sent', await blockedBy(treated))).status).toBe(200);
    await drawnAt(`${daysAgo(2)}T12:00:00-05:00`, { hct_percent: 56 })(treated);
    const again = await move(treated, 'filled');
    expect([again.status, again.body.blocked_by]).toEqual([
      409,
      expect.arrayContaining(['results_disagree']),
    ]);
  });

  it('keeps every reason, on the order and in its document', async () => {
    const treated = await onTreatment();
    await pressure(161, 99)(treated);
    const named = await blockedBy(treated);
    await move(treated, 'sent', named);
    await pressure(179, 118)(treated);
    const again = await blockedBy(treated);
    const second = 'Seen today, the medicine for the pressure was raised';
    const path = `/api/trt/prescriptions/${treated.order.id}/transition`;
    const filled = await treated.provider.post(path, { to: 'filled', reason: second, overrides: again });
    expect(filled.status).toBe(200);
    const order = (await detail(treated)).prescriptions.find(({ id }) => id === treated.order.id)!;
    const by = expect.stringMatching(/\S/);
    expect(order.override_history).toEqual([
      { at: expect.any(String), by, rules: named, reason: WHY },
      { at: expect.any(String), by, rules: again, reason: second },
    ]);
    expect((await treated.patient.get('/api/prescriptions')).text).not.toContain(WHY);
    const document = await treated.provider.get(`/api/trt/cases/${treated.caseId}/documents/plan.pdf`);
    const text = pdfText(bytesOf(document)).replace(/\s+/g, ' ');
    expect([WHY, second].filter((reason) => text.includes(reason))).toEqual([WHY, second]);
  });

  it('does not ask again for a better value', async () => {
    const treated = await onTreatment();
    await pressure(179, 118)(treated);
    expect((await move(treated, 'sent', await blockedBy(treated))).status).toBe(200);
    await pressure(162, 101)(treated);
    expect((await move(treated, 'filled')).status).toBe(200);
  });
});

describe('an approved order', () => {
  it('of a dose that its plan no longer has asks before it is sent', async () => {
    const treated = await inForce(portal);
    await lab({ creatinine_mg_dl: 6 })(treated);
    const written = await treated.provider.post(`/api/trt/cases/${treated.caseId}/titrate`, {
      version: (await detail(treated)).case.version,
      formulation: 'testosterone_cypionate_im',
      dose: 60,
      frequency: 'once weekly',
      route: 'intramuscular',
      reason: 'Chest pressure on the first dose, lower it',
    });
    expect(written.status).toBe(200);
    const { plan_id, version } = (await detail(treated)).pending_plan!;
    const approval = { plan_id, version, override_reason: WHY };
    const approved = await treated.provider.post('/api/trt/provider/plans/approve', {
      ...approval,
      overrides: ['critical_lab_not_called', 'critical_lab'],
    });
    expect([approved.status, approved.body.prescription_blocked_by]).toEqual([
      200,
      expect.arrayContaining(['critical_lab_not_called']),
    ]);
    expect(await blockedBy(treated)).toContain('rx_dose_plan_mismatch');
  });
});

describe('a severe report', () => {
  const sideEffect = async ({ patient }: Ordered, key: string) => {
    const side_effects = [{ key, severity: 'severe' }];
    const body = { location_state: 'NY', changes: {}, side_effects };
    expect((await patient.post('/api/safety-checks', body)).status).toBe(201);
  };
  const acknowledge = async (treated: Ordered, key: string) => {
    const { id } = (await detail(treated)).alerts.find(({ rule_key }) => rule_key === key)!;
    const body = { action: 'handled', note: 'Called, feels better since yesterday' };
    const path = `/api/trt/cases/${treated.caseId}/alerts/${id}/acknowledge`;
    expect((await treated.provider.post(path, body)).status).toBe(200);
  };

  it.each(['swelling', 'skin_transfer'])('of %s waits for its answer, and so does the next', async (key) => {
    const treated = await onTreatment();
    await sideEffect(treated, key);
    const kept = await move(treated, 'sent');
    expect([kept.status, kept.body.rule_key]).toEqual([409, 'severe_report_open']);
    const bulk = await treated.provider.post('/api/trt/prescriptions/approve', { ids: [treated.order.id] });
    expect(bulk.body.results).toMatchObject([{ ok: false }]);
    await acknowledge(treated, 'side_effect_severe');
    expect((await move(treated, 'sent')).status).toBe(200);
    await sideEffect(treated, 'headache');
    expect((await move(treated, 'filled')).body.rule_key).toBe('severe_report_open');
  });

  it('waits for its answer whatever is reported next', async () => {
    const treated = await onTreatment();
    await sideEffect(treated, 'swelling');
    const body = { location_state: 'NY', changes: {}, side_effects: [] };
    expect((await treated.patient.post('/api/safety-checks', body)).status).toBe(201);
    expect((await move(treated, 'sent')).body.rule_key).toBe('severe_report_open');
    await acknowledge(treated, 'side_effect_severe');
    expect((await move(treated, 'sent')).status).toBe(200);
    expect((await treated.patient.post('/api/safety-checks', body)).status).toBe(201);
    expect((await detail(treated)).alerts.map(({ rule_key }) => rule_key)).not.toContain(
      'side_effect_severe',
    );
  });

  it('of PHQ-2 waits for its answer', async () => {
    const treated = await onTreatment();
    const symptoms = { lack_of_energy: { present: true, severity: 3 } };
    const saved = await treated.patient.post('/api/progress/check-in', { symptoms, phq2: [3, 3] });
    expect(saved.status).toBe(201);
    expect((await move(treated, 'sent')).body.rule_key).toBe('severe_report_open');
    await acknowledge(treated, 'phq2_positive');
    expect((await move(treated, 'sent')).status).toBe(200);
  });
});

describe('a restart after a safety stop', () => {
  it('drafts no order, and the one that a clinician writes is approved by name', async () => {
    const treated = await inForce(portal);
    const stop = { reason_code: 'safety_event', effective_date: clinicToday(), follow_up_labs: true };
    const { version } = (await detail(treated)).case;
    await treated.provider.post(`/api/trt/cases/${treated.caseId}/discontinue`, { ...stop, version });
    const again = answers(treated.patient.email, { occupation: 'Baker' });
    expect((await save(treated.patient, again, { submit: true })).status).toBe(200);
    await generate(treated.patient);
    const plan = (await detail(treated)).pending_plan!;
    const approve = (more: object = {}) =>
      treated.provider.post('/api/trt/provider/plans/approve', {
        plan_id: plan.plan_id,
        version: plan.version,
        override_reason: WHY,
        ...more,
      });
    const asked = await approve();
    expect([asked.status, Object.keys(asked.body.fields)]).toEqual([422, ['overrides']]);
    expect(asked.body.blocked_by).toContain('restart_after_safety_stop');
    const approved = await approve({ overrides: asked.body.blocked_by });
    expect([approved.status, approved.body.prescription]).toEqual([200, null]);
    const { drug, dose, frequency, route, quantity, refills, days_supply } = treated.order;
    const written = await treated.provider.post(`/api/trt/cases/${treated.caseId}/prescriptions`, {
      drug,
      dose,
      frequency,
      route,
      quantity,
      refills,
      days_supply,
    });
    const review = (more: object) =>
      treated.provider.post(`/api/trt/prescriptions/${written.body.id}/review`, {
        decision: 'accept',
        override_reason: WHY,
        ...more,
      });
    const unnamed = await review({});
    expect([unnamed.status, Object.keys(unnamed.body.fields)]).toEqual([422, ['overrides']]);
    expect(unnamed.body.blocked_by).toContain('restart_after_safety_stop');
    expect((await review({ overrides: unnamed.body.blocked_by })).status).toBe(200);
  });
});

it('an emergency closed as misread asks only when it is told again, and is shown as that', async () => {
  const treated = await onTreatment();
  await treated.patient.post('/api/messages', { subject: 'Hi', body: 'crushing chest pain right now' });
  const [alert] = (await detail(treated)).alerts;
  const at = `/api/trt/cases/${treated.caseId}/alerts/${alert!.id}/acknowledge`;
  const note = 'A line of a song, the patient writes about a concert';
  expect((await treated.provider.post(at, { action: 'handled', misread: true, note })).status).toBe(200);
  const read = async () => {
    const { body } = await treated.provider.get(`/api/trt/prescriptions/${treated.order.id}/judgement`);
    return JSON.stringify((body as PrescriptionJudgementResponse).rules);
  };
  expect(await read()).not.toContain('emergency_recent');
  await treated.patient.post('/api/messages', { subject: 'Hi', body: 'crushing chest pain right now' });
  const [again] = (await detail(treated)).alerts;
  const contact = reachedNow('Seen at the hospital, no infarction found');
  await treated.provider.post(at.replace(alert!.id, again!.id), { action: 'handled', contact });
  expect(await read()).toContain('reached, agreed: Seen at the hospital');
  expect(await read()).toContain('closed as misread, without a call');
});

it('results of another specimen than blood from a vein are not entered', async () => {
  const treated = await inForce(portal);
  const enter = (specimen: string) =>
    treated.provider.post('/api/labs', {
      patient_id: treated.patientId,
      collected_at: new Date().toISOString(),
      specimen,
      results: { tt_ng_dl: 228 },
    });
  for (const specimen of [
    'Saliva',
    'urine, 24 h',
    'ORINA de 24 horas',
    'oral fluid',
    'Oral-fluid swab',
    'Dried blood spot',
    'DBS',
    'finger stick',
    'fingerstick',
    'Finger-prick blood',
    'capillary blood',
    'sangre seca en papel',
    'punción en el dedo',
    'cabello',
    'muestra de saliva',
    'hair',
  ]) {
    const { status, body } = await enter(specimen);
    expect([specimen, status, Object.keys(body.fields ?? {})]).toEqual([specimen, 422, ['specimen']]);
  }
  expect((await enter('Serum, venous, SST')).status).toBe(201);
});
