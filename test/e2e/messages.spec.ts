import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CaseDetailResponse } from '../../common/api/cases.js';
import type {
  MessageThread,
  MessagesResponse,
  StaffMessageThread,
  StaffMessagesResponse,
} from '../../common/api/messages.js';
import { subjectPlace } from '../../server/messages/records/sealed-places.js';
import { FieldCipher } from '../../server/platform/crypto/field-cipher.js';
import { mailsTo } from '../support/accounts.js';
import { submitted } from '../support/care.js';
import type { Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const HTML = '<img src=x onerror="alert(1)"> & <b>bold</b>';
const threadsOf = async (person: Person) =>
  ((await person.get('/api/messages')).body as MessagesResponse).threads;
const waitingFor = async (provider: Person, filter: object) =>
  ((await provider.list('/api/provider/messages', { filter })).body as StaffMessagesResponse).threads;
async function opened(person: Person, body = 'May I train tonight?'): Promise<MessageThread> {
  const response = await person.post('/api/messages', { subject: 'Training', body });
  if (response.status !== 201) throw new Error(`message: ${response.status} ${response.text}`);
  return response.body as MessageThread;
}
const actionsOf = (threadId: string) =>
  portal.database.asSuperuser<{ action: string; actor_role: string }>(
    'SELECT action, actor_role FROM audit_events WHERE target_id = $1 ORDER BY seq',
    [threadId],
  );

describe('messages', () => {
  it('go from the patient to the care team and back, with unread counts and who is waiting', async () => {
    const { patient, provider, patientId } = await submitted(portal, { full_name: 'Orla Finch' });
    const thread = await opened(patient);
    expect(thread).toMatchObject({ id: thread.thread_id, subject: 'Training', unread: 0 });
    expect(thread.messages).toEqual([
      {
        message_id: expect.any(String),
        from: 'patient',
        author_name: 'Orla Finch',
        body: 'May I train tonight?',
        sent_at: thread.last_message_at,
        read_at: null,
      },
    ]);
    const [seen] = await waitingFor(provider, { patient_id: patientId });
    expect(seen).toMatchObject({
      id: thread.id,
      patient_id: patientId,
      patient_name: 'Orla Finch',
      unread: 1,
      waiting_since: thread.last_message_at,
    });

    const second = await patient.post('/api/messages', { thread_id: thread.id, body: 'And swim?' });
    expect([second.status, second.body.messages.length]).toEqual([201, 2]);
    const answer = await provider.post(`/api/provider/messages/${thread.id}`, { body: 'Yes, both.' });
    expect([answer.status, answer.body]).toEqual([
      201,
      expect.objectContaining({ unread: 0, waiting_since: null, patient_id: patientId }),
    ]);
    const [own] = await threadsOf(patient);
    expect([
      own!.unread,
      own!.messages.map((m) => [m.from, m.author_name, m.body, m.read_at !== null]),
    ]).toEqual([
      1,
      [
        ['patient', 'Orla Finch', 'May I train tonight?', true],
        ['patient', 'Orla Finch', 'And swim?', true],
        ['care_team', 'Dr. Elena Rossi', 'Yes, both.', false],
      ],
    ]);
    expect(own).not.toHaveProperty('patient_id');
    const read = await patient.post(`/api/messages/${thread.id}/read`);
    expect([read.status, read.body.unread, read.body.messages[2].read_at]).toEqual([
      200,
      0,
      expect.stringMatching(/Z$/),
    ]);
    expect((await patient.post(`/api/messages/${thread.id}/read`)).body).toEqual(read.body);
    expect((await actionsOf(thread.id)).map((r) => `${r.action} ${r.actor_role}`)).toEqual([
      'message.send patient',
      'message.send patient',
      'message.send provider',
      'message.read patient',
    ]);
  });

  it('are marked read by staff without a reply', async () => {
    const { patient, provider, patientId } = await submitted(portal);
    const thread = await opened(patient);
    const read = await provider.post(`/api/provider/messages/${thread.id}/read`);
    expect([read.status, read.body.unread, read.body.waiting_since]).toEqual([
      200,
      0,
      thread.last_message_at,
    ]);
    expect(await waitingFor(provider, { patient_id: patientId, unread: true })).toEqual([]);
    expect(await waitingFor(provider, { patient_id: patientId, waiting: true })).toHaveLength(1);
    expect((await threadsOf(patient))[0]!.messages[0]!.read_at).toEqual(expect.any(String));
    expect(await actionsOf(thread.id)).toContainEqual({ action: 'message.read', actor_role: 'provider' });
  });

  it('notify the patient by email without content; no one else is notified', async () => {
    const { patient, provider } = await submitted(portal);
    const before = (await mailsTo(portal, 'provider@demo.test')).length;
    const thread = await opened(patient, 'canary question');
    expect((await mailsTo(portal, 'provider@demo.test')).length).toBe(before);
    await provider.post(`/api/provider/messages/${thread.id}`, { body: 'canary answer' });
    const mails = (await mailsTo(portal, patient.email)).filter(
      (m) => m.subject === 'You have a new message',
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]!.links).toEqual([`${portal.base}/trt/patient/messages`]);
    expect(JSON.stringify(mails)).not.toMatch(/canary|training|Rossi/i);
  });

  it('are stored as text, encrypted, whatever they contain', async () => {
    const { patient, provider } = await submitted(portal);
    const response = await patient.post('/api/messages', {
      subject: ` ${HTML}\n `,
      body: ` ${HTML} \n\n🙂 `,
    });
    expect([response.body.subject, response.body.messages[0].body]).toEqual([HTML, `${HTML} \n\n🙂`]);
    const [seen] = await waitingFor(provider, { id: [response.body.id] });
    expect(seen!.messages[0]!.body).toBe(`${HTML} \n\n🙂`);
    const rows = await portal.database.asSuperuser(
      'SELECT t::text, m::text AS message FROM message_threads t JOIN messages m ON m.thread_id = t.id',
    );
    expect(JSON.stringify(rows)).not.toMatch(/onerror|bold|train/i);
  });

  it('allow 4,000 characters and 150 for a subject, and no more', async () => {
    const patient = await portal.signUp();
    const fits = { subject: 's'.repeat(150), body: '🙂'.repeat(4000) };
    expect((await patient.post('/api/messages', fits)).status).toBe(201);
    for (const [change, field] of [
      [{ body: 'x'.repeat(4001) }, 'body'],
      [{ body: ' \n ' }, 'body'],
      [{ body: '\u200b\u202e' }, 'body'],
      [{ body: undefined }, 'body'],
      [{ body: 5 }, 'body'],
      [{ body: 'a\0' }, 'body'],
      [{ subject: 's'.repeat(151) }, 'subject'],
      [{ subject: '  ' }, 'subject'],
      [{ subject: '\u200b' }, 'subject'],
      [{ subject: undefined }, 'subject'],
      [{ thread_id: 'x', subject: undefined }, 'thread_id'],
      [{ from: 'care_team' }, 'from'],
    ] as [object, string][]) {
      const response = await patient.post('/api/messages', { subject: 'Hello', body: 'x', ...change });
      expect([change, response.status, Object.keys(response.body.fields)]).toEqual([change, 422, [field]]);
    }
    const [thread] = await threadsOf(patient);
    const both = await patient.post('/api/messages', { thread_id: thread!.id, subject: 'New', body: 'x' });
    expect([both.status, Object.keys(both.body.fields)]).toEqual([422, ['subject']]);
    expect(await threadsOf(patient)).toHaveLength(1);
  });

  it('stay with their patient and their clinic', async () => {
    const { patient, provider } = await submitted(portal);
    const thread = await opened(patient);
    const other = await portal.signUp();
    const north = await portal.signIn('north@demo.test');
    const refusals = [
      await other.post('/api/messages', { thread_id: thread.id, body: 'x' }),
      await other.post(`/api/messages/${thread.id}/read`),
      await north.post(`/api/provider/messages/${thread.id}`, { body: 'x' }),
      await north.post(`/api/provider/messages/${thread.id}/read`),
    ];
    expect(refusals.map((r) => [r.status, r.body.error])).toEqual(Array(4).fill([404, 'not_found']));
    expect(await waitingFor(north, { id: [thread.id] })).toEqual([]);
    expect((await provider.post(`/api/messages/${thread.id}/read`)).status).toBe(403);
    expect((await patient.post(`/api/provider/messages/${thread.id}`, { body: 'x' })).status).toBe(403);
    expect((await portal.anonymous().get('/api/messages')).status).toBe(401);
    expect((await portal.anonymous().get('/api/provider/messages')).status).toBe(401);
    expect((await threadsOf(patient))[0]!.messages).toHaveLength(1);
  });

  it('sent again with the same key are one message', async () => {
    const patient = await portal.signUp();
    const send = () =>
      patient.post('/api/messages', { subject: 'Once', body: 'x' }, { 'idempotency-key': 'message-1' });
    const [first, second] = [await send(), await send()];
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(await threadsOf(patient)).toHaveLength(1);
  });

  it('are at most twenty a minute per user', async () => {
    const [patient, other] = [await portal.signUp(), await portal.signUp()];
    const { id } = await opened(patient);
    const more = await Promise.all(
      Array.from({ length: 20 }, () => patient.post('/api/messages', { thread_id: id, body: 'x' })),
    );
    expect(more.map((r) => r.status).sort((a, b) => a - b)).toEqual([...Array(19).fill(201), 429]);
    expect((await opened(other)).messages).toHaveLength(1);
  });

  it('are listed with the longest wait first, on demand, and the search is audited', async () => {
    const { patient, provider } = await submitted(portal, { full_name: 'Wanda Waits' });
    const thread = await opened(patient);
    const response = await provider.list('/api/provider/messages', {
      filter: { waiting: true },
      sort: ['waiting_since', 'ASC'],
    });
    const waits = (response.body.threads as StaffMessageThread[]).map((t) => t.waiting_since);
    expect(waits).toEqual(waits.toSorted((a, b) => (a! < b! ? -1 : 1)));
    expect(response.headers['content-range']).toBe(`threads 0-${waits.length - 1}/${waits.length}`);
    expect((await waitingFor(provider, { q: 'wanda' })).map((t) => t.id)).toEqual([thread.id]);
    const [row] = await portal.database.asSuperuser<{ detail: unknown }>(
      `SELECT detail FROM audit_events WHERE action = 'message.search' ORDER BY seq DESC LIMIT 1`,
    );
    expect(row!.detail).toEqual({ ids: [thread.id], searched: true });
  });
});

