import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  Lab,
  PrescriptionJudgementResponse,
  StaffPlan,
  StaffRefillRequest,
} from '../../common/api/index.js';
import {
  addLab,
  answers,
  approvePlan,
  clinicToday,
  daysAgo,
  detail,
  form,
  generate,
  inForce,
  planned,
  reachedNow,
  save,
  submitted,
  type Ordered,
  type Treated,
  reviewMessages,
} from '../support/care.js';
import type { Person } from '../support/person.js';
import { approvedAgo, ask, decide, dispense } from '../support/supply.js';
import { GEL, onTreatment as onTreatmentWith } from '../support/treatment.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const at = ({ order }: Ordered): string => `/api/trt/prescriptions/${order.id}`;
const move = (treated: Ordered, to: string, by: Person = treated.provider, more: object = {}) =>
  by.post(`${at(treated)}/transition`, { to, ...more });
const versionOf = async (treated: Ordered): Promise<number> =>
  (await treated.provider.get(at(treated))).body.version as number;
const judgement = async (treated: Ordered, by: Person = treated.provider) =>
  (await by.get(`${at(treated)}/judgement`)).body as PrescriptionJudgementResponse;
const onCase = async (treated: Treated, what: string, body: object, by: Person = treated.provider) =>
  by.post(`/api/trt/cases/${treated.caseId}/${what}`, {
    version: (await detail(treated)).case.version,
    ...body,
  });
const refusal = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['error'],
  body['rule_key'],
];

async function onTreatment(tt: number): Promise<Ordered> {
  const treated = await inForce(portal);
  await addLab(treated, 60, { tt_ng_dl: 250, hct_percent: 44, psa_ng_ml: 0.8 });
  await addLab(treated, 55, { tt_ng_dl: 255 });
  const extras = { therapy_started_on: daysAgo(45), last_change_on: daysAgo(45) };
  const { version } = (await detail(treated)).case;
  await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, extras });
  await treated.provider.post('/api/labs', {
    patient_id: treated.patientId,
    collected_at: `${daysAgo(2)}T08:00:00-05:00`,
    since_last_dose_h: 84,
    results: { tt_ng_dl: tt, hct_percent: 45 },
  });
  return treated;
}

describe('a clinician whose licenses have expired', () => {
  const EXPIRED = [409, 'rule_blocked', 'license_expired'];
  const WHY = { reason: 'Cleared by cardiology' };

  it('cannot send an order that a colleague signed, and reads why', async () => {
    const treated = await inForce(portal);
    const expired = await portal.signIn('expired@demo.test');
    expect(refusal(await move(treated, 'sent', expired))).toEqual(EXPIRED);
    const shown = await judgement(treated, expired);
    expect([shown.legal[0], shown.rules.map((rule) => rule.rule_key)]).toEqual([
      'license_expired',
      expect.arrayContaining(['license_expired']),
    ]);
    expect((await judgement(treated)).blocked_by).toEqual([]);
    const administrator = await portal.signIn('orgadmin@demo.test');
    expect((await move(treated, 'sent', administrator)).status).toBe(200);
  });

  it('approves a plan for a stated reason only, which is kept with the rule', async () => {
    const treated = await planned(portal);
    const expired = { ...treated, provider: await portal.signIn('expired@demo.test') };
    const refused = await approvePlan(expired, treated.plan);
    expect([refused.status, refused.body.rules]).toEqual([422, ['license_expired', 'dea_missing']]);
    const bulk = await expired.provider.post('/api/trt/provider/plans/approve-unflagged', {
      plan_ids: [treated.plan.plan_id],
    });
    expect(bulk.body).toMatchObject({ approved_count: 0, skipped: [{ reason: 'license_expired' }] });
    const approved = await approvePlan(expired, treated.plan, {
      override_reason: 'Renewal is confirmed by the board',
    });
    expect(approved.status).toBe(200);
    expect(approved.body.plan.override_rules).toEqual(['license_expired', 'dea_missing']);
    expect(approved.body.prescription_blocked_by).toContain('license_expired');
  });

  it('cannot release a hold', async () => {
    const treated = await inForce(portal);
    const expired = await portal.signIn('expired@demo.test');
    await treated.provider.post(`${at(treated)}/hold`, { ...WHY, version: await versionOf(treated) });
    const release = async (by: Person) =>
      by.post(`${at(treated)}/release`, { ...WHY, version: await versionOf(treated) });
    expect(refusal(await release(expired))).toEqual(EXPIRED);
    expect((await release(treated.provider)).status).toBe(200);
  });

  it('cannot resume therapy, also with a reason', async () => {
    const treated = await inForce(portal);
    const expired = await portal.signIn('expired@demo.test');
    expect((await onCase(treated, 'hold', WHY, expired)).status).toBe(200);
    expect(refusal(await onCase(treated, 'resume', WHY, expired))).toEqual(EXPIRED);
    expect((await detail(treated)).hold).not.toBeNull();
    expect((await onCase(treated, 'resume', WHY)).status).toBe(200);
  });
});

