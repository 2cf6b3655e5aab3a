import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  ApproveUnflaggedResponse,
  PendingPlan,
  Prescription,
  PrescriptionJudgementResponse,
  StaffRefillRequest,
} from '../../common/api/index.js';
import {
  approvePlan,
  clinicToday,
  daysAgo,
  detail,
  inForce,
  ordered,
  reachedNow,
  reviewMessages,
  save,
  type Ordered,
  type Treated,
} from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const EMERGENCY = [409, 'rule_blocked', 'emergency_open'];
const WHY = 'He is in the emergency room and stable, his cardiologist agrees';
const NAMED = { override_reason: WHY, overrides: ['emergency_open'] };

const at = ({ order }: Ordered): string => `/api/trt/prescriptions/${order.id}`;
const move = (treated: Ordered, to: string, more: object = {}) =>
  treated.provider.post(`${at(treated)}/transition`, { to, ...more });
const accept = (treated: Ordered, more: object = {}) =>
  treated.provider.post(`${at(treated)}/review`, { decision: 'accept', ...more });
const read = async (treated: Ordered): Promise<Prescription> =>
  (await treated.provider.get(at(treated))).body as Prescription;
const judgement = async (treated: Ordered) =>
  (await treated.provider.get(`${at(treated)}/judgement`)).body as PrescriptionJudgementResponse;
const refusal = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['error'],
  body['rule_key'],
];
/** And a provider opens it. */
async function writes({ patient, provider }: Treated, body = 'crushing chest pain since this morning') {
  const sent = await patient.post('/api/messages', { subject: 'Help', body });
  expect((await provider.post(`/api/provider/messages/${sent.body.id}/read`, {})).status).toBe(200);
}
async function handle(treated: Treated) {
  const alert = (await detail(treated)).alerts.find((one) => one.rule_key?.startsWith('emergency_'))!;
  const closed = await treated.provider.post(
    `/api/trt/cases/${treated.caseId}/alerts/${alert.id}/acknowledge`,
    { action: 'handled', contact: reachedNow('Reached him, he is at the hospital') },
  );
  expect(closed.status).toBe(200);
  // Its words wait for a review once it is closed.
  await reviewMessages(treated.provider, treated.patient.email);
}
async function waiting(treated: Ordered): Promise<PendingPlan> {
  const page = await treated.provider.list('/api/trt/provider/pending-plans', {
    filter: { q: treated.patient.email },
  });
  return (page.body as { plans: PendingPlan[] }).plans[0]!;
}
async function preview(treated: Ordered): Promise<ApproveUnflaggedResponse> {
  const { provider, plan } = treated;
  return (
    await provider.post('/api/trt/provider/plans/approve-unflagged', {
      dry_run: true,
      plan_ids: [plan.plan_id],
    })
  ).body as ApproveUnflaggedResponse;
}
const audited = async ({ patientId }: Treated, action: string) =>
  (
    await portal.database.asSuperuser<{ detail: { rules: string[] } }>(
      'SELECT detail FROM audit_events WHERE patient_id = $1 AND action = $2 ORDER BY seq DESC LIMIT 1',
      [patientId, action],
    )
  )[0]?.detail;