describe('the list of threads', () => {
  it('is paged, by 100 at most, and reaches row 101', async () => {
    const { provider, patientId } = await submitted(portal, { full_name: 'Percival Pages' });
    const cipher = portal.app.get(FieldCipher);
    const ids = Array.from({ length: 105 }, () => randomUUID());
    await portal.database.asSuperuser(
      `INSERT INTO message_threads (id, org_id, patient_id, subject_enc, last_message_at)
        SELECT t.id, p.org_id, p.id, t.subject, now() - make_interval(mins => t.n::int)
        FROM patients p, unnest($2::uuid[], $3::text[]) WITH ORDINALITY t(id, subject, n) WHERE p.id = $1`,
      [patientId, ids, ids.map((id) => cipher.encrypt('A question', subjectPlace(id)))],
    );
    const page = async (range: [number, number]) => {
      const response = await provider.list('/api/provider/messages', {
        filter: { patient_id: patientId },
        range,
      });
      const { threads, total } = response.body as StaffMessagesResponse & { total: number };
      return { ids: threads.map(({ id }) => id), total };
    };
    const first = await page([0, 99]);
    expect([first.ids.length, first.total]).toEqual([100, 105]);
    const rest = await page([100, 124]);
    expect([rest.ids.length, rest.total]).toEqual([5, 105]);
    expect([...first.ids, ...rest.ids]).toEqual(ids);
    const tooMuch = await provider.list('/api/provider/messages', { range: [0, 100] });
    expect([tooMuch.status, Object.keys(tooMuch.body.fields)]).toEqual([422, ['range']]);
  });
});

