import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Plan } from '../../common/api/index.js';
import { addLab, approvePlan, detail, generate, ready, submitted, planned } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());
describe('the baseline plan', () => {
  it('cannot be requested before the intake is submitted', async () => {
    const patient = await portal.signUp();
    const { status, body } = await generate(patient);
    expect([status, (body as unknown as { error: string }).error]).toEqual([409, 'invalid_state']);
  });

  it('is drafted from intake and labs, with a draft prescription, and waits for review', async () => {
    const treated = await ready(await submitted(portal));
    const { status, body } = await generate(treated.patient);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      outcome: 'draft',
      reasons: [],
      plan: {
        formulation: 'testosterone_cypionate_im',
        dose: 80,
        frequency: 'once weekly',
        route: 'intramuscular',
        status: 'pending_review',
        flagged: false,
      },
      prescription: {
        dose: '80 mg',
        quantity: 4,
        days_supply: 28,
        refills: 5,
        status: 'draft',
        draft_action: 'new',
      },
    });
    const again = await generate(treated.patient);
    expect([again.status, again.body]).toEqual([200, body]);
  });

  it('is redrafted when there is a new lab, and the older one is superseded with its draft', async () => {
    const treated = await planned(portal);
    await addLab(treated, 2, { tt_ng_dl: 240 });
    const { status, body } = await generate(treated.patient);
    expect(status).toBe(201);
    expect(body.plan!.plan_id).not.toBe(treated.plan.plan_id);
    const plans = (await treated.provider.get(`/api/trt/provider/patient-plans/${treated.patientId}`)).body
      .plans as Plan[];
    expect(plans.map((p) => [p.plan_state, p.status])).toEqual([
      ['current', 'pending_review'],
      ['previous', 'pending_review'],
    ]);
    const { prescriptions } = await detail(treated);
    expect(prescriptions.map((p) => p.status).sort()).toEqual(['canceled', 'draft']);
    expect((await approvePlan(treated, treated.plan)).status).toBe(409);
  });

  it('is flagged without labs and has no prescription', async () => {
    const treated = await submitted(portal);
    const { body } = await generate(treated.patient);
    expect(body).toMatchObject({ outcome: 'draft_flagged', prescription: null, plan: { flagged: true } });
    expect(body.reasons).toEqual(
      expect.arrayContaining(['low_t_unconfirmed', 'hct_missing_baseline', 'psa_missing']),
    );
  });

  it('is not given to a patient who wants children; the provider sees why', async () => {
    const treated = await ready(await submitted(portal, { desire_fertility: 'yes' }));
    const { status, body } = await generate(treated.patient);
    expect([status, body]).toEqual([
      201,
      {
        outcome: 'not_eligible_pending_review',
        plan: null,
        prescription: null,
        reasons: ['fertility_desired'],
      },
    ]);
    expect((await generate(treated.patient)).status).toBe(200);
    expect((await treated.patient.get('/api/trt/dashboard')).body.plan).toBeNull();
    const seen = await detail(treated);
    expect(seen.rules.map((r) => r.rule_key)).toContain('fertility_desired');
    expect(seen.alerts).toContainEqual(
      expect.objectContaining({ rule_key: 'fertility_desired', severity: 'critical' }),
    );
  });
});
