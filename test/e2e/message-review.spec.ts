import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StaffMessageThread, StaffMessagesResponse } from '#common/api/messages.js';
import type { ApproveUnflaggedResponse, PendingPlansResponse } from '#common/api/plans.js';
import type { RefillRequestListResponse } from '#common/api/supply.js';
import {
  approvePlan,
  detail,
  inForce,
  ordered,
  planned,
  reachedNow,
  type Ordered,
  type Treated,
} from '../support/care.js';
import type { Person } from '../support/person.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';
import { ask } from '../support/supply.js';

/** What a patient writes in words that no pattern knows counts until a clinician has reviewed it: opening it is not enough. */
let portal: TestPortal;
let admin: Person;
beforeAll(async () => {
  portal = await startTreatedPortal();
  admin = await portal.signIn('orgadmin@demo.test');
});
afterAll(() => portal.close());

const NEWS = 'The specialist wants more pictures of the spot they saw';
const QUESTION = 'Did you ever have a blood clot or cancer?';
const EVERYDAY = 'When will my package arrive? Thank you.';
const write = async ({ patient }: Treated, body = NEWS): Promise<StaffMessageThread> => {
  const sent = await patient.post('/api/messages', { subject: 'A question', body });
  expect(sent.status).toBe(201);
  return sent.body as StaffMessageThread;
};
/** The pharmacy has filled the order: what is written now is a message like many. */
const onTreatment = async (): Promise<Ordered> => {
  const treated = await inForce(portal);
  for (const to of ['sent', 'filled'])
    expect(
      (await treated.provider.post(`/api/trt/prescriptions/${treated.order.id}/transition`, { to })).status,
    ).toBe(200);
  return treated;
};
const keeps = async ({ provider, order }: Ordered): Promise<string[]> =>
  (await provider.get(`/api/trt/prescriptions/${order.id}/judgement`)).body.blocked_by;
const act = (person: Person, { id, last_message_at }: StaffMessageThread, name: string, more: object = {}) =>
  person.post(`/api/provider/messages/${id}/${name}`, {
    last_message_at,
    ...(name === 'review' && { against_treatment: false }),
    ...more,
  });
/** The reply and the answer in one call. */
const reply = (
  person: Person,
  { id, last_message_at }: StaffMessageThread,
  body: string,
  against_treatment = false,
) => person.post(`/api/provider/messages/${id}`, { body, last_message_at, against_treatment });
const NO = { against_treatment: false };

const latest = async ({ provider }: Treated, { id }: StaffMessageThread): Promise<string> =>
  (await act(provider, { id } as StaffMessageThread, 'read')).body.last_message_at;

