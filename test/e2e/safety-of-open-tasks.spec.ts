import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditResponse, Lab, TimelineResponse } from '../../common/api/index.js';
import { addDays } from '../../common/clinical/index.js';
import {
  addLab,
  approvePlan,
  clinicToday,
  detail,
  inForce,
  reachedNow,
  type Ordered,
  type Treated,
} from '../support/care.js';
import type { Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const WHY = 'Patient was called, the entry was a typing error';
const at = ({ order }: Ordered): string => `/api/trt/prescriptions/${order.id}`;
const move = (treated: Ordered, to: string, more: object = {}, by: Person = treated.provider) =>
  by.post(`${at(treated)}/transition`, { to, ...more });
const refusal = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['rule_key'],
];
const alertOf = async (treated: Treated, key: string) =>
  (await detail(treated)).alerts.find(({ rule_key }) => rule_key === key)!;
const acknowledge = (treated: Treated, id: string, body: object) =>
  treated.provider.post(`/api/trt/cases/${treated.caseId}/alerts/${id}/acknowledge`, body);

describe('a logged dose far over the plan', () => {
  const overdosed = async (): Promise<Ordered> => {
    const treated = await inForce(portal);
    const taken = { taken_at: new Date(Date.now() - 3_600_000).toISOString(), dose: 800, unit: 'mg' };
    expect((await treated.patient.post('/api/doses', taken)).status).toBe(201);
    return treated;
  };

  it('is asked by name at each step until the patient was reached', async () => {
    const treated = await overdosed();
    const named = { reason: WHY, overrides: ['dose_report_open'] };
    expect(refusal(await move(treated, 'sent'))).toEqual([409, 'dose_report_open']);
    expect((await move(treated, 'sent', named)).status).toBe(200);
    expect(refusal(await move(treated, 'filled'))).toEqual([409, 'dose_report_open']);
    const { id } = await alertOf(treated, 'dose_far_over_plan');
    const bare = await acknowledge(treated, id, { action: 'handled', note: 'Seen' });
    expect([bare.status, Object.keys(bare.body.fields)]).toEqual([
      422,
      ['contact.reached', 'contact.at', 'contact.note'],
    ]);
    const contact = reachedNow('Took 80 mg, the entry was a typing error');
    expect((await acknowledge(treated, id, { action: 'handled', contact })).status).toBe(200);
    expect((await move(treated, 'filled')).status).toBe(200);
  });

  it('too soon after another one is closed once the patient was reached, and not with a note', async () => {
    const treated = await inForce(portal);
    for (const hours of [30, 4]) {
      const taken_at = new Date(Date.now() - hours * 3_600_000).toISOString();
      const dose = await treated.patient.post('/api/doses', {
        taken_at,
        dose: treated.plan.dose,
        unit: 'mg',
      });
      expect(dose.status).toBe(201);
    }
    const { id } = await alertOf(treated, 'dose_too_soon');
    const note = 'Seen, the patient may have logged it twice';
    const noted = await acknowledge(treated, id, { action: 'handled', note });
    expect([noted.status, Object.keys(noted.body.fields)]).toEqual([
      422,
      ['contact.reached', 'contact.at', 'contact.note'],
    ]);
    const contact = reachedNow('Logged one dose twice, took it once on Monday');
    expect((await acknowledge(treated, id, { action: 'handled', contact })).status).toBe(200);
    expect(await alertOf(treated, 'dose_too_soon')).toBeUndefined();
  });

  it('is asked by name where a plan is approved', async () => {
    const treated = await overdosed();
    await treated.provider.post(`/api/trt/cases/${treated.caseId}/titrate`, {
      version: (await detail(treated)).case.version,
      formulation: 'testosterone_cypionate_im',
      dose: 100,
      frequency: 'once weekly',
      route: 'intramuscular',
      reason: 'Feels good on it, wants more',
    });
    const plan = (await detail(treated)).pending_plan!;
    const refused = await approvePlan(treated, plan, { override_reason: 'Patient wants it, no other cause' });
    expect([refused.status, refused.body.blocked_by]).toEqual([
      422,
      expect.arrayContaining(['dose_report_open']),
    ]);
  });
});

