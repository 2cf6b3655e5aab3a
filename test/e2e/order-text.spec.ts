import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Prescription, TitrateResponse } from '../../common/api/index.js';
import { detail, daysAgo, inForce, type Ordered } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
let treated: Ordered;
beforeAll(async () => {
  portal = await startTreatedPortal();
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
    ['five vials for 28 days', { quantity: 50, days_supply: 28 }, 'quantity_implausible'],
    ['a frequency that no one can read', { frequency: 'banana' }, 'order_frequency_unreadable'],
    ['a frequency of zero days', { frequency: 'every 0 days' }, 'order_frequency_unreadable'],
    ['80 mg hourly', { frequency: 'hourly' }, 'dose_implausible'],
    ['80 mg q.d.', { frequency: 'q.d.' }, 'dose_implausible'],
    ['80 mg every 8 hours', { frequency: 'every 8 hours' }, 'dose_implausible'],
    ['80 mg on every day by name', { frequency: 'Mon Tue Wed Thu Fri Sat Sun' }, 'dose_implausible'],
    ['a fill for over a year', { quantity: 60, days_supply: 420, refills: 0 }, 'rx_supply_over_six_months'],
    [
      'a second strength',
      { drug: 'Testosterone cypionate 200 mg/mL trenbolone 100 mg/mL' },
      'order_says_more',
    ],
    ['a dose per day under a weekly frequency', { dose: '80 mg per day' }, 'order_says_more'],
    ['a dose per week, twice a week', { dose: '80 mg/week', frequency: 'twice weekly' }, 'order_says_more'],
    ['patches of a vial', { dose: '80 mg (3 patches)' }, 'order_says_more'],
    ['an injection called an application', { dose: '80 mg per application' }, 'order_says_more'],
    ['directions in the drug', { drug: 'Testosterone cypionate (take 4 vials a week)' }, 'order_says_more'],
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

describe('the directions of an order', () => {
  const weaker = { drug: 'Testosterone cypionate injection 100 mg/mL' };

  it('follow the strength, in a new order and in one that is changed', async () => {
    const id = await written(weaker);
    const { dose, frequency, route, quantity, refills, days_supply, sig, version } = await read(id);
    const mg = Number.parseFloat(dose);
    expect(sig).toContain(`Inject ${mg / 100} mL (`);
    const fields = { dose, frequency, route, quantity, refills, days_supply };
    const back = { ...fields, drug: 'Testosterone cypionate injection 200 mg/mL', version };
    const edited = await treated.provider.post(`/api/trt/prescriptions/${id}`, back);
    expect([edited.status, edited.body.sig]).toEqual([
      200,
      expect.stringContaining(`Inject ${mg / 200} mL (`),
    ]);
  });

  it('keep it back, whatever the reason, where they name the volume of another strength', async () => {
    const id = await written(weaker);
    await portal.database.asSuperuser(`UPDATE prescriptions SET sig = 'Inject 0.1 mL' WHERE id = $1`, [id]);
    const judged = (await treated.provider.get(`/api/trt/prescriptions/${id}/judgement`)).body as {
      rules: { rule_key: string }[];
    };
    const refused = await treated.provider.post(`/api/trt/prescriptions/${id}/review`, {
      decision: 'accept',
      override_reason: REASON,
      overrides: judged.rules.map(({ rule_key }) => rule_key),
    });
    expect([refused.status, refused.body.rule_key]).toEqual([409, 'sig_volume_mismatch']);
  });
});

describe('an order with unusual but readable fields', () => {
  it.each<[string, Partial<Prescription>, string]>([
    ['no strength', { drug: 'Testosterone cypionate' }, 'order_not_in_formulary'],
    ['24 mL, said to last five weeks', { quantity: 24, days_supply: 35, refills: 0 }, 'rx_long_supply'],
    ['every 5 days', { frequency: 'every 5 days' }, 'order_not_in_formulary'],
    ['half a year of single-dose vials', { quantity: 24, days_supply: 168, refills: 0 }, 'rx_long_supply'],
  ])('is kept back until there is a reason: %s', async (_, change, rule) => {
    const id = await written(change);
    const judged = await treated.provider.get(`/api/trt/prescriptions/${id}/judgement`);
    expect(judged.body.rules.map((one: { rule_key: string }) => one.rule_key)).toContain(rule);
    const refused = await treated.provider.post('/api/trt/prescriptions/approve', { ids: [id] });
    expect(refused.body.approved ?? []).toEqual([]);
    expect((await read(id)).status).toBe('draft');
  });

  it('is approved by name where its vials hold more than six months', async () => {
    const id = await written({ quantity: 24, days_supply: 35, refills: 0 });
    const accept = { decision: 'accept', override_reason: REASON };
    const refused = await treated.provider.post(`/api/trt/prescriptions/${id}/review`, accept);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['overrides']]);
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

describe('directions with another volume than the dose', () => {
  it('keep an approved order from the pharmacy, and from a refill', async () => {
    const one = await inForce(portal);
    await portal.database.asSuperuser(`UPDATE prescriptions SET sig = 'Inject 0.1 mL' WHERE id = $1`, [
      one.order.id,
    ]);
    const sent = await one.provider.post(`/api/trt/prescriptions/${one.order.id}/transition`, { to: 'sent' });
    expect([sent.status, sent.body.rule_key]).toEqual([409, 'sig_volume_mismatch']);
    const judged = await one.provider.get(`/api/trt/prescriptions/${one.order.id}/judgement`);
    expect(judged.body.legal).toEqual(['sig_volume_mismatch']);
  });
});
