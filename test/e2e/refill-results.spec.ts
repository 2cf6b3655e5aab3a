import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type {
  Appointment,
  DashboardResponse,
  RefillRequestListResponse,
  RefillRequestsResponse,
  Reminder,
} from '../../common/api/index.js';
import { addBusinessDays, daysBetween } from '../../common/clinical/index.js';
import { addLab, clinicToday, daysAgo, detail, type Ordered } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import { actsOf, approvedAgo, ask, decide, dispense, supplyOf } from '../support/supply.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const own = async ({ patient }: Ordered) =>
  ((await patient.get('/api/refill-requests')).body as RefillRequestsResponse).refill_requests[0]!;
const queued = async ({ provider, patientId }: Ordered) =>
  (
    (await provider.list('/api/trt/refill-requests', { filter: { patient_id: patientId } }))
      .body as RefillRequestListResponse
  ).refill_requests.find(({ state }) => state !== 'withdrawn')!;

it('a refill that waits for labs is in the queue again once a draw since then has each test', async () => {
  const treated = await approvedAgo(portal, 40);
  const made = await ask(treated);
  const sent = await decide(treated.provider, made.body, 'needs_labs');
  expect(sent.body).toMatchObject({ state: 'needs_labs', results_on: null });

  // Otherwise a second request would need no labs.
  const withdrawn = await treated.patient.post(`/api/refill-requests/${made.body.id}/withdraw`, {});
  expect([withdrawn.status, withdrawn.body.error]).toEqual([409, 'invalid_state']);

  // Drawn long before the labs were asked for.
  await addLab(treated, 2, { tt_ng_dl: 520, hct_percent: 46 });
  expect((await own(treated)).state).toBe('needs_labs');
  expect((await queued(treated)).asked.labs?.missing).toEqual(['tt_ng_dl', 'hct_percent']);

  // Another test is none of those that were asked for.
  await addLab(treated, 0, { psa_ng_ml: 0.8 });
  expect(await own(treated)).toMatchObject({ state: 'needs_labs', results_on: null });
  expect((await queued(treated)).asked.labs?.missing).toEqual(['tt_ng_dl', 'hct_percent']);

  await addLab(treated, 0, { tt_ng_dl: 560, hct_percent: 47 });
  const back = {
    state: 'requested',
    results_on: clinicToday(),
    due_by: addBusinessDays(clinicToday(), 2),
  };
  expect(await own(treated)).toMatchObject(back);
  expect(await queued(treated)).toMatchObject(back);
  expect(await actsOf(portal, treated, 'refill.results_came')).toEqual(['refill.results_came provider']);

  // The results of today answer what would be asked for today.
  const again = await decide(treated.provider, await queued(treated), 'needs_labs');
  expect([again.status, again.body.error]).toEqual([409, 'invalid_state']);
  expect(await queued(treated)).toMatchObject(back);
  const approved = await decide(treated.provider, await queued(treated), 'approve');
  expect(approved.text).not.toContain('refill_labs_pending');
});

it('results of today answer labs asked for later today, and another test does not', async () => {
  const treated = await approvedAgo(portal, 40);
  const { body: made } = await ask(treated);
  const panel = await addLab(treated, 0, { tt_ng_dl: 560, hct_percent: 47 });
  const refused = await decide(treated.provider, made, 'needs_labs');
  expect([refused.status, refused.body.error]).toEqual([409, 'invalid_state']);
  expect(await queued(treated)).toMatchObject({ state: 'requested', asked: { labs: null } });

  // Once they are voided there is something to wait for.
  await treated.provider.post(`/api/labs/${panel.body.id}/void`, {
    version: panel.body.version,
    reason: 'These are the results of another patient',
  });
  const waits = await decide(treated.provider, await queued(treated), 'needs_labs');
  expect(waits.body.asked.labs?.missing).toEqual(expect.arrayContaining(['tt_ng_dl', 'hct_percent']));
  await addLab(treated, 0, { psa_ng_ml: 0.8 });
  expect((await own(treated)).state).toBe('needs_labs');
});

it('a draw that a refill waits for has the same days on every page, none before the right distance from a dose', async () => {
  const treated = await approvedAgo(portal, 40);
  const { patient, provider } = treated;
  expect((await dispense(treated, daysAgo(5))).status).toBe(201);
  const taken_at = new Date(Date.now() - 3_600_000).toISOString();
  expect((await patient.post('/api/doses', { taken_at, dose: 80, unit: 'mg' })).status).toBe(201);
  await decide(provider, (await ask(treated)).body, 'needs_labs');

  const days = ({ draw_from, draw_until }: { draw_from?: string; draw_until?: string }) => [
    draw_from,
    draw_until,
  ];
  const { next_lab_suggestion: told } = (await patient.get('/api/trt/dashboard')).body as DashboardResponse;
  const { next_lab_suggestion: known } = await detail(treated);
  const { reminders } = (await patient.get('/api/trt/reminders')).body as { reminders: Reminder[] };
  const { gates } = await supplyOf(treated);
  const [from] = days(told!);
  expect(daysBetween(clinicToday(), from!)).toBeGreaterThanOrEqual(2);
  expect([days(known!), days((await queued(treated)).asked.labs!)]).toEqual([days(told!), days(told!)]);
  expect([
    told!.due_on,
    known!.due_on,
    reminders.find(({ kind }) => kind === 'lab_draw')?.due_date,
    gates.find(({ key }) => key === 'labs')?.due_on,
  ]).toEqual([from, from, from, from]);
});

