import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  PatientPrescriptionsResponse,
  PrescriptionSupply,
  RefillRequestListResponse,
  RefillRequestsResponse,
  SupplyResponse,
} from '../../common/api/index.js';
import { addDays } from '../../common/clinical/index.js';
import { approvePlan, clinicToday, daysAgo, detail, type Ordered } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import { approvedAgo, ask, decide, dispense, supplyOf } from '../support/supply.js';

const REASON = 'Discussed with him by phone today, and he agrees';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

/** A second order in use for the same medicine. */
async function second(treated: Ordered): Promise<Ordered> {
  const [row] = await portal.database.asSuperuser<{ id: string }>(
    `INSERT INTO prescriptions SELECT (jsonb_populate_record(x, jsonb_build_object('id', gen_random_uuid()))).*
      FROM prescriptions x WHERE x.id = $1 RETURNING id`,
    [treated.order.id],
  );
  return { ...treated, order: { ...treated.order, id: row!.id } };
}
const supplies = async ({ patient }: Ordered) =>
  ((await patient.get('/api/supply')).body as SupplyResponse).prescriptions;
const days = (one: PrescriptionSupply) => [one.days_left, one.earliest_fill_on];

describe('two orders in use for the same medicine', () => {
  it('share one supply, and a refill beside an unfilled one asks for a reason', async () => {
    const treated = await approvedAgo(portal, 40);
    const other = await second(treated);
    const { days_supply: fill } = treated.order;
    await dispense(treated, daysAgo(fill - 4));
    // Four days are left, so a refill could be asked for, but the other order is there to be filled.
    const made = await ask(treated);
    expect((await supplies(treated)).map((one) => one.refill_request_id)).toEqual([
      made.body.id,
      made.body.id,
    ]);
    const refused = await decide(treated.provider, made.body, 'approve');
    expect([refused.status, refused.body.rules]).toEqual([422, ['rx_early_refill']]);
    const queue = (
      await treated.provider.list('/api/trt/refill-requests', { filter: { patient_id: treated.patientId } })
    ).body as RefillRequestListResponse;
    expect(queue.refill_requests[0]).toMatchObject({ early: true, signs: { signs: ['two_prescriptions'] } });
    const told = await supplyOf(other);
    expect([told.days_left, told.last_fill_on]).toEqual([4, null]);
    // The pharmacy fills the other one: that is no refill, and what was asked for is met by it.
    const request = `/api/refill-requests/${made.body.id}`;
    expect((await treated.patient.post(`${request}/withdraw`, {})).status).toBe(200);
    const wrong = await ask(other);
    expect([wrong.status, wrong.body.message]).toEqual([409, expect.stringContaining('not been filled yet')]);
    const again = await ask(treated);
    await portal.database.asSuperuser(`UPDATE prescriptions SET dose = '100 mg' WHERE id = $1`, [
      other.order.id,
    ]);
    expect((await ask(other)).body.message).toContain('already requested');
    const approved = await treated.provider.post(`/api/trt/refill-requests/${again.body.id}`, {
      version: again.body.version,
      decision: 'approve',
      override_reason: REASON,
      overrides: ['rx_early_refill'],
    });
    expect(approved.body).toMatchObject({ state: 'approved' });
    await portal.database.asSuperuser(`UPDATE prescriptions SET dose = '80 mg' WHERE id = $1`, [
      other.order.id,
    ]);

    expect((await dispense(other, clinicToday())).status).toBe(201);
    const { refill_requests } = (await treated.patient.get('/api/refill-requests'))
      .body as RefillRequestsResponse;
    expect(refill_requests.map(({ id, state }) => [id, state])).toEqual([
      [again.body.id, 'filled'],
      [made.body.id, 'withdrawn'],
    ]);
    const end = addDays(clinicToday(), 4 + fill);
    const earliest = addDays(end, Math.ceil(0.85 * fill) - fill);
    expect((await supplies(treated)).map(days)).toEqual([
      [4 + fill, earliest],
      [4 + fill, earliest],
    ]);
  });

  it('leave no dose once all of the fill are logged', async () => {
    const treated = await approvedAgo(portal, 40);
    const { days_supply: fill } = treated.order;
    await dispense(treated, daysAgo(fill - 2));
    const first = await supplyOf(treated);
    expect(first.doses_left).toBe(1);
    for (let taken = fill - 2; taken >= 0; taken -= 7)
      await treated.patient.post('/api/doses', {
        taken_at: `${daysAgo(taken)}T00:01:00-05:00`,
        dose: 80,
        unit: 'mg',
      });
    expect((await supplyOf(treated)).doses_left).toBe(0);
  });
});