describe('an emergency that no one has answered', () => {
  it('leaves the plan and its order out of a bulk approval, and is named in the lists', async () => {
    const treated = await ordered(portal);
    expect((await preview(treated)).would_approve).toHaveLength(1);
    await writes(treated);
    expect((await preview(treated)).skipped).toEqual([
      { plan_id: treated.plan.plan_id, reason: 'emergency_open' },
    ]);
    const plan = await waiting(treated);
    expect([plan.flagged, plan.each_by_name, plan.reason_needed_for, plan.prescription_blocked_by]).toEqual([
      false,
      true,
      ['emergency_open'],
      ['emergency_open'],
    ]);
    const [rule] = plan.rules;
    expect([rule!.rule_key, rule!.evidence[0]!.value]).toEqual([
      'emergency_open',
      `chest pain, a racing heart or trouble breathing (${clinicToday()})`,
    ]);
    const bulk = await treated.provider.post('/api/trt/prescriptions/approve', { ids: [treated.order.id] });
    const [result] = bulk.body.results as { rule_key: string }[];
    expect([bulk.status, result!.rule_key]).toEqual([409, 'emergency_open']);
    const alerts = (await detail(treated)).alerts.map((alert) => alert.rule_key);
    expect(alerts.filter((key) => key?.startsWith('emergency_'))).toEqual(['emergency_heart_or_breathing']);
  });

  it('is named in the reason of each step, and each step keeps it', async () => {
    const treated = await ordered(portal);
    await writes(treated, 'i want to kill myself');
    expect((await approvePlan(treated, treated.plan)).status).toBe(422);
    const unnamed = await approvePlan(treated, treated.plan, { override_reason: WHY });
    expect([unnamed.status, Object.keys(unnamed.body.fields as object)]).toEqual([422, ['overrides']]);
    const approved = await approvePlan(treated, treated.plan, NAMED);
    expect([approved.status, approved.body.prescription_blocked_by]).toEqual([200, ['emergency_open']]);
    expect(refusal(await accept(treated))).toEqual(EMERGENCY);
    expect((await accept(treated, { override_reason: WHY })).status).toBe(422);
    expect((await accept(treated, NAMED)).status).toBe(200);
    expect(refusal(await move(treated, 'sent'))).toEqual(EMERGENCY);
    expect((await judgement(treated)).blocked_by).toEqual(['emergency_open']);
    const short = await move(treated, 'sent', { reason: 'He is well', overrides: ['emergency_open'] });
    expect([short.status, Object.keys(short.body.fields as object)]).toEqual([422, ['reason']]);
    const step = { reason: WHY, overrides: ['emergency_open'] };
    expect((await move(treated, 'sent', step)).status).toBe(200);
    expect((await audited(treated, 'prescription.override'))!.rules).toEqual(['emergency_open']);
    const marked = await read(treated);
    expect([marked.override_rules, marked.override_reason]).toEqual([['emergency_open'], WHY]);
    expect(refusal(await move(treated, 'filled'))).toEqual(EMERGENCY);
    await handle(treated);
    expect((await move(treated, 'filled')).status).toBe(200);
  });

  it('asks for a reason for a week after it was answered, again at the pharmacy for a later one, and is not approved in bulk', async () => {
    const treated = await ordered(portal);
    await writes(treated);
    await handle(treated);
    expect((await preview(treated)).skipped).toEqual([
      { plan_id: treated.plan.plan_id, reason: 'emergency_recent' },
    ]);
    const plan = await waiting(treated);
    expect([plan.reason_needed_for, plan.each_by_name]).toEqual([['emergency_recent'], false]);
    const { value } = plan.rules.find((rule) => rule.rule_key === 'emergency_recent')!.evidence[0]!;
    expect(value).toMatch(/closed today: reached, agreed: Reached him, he is at the hospital$/);
    const bulk = await treated.provider.post('/api/trt/prescriptions/approve', { ids: [treated.order.id] });
    expect((bulk.body.results as { rule_key: string }[])[0]!.rule_key).toBe('emergency_recent');
    expect(Object.keys((await approvePlan(treated, treated.plan)).body.fields as object)).toEqual([
      'override_reason',
    ]);
    const why = { override_reason: 'Seen at the hospital, heart is fine' };
    expect((await approvePlan(treated, treated.plan, why)).status).toBe(200);
    expect((await accept(treated, why)).status).toBe(200);
    expect((await move(treated, 'sent')).status).toBe(200);
    await writes(treated, 'i want to kill myself');
    await handle(treated);
    const RECENT = [409, 'rule_blocked', 'emergency_recent'];
    expect(refusal(await move(treated, 'filled'))).toEqual(RECENT);
    const plain = await move(treated, 'filled', { reason: 'He is fine', overrides: ['emergency_recent'] });
    expect([plain.status, Object.keys(plain.body.fields as object)]).toEqual([422, ['reason']]);
    const named = { reason: WHY, overrides: ['emergency_recent'] };
    expect((await move(treated, 'filled', named)).status).toBe(200);
    expect((await audited(treated, 'prescription.override'))!.rules).toEqual(['emergency_recent']);
    await portal.database.asSuperuser(
      `UPDATE case_alerts SET closed_at = closed_at - interval '8 days' WHERE case_id = $1`,
      [treated.caseId],
    );
    expect((await detail(treated)).rules.map((rule) => rule.rule_key)).not.toContain('emergency_recent');
  });

  it('keeps a release and the end of a hold back in the same way', async () => {
    const treated = await inForce(portal);
    const why = { reason: 'The pharmacy was called today' };
    await treated.provider.post(`${at(treated)}/hold`, { ...why, version: (await read(treated)).version });
    const onCase = async (act: string, more: object = {}) =>
      treated.provider.post(`/api/trt/cases/${treated.caseId}/${act}`, {
        ...why,
        version: (await detail(treated)).case.version,
        ...more,
      });
    expect((await onCase('hold')).status).toBe(200);
    await writes(treated);
    expect(Object.keys((await onCase('resume')).body.fields as object)).toContain('overrides');
    const named = { reason: WHY, overrides: ['emergency_open'] };
    expect((await onCase('resume', named)).status).toBe(200);
    const release = async (more: object) =>
      treated.provider.post(`${at(treated)}/release`, { version: (await read(treated)).version, ...more });
    expect((await release(why)).status).toBe(422);
    expect((await release(named)).status).toBe(200);
  });

  it('lets no refill be approved, with whatever reason, until the contact is recorded', async () => {
    const treated = await inForce(portal);
    await move(treated, 'sent');
    await move(treated, 'filled');
    const made = await treated.patient.post('/api/refill-requests', {
      prescription_id: treated.order.id,
      safety_check: {
        location_state: 'NY',
        changes: {},
        side_effects: [{ key: 'chest_pain', severity: 'severe' }],
      },
    });
    expect(made.status).toBe(201);
    const filter = { patient_id: treated.patientId };
    const list = await treated.provider.list('/api/trt/refill-requests', { filter });
    const [row] = (list.body as { refill_requests: StaffRefillRequest[] }).refill_requests;
    expect([row!.early, row!.findings.map((rule) => rule.rule_key)]).toEqual([
      true,
      ['emergency_open', 'side_effect_severe', 'severe_report_open'],
    ]);
    const approve = (more: object = {}) =>
      treated.provider.post(`/api/trt/refill-requests/${row!.id}`, {
        version: row!.version,
        decision: 'approve',
        ...more,
      });
    expect(refusal(await approve())).toEqual(EMERGENCY);
    const rules = ['rx_early_refill', 'side_effect_severe'];
    const named = { override_reason: WHY, overrides: ['emergency_open', 'emergency_recent', ...rules] };
    expect(refusal(await approve(named))).toEqual(EMERGENCY);
    await handle(treated);
    expect((await approve(named)).status).toBe(200);
    expect((await read(treated)).override_rules).toEqual(expect.arrayContaining(rules));
    const own = (await treated.patient.get('/api/refill-requests')).text;
    expect(own).not.toContain('cardiologist');
  });

  it('asks for a reason of an early refill alone', async () => {
    const treated = await inForce(portal);
    await move(treated, 'filled');
    const made = await treated.patient.post('/api/refill-requests', {
      prescription_id: treated.order.id,
      reason: 'He is going on a trip',
      safety_check: { location_state: 'NY', changes: {}, side_effects: [] },
    });
    const approve = (more: object = {}) =>
      treated.provider.post(`/api/trt/refill-requests/${made.body.id}`, {
        version: made.body.version,
        decision: 'approve',
        ...more,
      });
    const bare = await approve();
    expect([bare.status, Object.keys(bare.body.fields as object), bare.body.rules]).toEqual([
      422,
      ['override_reason'],
      ['rx_early_refill'],
    ]);
    expect((await approve({ override_reason: 'He travels for two months' })).status).toBe(200);
  });
});