describe('what a clinician without a valid license leaves to others', () => {
  const NO_LICENSE = [409, 'rule_blocked', 'license_expired'];
  const agreed = 'He was seen in the emergency department and has no clot';

  it('is closing an emergency as handled: a call is recorded, and a colleague or an administrator closes it', async () => {
    const expired = await portal.signIn('expired@demo.test');
    const administrator = await portal.signIn('orgadmin@demo.test');
    for (const closes of ['acknowledge', 'close'])
      for (const able of [null, administrator]) {
        const treated = await inForce(portal);
        const chat = { message: 'My leg is swollen, red and hurts, is it a clot?' };
        expect((await treated.patient.post('/api/trt/assistant/chat', chat)).body.outcome).toBe('emergency');
        const { alerts } = await detail(treated);
        const alert = alerts.find(({ rule_key }) => rule_key === 'emergency_clot')!;
        const path = `/api/trt/cases/${treated.caseId}/alerts/${alert.id}`;
        const contact = reachedNow(agreed);
        const close = (by: Person) =>
          by.post(`${path}/${closes}`, { ...(closes !== 'close' && { action: 'handled' }), contact });
        expect(refusal(await close(expired))).toEqual(NO_LICENSE);
        const recheck = { action: 'recheck', recheck_on: clinicToday(), contact };
        expect((await expired.post(`${path}/acknowledge`, recheck)).status).toBe(200);
        expect(refusal(await close(expired))).toEqual(NO_LICENSE);
        expect((await close(able ?? treated.provider)).status).toBe(200);
      }
  });

  it('is closing a positive depression screen', async () => {
    const treated = await inForce(portal);
    const screen = { symptoms: { lack_of_energy: { present: true, severity: 3 } }, phq2: [3, 3] };
    expect((await treated.patient.post('/api/progress/check-in', screen)).status).toBe(201);
    const alert = (await detail(treated)).alerts.find(({ rule_key }) => rule_key === 'phq2_positive')!;
    const close = (by: Person) =>
      by.post(`/api/trt/cases/${treated.caseId}/alerts/${alert.id}/acknowledge`, {
        action: 'handled',
        note: 'Saw him today: sleeps badly since the move, no thoughts of death',
      });
    expect(refusal(await close(await portal.signIn('expired@demo.test')))).toEqual(NO_LICENSE);
    expect((await close(treated.provider)).status).toBe(200);
  });

  it('is reviewing results', async () => {
    const treated = await inForce(portal);
    const expired = await portal.signIn('expired@demo.test');
    const { id } = (await addLab(treated, 1, { tt_ng_dl: 500 })).body as Lab;
    const review = (by: Person) => by.post(`/api/labs/${id}/review`, {});
    expect(refusal(await review(expired))).toEqual(NO_LICENSE);
    expect((await review(await portal.signIn('orgadmin@demo.test'))).status).toBe(200);
    expect((await review(treated.provider)).status).toBe(200);
  });

  it('is moving a refill request, and recording a fill of today or before', async () => {
    const treated = await approvedAgo(portal, 20);
    const expired = { ...treated, provider: await portal.signIn('expired@demo.test') };
    for (const day of [daysAgo(10), daysAgo(0)])
      expect(refusal(await dispense(expired, day))).toEqual(NO_LICENSE);
    expect((await dispense(treated, daysAgo(10))).status).toBe(201);
    const asked = (await ask(treated)).body as StaffRefillRequest;
    for (const decision of ['review', 'needs_labs', 'needs_visit', 'refuse'] as const)
      expect(
        refusal(await decide(expired.provider, asked, decision, { reason: 'After the next blood draw' })),
      ).toEqual(NO_LICENSE);
    expect((await decide(treated.provider, asked, 'review')).status).toBe(200);
  });
});