/** A plan for 100 mg in place of 80 mg, approved with its order. */
async function raised(treated: Ordered): Promise<Ordered> {
  const { provider, caseId, order } = treated;
  const saved = await provider.post(`/api/trt/cases/${caseId}/titrate`, {
    formulation: order.formulation,
    dose: 100,
    frequency: 'once weekly',
    route: 'intramuscular',
    reason: REASON,
  });
  const pending = (await detail(treated)).pending_plan!;
  const approved = await approvePlan(treated, pending, { override_reason: REASON });
  expect([saved.status, approved.status, approved.body]).toEqual([200, 200, expect.anything()]);
  const next = approved.body.prescription as Ordered['order'];
  if (next.status === 'draft') {
    const kept = approved.body['prescription_blocked_by'] as string[];
    const accepted = await provider.post(`/api/trt/prescriptions/${next.id}/review`, {
      decision: 'accept',
      override_reason: REASON,
      overrides: kept,
    });
    expect([accepted.status, accepted.body]).toEqual([200, expect.anything()]);
  }
  return { ...treated, order: next };
}

it('a new dose ends both, counts what is left, and takes over the approved request', async () => {
  const treated = await approvedAgo(portal, 40);
  const other = await second(treated);
  const { days_supply: fill } = treated.order;
  await dispense(treated, daysAgo(fill - 20));
  const made = await ask(treated);
  const approved = await treated.provider.post(`/api/trt/refill-requests/${made.body.id}`, {
    version: made.body.version,
    decision: 'approve',
    override_reason: REASON,
    overrides: ['rx_early_refill'],
  });
  expect(approved.body).toMatchObject({ state: 'approved' });

  const next = await raised(treated);
  const listed = (await treated.patient.get('/api/prescriptions')).body as PatientPrescriptionsResponse;
  const stateOf = ({ order }: Ordered) =>
    listed.prescriptions.find(({ id }) => id === order.id)?.prescription_state;
  expect([treated, other, next].map(stateOf)).toEqual(['past', 'past', 'current']);
  expect((await supplies(treated)).map((one) => [one.prescription_id, one.days_left])).toEqual([
    // Single-dose vials are as many doses as before.
    [next.order.id, 20],
  ]);

  expect((await dispense(next, clinicToday())).status).toBe(201);
  const { refill_requests } = (await treated.patient.get('/api/refill-requests'))
    .body as RefillRequestsResponse;
  expect(refill_requests.map(({ id, state }) => [id, state])).toEqual([[made.body.id, 'filled']]);
});

it.each(['replaced', 'canceled'])(
  'what the pharmacy handed over of an order that was %s is at home, and the order stays ended',
  async (reason) => {
    const treated = await approvedAgo(portal, 3);
    const other = await second(treated);
    await portal.database.asSuperuser(
      `UPDATE prescriptions SET status = 'canceled', ended_reason = $2, sent_at = now() - interval '1 day' WHERE id = $1`,
      [treated.order.id, reason],
    );
    const unsaid = await dispense(treated, clinicToday());
    expect([unsaid.status, Object.keys(unsaid.body.fields as object)]).toEqual([422, ['override_reason']]);
    const recorded = await dispense(treated, clinicToday(), {
      override_reason: 'The pharmacy had filled it before our call reached them',
    });
    expect(recorded.status).toBe(201);
    const { prescriptions } = await detail(treated);
    const ended = prescriptions.find((one) => one.prescription_id === treated.order.id);
    expect([ended?.status, ended?.ended_reason]).toEqual(['canceled', reason]);
    expect((await supplies(treated)).map((one) => [one.prescription_id, one.days_left])).toEqual([
      [other.order.id, treated.order.days_supply],
    ]);
    // One that never left the clinic was handed over by no one.
    await portal.database.asSuperuser(`UPDATE prescriptions SET sent_at = NULL WHERE id = $1`, [
      treated.order.id,
    ]);
    expect((await dispense(treated, daysAgo(1), { override_reason: REASON })).status).toBe(409);
  },
);