describe('before the first dose', () => {
  it.each([
    'The urologist called, it is the bad kind. Starting rays in January.',
    'My wife and I want another little one by summer',
  ])('a message is history until a clinician has reviewed it: %s', async (text) => {
    const treated = await planned(portal);
    const { provider, plan } = treated;
    await act(provider, await write(treated, text), 'read');
    const bulk = await provider.post('/api/trt/provider/plans/approve-unflagged', { dry_run: true });
    const { would_approve: would } = bulk.body as ApproveUnflaggedResponse;
    expect(would!.map((one) => one.plan_id)).not.toContain(plan.plan_id);
    const { unread_history: texts } = await detail(treated);
    expect(texts.find(({ field }) => field === 'changes.message')?.text).toContain(text);
  });

  it('keeps an approved order until it was reviewed, and shows who reviewed it', async () => {
    const treated = await inForce(portal);
    await act(treated.provider, await write(treated), 'read');
    expect(await keeps(treated)).toContain('unread_history');
    const { case: known } = await detail(treated);
    const read = await treated.provider.post(`/api/trt/cases/${treated.caseId}/history-review`, {
      version: known.version,
      fields: ['changes.message'],
      ...NO,
    });
    expect(read.status).toBe(200);
    expect(read.body.read_history.at(-1)).toMatchObject({
      field: 'changes.message',
      by: 'Dr. Elena Rossi',
      ...NO,
    });
    expect(await keeps(treated)).toEqual([]);
  });

  it.each<[string, (provider: Person, thread: StaffMessageThread) => Promise<unknown>]>([
    ['reviews the message', (provider, thread) => act(provider, thread, 'review')],
    [
      'answers and says what it means',
      (provider, thread) => reply(provider, thread, 'Please send us the letter.'),
    ],
  ])('is reviewed once: a provider who %s has read the history, too', async (_, review) => {
    const treated = await inForce(portal);
    const thread = await write(treated);
    await act(admin, thread, 'no-reply');
    expect(await keeps(treated)).toContain('unread_history');
    await review(treated.provider, thread);
    expect(await keeps(treated)).toEqual([]);
    const { unread_history: texts, patient_messages: messages } = await detail(treated);
    expect([texts, messages]).toMatchObject([
      [],
      [{ body: NEWS, reviewed: { by: 'Dr. Elena Rossi', ...NO } }],
    ]);
    await write(treated, 'They want me back for another scan on Tuesday');
    expect(await keeps(treated)).toContain('unread_history');
  });

  it('told by a yes to a question stays told until it is settled, and is never quiet', async () => {
    const treated = await planned(portal);
    const { provider, plan, patient, caseId } = treated;
    const { body: thread } = await provider.post('/api/provider/messages', {
      patient_id: treated.patientId,
      subject: 'Before we start',
      body: QUESTION,
    });
    const sent = await patient.post('/api/messages', { thread_id: thread.id, body: 'Yes, both' });
    await act(provider, sent.body as StaffMessageThread, 'review');
    const review = async (more: object) =>
      provider.post(`/api/trt/cases/${caseId}/history-review`, {
        version: (await detail(treated)).case.version,
        note: 'Called: it was his brother who had both of them',
        ...more,
      });
    expect((await review({ fields: ['changes.message'], ...NO })).status).toBe(200);
    const told = (await detail(treated)).told_findings;
    expect(told.map(({ rule_key: key, open }) => [key, open])).toEqual([
      ['text_clotting', true],
      ['text_other_cancer', true],
    ]);
    expect(told[0]!.texts[0]!.text).toBe(`Asked: “Before we start: ${QUESTION}”\nYes, both`);
    const quiet = async () => {
      const bulk = await provider.post('/api/trt/provider/plans/approve-unflagged', { dry_run: true });
      const { would_approve: would } = bulk.body as ApproveUnflaggedResponse;
      return would!.find((one) => one.plan_id === plan.plan_id)?.quiet ?? null;
    };
    expect(await quiet()).not.toBe(true);
    const settle = told.map(({ rule_key }) => ({ rule_key, applies: false }));
    expect((await review({ settle })).status).toBe(200);
    expect((await detail(treated)).told_findings.map(({ open }) => open)).toEqual([false, false]);
  });

  it.each<[string, string | null, string]>([
    ['in two messages', 'We need this before we can start, thank you.', 'Yes, both'],
    ['in another conversation', null, 'Yes, both'],
    ['unclearly', 'Please answer today.', '\u{1F44D}'],
  ])('told by a yes to a question that was asked %s stays told', async (_, more, body) => {
    const treated = await planned(portal);
    const { provider, patient, patientId } = treated;
    const { body: thread } = await provider.post('/api/provider/messages', {
      patient_id: patientId,
      subject: 'Before we start',
      body: QUESTION,
    });
    if (more) await provider.post(`/api/provider/messages/${thread.id}`, { body: more });
    const sent = await patient.post('/api/messages', {
      ...(more ? { thread_id: thread.id } : { subject: 'Your question' }),
      body,
    });
    await act(provider, sent.body as StaffMessageThread, 'read');
    const { body: now } = await act(provider, sent.body as StaffMessageThread, 'read');
    expect((await reply(provider, now as StaffMessageThread, 'Thank you, noted.')).status).toBe(201);
    const told = (await detail(treated)).told_findings;
    expect(told.map(({ rule_key: key, open }) => [key, open])).toEqual([
      ['text_clotting', true],
      ['text_other_cancer', true],
    ]);
  });

  it('a yes that confirms that it is not so tells nothing', async () => {
    const treated = await planned(portal);
    const { body: thread } = await treated.provider.post('/api/provider/messages', {
      patient_id: treated.patientId,
      subject: 'Before we start',
      body: 'No prostate cancer and no clots, is that right?',
    });
    await treated.patient.post('/api/messages', { thread_id: thread.id, body: 'Yes, correct' });
    expect((await detail(treated)).told_findings).toEqual([]);
  });

  it('a yes to a question about ending it is an emergency', async () => {
    const treated = await planned(portal);
    const { body: thread } = await treated.provider.post('/api/provider/messages', {
      patient_id: treated.patientId,
      subject: 'Checking in',
      body: 'Do you still think about ending it?',
    });
    const sent = await treated.patient.post('/api/messages', { thread_id: thread.id, body: 'Some nights' });
    expect([sent.status, sent.body.emergency.kind, sent.body.emergency.call[0]]).toEqual([
      201,
      'self_harm',
      '988',
    ]);
    expect((await detail(treated)).alerts.map(({ rule_key: key }) => key)).toContain('emergency_self_harm');
  });

  it('a yes to a question about ending it is never told to wait', async () => {
    const treated = await planned(portal);
    const { body: thread } = await treated.provider.post('/api/provider/messages', {
      patient_id: treated.patientId,
      subject: 'Checking in',
      body: 'Do you still think about ending it?',
    });
    const say = (body: string) => treated.patient.post('/api/messages', { thread_id: thread.id, body });
    const other = (await treated.patient.post('/api/messages', { subject: 'Box', body: 'It arrived.' })).body;
    const flood = async () =>
      treated.patient.post('/api/messages', { thread_id: other.id, body: 'Thank you for the box.' });
    const { status: last } = await Array.from({ length: 20 }).reduce<ReturnType<typeof flood>>(
      async (before) => {
        await before;
        return flood();
      },
      flood(),
    );
    expect(last).toBe(429);
    expect((await say('Ok, thank you for asking me')).status).toBe(429);
    const sent = await say('Yes');
    expect([sent.status, sent.body.emergency?.kind]).toEqual([201, 'self_harm']);
  });

  it.each<[string, (treated: Ordered) => Promise<{ status: number }>]>([
    [
      'a message',
      ({ patient }) => patient.post('/api/messages', { subject: 'A question', body: 'I sell half of it' }),
    ],
    [
      'a question to the assistant',
      ({ patient }) => patient.post('/api/trt/assistant/chat', { message: 'I sell half of it' }),
    ],
    [
      'a note on a dose',
      ({ patient }) =>
        patient.post('/api/doses', {
          taken_at: new Date(Date.now() - 3_600_000).toISOString(),
          dose: 80,
          unit: 'mg',
          note: 'gave the second vial to my brother',
        }),
    ],
    ['a request for a refill', (treated) => ask(treated, { reason: 'I gave the second vial to my brother' })],
  ])('medicine that is passed on stands until it is settled, told in %s', async (_, tell) => {
    const treated = await onTreatment();
    expect([200, 201]).toContain((await tell(treated)).status);
    expect(await keeps(treated)).toContain('text_diversion');
    const { told_findings: told } = await detail(treated);
    expect(told).toMatchObject([{ rule_key: 'text_diversion', open: true }]);
  });

  it('medicine that is passed on flags the plan, told in the form', async () => {
    const treated = await planned(portal, { other_conditions: 'I sell half of it' });
    expect((await detail(treated)).rules.map((one) => one.rule_key)).toContain('text_diversion');
  });

  it('a contact that the assistant asked about before raises what a message raises', async () => {
    const { patient, caseId, provider } = await onTreatment();
    const chat = (message: string, conversation_id?: string) =>
      patient.post('/api/trt/assistant/chat', { message, ...(conversation_id && { conversation_id }) });
    const first = await chat('Does the gel rub off on my wife?');
    expect(first.body.outcome).not.toBe('emergency');
    const second = await chat('It did', first.body.conversation_id as string);
    expect(second.body.outcome).toBe('emergency');
    const { alerts } = (await provider.get(`/api/trt/cases/${caseId}/detail`)).body;
    expect((alerts as { rule_key: string }[]).map(({ rule_key: key }) => key)).toContain(
      'emergency_child_exposure',
    );
  });

  it.each([
    ['My cousin lets me share his vial on Fridays', 'text_hormone_use'],
    ['The tumor doc wants me to stay away from this stuff', 'text_told_not_to'],
  ])('a reply does not release what stays told: %s', async (text, key) => {
    const treated = await inForce(portal);
    const { provider } = treated;
    const thread = await write(treated, text);
    await act(provider, thread, 'read');
    await reply(provider, thread, 'Thank you, noted.');
    const review = async (more: object) =>
      provider.post(`/api/trt/cases/${treated.caseId}/history-review`, {
        version: (await detail(treated)).case.version,
        note: 'Called: he told of what happened to his brother',
        ...more,
      });
    await review({ fields: ['changes.message'], ...NO });
    expect(await keeps(treated)).toContain(key);
    const found = (await detail(treated)).told_findings.find(({ rule_key }) => rule_key === key);
    expect(found?.open).toBe(true);
    expect((await review({ settle: [{ rule_key: key, applies: false }] })).status).toBe(200);
    expect(await keeps(treated)).not.toContain(key);
  });

  it('stands beside the decision with the question it answers', async () => {
    const treated = await inForce(portal);
    const { body: thread } = await treated.provider.post('/api/provider/messages', {
      patient_id: treated.patientId,
      subject: 'Question',
      body: QUESTION,
    });
    await treated.patient.post('/api/messages', {
      thread_id: (thread as { id: string }).id,
      body: 'Yes, both',
    });
    expect((await detail(treated)).patient_messages).toMatchObject([{ body: 'Yes, both', asked: QUESTION }]);
    expect(await keeps(treated)).toContain('unread_history');
  });

  it.each<[string, (treated: Ordered, thread: StaffMessageThread) => Promise<unknown>]>([
    ['in the conversation', ({ provider }, thread) => act(provider, thread, 'review')],
    [
      'on the case',
      async (treated) =>
        treated.provider.post(`/api/trt/cases/${treated.caseId}/history-review`, {
          version: (await detail(treated)).case.version,
          fields: ['changes.message'],
          ...NO,
        }),
    ],
  ])('is marked to be reviewed in the list until it was, %s', async (_, review) => {
    const treated = await inForce(portal);
    const thread = await write(treated);
    const marked = async () => {
      const list = await treated.provider.list('/api/provider/messages', {
        filter: { patient_id: treated.patientId },
      });
      return (list.body as unknown as StaffMessagesResponse).threads.map(({ to_review: count }) => count);
    };
    await act(treated.provider, thread, 'read');
    expect(await marked()).toEqual([1]);
    await review(treated, thread);
    expect(await marked()).toEqual([0]);
  });

  it('is not reviewed by a provider without a valid license in the patient’s state', async () => {
    const treated = await inForce(portal);
    const thread = await write(treated);
    const expired = await portal.signIn('expired@demo.test');
    await act(expired, thread, 'read');
    const refused = await act(expired, thread, 'review');
    expect([refused.status, refused.body.rule_key]).toEqual([409, 'license_expired']);
    expect(refused.body.message).toContain('Have a colleague who is licensed there review it.');
    const { case: known } = await detail(treated);
    const onCase = await expired.post(`/api/trt/cases/${treated.caseId}/history-review`, {
      version: known.version,
      fields: ['changes.message'],
      ...NO,
    });
    expect([onCase.status, onCase.body.rule_key]).toEqual([409, 'license_expired']);
    const body = 'Please send us the letter.';
    expect((await expired.post(`/api/provider/messages/${thread.id}`, { body })).status).toBe(201);
    expect(await keeps(treated)).toContain('unread_history');
    await act(treated.provider, { ...thread, last_message_at: await latest(treated, thread) }, 'review');
    expect(await keeps(treated)).toEqual([]);
  });

  it('is not reviewed by an administrator', async () => {
    const treated = await inForce(portal);
    await write(treated);
    const { case: known } = await detail(treated);
    const body = { version: known.version, fields: ['changes.message'], ...NO };
    const refused = await admin.post(`/api/trt/cases/${treated.caseId}/history-review`, body);
    expect(refused.status).toBe(403);
    expect(await keeps(treated)).toContain('unread_history');
  });
});

