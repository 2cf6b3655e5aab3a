import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PatientPrescription, RefillRequestsResponse } from '../../common/api/index.js';
import { addDays, addMonths } from '../../common/clinical/index.js';
import { daysAgo, type Ordered } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import { actsOf, approvedAgo, ask, decide, dispense, supplyOf } from '../support/supply.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

describe('a fill in parts (21 CFR 1306.23)', () => {
  const part = (treated: Ordered, filled_on: string, share: number, more: object = {}) =>
    dispense(treated, filled_on, {
      quantity: treated.order.quantity * share,
      days: treated.order.days_supply * share,
      ...more,
    });

  it('is one fill: the rest uses no refill, and the clock goes on', async () => {
    const treated = await approvedAgo(portal, 50);
    const { quantity, days_supply: days, refills } = treated.order;
    const [on, later] = [daysAgo(40), daysAgo(30)];
    const first = await part(treated, on, 0.5);
    expect([first.status, first.body.completes]).toEqual([201, null]);
    expect(await supplyOf(treated)).toMatchObject({
      run_out_on: addDays(on, days / 2),
      refills_left: refills,
      open_rest: {
        completes: first.body.id,
        quantity: quantity / 2,
        days: days / 2,
        until: addMonths(daysAgo(50), 6),
      },
    });
    const rest = await part(treated, later, 0.5, { completes: first.body.id });
    expect([rest.status, rest.body.n, rest.body.completes]).toEqual([201, 2, first.body.id]);
    expect(await supplyOf(treated)).toMatchObject({
      run_out_on: addDays(on, days),
      refills_left: refills,
      earliest_fill_on: addDays(on, Math.ceil(0.85 * days)),
      open_rest: null,
    });
    const { prescriptions } = (await treated.patient.get('/api/prescriptions')).body as {
      prescriptions: PatientPrescription[];
    };
    const told = prescriptions.find((one) => one.id === treated.order.id)!;
    expect([told.refills_remaining, told.run_out_on]).toEqual([refills, addDays(on, days)]);
    expect((await dispense(treated, daysAgo(5))).status).toBe(201);
    expect((await supplyOf(treated)).refills_left).toBe(refills - 1);
  });

  it('may be completed after the last refill, but not after the legal limit', async () => {
    const treated = await approvedAgo(portal, 60);
    await portal.database.asSuperuser('UPDATE prescriptions SET refills = 0 WHERE id = $1', [
      treated.order.id,
    ]);
    const first = await part(treated, daysAgo(28), 0.5);
    expect((await part(treated, daysAgo(15), 0.5)).body.error).toBe('invalid_state');
    expect((await part(treated, daysAgo(14), 0.5, { completes: first.body.id })).status).toBe(201);
    const old = await approvedAgo(portal, 200);
    const late = await part(old, daysAgo(150), 0.5);
    expect((await supplyOf(old)).open_rest).toBeNull();
    const refused = await part(old, daysAgo(10), 0.5, { completes: late.body.id });
    expect(Object.keys(refused.body.fields as object)).toEqual(['filled_on']);
  });

  it('takes no more days than the quantity lasts, and leaves the rest of the fill open', async () => {
    const treated = await approvedAgo(portal, 30);
    const { quantity, days_supply: days } = treated.order;
    const one = (lasting: number) => dispense(treated, daysAgo(20), { quantity: 1, days: lasting });
    for (const wrong of [days, Math.floor((days / quantity) * 1.2) + 1]) {
      const { status, body } = await one(wrong);
      expect([status, body.fields]).toEqual([
        422,
        { days: expect.stringContaining(`At the ordered dose, 1 lasts ${days / quantity} days.`) },
      ]);
    }
    expect((await one(Math.floor((days / quantity) * 1.2))).status).toBe(201);
    expect((await supplyOf(treated)).open_rest).toMatchObject({ quantity: quantity - 1 });
  });

  it('leaves an approved refill request for the next whole fill', async () => {
    const treated = await approvedAgo(portal, 40);
    const first = await part(treated, daysAgo(20), 0.5);
    const made = await ask(treated);
    expect((await decide(treated.provider, made.body, 'approve')).status).toBe(200);
    await part(treated, daysAgo(1), 0.5, { completes: first.body.id });
    const states = async () =>
      (
        (await treated.patient.get('/api/refill-requests')).body as RefillRequestsResponse
      ).refill_requests.map(({ state }) => state);
    expect(await states()).toEqual(['approved']);
    await dispense(treated, daysAgo(0));
    expect(await states()).toEqual(['filled']);
  });

  it('is never more than prescribed, of the same order, and in order', async () => {
    const [treated, other] = [await approvedAgo(portal, 30), await approvedAgo(portal, 30)];
    const first = await part(treated, daysAgo(20), 0.75);
    const rest = { completes: first.body.id as string };
    const foreign = await part(other, daysAgo(20), 0.5);
    const wrong = async (...[on, share, more]: [string, number, object]) =>
      Object.keys((await part(treated, on, share, more)).body.fields as object).toSorted();
    expect(await wrong(daysAgo(10), 0.5, rest)).toEqual(['days', 'quantity']);
    expect(await wrong(daysAgo(21), 0.25, rest)).toEqual(['filled_on']);
    expect(await wrong(daysAgo(10), 0.25, { completes: foreign.body.id })).toEqual(['completes']);
    expect(await wrong(daysAgo(10), 0.25, { completes: 'the first' })).toEqual(['completes']);
    const second = await part(treated, daysAgo(10), 0.25, rest);
    expect(second.status).toBe(201);
    expect(await wrong(daysAgo(9), 0.25, rest)).toEqual(['completes']);
    expect(await wrong(daysAgo(9), 0.25, { completes: second.body.id })).toEqual(['completes']);
    expect(await actsOf(portal, treated, 'prescription.dispense')).toHaveLength(2);
  });

  it('gives the rest once, even with two at once', async () => {
    const treated = await approvedAgo(portal, 30);
    const first = await part(treated, daysAgo(20), 0.5);
    const rest = { completes: first.body.id };
    const answers = await Promise.all([
      part(treated, daysAgo(8), 0.5, rest),
      part({ ...treated, provider: treated.provider.twin() }, daysAgo(7), 0.5, rest),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422]);
  });
});
