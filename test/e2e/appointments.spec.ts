import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  Appointment,
  AppointmentsResponse,
  StaffAppointment,
  StaffAppointmentsResponse,
} from '../../common/api/appointments.js';
import type { PatientListResponse, PatientProfileResponse } from '../../common/api/patient.js';
import { mailsTo } from '../support/accounts.js';
import { submitted, type Treated } from '../support/care.js';
import type { Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const REQUEST = () => ({
  kind: 'video',
  reason: 'Talk about my results',
  preferred: [inHours(48), inHours(30)],
});
const own = async (person: Person) =>
  ((await person.get('/api/appointments')).body as AppointmentsResponse).appointments;

async function requested(person: Person): Promise<Appointment> {
  const response = await person.post('/api/appointments', REQUEST());
  if (response.status !== 201) throw new Error(`appointment: ${response.status} ${response.text}`);
  return response.body as Appointment;
}
const change = (provider: Person, id: string, body: object) =>
  provider.post(`/api/provider/appointments/${id}`, body);
async function scheduled({ patient, provider }: Treated): Promise<StaffAppointment> {
  const { id } = await requested(patient);
  const response = await change(provider, id, {
    status: 'scheduled',
    starts_at: inHours(30),
    ends_at: inHours(30.5),
    join_url: 'https://meet.example.test/room',
  });
  if (response.status !== 200) throw new Error(`schedule: ${response.status} ${response.text}`);
  return response.body as StaffAppointment;
}
/** As if the appointment had been an hour ago. */
const begun = (id: string) =>
  portal.database.asSuperuser(
    `UPDATE appointments SET starts_at = now() - interval '1 hour', ends_at = now() - interval '30 minutes' WHERE id = $1`,
    [id],
  );
const newsTo = async (email: string) =>
  (await mailsTo(portal, email)).map((m) => m.subject).filter((s) => s.startsWith('Your appointment'));
const actionsOf = async (id: string) =>
  (
    await portal.database.asSuperuser<{ action: string; actor_role: string }>(
      'SELECT action, actor_role FROM audit_events WHERE target_id = $1 ORDER BY seq',
      [id],
    )
  ).map((r) => `${r.action} ${r.actor_role}`);

describe('a patient', () => {
  it('requests an appointment at proposed times', async () => {
    const { patient, patientId } = await submitted(portal);
    const body = REQUEST();
    const response = await patient.post('/api/appointments', body);
    expect([response.status, response.body]).toEqual([
      201,
      {
        id: response.body.appointment_id,
        appointment_id: expect.any(String),
        version: 1,
        kind: 'video',
        status: 'requested',
        starts_at: null,
        ends_at: null,
        started_at: null,
        ended_at: null,
        timezone: 'America/New_York',
        provider_name: null,
        reason: body.reason,
        preferred: body.preferred.toReversed(),
        join_url: null,
        cancel_reason: null,
        created_at: expect.stringMatching(/Z$/),
        emergency: null,
      },
    ]);
    const { emergency: _, ...appointment } = response.body;
    expect(await own(patient)).toEqual([appointment]);
    expect(await actionsOf(response.body.id)).toEqual(['appointment.request patient']);
    const rows = await portal.database.asSuperuser('SELECT appointments::text FROM appointments');
    expect(JSON.stringify(rows)).not.toMatch(/results/);
    const list = await portal.database.asSuperuser(
      `SELECT 1 FROM audit_events WHERE action = 'appointment.list' AND patient_id = $1`,
      [patientId],
    );
    expect(list).toHaveLength(1);
  });

  it.each<[string, object, string]>([
    ['no kind', { kind: undefined }, 'kind'],
    ['an unknown kind', { kind: 'hologram' }, 'kind'],
    ['no reason', { reason: '  ' }, 'reason'],
    ['a reason of 1,001 characters', { reason: 'x'.repeat(1001) }, 'reason'],
    ['no time', { preferred: [] }, 'preferred'],
    ['four times', { preferred: [25, 26, 27, 28].map(inHours) }, 'preferred'],
    ['a time that has passed', { preferred: [inHours(25), inHours(-1)] }, 'preferred'],
    ['a time in two years', { preferred: [inHours(24 * 400)] }, 'preferred'],
    ['a time without an offset', { preferred: ['2031-01-01T10:00'] }, 'preferred'],
    ['an invalid time', { preferred: ['2031-02-30T10:00:00Z'] }, 'preferred'],
    ['an invalid offset', { preferred: ['2031-02-20T10:00:00+99:99'] }, 'preferred'],
    ['a number as a time', { preferred: [5] }, 'preferred'],
    ['a status', { status: 'scheduled' }, 'status'],
  ])('cannot send %s', async (_, wrong, field) => {
    const patient = await portal.signIn('new@demo.test');
    const response = await patient.post('/api/appointments', { ...REQUEST(), ...wrong });
    expect([response.status, Object.keys(response.body.fields)]).toEqual([422, [field]]);
    expect(await own(patient)).toEqual([]);
  });

  it.each<[string, string[], string]>([
    [
      'one instant in two offsets',
      ['2031-01-01T10:00:00Z', '2031-01-01T05:00:00-05:00'],
      'Propose different times.',
    ],
    ['forty times', Array<string>(40).fill('2031-01-01T10:00:00Z'), 'Propose one to three times.'],
  ])('is told what is wrong with %s', async (_, preferred, message) => {
    const patient = await portal.signIn('new@demo.test');
    const response = await patient.post('/api/appointments', { ...REQUEST(), preferred });
    expect([response.status, response.body.fields]).toEqual([422, { preferred: message }]);
  });

  it('cannot flood the clinic', async () => {
    const patient = await portal.signUp();
    for (let i = 0; i < 10; i++) await requested(patient);
    const response = await patient.post('/api/appointments', REQUEST());
    expect([response.status, response.body.error]).toEqual([409, 'invalid_state']);
  });

  it('cancels with a reason what has not started', async () => {
    const treated = await submitted(portal);
    const appointment = await scheduled(treated);
    const address = `/api/appointments/${appointment.id}/cancel`;
    const blank = await treated.patient.post(address, { reason: ' ' });
    expect([blank.status, Object.keys(blank.body.fields)]).toEqual([422, ['reason']]);
    const response = await treated.patient.post(address, { reason: 'Out of town' });
    expect([response.status, response.body]).toEqual([
      200,
      expect.objectContaining({ status: 'cancelled', cancel_reason: 'Out of town', join_url: null }),
    ]);
    const again = await treated.patient.post(address, { reason: 'Twice' });
    expect([again.status, again.body.error, again.body.message]).toEqual([
      409,
      'invalid_state',
      'This appointment is already canceled.',
    ]);
    expect(await newsTo(treated.patient.email)).toEqual(['Your appointment is scheduled']);
    expect(await actionsOf(appointment.id)).toEqual([
      'appointment.request patient',
      'appointment.update provider',
      'appointment.cancel patient',
    ]);

    const late = await scheduled(treated);
    await begun(late.id);
    const tooLate = await treated.patient.post(`/api/appointments/${late.id}/cancel`, { reason: 'x' });
    expect([tooLate.status, tooLate.body.error]).toEqual([409, 'invalid_state']);
  });

  it('sees upcoming appointments first, then requests, then past ones', async () => {
    const treated = await submitted(portal);
    const over = await scheduled(treated);
    await begun(over.id);
    await change(treated.provider, over.id, { status: 'no_show' });
    const asked = await requested(treated.patient);
    const next = await scheduled(treated);
    expect((await own(treated.patient)).map((a) => [a.id, a.status])).toEqual([
      [next.id, 'scheduled'],
      [asked.id, 'requested'],
      [over.id, 'no_show'],
    ]);
  });

  it('cannot reach those of others', async () => {
    const appointment = await requested(await portal.signUp());
    const other = await portal.signUp();
    const response = await other.post(`/api/appointments/${appointment.id}/cancel`, { reason: 'x' });
    expect([response.status, response.body.error]).toEqual([404, 'not_found']);
    expect(await own(other)).toEqual([]);
    expect((await portal.anonymous().get('/api/appointments')).status).toBe(401);
    expect((await (await portal.signIn('provider@demo.test')).get('/api/appointments')).status).toBe(403);
  });
});

describe('staff', () => {
  it('schedule, move and cancel, and the patient gets an email without details', async () => {
    const treated = await submitted(portal, { full_name: 'Canary Quill' });
    const appointment = await scheduled(treated);
    expect(appointment).toMatchObject({
      status: 'scheduled',
      version: 2,
      provider_id: treated.provider.me!.user.id,
      provider_name: 'Dr. Elena Rossi',
      join_url: 'https://meet.example.test/room',
      patient_id: treated.patientId,
      patient_name: 'Canary Quill',
      note: null,
    });
    const [seen] = await own(treated.patient);
    expect(seen).toMatchObject({ provider_name: 'Dr. Elena Rossi', join_url: appointment.join_url });
    expect(seen).not.toHaveProperty('note');
    await change(treated.provider, appointment.id, { starts_at: inHours(50), ends_at: inHours(51) });
    await change(treated.provider, appointment.id, { join_url: null });
    const cancelled = await change(treated.provider, appointment.id, { version: 4, status: 'cancelled' });
    expect([cancelled.status, cancelled.body.status, cancelled.body.version]).toEqual([200, 'cancelled', 5]);
    expect(await newsTo(treated.patient.email)).toEqual([
      'Your appointment was canceled',
      'Your appointment was changed',
      'Your appointment is scheduled',
    ]);
    const mails = (await mailsTo(portal, treated.patient.email)).filter((m) => /appointment/.test(m.subject));
    expect(mails.map((m) => m.subject + m.text + m.html).join()).not.toMatch(
      /canary|result|Rossi|meet\.example|\d\d:\d\d\b/i,
    );
    expect(mails[0]!.links[0]).toBe(`${portal.base}/trt/patient/appointments`);
  });

  it('are told when someone else made a change first', async () => {
    const treated = await submitted(portal);
    const appointment = await scheduled(treated);
    const stale = await change(treated.provider, appointment.id, { version: 1, status: 'cancelled' });
    expect([stale.status, stale.body.error, stale.body.current]).toEqual([
      409,
      'version_conflict',
      appointment,
    ]);
    expect((await own(treated.patient))[0]!.status).toBe('scheduled');
  });

  it('take a visit through its paperwork, and the directory and the profile follow', async () => {
    const treated = await submitted(portal, { full_name: 'Vera Visit' });
    const { id } = await scheduled(treated);
    await begun(id);
    await portal.database.asSuperuser(
      `UPDATE documents SET finalized_at = now() - interval '2 hours' WHERE patient_id = $1`,
      [treated.patientId],
    );
    const row = async () =>
      (
        (await treated.provider.list('/api/provider/patients', { filter: { q: 'vera visit' } }))
          .body as PatientListResponse
      ).patients[0]!;
    const visits = async () =>
      ((await treated.patient.get('/api/patient/profile')).body as PatientProfileResponse).visits;
    expect([(await row()).last_status, await visits()]).toEqual([null, []]);

    const startedAt = inHours(-0.9);
    expect((await change(treated.provider, id, { started_at: startedAt })).status).toBe(200);
    expect(await row()).toMatchObject({ last_status: 'in_progress', last_visit_at: startedAt });
    const ended = await change(treated.provider, id, { ended_at: inHours(-0.1) });
    expect([ended.status, ended.body.status, (await row()).last_status]).toEqual([
      200,
      'completed',
      'needs_paperwork',
    ]);
    await change(treated.provider, id, { note: 'Went through the results.' });
    expect((await row()).last_status).toBe('completed');
    expect(await visits()).toEqual([
      {
        appointment_id: id,
        started_at: startedAt,
        ended_at: ended.body.ended_at,
        status: 'completed',
        note: 'Went through the results.',
        plan: null,
        forms: [expect.objectContaining({ title: 'Medical intake' })],
      },
    ]);
    const found = await treated.provider.list('/api/provider/patients', {
      filter: { last_status: 'completed' },
    });
    expect((found.body as PatientListResponse).patients.map((p) => p.id)).toContain(treated.patientId);
    const stored = await portal.database.asSuperuser('SELECT appointments::text FROM appointments');
    expect(JSON.stringify(stored)).not.toMatch(/Went through/);
  });

  it('can assign only a provider of their own clinic', async () => {
    const treated = await submitted(portal);
    const { id } = await requested(treated.patient);
    const users = await portal.database.asSuperuser<{ id: string; email: string }>(
      'SELECT id, email FROM users',
    );
    const idOf = (email: string) => users.find((u) => u.email === email)!.id;
    for (const email of ['north@demo.test', 'orgadmin@demo.test', 'patient@demo.test']) {
      const response = await change(treated.provider, id, { provider_id: idOf(email) });
      expect([email, response.status, Object.keys(response.body.fields)]).toEqual([
        email,
        422,
        ['provider_id'],
      ]);
    }
    const given = await change(treated.provider, id, { provider_id: idOf('mfa@demo.test') });
    expect([given.status, given.body.provider_name]).toEqual([200, 'Dr. Ines Novak']);
    expect((await change(treated.provider, id, { provider_id: null })).body.provider_name).toBeNull();
    const admin = await portal.signIn('admin@demo.test');
    const times = { status: 'scheduled', starts_at: inHours(5), ends_at: inHours(6) };
    expect((await change(admin, id, times)).body).toMatchObject({ status: 'scheduled', provider_id: null });
  });

  it('are told that the provider has another appointment then, if they ask for it', async () => {
    const [one, other, third] = await Promise.all([1, 2, 3].map(() => submitted(portal)));
    const at = (from: number) => ({
      status: 'scheduled',
      starts_at: inHours(700 + from),
      ends_at: inHours(700 + from + 0.5),
      free_only: true,
    });
    const book = async ({ patient, provider }: Treated, from: number, more: object = {}) =>
      change(provider, (await requested(patient)).id, { ...at(from), ...more });
    const both = await Promise.all([book(one!, 0), book(other!, 0.25)]);
    expect(both.map((r) => r.status).sort((a, b) => a - b)).toEqual([200, 409]);
    const refused = both.find((r) => r.status === 409)!.body;
    expect([refused.error, refused.overlaps]).toEqual([
      'invalid_state',
      [{ starts_at: expect.any(String), ends_at: expect.any(String), patient_name: expect.any(String) }],
    ]);
    expect((await book(third!, 1)).status).toBe(200);
    const colleague = await portal.signIn('multi@demo.test');
    expect((await book({ ...third!, provider: colleague }, 0)).status).toBe(200);
    const moved = await change(third!.provider, (await scheduled(third!)).id, {
      ...at(0.25),
      status: undefined,
    });
    expect(moved.status).toBe(409);
    expect((await book(other!, 0.25, { free_only: false })).status).toBe(200);
  });

  it('decline a request with a reason, which the patient sees', async () => {
    const treated = await submitted(portal);
    const { id } = await requested(treated.patient);
    const declined = await change(treated.provider, id, { status: 'cancelled', note: 'Ask for a morning.' });
    expect([declined.status, declined.body.status, declined.body.cancel_reason, declined.body.note]).toEqual([
      200,
      'cancelled',
      'Ask for a morning.',
      null,
    ]);
    expect((await own(treated.patient))[0]!.cancel_reason).toBe('Ask for a morning.');
  });

  it.each([
    'https://192.168.1.1/room',
    'https://[::1]/room',
    'https://localhost/room',
    'http://meet.example.test',
  ])('cannot send a patient to %s', async (join_url) => {
    const treated = await submitted(portal);
    const { id } = await scheduled(treated);
    const refused = await change(treated.provider, id, { join_url });
    expect([refused.status, Object.keys(refused.body['fields'] as object)]).toEqual([422, ['join_url']]);
  });

  it('add to a note they did not see', async () => {
    const treated = await submitted(portal);
    const { id } = await scheduled(treated);
    await begun(id);
    await change(treated.provider, id, { started_at: inHours(-1), ended_at: inHours(-0.5), note: 'First.' });
    const blind = await change(treated.provider, id, { note: 'Second.' });
    expect([blind.status, blind.body.note]).toEqual([200, 'First.\nSecond.']);
    const { version } = blind.body;
    expect((await change(treated.provider, id, { version, note: 'Third.' })).body.note).toBe('Third.');
  });

  it.each<[string, object, string]>([
    ['an unknown status', { status: 'done' }, 'status'],
    ['a time in words', { starts_at: 'tomorrow' }, 'starts_at'],
    ['null for a time', { started_at: null }, 'started_at'],
    ['a long note', { note: 'x'.repeat(10_001) }, 'note'],
    ['a link that is a number', { join_url: 7 }, 'join_url'],
    ['an unknown provider', { provider_id: 'x' }, 'provider_id'],
    ['a version in words', { version: 'one' }, 'version'],
    ['a flag in words', { free_only: 'yes' }, 'free_only'],
    ['another record’s fields', { patient_id: 'x' }, 'patient_id'],
  ])('cannot send %s', async (_, wrong, field) => {
    const provider = await portal.signIn('provider@demo.test');
    const { id } = await requested(await portal.signIn('review@demo.test'));
    const response = await change(provider, id, wrong);
    expect([response.status, Object.keys(response.body.fields)]).toEqual([422, [field]]);
  });

  it('see their own clinic, filtered and sorted', async () => {
    const treated = await submitted(portal, { full_name: 'Florian Filter' });
    const request = await requested(treated.patient);
    const appointment = await scheduled(treated);
    const list = async (filter: object, who = treated.provider) =>
      (
        (await who.list('/api/provider/appointments', { filter, sort: ['created_at', 'ASC'] }))
          .body as StaffAppointmentsResponse
      ).appointments.map((a) => a.id);
    const { patientId } = treated;
    expect(await list({ patient_id: patientId })).toEqual([request.id, appointment.id]);
    expect(await list({ q: 'florian', status: 'requested' })).toEqual([request.id]);
    expect(await list({ id: [appointment.id, request.id], upcoming: true })).toHaveLength(2);
    expect(await list({ patient_id: patientId, upcoming: false })).toEqual([]);
    expect(await list({ patient_id: patientId, provider_id: appointment.provider_id })).toEqual([
      appointment.id,
    ]);
    const north = await portal.signIn('north@demo.test');
    expect(await list({ patient_id: patientId }, north)).toEqual([]);
    for (const wish of [{ status: 'cancelled' }, { join_url: null }]) {
      const foreign = await change(north, appointment.id, wish);
      expect([foreign.status, foreign.body.error]).toEqual([404, 'not_found']);
    }
    expect((await change(treated.patient, appointment.id, { status: 'cancelled' })).status).toBe(403);
    expect((await portal.anonymous().get('/api/provider/appointments')).status).toBe(401);
    expect(
      (await treated.provider.list('/api/provider/appointments', { sort: ['note', 'ASC'] })).status,
    ).toBe(422);
    const [row] = await portal.database.asSuperuser<{ detail: { ids: string[] } }>(
      `SELECT detail FROM audit_events WHERE action = 'appointment.search' AND detail->>'ids' LIKE '%' || $1 || '%' LIMIT 1`,
      [appointment.id],
    );
    expect(row!.detail.ids).toContain(appointment.id);
  });
});