describe('what no provider has opened', () => {
  const UNOPENED = [409, 'rule_blocked', 'unread_from_patient'];
  const refusal = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
    status,
    body['error'],
    body['rule_key'],
  ];
  const typed = {
    override_reason: 'Spoke with the patient on the phone, all well',
    overrides: ['unread_from_patient'],
  };

  it('cannot be overridden: a refill is approved once one has', async () => {
    const treated = await onTreatment();
    const asked = await ask(treated, {});
    const thread = await write(treated);
    const approve = async () => {
      const { refill_requests: rows } = (
        await treated.provider.list('/api/trt/refill-requests', { filter: { patient_id: treated.patientId } })
      ).body as RefillRequestListResponse;
      const { version, findings } = rows[0]!;
      const overrides = [...typed.overrides, ...findings.map((rule) => rule.rule_key)];
      return treated.provider.post(`/api/trt/refill-requests/${asked.body.id}`, {
        version,
        decision: 'approve',
        ...typed,
        overrides: [...new Set([...overrides, 'rx_early_refill'])],
      });
    };
    const judged = await treated.provider.get(`/api/trt/prescriptions/${treated.order.id}/judgement`);
    expect(judged.body.blocked_by).toContain('unread_from_patient');
    const refused = await approve();
    expect(refusal(refused)).toEqual(UNOPENED);
    expect(refused.body.message).toContain('no provider has opened');
    await act(admin, thread, 'read');
    expect(refusal(await approve())).toEqual(UNOPENED);
    await act(treated.provider, thread, 'read');
    expect((await approve()).status).toBe(200);
  });

  it('cannot be overridden: a plan, an order, and sending it', async () => {
    const waiting = await ordered(portal);
    const plan = (await detail(waiting)).pending_plan!;
    const thread = await write(waiting, EVERYDAY);
    const { order } = waiting;
    const accept = () =>
      waiting.provider.post(`/api/trt/prescriptions/${order.id}/review`, { decision: 'accept', ...typed });
    expect(refusal(await approvePlan(waiting, plan, typed))).toEqual(UNOPENED);
    expect(refusal(await accept())).toEqual(UNOPENED);
    await act(waiting.provider, thread, 'read');
    expect((await approvePlan(waiting, plan)).status).toBe(200);
    const again = await write(waiting, EVERYDAY);
    const send = (to: string, by = waiting.provider) =>
      by.post(`/api/trt/prescriptions/${order.id}/transition`, {
        to,
        reason: typed.override_reason,
        overrides: typed.overrides,
      });
    const judged = await waiting.provider.get(`/api/trt/prescriptions/${order.id}/judgement`);
    expect(judged.body.legal).toEqual(['unread_from_patient']);
    expect(refusal(await send('sent'))).toEqual(UNOPENED);
    expect(refusal(await send('filled'))).toEqual(UNOPENED);
    expect(refusal(await send('filled', admin))).toEqual(UNOPENED);
    await act(waiting.provider, again, 'read');
    expect((await send('sent')).status).toBe(200);
    await write(waiting, EVERYDAY);
    // The pharmacy has filled it, whether or not anyone has read the message: a provider records it.
    expect(refusal(await send('filled', admin))).toEqual(UNOPENED);
    expect((await send('filled')).status).toBe(200);
  });

  it('cannot be overridden: history in a plan that waits', async () => {
    const treated = await planned(portal);
    const thread = await write(treated, 'They found prostate cancer in me');
    const named = async () => {
      const { body } = await approvePlan(treated, (await detail(treated)).pending_plan!, {});
      return { override_reason: typed.override_reason, overrides: (body as { rules: string[] }).rules };
    };
    const refused = await approvePlan(treated, (await detail(treated)).pending_plan!, typed);
    expect(refusal(refused)).toEqual([409, 'rule_blocked', 'unread_history']);
    const pending = await treated.provider.list('/api/trt/provider/pending-plans', {
      filter: { q: (await detail(treated)).case.mrn },
    });
    expect((pending.body as unknown as PendingPlansResponse).plans[0]!.legal).toEqual(['unread_history']);
    await act(treated.provider, thread, 'read');
    expect((await approvePlan(treated, (await detail(treated)).pending_plan!, await named())).status).toBe(
      200,
    );
  });

  it('keeps therapy and orders on hold, and holding is always possible', async () => {
    const treated = await onTreatment();
    const thread = await write(treated);
    const { provider, caseId } = treated;
    const on = async (path: string) =>
      provider.post(`/api/trt/cases/${caseId}/${path}`, {
        reason: 'A rash at the injection site, looked at today',
        version: (await detail(treated)).case.version,
      });
    expect((await on('hold')).status).toBe(200);
    expect(refusal(await on('resume'))).toEqual(UNOPENED);
    await act(provider, thread, 'read');
    expect((await on('resume')).status).toBe(200);
  });
});