describe('an emergency that was misread', () => {
  const MEANING = 'He tells of the end of a film; the rest is about a refill';
  const wrote = async (body: string, treated: Ordered): Promise<string> => {
    expect((await treated.patient.post('/api/messages', { subject: 'Question', body })).status).toBe(201);
    return (await detail(treated)).alerts.find(({ rule_key }) => rule_key?.startsWith('emergency_'))!.id;
  };
  const misread = (treated: Treated, id: string, note = MEANING) =>
    acknowledge(treated, id, { action: 'handled', misread: true, note });

  it('is closed with what its words mean, in the audit, and is read again', async () => {
    const treated = await inForce(portal);
    const text = 'My arm is numb and I have chest pain';
    const id = await wrote(text, treated);
    const short = await misread(treated, id, 'no');
    expect([short.status, Object.keys(short.body.fields)]).toEqual([422, ['note']]);
    expect((await misread(treated, id)).status).toBe(200);
    expect((await detail(treated)).alerts.filter((alert) => alert.id === id)).toEqual([]);
    const [row] = await portal.database.asSuperuser<{ detail: object }>(
      "SELECT detail FROM audit_events WHERE patient_id = $1 AND action = 'alert.acknowledge' ORDER BY seq DESC LIMIT 1",
      [treated.patientId],
    );
    expect(row!.detail).toMatchObject({ misread: true });
    expect(await wrote(text, treated)).not.toBe(id);
  });

  it('is closed by providers only', async () => {
    const treated = await inForce(portal);
    const id = await wrote('My arm is numb and I have chest pain', treated);
    const provider = await portal.signIn('orgadmin@demo.test');
    const refused = await misread({ ...treated, provider }, id);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['misread']]);
    expect((await detail(treated)).alerts.map((alert) => alert.id)).toContain(id);
  });

  it.each(['This is not an emergency at all', 'False alarm, the message was misread'])(
    'is not closed with %s',
    async (note) => {
      const treated = await inForce(portal);
      const refused = await misread(treated, await wrote('I have chest pain', treated), note);
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['note']]);
    },
  );

  it('stays on the case and the timeline with who closed it and why, and is opened again in one step', async () => {
    const treated = await inForce(portal);
    const id = await wrote('I have chest pain', treated);
    await misread(treated, id);
    const shown = (await detail(treated)).misread_alerts;
    expect(shown).toMatchObject([{ id, note: MEANING, reports: [{ place: 'message' }] }]);
    const timeline = async () =>
      (
        (await treated.provider.get(`/api/trt/cases/${treated.caseId}/timeline`)).body as TimelineResponse
      ).alerts.find(({ rule_key }) => rule_key === 'emergency_heart_or_breathing')!.misread;
    expect(await timeline()).toEqual({ by: shown[0]!.by, note: MEANING });
    const reopen = () => treated.provider.post(`/api/trt/cases/${treated.caseId}/alerts/${id}/reopen`, {});
    expect((await reopen()).status).toBe(200);
    const again = await detail(treated);
    expect([again.misread_alerts, again.alerts.map((alert) => alert.id)]).toEqual([
      [],
      expect.arrayContaining([id]),
    ]);
    expect(await timeline()).toBeNull();
    expect((await reopen()).status).toBe(404);
    expect((await misread(treated, id)).status).toBe(200);
    await wrote('I have chest pain', treated);
    expect((await reopen()).status).toBe(409);
  });

  it('is told to who reads the audit: which alert, and how it was closed', async () => {
    const treated = await inForce(portal);
    await misread(treated, await wrote('I have chest pain', treated));
    const admin = await portal.signIn('orgadmin@demo.test');
    const read = await admin.list('/api/admin/audit', {
      filter: { action: 'alert.acknowledge', patient_id: treated.patientId },
    });
    expect((read.body as AuditResponse).events.map((event) => event.detail)).toEqual([
      { rule: 'emergency_heart_or_breathing', action: 'handled', misread: true },
    ]);
  });

  it.each([
    ['of self-harm', (treated: Ordered) => wrote('I want to kill myself tonight', treated)],
    [
      'that was ticked in a safety check',
      async (treated: Ordered) => {
        await wrote('I have chest pain', treated);
        const side_effects = [{ key: 'chest_pain', severity: 'severe' }];
        await treated.patient.post('/api/safety-checks', { location_state: 'NY', changes: {}, side_effects });
        return (await alertOf(treated, 'emergency_heart_or_breathing')).id;
      },
    ],
  ])('is never one %s', async (_, told) => {
    const treated = await inForce(portal);
    const id = await told(treated);
    const refused = await misread(treated, id);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['misread']]);
  });

  it('is no other alert', async () => {
    const treated = await inForce(portal);
    await addLab(treated, 0, { psa_ng_ml: 9 });
    const { id } = await alertOf(treated, 'psa_on_therapy_over_4');
    expect((await misread(treated, id)).status).toBe(422);
  });
});