describe('a plan that raises the dose against a rule', () => {
  const raise = async (treated: Ordered, dose = 150): Promise<StaffPlan> => {
    const wish = { formulation: 'testosterone_cypionate_im', dose, frequency: 'once weekly' };
    const response = await onCase(treated, 'titrate', {
      ...wish,
      route: 'intramuscular',
      reason: 'Feels good on it, wants more',
    });
    expect(response.status).toBe(200);
    return (await detail(treated)).pending_plan!;
  };

  it('asks for each rule by name, and keeps them with the plan and in the audit', async () => {
    const treated = await onTreatment(1300);
    const plan = await raise(treated);
    const reason = 'Asked for by the patient after a long talk';
    const refused = await approvePlan(treated, plan, { override_reason: reason });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['overrides']]);
    const overrides = refused.body.blocked_by as string[];
    expect(overrides).toContain('t_supraphysiologic');
    const approved = await approvePlan(treated, plan, { override_reason: reason, overrides });
    expect(approved.status).toBe(200);
    expect(approved.body.plan.override_rules).toEqual(expect.arrayContaining(overrides));
  });

  it('keeps why it was flagged, where no rule speaks against it', async () => {
    const treated = await onTreatment(520);
    const plan = await raise(treated, 100);
    const approved = await approvePlan(treated, plan, { override_reason: 'Asked for by the patient' });
    expect(approved.status).toBe(200);
    expect(approved.body.plan.override_rules).toContain('differs_from_recommendation');
  });
});

describe('history that comes after the approval', () => {
  const UNREAD = [409, 'rule_blocked', 'unread_history'];
  const check = ({ patient }: Treated, changes: object) =>
    patient.post('/api/safety-checks', { location_state: 'NY', changes, side_effects: [] });
  /** The findings themselves stand after the reading. */
  const naming = (rule: string) => ({ reason: 'Clarified with the patient today', overrides: [rule] });
  const readAll = async (treated: Treated) => {
    const fields = (await detail(treated)).unread_history.map(({ field }) => field);
    expect((await onCase(treated, 'history-review', { fields, against_treatment: false })).status).toBe(200);
  };

  it('keeps an order back at sent and at filled until it is reviewed and passed by name', async () => {
    const treated = await inForce(portal);
    await check(treated, { conditions: 'I was told I have prostate cancer' });
    expect(refusal(await move(treated, 'sent'))).toEqual(UNREAD);
    const shown = await judgement(treated);
    expect([shown.blocked_by, shown.legal]).toEqual([
      ['unread_history', 'text_prostate_cancer'],
      ['unread_history'],
    ]);
    expect(shown.rules.map((rule) => rule.rule_key)).toContain('unread_history');
    await readAll(treated);
    expect((await move(treated, 'sent', treated.provider, naming('text_prostate_cancer'))).status).toBe(200);
    const { data } = await form(treated.patient);
    const again = { ...data, other_conditions: 'Heart attack in October' };
    expect((await save(treated.patient, again, { submit: true })).status).toBe(200);
    expect(refusal(await move(treated, 'filled'))).toEqual(UNREAD);
    await readAll(treated);
    expect((await move(treated, 'filled', treated.provider, naming('text_cardiac_event'))).status).toBe(200);
  });

  it('releases no hold while it waits, whatever the reason', async () => {
    const treated = await inForce(portal);
    const why = { reason: 'The pharmacy was called today' };
    await treated.provider.post(`${at(treated)}/hold`, { ...why, version: await versionOf(treated) });
    await check(treated, { conditions: 'A blood clot in my leg' });
    const released = await treated.provider.post(`${at(treated)}/release`, {
      ...why,
      version: await versionOf(treated),
      overrides: ['unread_history'],
    });
    expect(refusal(released)).toEqual(UNREAD);
  });

  it.each(['heart failure, EF 20%, in hospital last week', 'A new pair of glasses'])(
    'keeps an order back until a clinician has read what the patient says has changed: %s',
    async (conditions) => {
      const treated = await inForce(portal);
      await check(treated, { conditions });
      expect(refusal(await move(treated, 'sent'))).toEqual(UNREAD);
      await readAll(treated);
      const why = conditions.includes('heart') ? naming('text_heart_failure') : {};
      expect((await move(treated, 'sent', treated.provider, why)).status).toBe(200);
    },
  );

  it('is heard in a message too, but for words about the treatment itself', async () => {
    const treated = await inForce(portal);
    await treated.patient.post('/api/first-dose', { taken_on: clinicToday() });
    const write = (body: string) => treated.patient.post('/api/messages', { subject: 'A question', body });
    expect((await write('I forgot my TRT shot, I am on testosterone weekly.')).status).toBe(201);
    expect((await detail(treated)).unread_history).toEqual([]);
    const told = await write('I was told I have prostate cancer. What now?');
    expect([told.status, told.body.emergency]).toEqual([201, null]);
    const seen = await detail(treated);
    expect(seen.unread_history).toEqual([
      {
        field: 'changes.message',
        text: `${clinicToday()}: A question\nI was told I have prostate cancer. What now?`,
        matched: ['prostate cancer'],
      },
    ]);
    expect(seen.alerts.map((alert) => alert.rule_key)).toEqual(
      expect.arrayContaining(['unread_history', 'text_prostate_cancer']),
    );
    expect(refusal(await move(treated, 'sent'))).toEqual(UNREAD);
    await readAll(treated);
    await reviewMessages(treated.provider, treated.patient.email);
    expect((await move(treated, 'sent', treated.provider, naming('text_prostate_cancer'))).status).toBe(200);
  });
});

