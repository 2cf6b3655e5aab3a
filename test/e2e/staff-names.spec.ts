import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import type { RefillRequestListResponse, SavedCheckIn } from '../../common/api/index.js';
import { Clock } from '../../server/platform/time/clock.js';
import { daysAgo, detail, inForce } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import { approvedAgo, ask, decide, dispense } from '../support/supply.js';

/** What staff and patients read of a clinician whose account has no name. */
const TOLD = 'A clinician of Founders Clinic';
const EMAIL = /@demo\.test$/;
let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
  await portal.database.asSuperuser(`UPDATE users SET display_name = NULL WHERE 'provider' = ANY(roles)`);
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => portal.close());

it('an approval names the email to staff, and nothing more than before to the patient', async () => {
  const treated = await inForce(portal);
  expect((await detail(treated)).plan!.approved_by).toBe('provider@demo.test');
  const { plan } = (await treated.patient.get('/api/trt/dashboard')).body as { plan: object };
  expect(Object.keys(plan)).not.toContain('approved_by');
});

it('the owner of a refill request is told to the patient without an email', async () => {
  const treated = await approvedAgo(portal, 40);
  await dispense(treated, daysAgo(26));
  const made = await ask(treated);
  expect(made.body.owner).toBe(TOLD);
  const filter = { patient_id: treated.patientId };
  const queue = (await treated.provider.list('/api/trt/refill-requests', { filter }))
    .body as RefillRequestListResponse;
  expect(queue.refill_requests[0]!.owner).toMatch(EMAIL);
  const wrong = await decide(treated.provider, { id: queue.refill_requests[0]!.id, version: 9 }, 'review');
  expect(wrong.body.current).toMatchObject({ owner: expect.stringMatching(EMAIL) });
});

it('the one who calls after a low mood is told to the patient without an email', async () => {
  const treated = await inForce(portal);
  jest.spyOn(portal.app.get(Clock), 'now').mockReturnValue(new Date('2027-01-11T15:00:00Z'));
  const symptoms = { lack_of_energy: { present: true, severity: 3 } };
  const saved = (await treated.patient.post('/api/progress/check-in', { symptoms, phq2: [1, 2] }))
    .body as SavedCheckIn;
  expect(saved.follow_up!.owner).toBe(TOLD);
  const alert = (await detail(treated)).alerts.find((one) => one.rule_key === 'phq2_positive');
  expect(alert!.evidence.find((one) => one.name === 'call_owner')!.value).toMatch(EMAIL);
});
