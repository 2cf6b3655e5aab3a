import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChatResponse } from '../../common/api/assistant.js';
import type { MessagesResponse, PrescriptionJudgementResponse } from '../../common/api/index.js';
import { addLab, daysAgo, detail, inForce, planned, submitted, type Treated } from '../support/care.js';
import type { TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const CANCER = 'Hypogonadism. Prostate cancer 2019, radiation';
const patchCase = async (treated: Treated, body: object) => {
  const { version } = (await detail(treated)).case;
  return treated.provider.patch(`/api/trt/cases/${treated.caseId}`, { version, ...body });
};
const fired = async (treated: Treated): Promise<string[]> =>
  (await detail(treated)).rules.map(({ rule_key }) => rule_key);
const unread = async (treated: Treated) =>
  (await detail(treated)).unread_history.filter(({ field }) => field === 'changes.staff_note');

describe('what staff type of a patient', () => {
  it('flags the case as the patient’s own words do, and keeps an approved order back', async () => {
    const treated = await inForce(portal);
    expect((await patchCase(treated, { diagnosis: CANCER })).status).toBe(200);
    expect(await fired(treated)).toEqual(expect.arrayContaining(['text_prostate_cancer', 'unread_history']));
    expect(await unread(treated)).toEqual([
      {
        field: 'changes.staff_note',
        text: expect.stringMatching(/Diagnosis\nHypogonadism\. Prostate cancer 2019, radiation$/),
        matched: ['prostate cancer', 'prostate cancer 2019, radiation'],
      },
    ]);
    const path = `/api/trt/prescriptions/${treated.order.id}`;
    const shown = (await treated.provider.get(`${path}/judgement`)).body as PrescriptionJudgementResponse;
    expect(shown.blocked_by).toContain('text_prostate_cancer');
    const sent = await treated.provider.post(`${path}/transition`, { to: 'sent' });
    expect([sent.status, sent.body.error]).toEqual([409, 'rule_blocked']);
    // What was once noted is not taken back by typing over it.
    await patchCase(treated, { diagnosis: 'Hypogonadism' });
    expect(await fired(treated)).toContain('text_prostate_cancer');
  });

  it('flags a note again when it is changed', async () => {
    const treated = await submitted(portal);
    await patchCase(treated, { diagnosis: CANCER });
    const { case: one, unread_history: texts } = await detail(treated);
    const fields = texts.map(({ field }) => field);
    const review = { version: one.version, fields, against_treatment: false };
    await treated.provider.post(`/api/trt/cases/${treated.caseId}/history-review`, review);
    expect(await unread(treated)).toEqual([]);
    await patchCase(treated, { diagnosis: `${CANCER}, recurrence 2024` });
    expect(await unread(treated)).toHaveLength(1);
  });

  it.each<[string, (treated: Treated, text: string) => Promise<{ status: number }>]>([
    ['the note of a visit', visitNote],
    [
      'the review of a lab',
      async (treated, note) => {
        await addLab(treated, 5, { tt_ng_dl: 260 });
        const [lab] = (await detail(treated)).labs_history;
        return treated.provider.post(`/api/labs/${lab!.id}/review`, { note });
      },
    ],
    [
      'a call about a critical value',
      async (treated, note) => {
        await addLab(treated, 5, { tt_ng_dl: 260, hct_percent: 58 });
        const [lab] = (await detail(treated)).labs_history;
        const call = { called_on: daysAgo(1), reached: true, note };
        return treated.provider.post(`/api/labs/${lab!.id}/call-back`, call);
      },
    ],
    [
      'the note on a PDMP query',
      (treated, note) =>
        treated.provider.post(`/api/trt/cases/${treated.caseId}/pdmp-checks`, {
          state: 'NY',
          queried_on: daysAgo(1),
          finding: 'as_expected',
          note,
        }),
    ],
    [
      'the note on a telemedicine basis',
      (treated, note) =>
        treated.provider.post(`/api/trt/cases/${treated.caseId}/telemed-basis`, {
          kind: 'in_person',
          on: daysAgo(1),
          note,
        }),
    ],
  ])('is read in %s', async (_name, note) => {
    const treated = await submitted(portal);
    const saved = await note(treated, 'He told me that he had a DVT in the left leg in June');
    expect([200, 201]).toContain(saved.status);
    expect((await unread(treated))[0]).toMatchObject({ matched: ['dvt'] });
    expect(await fired(treated)).toContain('text_clotting');
  });

  it.each(['rejected', 'held'])('is read where a prescription is %s', async (how) => {
    const treated = await (how === 'held' ? inForce(portal) : planned(portal));
    const { id, version } = (await detail(treated)).prescriptions[0]!;
    const text = 'He told me that he had a DVT in the left leg in June';
    const saved = await (how === 'held'
      ? treated.provider.post(`/api/trt/prescriptions/${id}/hold`, { reason: text, version })
      : treated.provider.post(`/api/trt/prescriptions/${id}/review`, {
          decision: 'reject',
          note: text,
          version,
        }));
    expect(saved.status).toBe(200);
    expect((await unread(treated))[0]).toMatchObject({ matched: ['dvt'] });
  });

  it.each([
    'Denies prostate cancer, no history of clots or stroke',
    'Counseled on the risk of blood clots and stroke. PSA 4.2, Hct 52 reviewed',
    'Rule out sleep apnea. Testosterone cypionate continued',
  ])('is no finding where it is denied, explained or measured: %s', async (text) => {
    const treated = await submitted(portal);
    expect((await visitNote(treated, text)).status).toBe(200);
    expect(await unread(treated)).toEqual([]);
    expect((await fired(treated)).filter((key) => key.startsWith('text_'))).toEqual([]);
  });
});

async function visitNote(treated: Treated, note: string) {
  const asked = await treated.patient.post('/api/appointments', {
    kind: 'video',
    reason: 'Follow-up',
    preferred: [new Date(Date.now() + 48 * 36e5).toISOString()],
  });
  const change = (body: object) =>
    treated.provider.post(`/api/provider/appointments/${asked.body.appointment_id}`, body);
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  await change({
    status: 'scheduled',
    starts_at: at(5),
    ends_at: at(35),
    join_url: 'https://visit.example/1',
  });
  return change({ started_at: at(-1), note });
}

describe('what a patient tells the assistant', () => {
  const say = async ({ patient }: Pick<Treated, 'patient'>, message: string, id?: string) => {
    const body = { message, ...(id && { conversation_id: id }) };
    return (await patient.post('/api/trt/assistant/chat', body)).body as ChatResponse;
  };
  const threads = async ({ patient }: Treated) =>
    ((await patient.get('/api/messages')).body as MessagesResponse).threads;

  it('reaches the care team by itself, with the words, and the patient is told so', async () => {
    const treated = await inForce(portal);
    const told = await say(treated, 'I was diagnosed with prostate cancer last month');
    expect([told.passed_on, told.message]).toEqual([true, expect.stringMatching(/was passed on to them/)]);
    const shown = await detail(treated);
    expect(shown.rules.map(({ rule_key }) => rule_key)).toContain('text_prostate_cancer');
    expect(shown.unread_history).toContainEqual({
      field: 'changes.message',
      text: expect.stringContaining('I was diagnosed with prostate cancer last month'),
      matched: ['prostate cancer'],
    });
    const sent = await treated.provider.post(`/api/trt/prescriptions/${treated.order.id}/transition`, {
      to: 'sent',
    });
    expect([sent.status, sent.body.error]).toEqual([409, 'rule_blocked']);
    // One conversation with the care team for one with the assistant.
    await say(treated, 'And they put me on Eliquis for a clot I had in May', told.conversation_id);
    expect((await threads(treated)).map(({ messages }) => messages.map(({ body }) => body))).toEqual([
      [
        'I was diagnosed with prostate cancer last month',
        'And they put me on Eliquis for a clot I had in May',
      ],
    ]);
    const waiting = await treated.provider.list('/api/provider/messages', {
      filter: { patient_id: treated.patientId, waiting: true },
    });
    expect(waiting.body).toMatchObject({ threads: [{ subject: 'Told to the TRT assistant' }] });
  });

  it('is passed on in an emergency too, and a mere question is not', async () => {
    const treated = await submitted(portal);
    const danger = await say(treated, 'I had a blood clot and now I cannot breathe');
    expect([danger.outcome, danger.passed_on]).toEqual(['emergency', true]);
    expect(await threads(treated)).toHaveLength(1);
    const asked = await say(treated, 'can I get prostate cancer from my gel?');
    expect([asked.tell_care_team, asked.passed_on]).toEqual([true, false]);
    expect(await threads(treated)).toHaveLength(1);
  });
});