describe('a dose that is raised again without a level', () => {
  const wish = (dose: number, more: object = {}) => ({
    formulation: 'testosterone_cypionate_im',
    dose,
    frequency: 'once weekly',
    route: 'intramuscular',
    ...more,
  });

  it('needs a reason, is flagged by name, and keeps its order back', async () => {
    const treated = await onTreatment(320);
    const first = await treated.provider.post(`/api/trt/cases/${treated.caseId}/titrate`, wish(100));
    expect(first.body.saved).toBe(true);
    const { pending_plan } = await detail(treated);
    expect(pending_plan!.flags.map(({ key }) => key)).not.toContain('no_level_since_change');
    expect((await approvePlan(treated, pending_plan!)).status).toBe(200);
    const bare = await treated.provider.post(`/api/trt/cases/${treated.caseId}/titrate`, wish(120));
    expect([bare.status, Object.keys(bare.body.fields as object)]).toEqual([422, ['reason']]);
    const saved = await treated.provider.post(
      `/api/trt/cases/${treated.caseId}/titrate`,
      wish(120, { reason: 'Symptoms are unchanged' }),
    );
    expect(saved.body.recommendation).toBe('hold');
    const after = await detail(treated);
    expect(after.pending_plan!.flags.map(({ key }) => key)).toContain('no_level_since_change');
    const draft = after.prescriptions.find(({ status }) => status === 'draft')!;
    const { after_plan_approval: later } = await judgement({ ...treated, order: draft });
    expect(later!.blocked_by).toContain('no_level_since_change');
    const lower = await treated.provider.post(
      `/api/trt/cases/${treated.caseId}/titrate`,
      wish(80, { reason: 'Back to the former dose' }),
    );
    expect(lower.body.saved).toBe(true);
    expect((await detail(treated)).pending_plan!.flags.map(({ key }) => key)).not.toContain(
      'no_level_since_change',
    );
  });
});