describe('a critical result', () => {
  it('keeps the order back until the patient was called, or by name', async () => {
    const treated = await inForce(portal);
    const lab = (await addLab(treated, 0, { creatinine_mg_dl: 6 })).body as Lab;
    expect(refusal(await move(treated, 'sent'))).toEqual([409, 'critical_lab_not_called']);
    const named = { reason: WHY, overrides: ['critical_lab_not_called'] };
    expect((await move(treated, 'sent', named)).status).toBe(200);
    const call = (body: object) =>
      treated.provider.post(`/api/labs/${lab.id}/call-back`, { called_on: clinicToday(), ...body });
    for (const note of ['', 'Voicemail', 'Left a voicemail, did not reach the patient'])
      expect((await call({ reached: true, note })).status).toBe(422);
    expect((await call({ reached: false, note: 'Voicemail' })).status).toBe(200);
    expect(refusal(await move(treated, 'filled', { reason: WHY }))).toEqual([409, 'critical_lab_not_called']);
    expect((await call({ reached: true, note: 'Sent to the emergency department' })).status).toBe(200);
    expect((await move(treated, 'filled')).status).toBe(200);
  });
});

describe('the closing of a critical alert', () => {
  it('says in a sentence what was done, and rechecks a PSA within weeks', async () => {
    const treated = await inForce(portal);
    await addLab(treated, 0, { psa_ng_ml: 9 });
    const { id } = await alertOf(treated, 'psa_on_therapy_over_4');
    const recheck = (days: number, note: string) =>
      acknowledge(treated, id, { action: 'recheck', recheck_on: addDays(clinicToday(), days), note });
    const note = 'Repeat PSA ordered, urology is informed';
    const late = await recheck(366, note);
    expect([late.status, Object.keys(late.body.fields)]).toEqual([422, ['recheck_on']]);
    expect((await recheck(28, 'Seen')).status).toBe(422);
    expect((await recheck(28, note)).status).toBe(200);
  });
});

describe('orders canceled at the pharmacy', () => {
  it('are each on a line of their own', async () => {
    const treated = await inForce(portal);
    const { order } = treated;
    const cancel = { reason: 'The wrong pharmacy has it' };
    expect((await move(treated, 'sent')).status).toBe(200);
    expect((await move(treated, 'canceled', cancel)).status).toBe(200);
    const { drug, dose, frequency, route, quantity, refills, days_supply } = order;
    const fields = { drug, dose, frequency, route, quantity, refills, days_supply };
    const made = await treated.provider.post(`/api/trt/cases/${treated.caseId}/prescriptions`, fields);
    const second = { ...treated, order: made.body };
    const accepted = await second.provider.post(`${at(second)}/review`, {
      decision: 'accept',
      override_reason: 'The pharmacy was called about the first one',
      overrides: ['another_order_sent', 'rx_early_refill'],
    });
    expect([accepted.status, accepted.body.error]).toEqual([200, undefined]);
    expect((await move(second, 'sent')).status).toBe(200);
    expect((await move(second, 'canceled', cancel)).status).toBe(200);
    const { message } = await alertOf(treated, 'order_canceled');
    expect(message.split('\n').filter((line) => line.includes(drug))).toHaveLength(2);
  });
});

describe('a clinician whose licenses have expired', () => {
  it('does not fill an order', async () => {
    const treated = await inForce(portal);
    const expired = await portal.signIn('expired@demo.test');
    expect((await move(treated, 'sent')).status).toBe(200);
    expect(refusal(await move(treated, 'filled', { reason: WHY }, expired))).toEqual([
      409,
      'license_expired',
    ]);
    expect((await move(treated, 'filled')).status).toBe(200);
  });
});
