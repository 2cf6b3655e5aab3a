import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { InboxResponse } from '../../common/api/index.js';
import { INBOX_COUNTED_TO } from '../../common/vocabulary/index.js';
import { addLab, ordered } from '../support/care.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal('demo');
});
afterAll(() => portal.close());

const inbox = async (person: Person): Promise<InboxResponse> => {
  const response = await person.get('/api/provider/inbox');
  expect(response.status).toBe(200);
  return response.body as InboxResponse;
};

describe('GET /api/provider/inbox', () => {
  it("counts what is waiting, only in the reader's clinic", async () => {
    const provider = await portal.signIn('provider@demo.test');
    const north = await portal.signIn('north@demo.test');
    const before = await inbox(provider);
    const elsewhere = await inbox(north);
    const treated = await ordered(portal);
    await addLab(treated, 1, { hct_percent: 58 });
    await treated.patient.post('/api/messages', { subject: 'Help', body: 'I want to kill myself tonight' });
    const preferred = [new Date(Date.now() + 48 * 3_600_000).toISOString()];
    await treated.patient.post('/api/appointments', { kind: 'video', reason: 'Follow-up', preferred });
    const after = await inbox(provider);
    expect(after).toEqual({
      emergencies: before.emergencies + 1,
      messages: before.messages + 1,
      // Two panels of the work-up and the critical one.
      labs: before.labs + 3,
      critical_calls: before.critical_calls + 1,
      plans: before.plans + 1,
      prescriptions: before.prescriptions + 1,
      refills: before.refills,
      lab_reports: before.lab_reports,
      lab_orders: before.lab_orders,
      lab_messages: before.lab_messages,
      critical_lab_messages: before.critical_lab_messages,
      appointments: before.appointments + 1,
      held_records: before.held_records,
      record_openings: before.record_openings,
    });
    expect(await inbox(north)).toEqual(elsewhere);
    // A system-wide administrator sees both clinics.
    const all = await inbox(await portal.signIn('admin@demo.test'));
    expect(all.plans).toBe(Math.min(INBOX_COUNTED_TO, after.plans + elsewhere.plans));
  });

  it('is the same number as the list it links to', async () => {
    const provider = await portal.signIn('provider@demo.test');
    const counts = await inbox(provider);
    const total = async (path: string, filter: object) =>
      Number((await provider.list(path, { filter, range: [0, 0] })).headers['content-range']?.split('/')[1]);
    expect([
      await total('/api/trt/cases', { emergency: true }),
      await total('/api/provider/messages', { waiting: true }),
      await total('/api/labs', { unreviewed: true }),
      await total('/api/labs', { call_due: true }),
      await total('/api/trt/provider/pending-plans', {}),
      await total('/api/trt/prescriptions/all', { prescription_state: 'draft' }),
      await total('/api/provider/appointments', { status: 'requested' }),
    ]).toEqual([
      counts.emergencies,
      counts.messages,
      counts.labs,
      counts.critical_calls,
      counts.plans,
      counts.prescriptions,
      counts.appointments,
    ]);
  });

  it('is for staff only', async () => {
    expect((await (await portal.signUp()).get('/api/provider/inbox')).status).toBe(403);
    expect((await portal.anonymous().get('/api/provider/inbox')).status).toBe(401);
  });
});
