import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  CaseDetailResponse,
  CaseListResponse,
  PendingPlan,
  Prescription,
  StaffPlan,
} from '../../common/api/index.js';
import {
  addLab,
  approvePlan,
  clinicToday,
  detail,
  inForce,
  ordered,
  planned,
  type Ordered,
  type Treated,
  reviewMessages,
} from '../support/care.js';
import type { Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const at = (id: string): string => `/api/trt/prescriptions/${id}`;
const move = ({ provider }: { provider: Person }, id: string, to: string, more: object = {}) =>
  provider.post(`${at(id)}/transition`, { to, ...more });
const accept = ({ provider }: { provider: Person }, id: string, more: object = {}) =>
  provider.post(`${at(id)}/review`, { decision: 'accept', ...more });
const refusal = ({ status, body }: Awaited<ReturnType<typeof move>>) => [status, body['rule_key']];
const MANY = 'many_orders_open';
const wish = (dose: number) => ({
  formulation: 'testosterone_cypionate_im',
  dose,
  frequency: 'once weekly',
  route: 'intramuscular',
  reason: 'His symptoms have come back',
});
/** A demo patient, as the provider reads the case. */
async function demoCase(name: string) {
  const provider = await portal.signIn('provider@demo.test');
  const list = (await provider.list('/api/trt/cases', { filter: { q: name } })).body as CaseListResponse;
  const { id: caseId, patient_id: patientId } = list.items[0]!;
  const read = async () => (await provider.get(`/api/trt/cases/${caseId}/detail`)).body as CaseDetailResponse;
  const checked = { pdmp_checked_on: clinicToday(), in_person_eval_on: clinicToday() };
  const { version } = (await read()).case;
  await provider.patch(`/api/trt/cases/${caseId}`, { version, extras: checked });
  return { provider, caseId, patientId, read };
}
type DemoCase = Awaited<ReturnType<typeof demoCase>>;
const approve = async ({ provider, read }: DemoCase, more: object) => {
  const { plan_id, version } = (await read()).pending_plan!;
  return provider.post('/api/trt/provider/plans/approve', { plan_id, version, ...more });
};
async function raise(known: DemoCase, dose: number): Promise<Prescription> {
  const saved = await known.provider.post(`/api/trt/cases/${known.caseId}/titrate`, wish(dose));
  expect(saved.status).toBe(200);
  return (await known.read()).prescriptions.find((one) => one.status === 'draft')!;
}
const asked = async ({ provider, caseId }: DemoCase, name: string): Promise<PendingPlan> => {
  const page = await provider.list('/api/trt/provider/pending-plans', { filter: { q: name } });
  return (page.body as { plans: PendingPlan[] }).plans.find((plan) => plan.case_id === caseId)!;
};

describe('an order of a dose that a rule spoke against', () => {
  it('is judged against the dose dispensed before, whatever plan was approved since', async () => {
    const known = await demoCase('Umar Rahman');
    await reviewMessages(known.provider, 'Umar Rahman');
    const draft = await raise(known, 120);
    const { reason_needed_for: rules } = await asked(known, 'Umar Rahman');
    const reason = { override_reason: 'The endocrinologist wants this dose', overrides: rules };
    const approved = await approve(known, reason);
    expect([approved.status, approved.body.prescription_blocked_by]).toEqual([
      200,
      ['estradiol_high_symptomatic'],
    ]);
    const bulk = await known.provider.post('/api/trt/prescriptions/approve', { ids: [draft.id] });
    const [result] = bulk.body.results as { rule_key: string }[];
    expect([bulk.status, result!.rule_key]).toEqual([409, 'estradiol_high_symptomatic']);
    const named = { ...reason, overrides: ['estradiol_high_symptomatic'] };
    const accepted = await accept(known, draft.id, named);
    expect([accepted.status, accepted.body.override_rules]).toEqual([
      200,
      expect.arrayContaining(['estradiol_high_symptomatic']),
    ]);
    expect((await move(known, draft.id, 'sent')).status).toBe(200);
    expect((await move(known, draft.id, 'filled')).status).toBe(200);
  });
});

describe('a plan with an order that was accepted before it', () => {
  it('shows that order, judges it again and marks it with the reason', async () => {
    const treated = await ordered(portal);
    const flagged = await treated.provider.post('/api/trt/provider/plans/flag', {
      plan_id: treated.plan.plan_id,
      reason: 'Look at this again',
    });
    const why = { override_reason: 'Looked at it together' };
    expect((await accept(treated, treated.order.id, why)).status).toBe(200);
    const page = await treated.provider.list('/api/trt/provider/pending-plans', {
      filter: { q: treated.patient.email },
    });
    const [plan] = (page.body as { plans: PendingPlan[] }).plans;
    expect(plan!.prescription).toMatchObject({ prescription_id: treated.order.id, status: 'accepted' });
    await treated.patient.post('/api/safety-checks', {
      location_state: 'NY',
      changes: { conditions: 'I was told I have prostate cancer' },
      side_effects: [],
    });
    const named = {
      override_reason: 'His urologist has cleared him for this',
      overrides: (
        (
          await treated.provider.list('/api/trt/provider/pending-plans', {
            filter: { q: treated.patient.email },
          })
        ).body as { plans: PendingPlan[] }
      ).plans[0]!.reason_needed_for,
    };
    const { version } = flagged.body as StaffPlan;
    const latest = { ...treated.plan, version: (await detail(treated)).pending_plan!.version };
    expect(latest.version).toBeGreaterThanOrEqual(version);
    const approved = await approvePlan(treated, latest, named);
    expect(approved.status).toBe(200);
    expect((approved.body.prescription as Prescription).id).toBe(treated.order.id);
    expect(approved.body.prescription_blocked_by).toEqual(['unread_history']);
    expect((await move(treated, treated.order.id, 'sent')).status).toBe(409);
  });
});

describe('an order of a plan that was approved against a flag', () => {
  it('carries the reason and the rules', async () => {
    const treated = await planned(portal, { number_of_children: 2, formulation_preference: 'gel' });
    const why = { override_reason: 'Covers the arm, knows the risk' };
    const approved = await approvePlan(treated, treated.plan, why);
    const order = approved.body.prescription as Prescription;
    const plan = approved.body.plan as StaffPlan;
    expect(plan.override_rules).toContain('gel_transference_children');
    expect([order.status, order.override_reason, order.override_rules]).toEqual([
      'accepted',
      why.override_reason,
      plan.override_rules,
    ]);
  });
});

describe('an order that was sent and is canceled', () => {
  const again = async (treated: Ordered): Promise<string> => {
    const { drug, dose, frequency, route, quantity, refills, days_supply } = treated.order;
    const fields = { drug, dose, frequency, route, quantity, refills, days_supply };
    const made = await treated.provider.post(`/api/trt/cases/${treated.caseId}/prescriptions`, fields);
    return made.body.id as string;
  };
  const alertOf = async (treated: Treated, key: string) =>
    (await detail(treated)).alerts.find((alert) => alert.rule_key === key);

  it('needs a reason and a call, and keeps a new order back until the pharmacy knows', async () => {
    const treated = await inForce(portal);
    await move(treated, treated.order.id, 'sent');
    const bare = await move(treated, treated.order.id, 'canceled');
    expect([bare.status, Object.keys(bare.body.fields as object)]).toEqual([422, ['reason']]);
    const reason = { reason: 'The wrong pharmacy has it' };
    expect((await move(treated, treated.order.id, 'canceled', reason)).status).toBe(200);
    const alert = (await alertOf(treated, 'order_canceled'))!;
    expect([alert.severity, alert.message]).toEqual([
      'critical',
      expect.stringMatching(/^Call the pharmacy: Testosterone/),
    ]);
    const second = await again(treated);
    const bulk = () => treated.provider.post('/api/trt/prescriptions/approve', { ids: [second] });
    const kept = await bulk();
    const [result] = kept.body.results as { rule_key: string }[];
    expect([kept.status, ['another_order_sent', 'rx_early_refill']]).toEqual([
      409,
      expect.arrayContaining([result!.rule_key]),
    ]);
    await treated.provider.post(`/api/trt/cases/${treated.caseId}/alerts/${alert.id}/acknowledge`, {
      action: 'handled',
      note: 'The pharmacy has taken it back',
    });
    expect((await bulk()).status).toBe(200);
  });

  it('is asked by name from the third one sent in a day on, until its alert is handled', async () => {
    const treated = await inForce(portal);
    await move(treated, treated.order.id, 'sent');
    const why = {
      override_reason: 'The pharmacy lost the first one, we called',
      overrides: ['rx_early_refill', 'another_order_sent'],
    };
    const all = { ...why, overrides: [...why.overrides, MANY] };
    const named = { reason: 'The pharmacy has lost two, we called', overrides: [MANY] };
    const kept = [409, MANY];
    const second = await again(treated);
    expect((await accept(treated, second, why)).status).toBe(200);
    expect((await move(treated, second, 'sent')).status).toBe(200);
    expect(await alertOf(treated, 'many_orders_sent')).toBeUndefined();

    const third = await again(treated);
    const unnamed = await accept(treated, third, why);
    expect([unnamed.status, Object.keys(unnamed.body.fields as object)]).toEqual([422, ['overrides']]);
    expect((await accept(treated, third, all)).status).toBe(200);
    expect(refusal(await move(treated, third, 'sent'))).toEqual(kept);
    const short = await move(treated, third, 'sent', { ...named, reason: 'Lost again' });
    expect([short.status, Object.keys(short.body.fields as object)]).toEqual([422, ['reason']]);
    expect((await move(treated, third, 'sent', named)).status).toBe(200);
    const alert = (await alertOf(treated, 'many_orders_sent'))!;
    expect(alert.severity).toBe('critical');

    expect(refusal(await move(treated, third, 'filled'))).toEqual(kept);
    await treated.provider.post(`/api/trt/cases/${treated.caseId}/alerts/${alert.id}/acknowledge`, {
      action: 'handled',
      note: 'The pharmacy has taken them back',
    });
    expect((await move(treated, third, 'filled')).status).toBe(200);
    expect((await accept(treated, await again(treated), why)).status).toBe(422);
  });
});

describe('a raise against a finding that stops treatment', () => {
  it('names each rule in at least twenty characters', async () => {
    const known = await demoCase('Gary');
    await addLab(known, 1, { psa_ng_ml: 9 });
    await raise(known, 100);
    const { reason_needed_for: rules, each_by_name: named } = await asked(known, 'Gary');
    expect(named).toBe(true);
    const short = await approve(known, { override_reason: 'Seen by urology' });
    expect([short.status, Object.keys(short.body.fields as object).toSorted()]).toEqual([
      422,
      ['override_reason', 'overrides'],
    ]);
    const reason = 'Urology has seen him and agrees to this dose';
    expect((await approve(known, { override_reason: reason, overrides: rules })).status).toBe(200);
  });

  it('names the hold of the therapy too', async () => {
    const treated = await inForce(portal);
    const path = `/api/trt/cases/${treated.caseId}`;
    await treated.provider.post(`${path}/titrate`, { ...wish(60), reason: 'A lower dose after the hold' });
    const { version } = (await detail(treated)).case;
    await treated.provider.post(`${path}/hold`, { reason: 'He waits for surgery', version });
    const pending = (await detail(treated)).pending_plan!;
    const why = { override_reason: 'He starts again after his surgery' };
    const unnamed = await approvePlan(treated, pending, why);
    expect([unnamed.status, Object.keys(unnamed.body.fields as object)]).toEqual([422, ['overrides']]);
    const rules = unnamed.body.blocked_by as string[];
    expect(rules).toContain('therapy_on_hold');
    expect((await approvePlan(treated, pending, { ...why, overrides: rules })).status).toBe(200);
  });
});
