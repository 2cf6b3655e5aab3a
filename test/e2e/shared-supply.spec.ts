import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  PrescriptionSupply,
  RefillRequestListResponse,
  SupplyResponse,
} from '../../common/api/index.js';
import { addDays } from '../../common/clinical/index.js';
import { clinicToday, daysAgo, type Ordered } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import { approvedAgo, ask, decide, dispense, supplyOf } from '../support/supply.js';

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

    expect((await dispense(other, clinicToday())).status).toBe(201);
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