describe('the care team', () => {
  const start = (person: Person, body: object) => person.post('/api/provider/messages', body);

  it('starts a thread, and the patient is notified by email and replies', async () => {
    const { patient, provider, patientId } = await submitted(portal);
    const sent = await start(provider, {
      patient_id: patientId,
      subject: ' Your  labs ',
      body: 'Please call us.',
    });
    expect(sent.status).toBe(201);
    const thread = sent.body as StaffMessageThread;
    expect(thread).toMatchObject({
      subject: 'Your labs',
      patient_id: patientId,
      waiting_since: null,
      unread: 0,
    });
    const [own] = await threadsOf(patient);
    expect(own).toMatchObject({ id: thread.id, unread: 1 });
    expect((await actionsOf(thread.id)).map((r) => `${r.action} ${r.actor_role}`)).toEqual([
      'message.send provider',
    ]);
    const answered = await patient.post('/api/messages', { thread_id: thread.id, body: 'I will.' });
    expect([answered.status, answered.body.emergency]).toEqual([201, null]);
  });

  it('cannot reach a patient of another clinic, and is told what is missing', async () => {
    const { patient, provider, patientId } = await submitted(portal);
    const fine = { patient_id: patientId, subject: 'Labs', body: 'Hello' };
    expect((await start(await portal.signIn('north@demo.test'), fine)).status).toBe(404);
    expect((await start(patient, fine)).status).toBe(403);
    for (const [change, field] of [
      [{ subject: ' ' }, 'subject'],
      [{ body: '' }, 'body'],
      [{ patient_id: 7 }, 'patient_id'],
      [{ subject: 'x'.repeat(151) }, 'subject'],
    ] as const) {
      const refused = await start(provider, { ...fine, ...change });
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, [field]]);
    }
    expect(await threadsOf(patient)).toEqual([]);
  });

  it('marks that no reply is needed, but not for a message it has not seen', async () => {
    const { patient, provider, patientId } = await submitted(portal);
    const thread = await opened(patient, 'Good, thank you.');
    const address = `/api/provider/messages/${thread.id}/no-reply`;
    const seen = { last_message_at: thread.last_message_at };
    expect((await (await portal.signIn('north@demo.test')).post(address, seen)).status).toBe(404);
    expect((await patient.post(address, seen)).status).toBe(403);
    expect((await provider.post(address, { last_message_at: 'soon' })).status).toBe(422);
    const more = (await patient.post('/api/messages', { thread_id: thread.id, body: 'One more thing.' }))
      .body as MessageThread;
    const late = await provider.post(address, seen);
    expect([late.status, late.body.error, late.body.current.messages.length]).toEqual([
      409,
      'version_conflict',
      2,
    ]);
    const done = await provider.post(address, { last_message_at: more.last_message_at });
    expect([done.status, done.body.waiting_since, done.body.unread]).toEqual([200, null, 0]);
    expect(await waitingFor(provider, { patient_id: patientId, waiting: true })).toEqual([]);
    await patient.post('/api/messages', { thread_id: thread.id, body: 'And now?' });
    expect((await waitingFor(provider, { patient_id: patientId, waiting: true })).length).toBe(1);
    expect((await actionsOf(thread.id)).filter((r) => r.action === 'message.no_reply').length).toBe(1);
  });
});