describe('on treatment', () => {
  it('opening a message, and an administrator who answers it, leave the order kept back', async () => {
    const treated = await onTreatment();
    const thread = await write(treated);
    await act(treated.provider, thread, 'read');
    await act(admin, thread, 'no-reply');
    expect((await act(admin, thread, 'review')).status).toBe(403);
    await admin.post(`/api/provider/messages/${thread.id}`, { body: 'Thank you.' });
    expect(await keeps(treated)).toEqual(['unread_from_patient']);
    expect((await detail(treated)).patient_messages).toMatchObject([
      { body: NEWS, to_review: true, reviewed: null },
    ]);
  });

  it.each<[string, (provider: Person, thread: StaffMessageThread) => Promise<unknown>]>([
    ['a review', (provider, thread) => act(provider, thread, 'review')],
    ['a provider who needs no reply', (provider, thread) => act(provider, thread, 'no-reply', NO)],
    [
      'a provider’s reply with an answer',
      (provider, thread) => reply(provider, thread, 'Please send us the letter.'),
    ],
  ])('%s ends it, and the words stay beside the next decisions', async (_, review) => {
    const treated = await onTreatment();
    const thread = await write(treated);
    await review(treated.provider, thread);
    expect(await keeps(treated)).toEqual([]);
    expect((await detail(treated)).patient_messages).toMatchObject([
      { body: NEWS, to_review: false, reviewed: { by: 'Dr. Elena Rossi', ...NO } },
    ]);
    await write(treated, 'They want me back for another scan on Tuesday');
    expect(await keeps(treated)).toEqual(['unread_from_patient']);
  });

  it.each<[string, (provider: Person, thread: StaffMessageThread) => Promise<unknown>]>([
    [
      'a reply',
      (provider, { id }) => provider.post(`/api/provider/messages/${id}`, { body: 'Thank you, noted.' }),
    ],
    ['that no reply is needed', (provider, thread) => act(provider, thread, 'no-reply')],
  ])('without an answer, %s reviews nothing', async (_, answer) => {
    const treated = await onTreatment();
    const thread = await write(treated);
    await act(treated.provider, thread, 'read');
    await answer(treated.provider, thread);
    expect(await keeps(treated)).toEqual(['unread_from_patient']);
    const { body } = await act(treated.provider, thread, 'read');
    expect(body.to_review).toBe(1);
  });

  it('a review takes an answer, and an answer what was read', async () => {
    const treated = await onTreatment();
    const thread = await write(treated);
    const at = `/api/provider/messages/${thread.id}`;
    const { last_message_at } = thread;
    for (const [path, body, field] of [
      [`${at}/review`, { last_message_at }, 'against_treatment'],
      [`${at}/review`, { last_message_at, against_treatment: 'no' }, 'against_treatment'],
      [at, { body: 'Noted.', ...NO }, 'last_message_at'],
    ] as const) {
      const refused = await treated.provider.post(path, body);
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, [field]]);
    }
    expect((await reply(admin, thread, 'Noted.')).status).toBe(403);
  });

  it.each<[string, (treated: Ordered, thread: StaffMessageThread) => Promise<{ status: number }>]>([
    ['in a review', ({ provider }, thread) => act(provider, thread, 'review', { against_treatment: true })],
    ['in a reply', ({ provider }, thread) => reply(provider, thread, 'We will call you about this.', true)],
  ])('what speaks against treatment stays told until it is settled: %s', async (_, answer) => {
    const treated = await onTreatment();
    const { provider, caseId, order } = treated;
    const thread = await write(treated, 'My new GP is not at all happy about the two of us');
    expect([200, 201]).toContain((await answer(treated, thread)).status);
    const key = 'text_against_treatment';
    expect(await keeps(treated)).toEqual([key]);
    const judged = await provider.get(`/api/trt/prescriptions/${order.id}/judgement`);
    expect([judged.body.legal, judged.body.each_by_name]).toEqual([[], true]);
    const { told_findings: told, patient_messages: messages } = await detail(treated);
    expect(told).toMatchObject([{ rule_key: key, open: true, texts: [{ field: 'changes.message' }] }]);
    expect(messages).toMatchObject([{ reviewed: { by: 'Dr. Elena Rossi', against_treatment: true } }]);
    const settle = async (applies: boolean) =>
      provider.post(`/api/trt/cases/${caseId}/history-review`, {
        version: (await detail(treated)).case.version,
        settle: [{ rule_key: key, applies }],
        note: 'Called the practice: they only asked for our lab results',
      });
    expect((await settle(true)).status).toBe(200);
    expect(await keeps(treated)).toEqual([key]);
    expect((await settle(false)).status).toBe(200);
    expect(await keeps(treated)).toEqual([]);
  });

  describe('by a second provider', () => {
    const GLOW = 'I will glow in the dark by Easter, forty sessions down under';
    const key = 'text_against_treatment';
    const noted = async (treated: Treated, thread: StaffMessageThread) => ({
      ...thread,
      last_message_at: await latest(treated, thread),
    });

    it.each<[string, (person: Person, thread: StaffMessageThread) => Promise<{ status: number }>]>([
      ['a review', (person, thread) => act(person, thread, 'review', { against_treatment: true })],
      ['no reply', (person, thread) => act(person, thread, 'no-reply', { against_treatment: true })],
      ['a reply', (person, thread) => reply(person, thread, 'We will call you about this.', true)],
    ])('a yes takes the place of a no: %s', async (_, yes) => {
      const treated = await onTreatment();
      const second = await portal.signIn('multi@demo.test');
      const thread = await write(treated, GLOW);
      expect((await act(treated.provider, thread, 'review')).status).toBe(200);
      expect(await keeps(treated)).toEqual([]);
      expect([200, 201]).toContain((await yes(second, thread)).status);
      expect(await keeps(treated)).toEqual([key]);
      const { told_findings: told, patient_messages: messages } = await detail(treated);
      expect(told).toMatchObject([{ rule_key: key, open: true }]);
      expect(messages).toMatchObject([{ reviewed: { against_treatment: true } }]);
      const again = await act(treated.provider, await noted(treated, thread), 'review');
      expect([again.status, again.body.message]).toEqual([
        409,
        expect.stringContaining('said that this speaks against treatment'),
      ]);
      expect(await keeps(treated)).toEqual([key]);
    });

    it('at the same moment, yes counts', async () => {
      const treated = await onTreatment();
      const second = await portal.signIn('multi@demo.test');
      const thread = await write(treated, GLOW);
      await Promise.all([
        act(treated.provider, thread, 'review'),
        act(second, thread, 'review', { against_treatment: true }),
      ]);
      expect(await keeps(treated)).toEqual([key]);
    });

    it('each message has an answer of its own, which the conversation shows with who and when', async () => {
      const treated = await onTreatment();
      const thread = await write(treated, GLOW);
      const next = await treated.patient.post('/api/messages', {
        thread_id: thread.id,
        body: 'When will my package arrive?',
      });
      const now = next.body as StaffMessageThread;
      await act(treated.provider, now, 'review');
      const [first] = now.messages;
      const yes = { against_treatment: true, message_id: first!.message_id };
      const said = await act(treated.provider, now, 'review', yes);
      expect(said.status).toBe(200);
      expect((said.body as StaffMessageThread).messages.map(({ reviewed }) => reviewed)).toMatchObject([
        { by: 'Dr. Elena Rossi', against_treatment: true },
        { against_treatment: false },
      ]);
      expect((await detail(treated)).told_findings.flatMap(({ texts }) => texts)).toHaveLength(1);
      const own = await treated.patient.get('/api/messages');
      expect(own.text).not.toContain('against_treatment');
      const unknown = { ...yes, message_id: thread.id };
      expect((await act(treated.provider, now, 'review', unknown)).body.fields).toHaveProperty('message_id');
    });

    it('a yes to everyday words counts, and one to what was settled says so', async () => {
      const treated = await onTreatment();
      const thread = await write(treated, EVERYDAY);
      await act(treated.provider, thread, 'read');
      const yes = () => act(treated.provider, thread, 'review', { against_treatment: true });
      expect((await yes()).status).toBe(200);
      expect(await keeps(treated)).toEqual([key]);
      const settled = await treated.provider.post(`/api/trt/cases/${treated.caseId}/history-review`, {
        version: (await detail(treated)).case.version,
        settle: [{ rule_key: key, applies: false }],
        note: 'Called: he only asked about the package, nothing else',
      });
      expect(settled.status).toBe(200);
      const late = await yes();
      expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('It was settled')]);
    });

    it('a no on the case takes no yes back', async () => {
      const treated = await inForce(portal);
      const thread = await write(treated, GLOW);
      await act(treated.provider, thread, 'review', { against_treatment: true });
      const no = await treated.provider.post(`/api/trt/cases/${treated.caseId}/history-review`, {
        version: (await detail(treated)).case.version,
        fields: ['changes.message'],
        ...NO,
      });
      expect(no.status).toBe(409);
      expect(await keeps(treated)).toContain(key);
    });

    it('an administrator finds in the audit who answered what', async () => {
      const treated = await onTreatment();
      const thread = await write(treated, GLOW);
      await act(treated.provider, thread, 'review');
      const list = await admin.list('/api/admin/audit', { filter: { target_id: thread.id } });
      const rows = (list.body as { events: { action: string; detail: object | null }[] }).events;
      expect(rows.find(({ action }) => action === 'message.review')?.detail).toEqual({
        ...NO,
        messages: [thread.messages[0]!.message_id],
      });
    });
  });

  it('a review with an answer is the only one, whatever the words, and leaves no mark', async () => {
    const treated = await inForce(portal);
    const { provider, order } = treated;
    const thread = await write(treated, 'My cousin lets me share his vial on Fridays');
    await act(provider, thread, 'review');
    expect(await keeps(treated)).toEqual(['text_hormone_use']);
    const sent = await provider.post(`/api/trt/prescriptions/${order.id}/transition`, {
      to: 'sent',
      reason: 'Spoke with the patient on the phone, all well',
      overrides: ['text_hormone_use'],
    });
    expect([sent.status, sent.body.override_rules]).toEqual([200, ['text_hormone_use']]);
  });

  it('an administrator who opens everyday words releases nothing', async () => {
    const treated = await onTreatment();
    const thread = await write(treated, 'Good morning, thank you for the visit on Friday');
    await act(admin, thread, 'read');
    expect(await keeps(treated)).toEqual(['unread_from_patient']);
    await act(treated.provider, thread, 'read');
    expect(await keeps(treated)).toEqual([]);
  });

  it('what was answered as an emergency is reviewed once that is closed', async () => {
    const treated = await onTreatment();
    await write(treated, 'I passed out at work this morning');
    expect(await keeps(treated)).toContain('emergency_open');
    const { alerts } = await detail(treated);
    const { id } = alerts.find(({ rule_key: key }) => key?.startsWith('emergency_'))!;
    const closed = await treated.provider.post(`/api/trt/cases/${treated.caseId}/alerts/${id}/close`, {
      contact: reachedNow('Seen in the emergency department, heat and no water, sent home well'),
    });
    expect(closed.status).toBe(200);
    expect(await keeps(treated)).toContain('unread_from_patient');
  });

  it('what the assistant answered as an emergency is reviewed once that is closed', async () => {
    const treated = await onTreatment();
    const message = 'They put the spring in my chest in June and I cannot get air';
    const { body } = await treated.patient.post('/api/trt/assistant/chat', { message });
    expect([body.outcome, body.passed_on]).toEqual(['emergency', true]);
    const told = await detail(treated);
    const { id } = told.alerts.find(({ rule_key: key }) => key?.startsWith('emergency_'))!;
    const closed = await treated.provider.post(`/api/trt/cases/${treated.caseId}/alerts/${id}/close`, {
      contact: reachedNow('Seen in the emergency department, heat and no water, sent home well'),
    });
    expect(closed.status).toBe(200);
    const texts = [
      ...(await detail(treated)).patient_messages.map(({ body: text }) => text),
      ...(await detail(treated)).unread_history.map(({ text }) => text),
    ];
    expect(texts.some((text) => text.includes(message))).toBe(true);
    expect(await keeps(treated)).not.toEqual([]);
  });

  it.each([
    'How do I put on the gel when I also use the one of my cousin?',
    'I was told at the VA not to take it, why?',
    'what happens if a kid touches the gel? mine did',
    'PSA 12, what now?',
  ])('what a question to the assistant tells is passed on, whatever the answer: %s', async (message) => {
    const treated = await planned(portal);
    const answer = await treated.patient.post('/api/trt/assistant/chat', { message });
    expect([answer.status, answer.body.passed_on]).toEqual([200, true]);
    expect((await detail(treated)).unread_history.map(({ text }) => text).join()).toContain(message);
  });

  it.each([
    ['Does it matter that the seeds are still in there?', 'no_answer'],
    ['Is it bad if my count was 58 in spring?', 'no_answer'],
    ['Is it safe with the filter they put in my big vein?', 'no_answer'],
    ['What happens with two bad cores out of twelve?', 'no_answer'],
    ['Does it go with Tren?', 'refused'],
  ])('what the assistant cannot answer or refuses is kept: %s', async (message, outcome) => {
    const treated = await planned(portal);
    const { body } = await treated.patient.post('/api/trt/assistant/chat', { message });
    expect([body.outcome, body.passed_on]).toEqual([outcome, true]);
    expect((await detail(treated)).unread_history.map(({ text }) => text).join()).toContain(message);
  });

  it('everyday words that the assistant cannot answer are not kept', async () => {
    const treated = await planned(portal);
    const answer = await treated.patient.post('/api/trt/assistant/chat', {
      message: 'Is there parking at the clinic?',
    });
    expect([answer.status, answer.body.passed_on]).toEqual([200, false]);
    expect((await detail(treated)).patient_messages).toEqual([]);
  });

  it('a mere question stays with the assistant', async () => {
    const treated = await planned(portal);
    const answer = await treated.patient.post('/api/trt/assistant/chat', {
      message: 'How do I store the gel?',
    });
    expect([answer.status, answer.body.passed_on]).toEqual([200, false]);
    expect((await detail(treated)).patient_messages).toEqual([]);
  });

  it('with an open emergency waits for a provider who opens it, too', async () => {
    const treated = await onTreatment();
    const thread = await write(treated, 'I passed out at work this morning');
    expect(await keeps(treated)).toEqual(['emergency_open', 'unread_from_patient']);
    await act(treated.provider, thread, 'read');
    expect(await keeps(treated)).toEqual(['emergency_open']);
  });

  it('is not opened by a provider who may not review it', async () => {
    const treated = await onTreatment();
    const thread = await write(treated, EVERYDAY);
    await act(await portal.signIn('expired@demo.test'), thread, 'read');
    expect(await keeps(treated)).toEqual(['unread_from_patient']);
    await act(treated.provider, thread, 'read');
    expect(await keeps(treated)).toEqual([]);
  });

  it('a question to the assistant that it cannot answer, and that tells of oneself, is reviewed', async () => {
    const treated = await onTreatment();
    for (const question of [
      'I get some more from a friend too, is that ok?',
      'They cut out my prostate for the big C, can I go on with it?',
    ]) {
      const answer = await treated.patient.post('/api/trt/assistant/chat', { message: question });
      expect([answer.status, answer.body.passed_on]).toEqual([200, true]);
    }
    expect(await keeps(treated)).not.toEqual([]);
    expect((await detail(treated)).patient_messages.map(({ body }) => body)).toContain(
      'I get some more from a friend too, is that ok?',
    );
  });

  it('a review by reply is in the audit, with its reviewer and the answer', async () => {
    const treated = await onTreatment();
    const thread = await write(treated);
    await reply(treated.provider, thread, 'Please send us the letter.');
    const rows = await portal.database.asSuperuser<{ actor_role: string }>(
      `SELECT actor_role, detail ->> 'against_treatment' AS answer FROM audit_events WHERE action = 'message.review' AND target_id = $1`,
      [thread.id],
    );
    expect(rows).toEqual([{ actor_role: 'provider', answer: 'false' }]);
  });

  it('neither a reply nor a review is of what was written since', async () => {
    const treated = await onTreatment();
    const thread = await write(treated);
    await treated.patient.post('/api/messages', { thread_id: thread.id, body: 'They called again about it' });
    for (const late of [
      await act(treated.provider, thread, 'review'),
      await reply(treated.provider, thread, 'Your refill is on its way.'),
    ])
      expect([late.status, late.body.error]).toEqual([409, 'version_conflict']);
    expect(await keeps(treated)).toEqual(['unread_from_patient']);
  });

  it('an answer to the care team is reviewed with its question, but for thanks', async () => {
    const treated = await onTreatment();
    const { body: thread } = await treated.provider.post('/api/provider/messages', {
      patient_id: treated.patientId,
      subject: 'A question',
      body: QUESTION,
    });
    const say = (body: string) => treated.patient.post('/api/messages', { thread_id: thread.id, body });
    const { body: answered } = await say('Not that the doctors ever told me');
    await act(treated.provider, answered as StaffMessageThread, 'read');
    expect(await keeps(treated)).toEqual(['unread_from_patient']);
    expect((await detail(treated)).patient_messages).toMatchObject([
      { body: 'Not that the doctors ever told me', asked: QUESTION, to_review: true },
    ]);
    await act(treated.provider, answered as StaffMessageThread, 'review');
    const { body: thanked } = await say('Ok, thank you');
    await act(treated.provider, thanked as StaffMessageThread, 'read');
    expect(await keeps(treated)).toEqual([]);
  });

  it('a yes to a question that names a contraindication is told, and a no is not', async () => {
    const treated = await onTreatment();
    const { body: thread } = await treated.provider.post('/api/provider/messages', {
      patient_id: treated.patientId,
      subject: 'Blood clots',
      body: QUESTION,
    });
    const say = async (body: string) => {
      const sent = await treated.patient.post('/api/messages', { thread_id: thread.id, body });
      await act(treated.provider, sent.body as StaffMessageThread, 'review');
    };
    await say('No, never');
    expect([await keeps(treated), (await detail(treated)).told_findings]).toEqual([[], []]);
    await say('Yes, both');
    // What the rules find in it stands; it waits for no second review.
    expect(await keeps(treated)).toContain('text_clotting');
    expect(await keeps(treated)).not.toContain('unread_history');
  });

  it('a note on a dose is reviewed where it says more', async () => {
    const treated = await onTreatment();
    const log = (note: string, hours: number) =>
      treated.patient.post('/api/doses', {
        taken_at: new Date(Date.now() - hours * 3_600_000).toISOString(),
        dose: 80,
        unit: 'mg',
        note,
      });
    expect((await log('Left thigh, a little sore', 200)).status).toBe(201);
    expect(await keeps(treated)).toEqual([]);
    expect((await log('they cut it out of me there, beams every weekday since', 30)).status).toBe(201);
    expect(await keeps(treated)).toContain('unread_history');
  });

  it('an everyday message needs opening only, and stays beside decisions', async () => {
    const treated = await onTreatment();
    const thread = await write(treated, 'When will my package arrive? Thank you.');
    expect(await keeps(treated)).toEqual(['unread_from_patient']);
    await act(treated.provider, thread, 'read');
    expect(await keeps(treated)).toEqual([]);
    expect((await detail(treated)).patient_messages).toMatchObject([{ to_review: false, reviewed: null }]);
  });

  it('the reason of a refill request is reviewed where it says more', async () => {
    const rowOf = async ({ provider, patientId }: Ordered) => {
      const { refill_requests: requests } = (
        await provider.list('/api/trt/refill-requests', { filter: { patient_id: patientId } })
      ).body as RefillRequestListResponse;
      return requests[0]!;
    };
    const everyday = await onTreatment();
    await ask(everyday, { reason: 'Running low before my vacation, thanks' });
    expect((await rowOf(everyday)).history_unread).toBe(false);
    const told = await onTreatment();
    await ask(told, { reason: 'The lab at work said I am at fifty-six on the thick number' });
    const { id, version, history_unread } = await rowOf(told);
    expect(history_unread).toBe(true);
    const refused = await told.provider.post(`/api/trt/refill-requests/${id}`, {
      version,
      decision: 'approve',
      override_reason: 'Stable on this dose, seen last week',
      overrides: ['unread_history'],
    });
    expect([refused.status, refused.body.rule_key]).toEqual([409, 'unread_history']);
  });
});
