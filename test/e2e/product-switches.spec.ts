import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { approvePlan, detail, inForce, type Treated } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const SWITCHED = 'product_switched_again';
const WHY = 'Rash under the gel, and the pharmacy has no cypionate';
const REASON = { reason: 'Patient asked for another' };
const GEL = {
  formulation: 'testosterone_gel_1_62',
  dose: 40.5,
  frequency: 'once daily',
  route: 'topical',
};
const ENANTHATE = {
  formulation: 'testosterone_enanthate_im',
  dose: 100,
  frequency: 'once weekly',
  route: 'intramuscular',
};

async function planned(treated: Treated, wish: object) {
  const saved = await treated.provider.post(`/api/trt/cases/${treated.caseId}/titrate`, {
    ...wish,
    ...REASON,
  });
  expect(saved.status).toBe(200);
  return (await detail(treated)).pending_plan!;
}
/** From the first product to a gel, approved with a plain reason. */
async function onGel(): Promise<Treated> {
  const treated = await inForce(portal);
  const approved = await approvePlan(treated, await planned(treated, GEL), {
    override_reason: REASON.reason,
  });
  expect([approved.status, approved.body['prescription_blocked_by']]).not.toEqual([
    200,
    expect.arrayContaining([SWITCHED]),
  ]);
  expect(approved.status).toBe(200);
  return treated;
}
const fieldsOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  Object.keys((body['fields'] ?? {}) as object),
];

describe('a second change of product within four weeks', () => {
  it('is named at the plan, and again at its order, which is marked', async () => {
    const treated = await onGel();
    const plan = await planned(treated, ENANTHATE);
    expect(plan.flags.map(({ key }) => key)).toContain(SWITCHED);
    expect(fieldsOf(await approvePlan(treated, plan, { override_reason: REASON.reason }))).toEqual([
      422,
      ['overrides'],
    ]);
    const refused = await approvePlan(treated, plan, {
      override_reason: 'No stock today',
      overrides: [SWITCHED],
    });
    const asked = refused.body['blocked_by'] as string[];
    expect(fieldsOf(refused)[1]).toContain('override_reason');
    const named = { override_reason: WHY, overrides: asked };
    const approved = await approvePlan(treated, plan, named);
    expect([approved.status, approved.body['prescription']]).toMatchObject([200, { status: 'draft' }]);
    expect(approved.body['prescription_blocked_by']).toContain(SWITCHED);

    const { id } = approved.body['prescription'] as { id: string };
    const at = `/api/trt/prescriptions/${id}`;
    const judged = (await treated.provider.get(`${at}/judgement`)).body as {
      blocked_by: string[];
      each_by_name: boolean;
    };
    expect(judged.each_by_name).toBe(true);
    const review = (more: object) => treated.provider.post(`${at}/review`, { decision: 'accept', ...more });
    expect(fieldsOf(await review({ override_reason: REASON.reason }))[0]).toBe(422);
    const accepted = await review({ override_reason: WHY, overrides: judged.blocked_by });
    expect([accepted.status, accepted.body['override_rules']]).toEqual([
      200,
      expect.arrayContaining([SWITCHED]),
    ]);
    expect(accepted.body['override_reason']).toBe(WHY);
  });

  it('is not undone by ending the treatment between them', async () => {
    const treated = await onGel();
    const { version } = (await detail(treated)).case;
    const ended = await treated.provider.post(`/api/trt/cases/${treated.caseId}/discontinue`, {
      reason_code: 'patient_choice',
      effective_date: (await detail(treated)).case.created_at.slice(0, 10),
      follow_up_labs: true,
      version,
    });
    expect(ended.status).toBe(200);
    const plan = await treated.provider.post(`/api/trt/cases/${treated.caseId}/plans`, {
      ...ENANTHATE,
      override_reason: WHY,
    });
    expect((plan.body['flags'] as { key: string }[]).map(({ key }) => key)).toContain(SWITCHED);
  });

  it('is a first change again after four weeks', async () => {
    const treated = await onGel();
    const backdate = (days: number) =>
      portal.database.asSuperuser(
        `UPDATE plans SET approved_at = now() - make_interval(days => $2) WHERE case_id = $1 AND lifecycle = 'approved'`,
        [treated.caseId, days],
      );
    await portal.database.asSuperuser(
      `UPDATE plans SET approved_at = now() - interval '60 days' WHERE case_id = $1 AND lifecycle = 'previous'`,
      [treated.caseId],
    );
    const flags = async () => (await planned(treated, ENANTHATE)).flags.map(({ key }) => key);
    await backdate(28);
    expect(await flags()).toContain(SWITCHED);
    await backdate(29);
    expect(await flags()).not.toContain(SWITCHED);
  });
});
