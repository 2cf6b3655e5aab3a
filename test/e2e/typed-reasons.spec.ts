import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  CaseDetailResponse,
  PatientPlansResponse,
  PendingPlansResponse,
  PrescriptionListResponse,
} from '../../common/api/index.js';
import {
  addLab,
  approvePlan,
  daysAgo,
  detail,
  generate,
  ordered,
  planned,
  type Treated,
} from '../support/care.js';
import { unzipped } from '../support/files.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

/** Everything a patient can read about themselves, as one text. */
async function toldTo({ patient }: Treated): Promise<string> {
  const paths = ['dashboard', 'intake', 'reminders'].map((name) => `/api/trt/${name}`);
  const own = ['/api/prescriptions', '/api/patient/profile', '/api/patient/access-log', '/api/progress'];
  const texts: string[] = [];
  for (const path of [...paths, ...own]) {
    const response = await patient.get(path);
    expect([path, response.status]).toEqual([path, 200]);
    texts.push(response.text);
  }
  texts.push(JSON.stringify((await generate(patient)).body));
  const exported = await fetch(`${portal.base}/files/export.zip`, {
    headers: { cookie: `trt_sid=${patient.token}` },
  });
  expect(exported.status).toBe(200);
  const files = unzipped(Buffer.from(await exported.arrayBuffer()));
  expect(files.size).toBeGreaterThan(0);
  for (const bytes of files.values()) texts.push(bytes.toString('latin1'));
  return texts.join('\n');
}

const plansOf = async ({ provider, patientId }: Treated) =>
  ((await provider.get(`/api/trt/provider/patient-plans/${patientId}`)).body as PatientPlansResponse).plans;

describe("clinicians' notes are shown to staff and to no patient", () => {
  it('for a plan: why it differs, and why it was approved anyway', async () => {
    const treated = await planned(portal);
    const { provider, patient, caseId, plan } = treated;
    await provider.post('/api/trt/provider/plans/flag', { plan_id: plan.plan_id, reason: 'Ask about sleep' });
    const { pending_plan: flagged } = await detail(treated);
    const approved = await approvePlan(treated, flagged!, { override_reason: 'Override heron' });
    expect([approved.status, approved.body.plan.override_reason]).toEqual([200, 'Override heron']);
    const saved = await provider.post(`/api/trt/cases/${caseId}/titrate`, {
      formulation: plan.formulation,
      dose: plan.dose + 17,
      frequency: plan.frequency,
      route: plan.route,
      reason: 'Adjusted heron',
    });
    expect([saved.status, saved.body.saved]).toEqual([200, true]);

    const now = await detail(treated);
    expect([now.plan, now.pending_plan]).toMatchObject([
      { reason: null, override_reason: 'Override heron' },
      { reason: 'Adjusted heron', override_reason: null },
    ]);
    expect((await plansOf(treated)).map((p) => [p.reason, p.override_reason])).toEqual([
      ['Adjusted heron', null],
      [null, 'Override heron'],
    ]);
    const list = await provider.list('/api/trt/provider/pending-plans', { filter: { q: patient.email } });
    expect((list.body as PendingPlansResponse).plans.map((p) => p.reason)).toEqual(['Adjusted heron']);
    expect(await toldTo(treated)).not.toContain('heron');
    const dashboard = (await patient.get('/api/trt/dashboard')).body as {
      plan: object;
      pending_plan: object;
    };
    expect(Object.keys({ ...dashboard.plan, ...dashboard.pending_plan })).toEqual(
      expect.not.arrayContaining(['reason', 'override_reason']),
    );
  });

  it('for an order: why it was approved against a rule, and why it ended', async () => {
    const treated = await ordered(portal);
    const { provider, patient, caseId, order } = treated;
    await addLab(treated, 80, { tt_ng_dl: 250, hct_percent: 44, psa_ng_ml: 0.8 });
    await addLab(treated, 75, { tt_ng_dl: 255 });
    const { version } = (await detail(treated)).case;
    await provider.patch(`/api/trt/cases/${caseId}`, {
      version,
      extras: { therapy_started_on: daysAgo(60) },
    });
    await addLab(treated, 1, { hct_percent: 58 });
    const path = `/api/trt/prescriptions/${order.id}`;
    const { blocked_by: overrides } = (await provider.get(`${path}/judgement`)).body as {
      blocked_by: string[];
    };
    const reviewed = await provider.post(`${path}/review`, {
      decision: 'accept',
      override_reason: 'Override heron after the repeat',
      overrides,
    });
    expect([reviewed.status, reviewed.body.override_reason]).toEqual([
      200,
      'Override heron after the repeat',
    ]);
    const ended = await provider.post(`${path}/transition`, { to: 'canceled', reason: 'Ended heron' });
    const both = { override_reason: 'Override heron after the repeat', ended_reason: 'Ended heron' };
    expect(ended.body).toMatchObject(both);
    expect((await detail(treated)).prescriptions).toMatchObject([both]);
    expect((await provider.get(path)).body).toMatchObject(both);
    const all = await provider.list('/api/trt/prescriptions/all', { filter: { q: patient.email } });
    expect((all.body as PrescriptionListResponse).prescriptions).toMatchObject([both]);
    expect(await toldTo(treated)).not.toContain('heron');
    expect(JSON.stringify((await generate(patient)).body)).not.toMatch(/heron|ended_reason/);
  });

  it('for a rejected order: the note', async () => {
    const treated = await ordered(portal);
    const path = `/api/trt/prescriptions/${treated.order.id}`;
    await treated.provider.post(`${path}/review`, { decision: 'reject', note: 'Wrong heron' });
    expect((await treated.provider.get(path)).body).toMatchObject({ ended_reason: 'Wrong heron' });
    expect(await toldTo(treated)).not.toContain('heron');
  });

  it('for the end of a treatment: who, when, why, and the note, even once the case is closed', async () => {
    const treated = await planned(portal);
    const { provider, caseId } = treated;
    await approvePlan(treated, treated.plan);
    expect((await detail(treated)).discontinuation).toBeNull();
    const stop = (follow_up_labs: boolean, note: string) =>
      provider.post(`/api/trt/cases/${caseId}/discontinue`, {
        reason_code: 'side_effect',
        effective_date: daysAgo(0),
        follow_up_labs,
        note,
      });
    const stopped = await stop(true, 'Ended heron');
    const known = {
      reason_code: 'side_effect',
      follow_up_labs: true,
      note: 'Ended heron',
      decided_by: expect.stringMatching(/\S/),
      decided_at: expect.stringMatching(/Z$/),
      effective_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    };
    expect((stopped.body as CaseDetailResponse).discontinuation).toEqual(known);
    expect((await stop(false, 'Followed up')).status).toBe(200);
    expect((await detail(treated)).discontinuation).toEqual(known);
    const told = await treated.patient.get('/api/trt/dashboard');
    expect(told.body).not.toHaveProperty('discontinuation');
    expect(told.text).not.toContain('heron');
  });
});