describe('the record of contact in an emergency', () => {
  const NOTE = 'Reached him, he is safe with his brother';
  async function reported() {
    const treated = await ordered(portal);
    await writes(treated, 'i want to kill myself tonight');
    const alert = async () =>
      (await detail(treated)).alerts.find((one) => one.rule_key === 'emergency_self_harm')!;
    const at = `/api/trt/cases/${treated.caseId}/alerts/${(await alert()).id}`;
    const send = async (how: 'acknowledge' | 'close', body: object) => {
      const { status, body: answer } = await treated.provider.post(`${at}/${how}`, body);
      return [status, Object.keys((answer.fields as object | undefined) ?? {})];
    };
    return { treated, alert, send };
  }
  const missed = { reached: false, at: new Date().toISOString(), note: 'Voicemail' };
  const contactOf = (more: object) => ({ ...reachedNow(NOTE), ...more });
  const MISSING = ['contact.reached', 'contact.at', 'contact.note'];

  it('links the message that it is about', async () => {
    const { treated, alert } = await reported();
    const [report] = (await alert()).reports;
    const { threads } = (
      await treated.provider.list('/api/provider/messages', { filter: { patient_id: treated.patientId } })
    ).body as { threads: { thread_id: string }[] };
    expect([report!.place, report!.thread_id]).toEqual(['message', threads[0]!.thread_id]);
  });

  it('is asked for by both calls, in the older shape too', async () => {
    const { send, alert } = await reported();
    const later = { action: 'recheck', recheck_on: daysAgo(-300), note: 'will look later' };
    expect(await send('acknowledge', later)).toEqual([422, ['recheck_on']]);
    expect(await send('acknowledge', { ...later, recheck_on: daysAgo(-1) })).toEqual([422, MISSING]);
    expect(await send('acknowledge', { action: 'handled', note: NOTE })).toEqual([422, MISSING]);
    expect(await send('close', { note: NOTE })).toEqual([422, MISSING]);
    expect(await send('close', { contact: { reached: true } })).toEqual([422, MISSING.slice(1)]);
    expect((await alert()).contacts).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['a call in the future', { at: new Date(Date.now() + 3_600_000).toISOString() }, 'contact.at'],
    ['a call before the report', { at: new Date(Date.now() - 3_600_000).toISOString() }, 'contact.at'],
    ['a time without a zone', { at: '2026-11-23T10:00' }, 'contact.at'],
    ['nothing that was agreed', { note: 'called' }, 'contact.note'],
    ['only that there was a call', { note: 'no idea what happened' }, 'contact.note'],
    ['a call put off', { note: 'will call him back later' }, 'contact.note'],
    ['a patient who was not reached', { reached: false }, 'contact.reached'],
  ])('does not close it with %s', async (_, more, field) => {
    const { send } = await reported();
    for (const [how, action] of [
      ['close', {}],
      ['acknowledge', { action: 'handled' }],
    ] as const)
      expect(await send(how, { ...action, contact: contactOf(more) })).toEqual([422, [field]]);
  });

  it('leaves it open until the patient was reached', async () => {
    const { treated, alert, send } = await reported();
    const again = { action: 'recheck', contact: { ...missed, at: new Date().toISOString() } };
    expect(await send('acknowledge', { ...again, recheck_on: daysAgo(-2) })).toEqual([422, ['recheck_on']]);
    expect(await send('acknowledge', { ...again, recheck_on: daysAgo(-1) })).toEqual([200, []]);
    expect(await alert()).toMatchObject({
      acknowledged: null,
      contacts: [{ reached: false, note: 'Voicemail', recheck_on: daysAgo(-1), by: expect.any(String) }],
    });
    expect((await waiting(treated)).reason_needed_for).toEqual(['emergency_open']);
    expect(await send('close', { contact: reachedNow(NOTE) })).toEqual([200, []]);
    expect(await alert()).toBeUndefined();
  });
});

