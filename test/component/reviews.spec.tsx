import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type {
  CaseDetailResponse,
  PendingPlansResponse,
  StaffMessagesResponse,
  TelemedBasis,
} from '../../common/api/index.js';
import { addressOf, caseOf, failing, type Answers } from './answers.js';
import { closePage, openPage, SLOW } from './page.js';

/** What staff send when they review, hold, resume and record a basis. */

beforeAll(async () => {
  await import('../../client/src/staff/cases/CaseDetailPage.js');
  await import('../../client/src/staff/messages/MessageListPage.js');
});
afterEach(closePage);

const CASE = caseOf('Paul Drake');
const DETAIL = `/api/trt/cases/${CASE}/detail`;
const answer = (body: object): Response => failing(200, body);
const recording = (await import('./recorded/provider.json', { with: { type: 'json' } }).then(
  (file) => file.default,
)) as unknown as { calls: Record<string, never> };
const detailNow = recording.calls[DETAIL]! as CaseDetailResponse;
const [, threads] = Object.entries(recording.calls).find(([url]) =>
  url.startsWith('/api/provider/messages?'),
)! as [string, StaffMessagesResponse];
const [THREAD] = threads.threads;

/** Every body sent from here on, with its path. */
function sending(): { path: string; body: unknown }[] {
  const read = globalThis.fetch;
  const sent: { path: string; body: unknown }[] = [];
  globalThis.fetch = (asked, init) => {
    if (init?.method === 'POST')
      sent.push({ path: addressOf(asked), body: JSON.parse(init.body as string) as unknown });
    return read(asked, init);
  };
  return sent;
}
const type = (place: HTMLElement, label: string | RegExp, value: string) =>
  fireEvent.change(within(place).getByLabelText(label), { target: { value } });
const press = (place: HTMLElement, name: string | RegExp) =>
  fireEvent.click(within(place).getByRole('button', { name }));

describe('a conversation that waits for a review', () => {
  const at = `/api/provider/messages/${THREAD!.thread_id}`;
  const open = async () => {
    openPage(`/trt/provider/messages?thread=${THREAD!.thread_id}`, {
      as: 'provider',
      answers: {
        '/api/provider/messages': (list: StaffMessagesResponse) => ({
          ...list,
          threads: list.threads.map((one) => ({ ...one, to_review: 1 })),
        }),
        [`/api/provider/patients/${THREAD!.patient_id}/profile`]: failing(404, {}),
        [`/api/provider/patients/${THREAD!.patient_id}`]: failing(404, {}),
        [`${at}/read`]: answer(THREAD!),
        [`${at}/review`]: answer(THREAD!),
        [`${at}/no-reply`]: answer(THREAD!),
        [at]: answer(THREAD!),
      },
    });
    const form = await screen.findByRole('form', { name: 'Your answer' }, SLOW);
    return { form, sent: sending() };
  };
  const choose = (name: RegExp) => fireEvent.click(screen.getByRole('radio', { name }));
  const bodies = (sent: { path: string; body: unknown }[], path: string) =>
    sent.flatMap((one) => (one.path === path ? [one.body] : []));
  const shown = { last_message_at: THREAD!.last_message_at };

  it('is marked only with an answer, and none is chosen beforehand', async () => {
    const { sent } = await open();
    expect(screen.getAllByRole('radio').map((one) => (one as HTMLInputElement).checked)).toEqual([
      false,
      false,
    ]);
    press(document.body, 'Mark as reviewed');
    await screen.findByText('Choose whether it speaks against treatment.');
    expect(bodies(sent, `${at}/review`)).toEqual([]);
    choose(/^Yes/);
    press(document.body, 'Mark as reviewed');
    await waitFor(
      () => expect(bodies(sent, `${at}/review`)).toEqual([{ ...shown, against_treatment: true }]),
      SLOW,
    );
  });

  it('is reviewed by the reply in one step', async () => {
    const { form, sent } = await open();
    choose(/^No/);
    type(form, 'Message', 'Thank you, noted.');
    expect(form.textContent).toContain('Sending also marks what the patient wrote as reviewed');
    press(form, 'Send');
    const reply = { body: 'Thank you, noted.', ...shown, against_treatment: false };
    await waitFor(() => expect(bodies(sent, at)).toEqual([reply]), SLOW);
    await screen.findByText('Message sent.', {}, SLOW);
  });

  it('goes on waiting after a reply without an answer, and the screen says so', async () => {
    const { form, sent } = await open();
    expect(form.textContent).toContain('stays to review');
    type(form, 'Message', 'Thank you, noted.');
    press(form, 'Send');
    await waitFor(() => expect(bodies(sent, at)).toEqual([{ body: 'Thank you, noted.' }]), SLOW);
    await screen.findByText(/still waits for a review/, {}, SLOW);
  });
});

