import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type {
  DashboardResponse,
  PatientTimelineResponse,
  RefillRequestListResponse,
  RefillRequestsResponse,
  Reminder,
  SavedRefillRequest,
} from '../../common/api/index.js';
import { addDays, dateIn, daysBetween } from '../../common/clinical/index.js';
import { daysAgo } from '../support/care.js';
import { unzipped } from '../support/files.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import { approvedAgo, ask, decide, dispense, supplyOf } from '../support/supply.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const REPORT = Buffer.from(
  '--x\r\ncontent-disposition: form-data; name="file"; filename="report.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7\n1 0 obj << /Type /Page >> endobj\n%%EOF\n\r\n--x--\r\n',
);
const [CLINIC, HOME] = ['Pacific/Kiritimati', 'Pacific/Honolulu'];

it('every screen of a patient counts from one today, the one where the patient lives; staff count from the clinic’s', async () => {
  const treated = await approvedAgo(portal, 45);
  const { patient, provider, patientId, order } = treated;
  await dispense(treated, daysAgo(20));
  // The clinic is a day ahead of this patient at any hour.
  await portal.database.asSuperuser(
    'UPDATE organisations SET timezone = $2 WHERE id = (SELECT org_id FROM patients WHERE id = $1)',
    [patientId, CLINIC],
  );
  await portal.database.asSuperuser('UPDATE patients SET timezone = $2 WHERE id = $1', [patientId, HOME]);
  const today = dateIn(new Date(), HOME);

  const saved = (await ask(treated)).body as SavedRefillRequest;
  expect(saved.requested_on).toBe(today);
  const sent = await patient.raw('/api/lab-reports', REPORT, {
    'content-type': 'multipart/form-data; boundary=x',
  });
  expect(sent.status).toBe(201);
  expect((await decide(provider, saved, 'needs_labs')).status).toBe(200);

  const { refill_requests: own } = (await patient.get('/api/refill-requests')).body as RefillRequestsResponse;
  expect(own[0]!.requested_on).toBe(today);
  const { refill_requests: rows } = (
    await provider.list('/api/trt/refill-requests', { filter: { patient_id: patientId } })
  ).body as RefillRequestListResponse;
  expect(rows[0]!.requested_on).toBe(addDays(today, 1));

  const supply = await supplyOf(treated);
  expect(supply.days_left).toBe(daysBetween(today, supply.run_out_on!));
  expect(supply.gates.find(({ key }) => key === 'labs')).toMatchObject({ met: false, due_on: today });

  const dashboard = (await patient.get('/api/trt/dashboard')).body as DashboardResponse;
  expect(dashboard.next_lab_suggestion).toMatchObject({
    due_on: today,
    due_in_days: 0,
    suggested_in_days: 0,
  });
  const { reminders } = (await patient.get('/api/trt/reminders')).body as { reminders: Reminder[] };
  expect(reminders.find(({ kind }) => kind === 'lab_draw')).toMatchObject({
    due_date: today,
    due_in_days: 0,
  });
  const timeline = (await patient.get('/api/trt/timeline')).body as PatientTimelineResponse;
  expect(timeline.today).toBe(today);

  const response = await fetch(`${portal.base}/files/export.zip`, {
    headers: { cookie: `trt_sid=${patient.token}` },
  });
  expect(response.headers.get('content-disposition')).toContain(`trt-program-export-${today}.zip`);
  const page = unzipped(Buffer.from(await response.arrayBuffer()))
    .get('my-record.html')!
    .toString();
  const inWords = new Date(today).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  expect(page).toMatch(new RegExp(`report\\.pdf</td>\\s*<td[^>]*>${inWords}`));
  expect(page).toMatch(new RegExp(`<td[^>]*>${inWords}</td>\\s*<td[^>]*>${order.drug.split(' ')[0]}`));
});