describe('a dose raised by more than half at once', () => {
  const wish = {
    formulation: 'testosterone_cypionate_im',
    dose: 200,
    frequency: 'once weekly',
    route: 'intramuscular',
  };
  const WANTS = 'Patient wants it';
  const AGREED = 'Endocrinology asked for 200 mg after malabsorption';
  const RAISED = ['no_level_since_change', 'dose_raised_by_half'];

  it('takes its order along by name only', async () => {
    const treated = await inForce(portal);
    expect((await onCase(treated, 'titrate', { ...wish, reason: WANTS })).body.saved).toBe(true);
    const pending = (await detail(treated)).pending_plan!;
    expect(pending.flags.map(({ key }) => key)).toEqual(expect.arrayContaining(RAISED));

    const approved = await approvePlan(treated, pending, { override_reason: WANTS });
    expect(approved.status).toBe(200);
    expect(approved.body['prescription_blocked_by']).toEqual(expect.arrayContaining(RAISED));

    const draft = (await detail(treated)).prescriptions.find(({ status }) => status === 'draft')!;
    const order = { ...treated, order: draft };
    const review = (more: object) =>
      treated.provider.post(`${at(order)}/review`, { decision: 'accept', ...more });
    const unnamed = await review({ override_reason: WANTS });
    expect([unnamed.status, Object.keys(unnamed.body.fields as object)]).toEqual([
      422,
      ['override_reason', 'overrides'],
    ]);
    const { blocked_by } = await judgement(order);
    expect((await review({ override_reason: AGREED, overrides: blocked_by })).status).toBe(200);
  });

  it('is not passed by stopping and starting again at the higher dose', async () => {
    const treated = await inForce(portal);
    expect((await move(treated, 'filled')).status).toBe(200);
    const stop = { reason_code: 'patient_choice', effective_date: clinicToday(), follow_up_labs: true };
    expect((await onCase(treated, 'discontinue', stop)).status).toBe(200);
    const again = answers(treated.patient.email, { occupation: 'Baker' });
    expect((await save(treated.patient, again, { submit: true })).status).toBe(200);
    const plan = (
      await treated.provider.post(`/api/trt/cases/${treated.caseId}/plans`, {
        ...wish,
        override_reason: WANTS,
      })
    ).body as StaffPlan;
    expect(plan.flags.map(({ key }) => key)).toContain('starting_dose_high');
    const approved = await approvePlan(treated, plan, { override_reason: WANTS });
    expect([approved.status, approved.body['prescription']]).toMatchObject([200, { status: 'draft' }]);
    const draft = (await detail(treated)).prescriptions.find(({ status }) => status === 'draft')!;
    const held = await judgement({ ...treated, order: draft });
    expect([held.blocked_by, held.each_by_name]).toEqual([
      expect.arrayContaining(['starting_dose_high']),
      true,
    ]);
  });

  it('is one step of a gel, and no larger raise of it', async () => {
    const gel = await onTreatmentWith(portal, { day: 40, plan: { ...GEL, dose: 20.25 } });
    const step = await gel.provider.post(`/api/trt/cases/${gel.caseId}/titrate`, {
      ...GEL,
      dose: 40.5,
      reason: 'Symptoms are unchanged',
    });
    expect(step.body.saved).toBe(true);
    const keys = async () => (await detail(gel)).pending_plan!.flags.map(({ key }) => key);
    expect(await keys()).not.toContain('dose_raised_by_half');
    await gel.provider.post(`/api/trt/cases/${gel.caseId}/titrate`, {
      ...GEL,
      dose: 60.75,
      reason: 'Symptoms are unchanged',
    });
    expect(await keys()).toContain('dose_raised_by_half');
  });
});

