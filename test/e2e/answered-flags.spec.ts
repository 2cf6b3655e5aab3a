import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PdmpCheck } from '../../common/api/index.js';
import { approvePlan, clinicToday, detail, generate, planned, ready, submitted } from '../support/care.js';
import type { Treated } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const post = (treated: Treated, path: string, body: object) =>
  treated.provider.post(`/api/trt/cases/${treated.caseId}/${path}`, body);
const query = async (treated: Treated, finding: string): Promise<PdmpCheck> => {
  const body = { state: 'NY', queried_on: clinicToday(), finding, note: 'two other prescribers' };
  const recorded = await post(treated, 'pdmp-checks', body);
  expect(recorded.status).toBe(201);
  return recorded.body as PdmpCheck;
};
const bulk = async ({ provider }: Treated, plan_id: string) => {
  const { body } = await provider.post('/api/trt/provider/plans/approve-unflagged', { plan_ids: [plan_id] });
  return [body.approved_count, body.skipped[0]?.reason ?? null];
};
const waiting = async (treated: Treated) => (await detail(treated)).pending_plan!;
const openKeys = async (treated: Treated) =>
  (await waiting(treated)).flags.flatMap(({ key, cleared }) => (cleared ? [] : [key]));

describe('an open discrepancy of a monitoring program', () => {
  const RULE = 'pdmp_discrepancy';

  it('flags the plan that waits, which is approved for a reason only', async () => {
    const treated = await planned(portal);
    expect(treated.plan.flagged).toBe(false);
    await query(treated, 'discrepancy');
    const plan = await waiting(treated);
    expect([plan.flagged, await openKeys(treated)]).toEqual([true, [RULE]]);
    expect((await detail(treated)).rules.map(({ rule_key }) => rule_key)).toContain(RULE);
    expect(await bulk(treated, plan.plan_id)).toEqual([0, 'flagged']);
    expect((await approvePlan(treated, plan)).body.fields).toHaveProperty('override_reason');
    const approved = await approvePlan(treated, plan, { override_reason: 'Called the other clinic' });
    expect([approved.status, approved.body['prescription_blocked_by']]).toEqual([200, [RULE]]);
    expect((await detail(treated)).plan!.override_rules).toContain(RULE);
  });

  it('flags a plan that is drafted later, and the patient is not told why', async () => {
    const treated = await ready(await submitted(portal));
    await query(treated, 'discrepancy');
    const { body } = await generate(treated.patient);
    expect([body.plan?.flagged, body.reasons]).toEqual([true, []]);
    expect(await openKeys(treated)).toEqual([RULE]);
  });

  it('is answered on the plan when it is resolved', async () => {
    const treated = await planned(portal);
    const { id } = await query(treated, 'discrepancy');
    await query(treated, 'as_expected');
    expect(await openKeys(treated)).toEqual([RULE]);
    const reason = 'Fills of another man of that name';
    expect((await post(treated, `pdmp-checks/${id}/resolve`, { reason })).status).toBe(200);
    const plan = await waiting(treated);
    expect([plan.flagged, plan.flags[0]]).toMatchObject([
      false,
      { key: RULE, cleared: { by: expect.stringMatching(/\S/), at: expect.any(String) } },
    ]);
    expect((await approvePlan(treated, plan)).status).toBe(200);
  });
});

describe('the flag of a history that no one has read', () => {
  const RULE = 'unread_history';
  const review = async (treated: Treated, fields: string[]) =>
    post(treated, 'history-review', {
      version: (await detail(treated)).case.version,
      fields,
      against_treatment: false,
    });

  it('is answered by the review of every text, with who and when, and approval asks no more', async () => {
    const treated = await planned(portal, { surgeries: 'appendectomy', family_other: 'Gout in my father' });
    expect(await openKeys(treated)).toEqual([RULE]);
    expect((await review(treated, ['surgeries'])).status).toBe(200);
    expect(await openKeys(treated)).toEqual([RULE]);
    expect((await review(treated, ['family_other'])).status).toBe(200);
    const plan = await waiting(treated);
    expect([plan.flagged, plan.flag_reason, plan.flags]).toMatchObject([
      false,
      expect.not.stringContaining(RULE),
      [{ key: RULE, cleared: { by: expect.stringMatching(/\S/), at: expect.any(String), reason: null } }],
    ]);
    expect((await approvePlan(treated, treated.plan)).status).toBe(200);
  });

  it('leaves what the words say', async () => {
    const treated = await planned(portal, { surgeries: 'filter in a vein after a clot' });
    await review(treated, ['surgeries']);
    expect(await openKeys(treated)).toEqual(['text_clotting']);
    expect(await bulk(treated, treated.plan.plan_id)).toEqual([0, 'flagged']);
  });
});
