import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  CaseDetailResponse,
  PatientPrescriptionsResponse,
  SupplyResponse,
} from '../../common/api/index.js';
import type { AppointmentsResponse, StaffAppointmentsResponse } from '../../common/api/appointments.js';
import type { MessagesResponse, StaffMessagesResponse } from '../../common/api/messages.js';
import {
  VISIT_STATUSES,
  type AccessLogResponse,
  type PatientProfileResponse,
} from '../../common/api/patient.js';
import type { ProgressResponse } from '../../common/api/progress.js';
import { DemoRepository } from '../../server/demo/demo.repository.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';

const DAY = 86_400_000;

let portal: TestPortal;
let patient: Person;
let provider: Person;
beforeAll(async () => {
  portal = await startPortal('demo');
  patient = await portal.signIn('patient@demo.test');
  provider = await portal.signIn('provider@demo.test');
});
afterAll(() => portal.close());

const appointments = async () =>
  ((await patient.get('/api/appointments')).body as AppointmentsResponse).appointments;
const threads = async () => ((await patient.get('/api/messages')).body as MessagesResponse).threads;
const profile = async () => (await patient.get('/api/patient/profile')).body as PatientProfileResponse;

describe('the demo', () => {
  it('has a patient with visits, an upcoming appointment, a request, unread messages and check-ins', async () => {
    const list = await appointments();
    expect(list.map((a) => a.status)).toEqual([
      'scheduled',
      'requested',
      'completed',
      'completed',
      'completed',
    ]);
    expect(Date.parse(list[0]!.starts_at!)).toBeGreaterThan(Date.now());
    const { visits } = await profile();
    expect(visits.map((v) => [v.status, v.note !== null])).toEqual(Array(3).fill(['completed', true]));
    expect(visits[0]!.plan).toMatch(/^Testosterone .* mg, /);
    expect(
      visits
        .at(-1)!
        .forms.map((f) => f.title)
        .sort(),
    ).toEqual(['Education and consent summary', 'Medical intake']);
    expect((await threads()).map((t) => t.unread)).toEqual([0, 1, 0]);
    const progress = (await patient.get('/api/progress')).body as ProgressResponse;
    expect(progress.check_ins.map((c) => c.adam_count)).toEqual([4, 3, 3, 2, 1]);
  });

  it('shows a patient who opened the record, without the demo setup', async () => {
    const entries = async () =>
      ((await patient.get('/api/patient/access-log')).body as AccessLogResponse).entries;
    const before = await entries();
    // Two messages were answered and three visits took place: a log without them would look broken.
    expect(new Set(before.map((e) => e.action))).toEqual(
      new Set(['Opened your case', 'Changed your appointment', 'Wrote to you']),
    );
    expect(before.every((e) => e.who === 'Dr. Elena Rossi')).toBe(true);
    expect(before.map((e) => e.at)).toEqual(
      before
        .map((e) => e.at)
        .toSorted()
        .toReversed(),
    );
    await provider.get(`/api/provider/patients/${(await profile()).summary.patient_id}`);
    expect((await entries()).map((e) => e.action)).toEqual([
      'Opened your profile',
      ...before.map((e) => e.action),
    ]);
  });

  it('has a first patient with a diagnosis and its basis, one order in use, and its fills', async () => {
    const { prescriptions } = (await patient.get('/api/supply')).body as SupplyResponse;
    expect(prescriptions.map((one) => [one.days_left, one.refills_left, one.last_fill_on !== null])).toEqual([
      [4, 3, true],
    ]);
    const listed = (await patient.get('/api/prescriptions')).body as PatientPrescriptionsResponse;
    expect(listed.prescriptions.map((one) => one.prescription_state).toSorted()).toEqual([
      'current',
      'draft',
      'past',
    ]);
    const { body } = await provider.list('/api/trt/cases', { filter: { q: 'Marcus Bell' } });
    const { id } = body.items[0] as { id: string };
    const { case: record } = (await provider.get(`/api/trt/cases/${id}/detail`)).body as CaseDetailResponse;
    expect(record.diagnosis).toMatch(/^E29\.1 .*248 and 261 ng\/dL/);
  });

  it('has something for every staff filter', async () => {
    for (const last_status of VISIT_STATUSES) {
      const { body } = await provider.list('/api/provider/patients', { filter: { last_status } });
      expect([last_status, body.total > 0]).toEqual([last_status, true]);
    }
    for (const status of ['requested', 'scheduled', 'completed', 'cancelled', 'no_show']) {
      const { body } = await provider.list('/api/provider/appointments', { filter: { status } });
      expect([status, (body as StaffAppointmentsResponse).total > 0]).toEqual([status, true]);
    }
    for (const filter of [{ unread: true }, { waiting: true }, { waiting: false }]) {
      const { body } = await provider.list('/api/provider/messages', { filter });
      expect([filter, (body as StaffMessagesResponse).total > 0]).toEqual([filter, true]);
    }
  });

  it('stays at the same distance from today as days pass', async () => {
    const moments = async () => ({
      appointments: (await appointments()).map((a) => [a.starts_at, ...a.preferred]),
      messages: (await threads()).flatMap((t) => [t.last_message_at, ...t.messages.map((m) => m.sent_at)]),
      visits: (await profile()).visits.map((v) => v.started_at),
      last: (await provider.list('/api/provider/patients', { filter: { q: 'Marcus Bell' } })).body.patients[0]
        .last_visit_at as string,
    });
    const before = await moments();
    await portal.app.get(DemoRepository).shift(3);
    const later = (text: string | null) => text && new Date(Date.parse(text) + 3 * DAY).toISOString();
    expect(await moments()).toEqual({
      appointments: before.appointments.map((a) => a.map(later)),
      messages: before.messages.map(later),
      visits: before.visits.map(later),
      last: later(before.last),
    });
  });

  it('has messages that wait for a review, as those of real patients do', async () => {
    const { threads: all } = (await provider.list('/api/provider/messages', {}))
      .body as StaffMessagesResponse;
    const waiting = all.filter(({ to_review: count }) => count > 0);
    expect(waiting.length).toBeGreaterThan(0);
    const seen = await portal.database.asSuperuser<{ said: boolean }>(
      `SELECT bool_or(says_more) AS said FROM messages WHERE sender = 'patient' AND provider_saw_at IS NOT NULL`,
    );
    expect(seen).toEqual([{ said: true }]);
  });
});
