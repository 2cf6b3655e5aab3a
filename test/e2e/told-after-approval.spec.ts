import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  answers,
  approvePlan,
  closeEmergency,
  detail,
  inForce,
  planned,
  save,
  type Ordered,
  type Treated,
} from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

/** What a patient writes after the approval is read before the pharmacy gets the order. */
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const send = ({ provider, order }: Ordered, more: object = {}) =>
  provider.post(`/api/trt/prescriptions/${order.id}/transition`, { to: 'sent', ...more });
const again = async ({ patient }: Treated, change: Record<string, unknown>) => {
  const sent = await save(patient, answers(patient.email, change), { submit: true });
  expect(sent.status).toBe(200);
};
const visit = ({ patient }: Treated, reason: string) =>
  patient.post('/api/appointments', {
    kind: 'video',
    reason,
    preferred: [new Date(Date.now() + 4 * 86_400_000).toISOString()],
  });
const readAll = async (treated: Treated) => {
  const { case: known, unread_history: texts } = await detail(treated);
  return treated.provider.post(`/api/trt/cases/${treated.caseId}/history-review`, {
    version: known.version,
    fields: texts.map(({ field }) => field),
    against_treatment: false,
  });
};

describe('a form that is sent again after the approval', () => {
  it('keeps the order until its testosterone from elsewhere was read and passed by name', async () => {
    const treated = await inForce(portal);
    await again(treated, { treatment_goals: 'I use AndroGel now and want something better' });
    const kept = await send(treated);
    expect([kept.status, kept.body.blocked_by]).toEqual([
      409,
      expect.arrayContaining(['unread_history', 'text_hormone_use']),
    ]);
    expect((await readAll(treated)).status).toBe(200);
    expect((await detail(treated)).read_history).toContainEqual({
      field: 'treatment_goals',
      text: 'I use AndroGel now and want something better',
      by: 'Dr. Elena Rossi',
      at: expect.stringMatching(/Z$/),
      note: null,
      against_treatment: false,
    });
    const named = await send(treated);
    expect([named.status, named.body.blocked_by]).toEqual([409, ['text_hormone_use']]);
    const passed = await send(treated, {
      reason: 'He stopped the gel last week and starts with our order on Monday',
      overrides: ['text_hormone_use'],
    });
    expect(passed.status).toBe(200);
  });

  it.each([
    'my nuts are the size of raisins from the gear',
    'keep both, the ones from my old clinic and yours',
  ])('keeps the order until words that no pattern knows were read: %s', async (treatment_goals) => {
    const treated = await inForce(portal);
    await again(treated, { treatment_goals });
    const kept = await send(treated);
    expect([kept.status, kept.body.blocked_by]).toEqual([409, expect.arrayContaining(['unread_history'])]);
    await readAll(treated);
    expect((await send(treated)).body.blocked_by ?? []).not.toContain('unread_history');
  });

  it('keeps nothing where it says everyday things', async () => {
    const treated = await inForce(portal);
    await again(treated, { treatment_goals: 'More energy and better sleep' });
    expect((await send(treated)).status).toBe(200);
  });
});

describe('what is told outside the form after the approval', () => {
  const text = 'I use AndroGel now from my VA doctor';
  it.each<[string, (treated: Ordered) => Promise<unknown>]>([
    ['a request for a visit', (treated) => visit(treated, text)],
    [
      'a message that was opened',
      async ({ patient, provider }) => {
        await patient.post('/api/messages', { subject: 'A question', body: text });
        const { threads } = (await provider.get('/api/provider/messages')).body as {
          threads: { id: string }[];
        };
        for (const { id } of threads) await provider.post(`/api/provider/messages/${id}/read`);
      },
    ],
  ])('keeps the order: %s', async (_, tell) => {
    const treated = await inForce(portal);
    await tell(treated);
    const { unread_history: texts } = await detail(treated);
    expect(texts.map((one) => one.text).join()).toContain(text);
    const kept = await send(treated);
    expect([kept.status, kept.body.blocked_by.length > 0]).toEqual([409, true]);
  });
});

it('a note on a dose that tells of testosterone from elsewhere is shown to clinicians', async () => {
  const treated = await inForce(portal);
  const note = 'I use AndroGel now from my VA doctor';
  await treated.patient.post('/api/doses', {
    taken_at: new Date().toISOString(),
    dose: 80,
    unit: 'mg',
    note,
  });
  const { unread_history: texts } = await detail(treated);
  expect(texts.map((one) => one.text).join()).toContain(note);
});

describe('a request for a visit before the approval', () => {
  it.each([
    'want to talk about the pellets I got put in last month',
    'new results from the urologist, the sample came back positive',
    'the kids question, we want another one',
  ])('is shown to the clinician who approves, in words that no pattern knows: %s', async (reason) => {
    const treated = await planned(portal);
    await visit(treated, reason);
    for (const key of (await detail(treated)).alerts.map(({ rule_key }) => rule_key))
      if (key?.startsWith('emergency_')) await closeEmergency(treated, key);
    const { unread_history: texts, pending_plan: plan } = await detail(treated);
    expect(texts.map((one) => one.text).join()).toContain(reason);
    const refused = await approvePlan(treated, plan!);
    expect([refused.status, refused.body.rules]).toEqual([422, expect.arrayContaining(['unread_history'])]);
  });

  it('asks nothing where it says everyday things', async () => {
    const treated = await planned(portal);
    await visit(treated, 'I would like to talk about how it is going');
    expect((await detail(treated)).unread_history).toEqual([]);
  });
});

it('both results before treatment, corrected to normal after the order was sent, leave the diagnosis open', async () => {
  const treated = await inForce(portal);
  expect((await send(treated)).status).toBe(200);
  const { labs } = (
    await treated.provider.list('/api/labs', { filter: { patient_id: treated.patientId }, range: [0, 49] })
  ).body as { labs: { id: string; version: number; results: Record<string, unknown> }[] };
  for (const { id, version } of labs.filter(({ results }) => 'tt_ng_dl' in results)) {
    const corrected = await treated.provider.post(`/api/labs/${id}/correct`, {
      version,
      results: { tt_ng_dl: 620 },
      reason: 'Typed from the wrong patient',
    });
    expect([corrected.status, corrected.text.slice(0, 200)]).toEqual([200, expect.anything()]);
  }
  expect((await detail(treated)).rules.map(({ rule_key }) => rule_key)).toContain('low_t_unconfirmed');
});
