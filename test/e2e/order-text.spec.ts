import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Prescription, TitrateResponse } from '../../common/api/index.js';
import { detail, daysAgo, inForce, type Ordered } from '../support/care.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
let treated: Ordered;
beforeAll(async () => {
  portal = await startPortal('demo');
  treated = await inForce(portal);
});
afterAll(() => portal.close());

const REASON = 'Patient insists on this, discussed at length';
const read = async (id: string): Promise<Prescription> =>
  (await treated.provider.get(`/api/trt/prescriptions/${id}`)).body as Prescription;

/** The current order again, with different wording. */
async function written(change: Partial<Prescription> = {}): Promise<string> {
  const { drug, dose, frequency, route, quantity, refills, days_supply } = await read(treated.order.id);
  const fields = { drug, dose, frequency, route, quantity, refills, days_supply, ...change };
  const answer = await treated.provider.post(`/api/trt/cases/${treated.caseId}/prescriptions`, fields);
  expect(answer.status).toBe(201);
  return answer.body.id as string;
}

describe('POST /api/trt/prescriptions/:id/review', () => {
  it.each<[string, Partial<Prescription>, string]>([
    [
      'a second dose in the frequency',
      { frequency: 'once weekly and 2000 mg on fridays' },
      'order_says_more',
    ],
    ['permission to take more', { frequency: 'once weekly; may double if tired' }, 'order_says_more'],
    [
      'a second drug',
      { drug: 'Testosterone cypionate injection 200 mg/mL + trenbolone 100 mg/mL' },
      'order_says_more',
    ],
    ['ten times the strength', { drug: 'Testosterone cypionate injection 2000 mg/mL' }, 'order_says_more'],
    ['a hundred times the quantity', { quantity: 400 }, 'quantity_implausible'],
  ])('never accepts an order with %s, whatever the reason', async (_, change, rule) => {
    const id = await written(change);
    const judged = (await treated.provider.get(`/api/trt/prescriptions/${id}/judgement`)).body as {
      rules: { rule_key: string }[];
    };
    const overrides = judged.rules.map(({ rule_key }) => rule_key);
    const refused = await treated.provider.post(`/api/trt/prescriptions/${id}/review`, {
      decision: 'accept',
      override_reason: REASON,
      overrides,
    });
    expect([refused.status, refused.body.rule_key]).toEqual([409, rule]);
    expect((await read(id)).status).toBe('draft');
  });
});

describe('POST /api/trt/provider/plans/approve', () => {
  it('withdraws the drafts of the replaced plan', async () => {
    const { version } = (await detail(treated)).case;
    const therapy = { therapy_started_on: daysAgo(60), last_change_on: daysAgo(60) };
    await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, extras: therapy });
    const old = await written();
    const { formulation, dose, frequency, route } = treated.plan;
    const wish = { formulation, dose: dose * 1.25, frequency, route, reason: REASON };
    const saved = await treated.provider.post(`/api/trt/cases/${treated.caseId}/titrate`, wish);
    const next = saved.body as TitrateResponse;
    expect(next).toMatchObject({ saved: true });
    const approved = await treated.provider.post('/api/trt/provider/plans/approve', {
      plan_id: next.plan_id,
      version: next.version,
      override_reason: REASON,
    });
    expect(approved.status).toBe(200);
    expect(await read(old)).toMatchObject({ status: 'canceled', ended_reason: 'superseded' });
  });
});