describe('safety answers that were changed and not sent', () => {
  const change = ({ patient }: Treated) =>
    save(patient, { prostate_issues: 'yes', prostate_details: 'prostate cancer' });

  it('keep back the plan, its order and what is sent until a reason is given', async () => {
    const treated = await ordered(portal);
    await change(treated);
    const plan = await waiting(treated);
    expect([plan.reason_needed_for, plan.each_by_name]).toEqual([['unsent_changes'], false]);
    const shown = plan.rules.find((rule) => rule.rule_key === 'unsent_changes')!;
    expect(shown.evidence.map(({ value }) => value)).toEqual([
      clinicToday(),
      expect.stringMatching(/prostate/i),
    ]);
    expect(JSON.stringify(plan)).not.toContain('prostate cancer');
    expect((await approvePlan(treated, treated.plan)).status).toBe(422);
    const why = { override_reason: 'Asked him by phone today' };
    expect((await approvePlan(treated, treated.plan, why)).status).toBe(200);
    const UNSENT = [409, 'rule_blocked', 'unsent_changes'];
    expect(refusal(await accept(treated))).toEqual(UNSENT);
    expect((await accept(treated, why)).status).toBe(200);
    expect(refusal(await move(treated, 'sent'))).toEqual(UNSENT);
    const step = { reason: 'Asked him by phone today, it was a slip', overrides: ['unsent_changes'] };
    expect((await move(treated, 'sent', step)).status).toBe(200);
  });

  it('keep nothing back where only the weight changed', async () => {
    const treated = await inForce(portal);
    await save(treated.patient, { weight: 214 });
    expect((await detail(treated)).unsent_changes!.fields).toContain('weight');
    expect((await move(treated, 'sent')).status).toBe(200);
  });
});

it('an overdose in the log that no one has answered is named before the therapy is resumed', async () => {
  const treated = await inForce(portal);
  for (const hours of [2, 1]) {
    const taken_at = new Date(Date.now() - hours * 3_600_000).toISOString();
    expect((await treated.patient.post('/api/doses', { taken_at, dose: 80, unit: 'mg' })).status).toBe(201);
  }
  const act = async (what: string, more: object) =>
    treated.provider.post(`/api/trt/cases/${treated.caseId}/${what}`, {
      version: (await detail(treated)).case.version,
      reason: WHY,
      ...more,
    });
  expect((await act('hold', {})).status).toBe(200);
  const plain = await act('resume', {});
  expect([plain.status, plain.body['blocked_by']]).toEqual([422, ['dose_report_open']]);
  expect((await act('resume', { overrides: ['dose_report_open'] })).status).toBe(200);
  expect((await audited(treated, 'case.resume'))?.rules).toEqual(['dose_report_open']);
});
