import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { RefillRequestListResponse, RefillRequestsResponse } from '../../common/api/index.js';
import { addBusinessDays } from '../../common/clinical/index.js';
import { addLab, clinicToday, daysAgo, type Ordered } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import { actsOf, approvedAgo, ask, decide } from '../support/supply.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const own = async ({ patient }: Ordered) =>
  ((await patient.get('/api/refill-requests')).body as RefillRequestsResponse).refill_requests[0]!;
const queued = async ({ provider, patientId }: Ordered) =>
  (
    (await provider.list('/api/trt/refill-requests', { filter: { patient_id: patientId } }))
      .body as RefillRequestListResponse
  ).refill_requests[0]!;

it('a refill that waits for labs is in the queue again once a draw of about then is entered', async () => {
  const treated = await approvedAgo(portal, 40);
  const made = await ask(treated);
  const sent = await decide(treated.provider, made.body, 'needs_labs');
  expect(sent.body).toMatchObject({ state: 'needs_labs', results_on: null });

  // Otherwise a second request would need no labs.
  const withdrawn = await treated.patient.post(`/api/refill-requests/${made.body.id}/withdraw`, {});
  expect([withdrawn.status, withdrawn.body.error]).toEqual([409, 'invalid_state']);

  // Drawn long before the labs were asked for.
  await addLab(treated, 15, { tt_ng_dl: 520 });
  expect((await own(treated)).state).toBe('needs_labs');

  await addLab(treated, 0, { tt_ng_dl: 560, hct_percent: 47 });
  const back = {
    state: 'requested',
    results_on: clinicToday(),
    due_by: addBusinessDays(clinicToday(), 2),
  };
  expect(await own(treated)).toMatchObject(back);
  expect(await queued(treated)).toMatchObject(back);
  expect(await actsOf(portal, treated, 'refill.results_came')).toEqual(['refill.results_came provider']);

  const again = await decide(treated.provider, await queued(treated), 'needs_labs');
  expect(again.body).toMatchObject({ state: 'needs_labs', results_on: null });
});

it('results that were drawn days before and came after answer it, and name no day once they are voided', async () => {
  const treated = await approvedAgo(portal, 40);
  const made = await ask(treated);
  await decide(treated.provider, made.body, 'needs_labs');
  const { body } = await addLab(treated, 13, { tt_ng_dl: 560 });
  expect(await own(treated)).toMatchObject({ state: 'requested', results_on: daysAgo(13) });

  const voided = await treated.provider.post(`/api/labs/${body.id}/void`, {
    version: body.version,
    reason: 'These are the results of another patient',
  });
  expect(voided.status).toBe(200);
  // The clinician decides again.
  expect(await queued(treated)).toMatchObject({ state: 'requested', results_on: null });
});