it('results in part say what is missing, and voided ones are missing again', async () => {
  const treated = await approvedAgo(portal, 40);
  const made = await ask(treated);
  await decide(treated.provider, made.body, 'needs_labs');
  await addLab(treated, 0, { tt_ng_dl: 560 });
  expect(await queued(treated)).toMatchObject({
    state: 'needs_labs',
    asked: { labs: { missing: ['hct_percent'] } },
  });
  const { body } = await addLab(treated, 0, { hct_percent: 47 });
  expect(await own(treated)).toMatchObject({ state: 'requested', results_on: clinicToday() });

  const voided = await treated.provider.post(`/api/labs/${body.id}/void`, {
    version: body.version,
    reason: 'These are the results of another patient',
  });
  expect(voided.status).toBe(200);
  // The clinician decides again.
  expect(await queued(treated)).toMatchObject({
    state: 'requested',
    results_on: null,
    asked: { labs: { missing: ['hct_percent'] } },
  });
});

/** Approving with everything named but this. */
async function approveNamed(treated: Ordered, more: { without?: string } = {}) {
  const reason = 'Spoke with the patient and with the colleague who asked';
  const request = await queued(treated);
  const bare = await decide(treated.provider, request, 'approve', { override_reason: reason });
  const rules = bare.body['blocked_by'] as unknown as string[];
  const overrides = rules.filter((key) => key !== more.without);
  return {
    rules,
    answer: await decide(treated.provider, request, 'approve', { override_reason: reason, overrides }),
  };
}

it.each([
  ['needs_labs', 'labs', 'refill_labs_pending'],
  ['needs_visit', 'visit', 'refill_visit_pending'],
] as const)(
  'a refill that waits (%s) is approved only by naming what was asked for',
  async (state, what, key) => {
    const treated = await approvedAgo(portal, 40);
    const made = await ask(treated);
    const waits = await decide(treated.provider, made.body, state, { reason: 'Please come first' });
    const mark = { by: expect.any(String), at: expect.any(String) };
    expect(waits.body['asked'] as unknown).toMatchObject({ [what]: mark });
    const plain = await decide(treated.provider, waits.body, 'approve');
    expect([plain.status, plain.body['rules'] as unknown]).toEqual([422, expect.arrayContaining([key])]);
    // Another look does not take it away, nor the words.
    const looked = await decide(treated.provider, waits.body, 'review');
    expect(looked.body).toMatchObject({
      state: 'in_review',
      asked: { [what]: mark },
      answer: 'Please come first',
    });
    const { rules, answer } = await approveNamed(treated, { without: key });
    expect([rules, answer.status]).toEqual([expect.arrayContaining([key]), 422]);
    expect((await approveNamed(treated)).answer.body.state).toBe('approved');
  },
);

/** A visit of the patient from now on, held and documented. */
async function visit({ patient, provider }: Ordered): Promise<void> {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const asked = await patient.post('/api/appointments', {
    kind: 'video',
    reason: 'Refill',
    preferred: [at(3)],
  });
  const path = `/api/provider/appointments/${(asked.body as unknown as Appointment).id}`;
  for (const change of [
    { status: 'scheduled', starts_at: at(3), ends_at: at(3.5) },
    { started_at: at(-0.2) },
    { ended_at: at(0) },
  ])
    expect((await provider.post(path, change)).status).toBe(200);
}

it('a refill that waits for a visit is in the queue again once one was held', async () => {
  const treated = await approvedAgo(portal, 40);
  const made = await ask(treated);
  await decide(treated.provider, made.body, 'needs_visit');
  await visit(treated);
  const back = { state: 'requested', visit_on: clinicToday(), due_by: addBusinessDays(clinicToday(), 2) };
  expect(await own(treated)).toMatchObject(back);
  expect(await queued(treated)).toMatchObject({ ...back, asked: { visit: null } });
  expect(await actsOf(portal, treated, 'refill.visit_held')).toEqual(['refill.visit_held provider']);
});

it('a refill that waits for a visit can be withdrawn, and the next request asks for the visit all the same', async () => {
  const treated = await approvedAgo(portal, 40);
  const made = await ask(treated);
  await decide(treated.provider, made.body, 'needs_visit');
  const withdrawn = await treated.patient.post(`/api/refill-requests/${made.body.id}/withdraw`, {});
  expect([withdrawn.status, withdrawn.body.state]).toEqual([200, 'withdrawn']);
  expect((await ask(treated)).status).toBe(201);
  expect(await queued(treated)).toMatchObject({
    state: 'requested',
    asked: { visit: { by: expect.any(String) } },
  });
  await visit(treated);
  expect(await queued(treated)).toMatchObject({
    state: 'requested',
    asked: { visit: null },
    visit_on: clinicToday(),
  });
});
