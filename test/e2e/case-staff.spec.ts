import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CliniciansResponse, PrescriptionJudgementResponse } from '../../common/api/index.js';
import { approvePlan, detail, inForce, ordered, submitted } from '../support/care.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal('demo');
});
afterAll(() => portal.close());

describe('GET /api/trt/cases/{id}/clinicians', () => {
  it('names the active providers of the clinic of the case, and each can be chosen', async () => {
    const treated = await submitted(portal);
    const at = `/api/trt/cases/${treated.caseId}/clinicians`;
    const { clinicians } = (await treated.provider.get(at)).body as CliniciansResponse;
    const names = clinicians.map((one) => one.name);
    expect(names).toContain('Dr. Elena Rossi');
    expect(names).toEqual([...names].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())));
    const north = await portal.signIn('north@demo.test');
    expect(clinicians.map((one) => one.user_id)).not.toContain(north.me!.user.id);
    const other = clinicians.find((one) => one.name !== 'Dr. Elena Rossi')!;
    const { version } = (await detail(treated)).case;
    const change = { version, primary_clinician: other.user_id };
    expect((await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, change)).status).toBe(200);
    expect((await detail(treated)).case.primary_clinician).toBe(other.name);
    expect((await north.get(at)).status).toBe(404);
    expect((await treated.patient.get(at)).status).toBe(403);
    expect((await treated.provider.get('/api/trt/cases/x/clinicians')).status).toBe(404);
  });
});

describe('the blood pressure of a case', () => {
  it('is the reading of the clinic with its date, else what the patient reported', async () => {
    const treated = await submitted(portal, {
      blood_pressure_systolic: 131,
      blood_pressure_diastolic: 82,
    });
    expect((await detail(treated)).blood_pressure).toMatchObject({
      systolic: 131,
      diastolic: 82,
      reported: true,
    });
    const { version } = (await detail(treated)).case;
    const extras = { bp_systolic: 124, bp_diastolic: 76, bp_on: '2026-01-05' };
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, extras });
    expect((await detail(treated)).blood_pressure).toEqual({
      systolic: 124,
      diastolic: 76,
      on: '2026-01-05',
      reported: false,
    });
  });
});

describe('GET /api/trt/prescriptions/{id}/judgement', () => {
  it('says what will still block the order once its plan is approved', async () => {
    const treated = await inForce(portal);
    // A dose change: beside the active plan the new order differs, beside its own plan it does not.
    const wish = {
      formulation: treated.plan.formulation,
      dose: treated.plan.dose - 10,
      frequency: treated.plan.frequency,
      route: treated.plan.route,
      reason: 'Patient feels well on less',
    };
    const saved = await treated.provider.post(`/api/trt/cases/${treated.caseId}/titrate`, wish);
    expect(saved.status).toBe(200);
    const { prescriptions, pending_plan: pending } = await detail(treated);
    const draft = prescriptions.find((one) => one.plan_id === pending!.plan_id)!;
    const judged = (await treated.provider.get(`/api/trt/prescriptions/${draft.id}/judgement`))
      .body as PrescriptionJudgementResponse;
    expect(judged.blocked_by).toContain('rx_dose_plan_mismatch');
    expect(judged.after_plan_approval?.blocked_by).not.toContain('rx_dose_plan_mismatch');
    const approved = await approvePlan(treated, pending!, { override_reason: 'Agreed with the patient' });
    expect(approved.body.prescription_blocked_by).toEqual(judged.after_plan_approval?.blocked_by);
  });

  it('carries value, limit, age, source and version of each blocking rule', async () => {
    const treated = await ordered(portal);
    await treated.provider.post('/api/labs', {
      patient_id: treated.patientId,
      collected_at: new Date(Date.now() - 86_400_000).toISOString(),
      results: { psa_ng_ml: 5.2 },
    });
    const judged = (await treated.provider.get(`/api/trt/prescriptions/${treated.order.id}/judgement`))
      .body as PrescriptionJudgementResponse;
    const rule = judged.after_plan_approval!.rules.find((one) => one.rule_key === 'psa_baseline_over_4')!;
    expect(rule.evidence).toContainEqual(
      expect.objectContaining({ name: 'psa_ng_ml', value: 5.2, unit: 'ng/mL', age_days: 1 }),
    );
    expect(rule.evidence.every((one) => one.citation && one.rule_version === rule.version)).toBe(true);
  });
});