describe('a message that a colleague reviewed', () => {
  it('shows the answer with who and when, and a provider says that it does speak against treatment', async () => {
    const at = `/api/provider/messages/${THREAD!.thread_id}`;
    const own = THREAD!.messages.find(({ from }) => from === 'patient')!;
    const reviewed = { by: 'Dr. Ada Vale', at: '2026-11-28T12:00:00.000Z', against_treatment: false };
    openPage(`/trt/provider/messages?thread=${THREAD!.thread_id}`, {
      as: 'provider',
      answers: {
        '/api/provider/messages': (list: StaffMessagesResponse) => ({
          ...list,
          threads: list.threads.map((one) => ({
            ...one,
            to_review: 0,
            messages: one.messages.map((said) =>
              said.message_id === own.message_id ? { ...said, reviewed } : said,
            ),
          })),
        }),
        [`/api/provider/patients/${THREAD!.patient_id}/profile`]: failing(404, {}),
        [`/api/provider/patients/${THREAD!.patient_id}`]: failing(404, {}),
        [`${at}/read`]: answer(THREAD!),
        [`${at}/review`]: answer(THREAD!),
      },
    });
    await screen.findByText(/Reviewed by Dr. Ada Vale.*It does not speak against treatment/, {}, SLOW);
    const sent = sending();
    press(document.body, 'It does speak against treatment');
    const body = {
      last_message_at: THREAD!.last_message_at,
      against_treatment: true,
      message_id: own.message_id,
    };
    await waitFor(
      () => expect(sent.flatMap((one) => (one.path === `${at}/review` ? [one.body] : []))).toEqual([body]),
      SLOW,
    );
  });
});

describe('the approval of a plan', () => {
  it('has no box for what cannot be overridden, and links the message', async () => {
    const [plan] = (recording.calls['/api/trt/provider/pending-plans']! as PendingPlansResponse).plans;
    const key = 'unread_from_patient';
    const message = { message_id: 'm1', thread_id: 't1', subject: 'A question' };
    openPage('/trt/provider/plan-review', {
      as: 'provider',
      answers: {
        '/api/trt/provider/pending-plans': (list: PendingPlansResponse) => ({
          ...list,
          plans: [
            { ...plan, reason_needed_for: [key], each_by_name: true, legal: [key], prescription: null },
          ],
        }),
        [`/api/trt/cases/${plan!.case_id}/detail`]: answer({
          ...detailNow,
          patient_messages: [
            {
              ...message,
              body: 'They cut it out of me',
              asked: null,
              sent_at: '2026-11-27T15:00:00Z',
              last_message_at: '2026-11-27T15:00:00Z',
              to_review: true,
              reviewed: null,
            },
          ],
        }),
      },
    });
    const approve = await screen.findByRole('button', { name: `Approve ${plan!.patient_name}` }, SLOW);
    fireEvent.click(approve);
    const dialog = await screen.findByRole('dialog', {}, SLOW);
    const link = await within(dialog).findByRole('link', { name: 'Open the message' }, SLOW);
    expect(link.getAttribute('href')).toBe('/trt/provider/messages?view=all&thread=t1');
    expect(within(dialog).queryAllByRole('checkbox')).toEqual([]);
    expect(within(dialog).queryByLabelText('Reason for approving')).toBeNull();
    expect(within(dialog).getByRole('button', { name: 'Confirm approval' })).toHaveProperty('disabled', true);
  });
});

