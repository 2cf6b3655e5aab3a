import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PrescriptionAssistResponse, PrescriptionJudgementResponse } from '../../common/api/index.js';
import { detail, ordered, type Ordered } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
let treated: Ordered;
beforeAll(async () => {
  portal = await startTreatedPortal();
  treated = await ordered(portal);
});
afterAll(() => portal.close());

/** 80 mg of 200 mg/mL a week from one vial of 10 mL. */
const TEN_ML = {
  drug: 'Testosterone cypionate injection 200 mg/mL',
  dose: '80 mg',
  frequency: 'once weekly',
  route: 'intramuscular',
  quantity: 10,
  refills: 2,
};
const edit = (fields: object) => treated.provider.post(`/api/trt/prescriptions/${treated.order.id}`, fields);
const blockedBy = async (): Promise<string[]> =>
  (
    (await treated.provider.get(`/api/trt/prescriptions/${treated.order.id}/judgement`))
      .body as PrescriptionJudgementResponse
  ).blocked_by;
const assist = (query = '') =>
  treated.provider.get(`/api/trt/cases/${treated.caseId}/prescriptions/assist${query}`);

describe('the kind of vial of an order', () => {
  it('is single-dose in a draft, and counts one dose per vial', async () => {
    expect((await detail(treated)).prescriptions[0]).toMatchObject({
      vial: 'single',
      quantity: 4,
      days_supply: 28,
    });
    expect(await blockedBy()).not.toContain('rx_quantity_mismatch');
  });

  it('determines how long a quantity lasts: 28 days for an opened multi-dose vial, one dose each for single-dose ones', async () => {
    const multi = await edit({ ...TEN_ML, days_supply: 35, vial: 'multi' });
    expect([multi.status, multi.body.vial]).toEqual([200, 'multi']);
    expect(await blockedBy()).not.toContain('rx_quantity_mismatch');
    await edit({ ...TEN_ML, days_supply: 35, vial: 'single' });
    expect(await blockedBy()).toContain('rx_quantity_mismatch');
    await edit({ ...TEN_ML, days_supply: 70, vial: 'single' });
    expect(await blockedBy()).not.toContain('rx_quantity_mismatch');
    // 25 doses by volume, but not within 28 days of opening.
    await edit({ ...TEN_ML, days_supply: 175, vial: 'multi' });
    expect(await blockedBy()).toContain('rx_quantity_mismatch');
    expect((await edit({ ...TEN_ML, days_supply: 35 })).body.vial).toBeNull();
  });

  it('is used by the suggestion', async () => {
    const single = (await assist()).body as PrescriptionAssistResponse;
    expect(single).toMatchObject({ vial: 'single', quantity: 4, days_supply: 28 });
    expect((await assist('?vial=multi')).body).toMatchObject({
      vial: 'multi',
      quantity: 10,
      days_supply: 35,
    });
    const wrong = await assist('?vial=large');
    expect([wrong.status, Object.keys(wrong.body.fields as object)]).toEqual([422, ['vial']]);
  });

  it('warns of 28 days for a large vial only', async () => {
    const warnings = async (query: string): Promise<string> =>
      ((await assist(query)).body as PrescriptionAssistResponse).warnings.join();
    for (const query of ['', '?vial=single']) expect(await warnings(query)).not.toContain('28 days');
    expect(await warnings('?vial=multi')).toContain('28 days');
  });

  it.each(['large', 1, '', true])('rejects %p', async (vial) => {
    const response = await edit({ ...TEN_ML, days_supply: 35, vial });
    expect([response.status, Object.keys(response.body.fields as object)]).toEqual([422, ['vial']]);
  });
});
