import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PrescriptionJudgementResponse } from '../../common/api/index.js';
import { addDays } from '../../common/clinical/index.js';
import { addLab, approvePlan, clinicToday, detail } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import { CYPIONATE, fired, onTreatment, type OnTreatment } from '../support/treatment.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const RULE = 'labs_overdue_30';

/** On treatment for 210 days; the last labs are 160 days old. */
async function overdue(): Promise<OnTreatment> {
  const treated = await onTreatment(portal, {
    day: 210,
    draws: [[160, { tt_ng_dl: 500, hct_percent: 45 }, 84]],
    extras: { pdmp_checked_on: clinicToday() },
  });
  expect(await fired(treated)).toContain(RULE);
  return treated;
}

const blockedBy = async ({ provider }: OnTreatment, id: string): Promise<string[]> =>
  ((await provider.get(`/api/trt/prescriptions/${id}/judgement`)).body as PrescriptionJudgementResponse)
    .blocked_by;

describe('labs that are overdue when the plan is changed', () => {
  it.each([79, 60])('stay overdue on %i mg, and keep its order back, until they are there', async (dose) => {
    const treated = await overdue();
    const reason = 'patient asked for this';
    const { version } = (await detail(treated)).case;
    const saved = await treated.provider.post(`/api/trt/cases/${treated.caseId}/titrate`, {
      ...CYPIONATE,
      dose,
      reason,
      version,
    });
    expect(saved.status).toBe(200);
    const approved = await approvePlan(treated, (await detail(treated)).pending_plan!, {
      override_reason: reason,
    });
    expect([approved.status, approved.body['prescription_blocked_by']]).toEqual([
      200,
      expect.arrayContaining([RULE]),
    ]);
    const after = await detail(treated);
    expect(after.rules.map(({ rule_key }) => rule_key)).toContain(RULE);
    expect(after.next_lab_suggestion).toMatchObject({ status: 'overdue' });
    expect(after.next_lab_suggestion!.due_on < addDays(clinicToday(), -100)).toBe(true);
    const order = after.prescriptions.find(({ status }) => status === 'draft')!;
    expect(await blockedBy(treated, order.id)).toContain(RULE);
    const many = await treated.provider.post('/api/trt/prescriptions/approve', { ids: [order.id] });
    expect([many.status, many.text]).toEqual([409, expect.stringContaining(RULE)]);

    await addLab(treated, 0, { tt_ng_dl: 500, hct_percent: 45, psa_ng_ml: 0.9 });
    expect(await blockedBy(treated, order.id)).not.toContain(RULE);
    expect((await detail(treated)).next_lab_suggestion).toMatchObject({
      status: 'scheduled',
      label: 'Recheck after dose change',
    });
  });
});