describe('the therapy', () => {
  const HOLD = {
    since: '2026-11-20',
    rule_key: 'hct_over_54_on_therapy',
    reason: null,
    until_on: null,
    until: { analyte: 'hct_percent', at_most: 45 },
    by: null,
  };
  const open = async (change: Partial<CaseDetailResponse>, more: Answers = {}) => {
    openPage(`/trt/cases/${CASE}`, {
      as: 'provider',
      answers: { [DETAIL]: (detail: CaseDetailResponse) => ({ ...detail, ...change }), ...more },
    });
    await screen.findByRole('tabpanel', {}, SLOW);
    return sending();
  };

  it('is held with a reason, until a value that is a number', async () => {
    const path = `/api/trt/cases/${CASE}/hold`;
    const sent = await open({ hold: null, holds: [] }, { [path]: answer(detailNow) });
    fireEvent.click(screen.getAllByRole('button', { name: /^Hold therapy/ })[0]!);
    const dialog = await screen.findByRole('dialog', { name: /^Hold therapy for/ }, SLOW);
    press(dialog, /^Hold therapy/);
    expect(sent).toEqual([]);
    type(dialog, /^Reason/, 'Hematocrit 55, phlebotomy planned');
    const until = within(dialog).getByLabelText('Until');
    fireEvent.change(until, { target: { value: 'value' } });
    type(dialog, /^At most/i, 'low');
    press(dialog, /^Hold therapy/);
    expect(sent).toEqual([]);
    type(dialog, /^At most/i, '50,5');
    press(dialog, /^Hold therapy/);
    const body = {
      reason: 'Hematocrit 55, phlebotomy planned',
      version: detailNow.case.version,
      until: { analyte: 'hct_percent', at_most: 50.5 },
    };
    await waitFor(() => expect(sent).toContainEqual({ path, body }), SLOW);
  });

  it('is resumed against its rule only by name', async () => {
    const path = `/api/trt/cases/${CASE}/resume`;
    const sent = await open({ hold: HOLD, holds: [HOLD] }, { [path]: answer(detailNow) });
    fireEvent.click(screen.getAllByRole('button', { name: /^Resume/ })[0]!);
    const dialog = await screen.findByRole('dialog', { name: /^Resume/ }, SLOW);
    press(dialog, /^Resume/);
    expect(sent).toEqual([]);
    type(dialog, /^Reason/, 'Drawn again at the hospital, 44 percent there');
    fireEvent.click(within(dialog).getByRole('checkbox', { name: /^Override: / }));
    press(dialog, /^Resume/);
    const body = {
      reason: 'Drawn again at the hospital, 44 percent there',
      version: detailNow.case.version,
      overrides: [HOLD.rule_key],
    };
    await waitFor(() => expect(sent).toContainEqual({ path, body }), SLOW);
  });
});

describe('the basis for telemedicine', () => {
  it('takes who practices there and the last day, where it ends', async () => {
    const path = `/api/trt/cases/${CASE}/telemed-basis`;
    openPage(`/trt/cases/${CASE}?tab=prescriptions`, {
      as: 'provider',
      answers: { [path]: answer({ bases: [] as TelemedBasis[] }) },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Record a basis' }, SLOW));
    const dialog = await screen.findByRole('dialog', {}, SLOW);
    const sent = sending();
    const save = within(dialog).getByRole('button', { name: /^(Save|Record)/ });
    fireEvent.click(within(dialog).getByRole('radio', { name: /covering/i }));
    expect(save).toHaveProperty('disabled', true);
    type(dialog, 'Practitioner who saw the patient', 'Dr. Ann Doe');
    type(dialog, /^Valid until/, '2027-03-31');
    fireEvent.click(save);
    await waitFor(
      () =>
        expect(sent).toContainEqual({
          path,
          body: expect.objectContaining({
            kind: 'covering_practitioner',
            practitioner: 'Dr. Ann Doe',
            until: '2027-03-31',
          }),
        }),
      SLOW,
    );
  });
});