describe('a message that mentions an emergency', () => {
  it('is sent, answered with what to do, and opens one alert per kind on the case', async () => {
    const treated = await submitted(portal);
    const write = (body: string) => treated.patient.post('/api/messages', { subject: 'Hello', body });
    const sent = await write('I have crushing chest pane since this morning');
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({
      subject: 'Hello',
      emergency: {
        kind: 'heart_or_breathing',
        title: 'Get help now',
        text: expect.stringContaining('911'),
        call: ['911'],
      },
    });
    await write('my kid got my gel on him. i dont wanna be alive no more');
    await write('my chest hurts again');
    const { alerts } = (await treated.provider.get(`/api/trt/cases/${treated.caseId}/detail`))
      .body as CaseDetailResponse;
    const mine = alerts.filter((a) => a.rule_key?.startsWith('emergency_'));
    expect(mine.map((a) => `${a.rule_key} ${a.severity} ${a.reports.length}`).sort()).toEqual([
      'emergency_child_exposure critical 1',
      'emergency_heart_or_breathing critical 2',
      'emergency_self_harm critical 1',
    ]);
    expect(await threadsOf(treated.patient)).toHaveLength(3);
  });

  it('keeps its advice for the patient until the care team closes the emergency', async () => {
    const { patient, provider, caseId, patientId } = await submitted(portal);
    const thread = await opened(patient);
    await patient.post('/api/messages', { thread_id: thread.id, body: 'my chest hurts and i cant breathe' });
    const read = async () => (await threadsOf(patient))[0]!.messages.map((m) => m.emergency?.kind ?? null);
    expect(await read()).toEqual([null, 'heart_or_breathing']);
    const [seen] = await waitingFor(provider, { patient_id: patientId });
    expect(seen!.messages.filter((m) => m.emergency)).toEqual([]);

    const { alerts } = (await provider.get(`/api/trt/cases/${caseId}/detail`)).body as CaseDetailResponse;
    const { id } = alerts.find((a) => a.rule_key === 'emergency_heart_or_breathing')!;
    const contact = { reached: true, at: new Date().toISOString(), note: 'Reached by phone, went to the ED' };
    const closed = await provider.post(`/api/trt/cases/${caseId}/alerts/${id}/close`, { contact });
    expect([closed.status, await read()]).toEqual([200, [null, null]]);
  });

  it('is sent before the intake, too, and raises no alarm when harmless', async () => {
    const person = await portal.signUp();
    expect(
      (await person.post('/api/messages', { subject: 'Help', body: 'I want to die' })).body.emergency.call,
    ).toEqual(['988', '911']);
    const plain = await person.post('/api/messages', {
      subject: 'Math',
      body: "I'm hopeless at math, how many ml is it?",
    });
    expect([plain.status, plain.body.emergency]).toEqual([201, null]);
  });
});
