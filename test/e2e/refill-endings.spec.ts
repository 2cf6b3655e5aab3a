import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  RefillRequestListResponse,
  RefillRequestsResponse,
  SupplyResponse,
} from '../../common/api/index.js';
import { clinicToday, type Ordered } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import { actsOf, approvedAgo, ask, decide } from '../support/supply.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const toldOf = async ({ patient }: Ordered) =>
  ((await patient.get('/api/refill-requests')).body as RefillRequestsResponse).refill_requests[0]!;
const queueOf = async ({ provider, patientId }: Ordered) =>
  (await provider.list('/api/trt/refill-requests', { filter: { patient_id: patientId } }))
    .body as RefillRequestListResponse;
const cancel = ({ provider, order }: Ordered) =>
  provider.post(`/api/trt/prescriptions/${order.id}/transition`, {
    to: 'canceled',
    reason: 'Written in error',
  });

describe('a refill request whose order ends', () => {
  it.each<[string, (treated: Ordered) => Promise<unknown>]>([
    ['canceled', cancel],
    [
      'ended with the treatment',
      ({ provider, caseId }) =>
        provider.post(`/api/trt/cases/${caseId}/discontinue`, {
          reason_code: 'patient_choice',
          effective_date: clinicToday(),
          follow_up_labs: false,
        }),
    ],
  ])('is closed with an answer when it is %s', async (_, end) => {
    const treated = await approvedAgo(portal, 10);
    const made = await ask(treated);
    await end(treated);
    expect(await toldOf(treated)).toMatchObject({
      state: 'refused',
      answer: expect.stringContaining('This prescription has ended'),
      decided_at: expect.any(String),
    });
    const queue = await queueOf(treated);
    expect([queue.total, queue.refill_requests.map(({ state }) => state)]).toEqual([1, ['refused']]);
    expect(await actsOf(portal, treated, 'refill.refuse')).toEqual(['refill.refuse provider']);
    const mails = await portal.database.asSuperuser(
      `SELECT 1 FROM mails m JOIN users u ON u.id = m.user_id WHERE u.email = $1 AND m.kind IN ('care.refill_decided', 'care.therapy_discontinued')`,
      [treated.patient.email],
    );
    expect(mails).toHaveLength(1);
    expect((await decide(treated.provider, { ...made.body, version: 2 }, 'approve')).status).toBe(409);
  });

  it('closes an approved one too, unless a new order takes its place', async () => {
    const treated = await approvedAgo(portal, 10);
    const made = await ask(treated);
    expect((await decide(treated.provider, made.body, 'approve')).status).toBe(200);
    await cancel(treated);
    expect((await toldOf(treated)).state).toBe('refused');
  });

  it.each<['approve' | 'review', string, string | null]>([
    ['approve', 'approved', null],
    ['review', 'refused', expect.stringContaining('new prescription') as unknown as string],
  ])('after %s and a new order is %s', async (decision, state, answer) => {
    const treated = await approvedAgo(portal, 10);
    const made = await ask(treated);
    await decide(treated.provider, made.body, decision);
    const { provider, caseId } = treated;
    const { dose, frequency, route, quantity, days_supply, refills, drug } = treated.order;
    const written = await provider.post(`/api/trt/cases/${caseId}/prescriptions`, {
      drug,
      dose,
      frequency,
      route,
      quantity,
      days_supply,
      refills,
    });
    const accepted = await provider.post(`/api/trt/prescriptions/${written.body.prescription_id}/review`, {
      decision: 'accept',
    });
    expect([written.status, accepted.status]).toEqual([201, 200]);
    expect(await toldOf(treated)).toMatchObject({ state, answer });

    // An approved one goes on with the new order: it is shown there, and not asked for twice.
    const goesOn = state === 'approved';
    const { prescriptions } = (await treated.patient.get('/api/supply')).body as SupplyResponse;
    expect(prescriptions.map((one) => one.refill_request_id)).toEqual([goesOn ? made.body.id : null]);
    const again = await ask({ ...treated, order: { ...treated.order, id: written.body.prescription_id } });
    expect(again.status).toBe(goesOn ? 409 : 201);
  });

  it('from before requests were closed is still in the list, and can be refused', async () => {
    const treated = await approvedAgo(portal, 10);
    const made = await ask(treated);
    await portal.database.asSuperuser(
      `UPDATE prescriptions SET status = 'canceled', ended_reason = 'canceled' WHERE id = $1`,
      [treated.order.id],
    );
    const queue = await queueOf(treated);
    expect([queue.total, queue.refill_requests.map(({ id }) => id)]).toEqual([1, [made.body.id]]);
    expect((await decide(treated.provider, made.body, 'approve')).body.error).toBe('invalid_state');
    const refused = await treated.provider.post(`/api/trt/refill-requests/${made.body.id}`, {
      version: made.body.version,
      decision: 'refuse',
      reason: 'This prescription has ended.',
    });
    expect([refused.status, refused.body.state]).toEqual([200, 'refused']);
  });
});