describe('a restart', () => {
  const discontinue = (treated: Treated, reason_code: string) =>
    onCase(treated, 'discontinue', { reason_code, effective_date: clinicToday(), follow_up_labs: true });
  const restart = async (treated: Treated): Promise<string[]> => {
    const again = answers(treated.patient.email, { occupation: 'Baker' });
    expect((await save(treated.patient, again, { submit: true })).status).toBe(200);
    return (await generate(treated.patient)).body.reasons;
  };

  it('after a safety event is flagged with when and why the therapy was stopped', async () => {
    const treated = await inForce(portal);
    expect((await discontinue(treated, 'safety_event')).status).toBe(200);
    expect((await detail(treated)).alerts.map((alert) => alert.rule_key)).not.toContain(
      'restart_after_safety_stop',
    );
    expect(await restart(treated)).toContain('restart_after_safety_stop');
    const rule = (await detail(treated)).rules.find((one) => one.rule_key === 'restart_after_safety_stop')!;
    expect(Object.fromEntries(rule.inputs.map(({ name, value }) => [name, value]))).toEqual({
      therapy_stopped_on: clinicToday(),
      therapy_stopped_for: 'safety event',
      rules_at_the_stop: 'none',
      hct_percent_at_the_stop: null,
    });
  });

  it('after a therapy that a rule stopped names the rule, whatever reason was given', async () => {
    const treated = await inForce(portal);
    const { version } = (await detail(treated)).case;
    const extras = { therapy_started_on: daysAgo(30), last_change_on: daysAgo(30) };
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, extras });
    await addLab(treated, 1, { hct_percent: 56 });
    expect((await discontinue(treated, 'patient_choice')).status).toBe(200);
    await treated.provider.post('/api/labs', {
      patient_id: treated.patientId,
      collected_at: new Date().toISOString(),
      results: { hct_percent: 45 },
    });
    await restart(treated);
    const write = (more: object = {}) =>
      treated.provider.post(`/api/trt/cases/${treated.caseId}/plans`, {
        formulation: 'testosterone_cypionate_im',
        dose: 80,
        frequency: 'once weekly',
        route: 'intramuscular',
        override_reason: 'Hematocrit is back to normal',
        ...more,
      });
    const unnamed = await write();
    const both = ['restart_after_safety_stop', 'restart_at_full_dose'];
    expect([unnamed.status, unnamed.body['blocked_by']]).toEqual([422, both]);
    const written = await write({ overrides: both });
    expect((written.body as StaffPlan).flags.map(({ key }) => key)).toContain('restart_after_safety_stop');
    const rule = (await detail(treated)).rules.find((one) => one.rule_key === 'restart_after_safety_stop')!;
    expect(rule.inputs.find(({ name }) => name === 'rules_at_the_stop')!.value).toContain('Hct over 54%');
  });

  it.each([
    ['came down before the stop', 19, 56, 1, 45, 0],
    ['was entered after the stop', 2, 44, 1, 45, 56],
  ])('with a hematocrit over 54 that %s asks too', async (_, first, high, second, low, late) => {
    const treated = await inForce(portal);
    const { version } = (await detail(treated)).case;
    const extras = { therapy_started_on: daysAgo(30), last_change_on: daysAgo(30) };
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, extras });
    await addLab(treated, first, { hct_percent: high });
    await addLab(treated, second, { hct_percent: low });
    expect((await discontinue(treated, 'patient_choice')).status).toBe(200);
    if (late) await addLab(treated, 8, { hct_percent: late });
    expect(await restart(treated)).toContain('restart_after_safety_stop');
  });

  it('after the patient’s own choice is not', async () => {
    const treated = await inForce(portal);
    await discontinue(treated, 'patient_choice');
    expect(await restart(treated)).not.toContain('restart_after_safety_stop');
  });
});

describe('an order that rules keep back', () => {
  it('without any labs passes only with each rule named and a full reason', async () => {
    const treated = await submitted(portal);
    await treated.patient.post('/api/trt/consent', { agree: true });
    const { version } = (await detail(treated)).case;
    const extras = { pdmp_checked_on: clinicToday(), in_person_eval_on: clinicToday() };
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, extras });
    const override_reason = 'Treated elsewhere for years';
    const written = await treated.provider.post(`/api/trt/cases/${treated.caseId}/plans`, {
      formulation: 'testosterone_cypionate_im',
      dose: 80,
      frequency: 'once weekly',
      route: 'intramuscular',
      override_reason,
    });
    const plan = written.body as StaffPlan;
    const approved = await approvePlan(treated, plan, { override_reason });
    expect(approved.status).toBe(200);
    const order = { ...treated, plan, order: approved.body.prescription } as Ordered;
    const shown = await judgement(order);
    expect(shown.each_by_name).toBe(true);
    expect(shown.blocked_by).toEqual(
      expect.arrayContaining(['low_t_unconfirmed', 'hct_missing_baseline', 'psa_missing']),
    );
    const review = (more: object) =>
      treated.provider.post(`${at(order)}/review`, { decision: 'accept', ...more });
    const plain = await review({ override_reason });
    expect([plain.status, Object.keys(plain.body.fields as object)]).toEqual([422, ['overrides']]);
    const short = await review({ override_reason: 'Treated before', overrides: shown.blocked_by });
    expect([short.status, Object.keys(short.body.fields as object)]).toEqual([422, ['override_reason']]);
    expect((await review({ override_reason, overrides: shown.blocked_by })).status).toBe(200);
  });
});
