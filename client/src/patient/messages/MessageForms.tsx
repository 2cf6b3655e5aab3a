import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type {
  EmergencyAdvice,
  MessageRequest,
  MessagesResponse,
  MessageThread,
  SentMessage,
} from '#common/api/index.js';
import { MESSAGE_MAX_LENGTH, SUBJECT_MAX_LENGTH } from '#common/api/messages.js';
import { formatNumber } from '#client/shared/ui/number.js';
import { actionErrorMessage, api, isApiError } from '../../shared/api/index.js';
import { EmergencyCard } from '../../shared/emergency/EmergencyCard.js';
import { EMERGENCY_TEXT } from '../../shared/emergency/text.js';
import { useEmergencyIn } from '../../shared/emergency/useEmergency.js';
import { lengthOf } from '../../shared/forms/RoomLeft.js';
import { TextQuestion } from '../../shared/forms/index.js';
import { missing, useAct } from '../../shared/forms/useAct.js';
import { toast } from '../../shared/toasts/index.js';
import { SmallForm } from '../kit/SmallForm.js';
import { useOnce } from '../kit/useOnce.js';
import { messagesQuery } from '../data/queries.js';
import { EMPTY_DRAFT, NEW, useMessageDraft } from './drafts.js';
import { MESSAGES_TEXT as text } from './text/en.js';

const idOf = (field: string) => `message-${field}`;

/** Puts the server's version of the thread in the list at once, newest first. */
function withThread(thread: MessageThread) {
  return (before: MessagesResponse | undefined): MessagesResponse | undefined =>
    before && {
      ...before,
      threads: [thread, ...before.threads.filter((one) => one.thread_id !== thread.thread_id)],
    };
}

function useSend(thread: string | null, onEmergency: OnEmergency) {
  const queries = useQueryClient();
  const once = useOnce();
  return async (body: MessageRequest): Promise<MessageThread> => {
    const { emergency, ...answer } = await once({ thread, ...body }, (idempotencyKey) =>
      api.post<SentMessage>('/api/messages', body, { idempotencyKey }),
    );
    queries.setQueryData(messagesQuery.queryKey, withThread(answer));
    const own = answer.messages.at(-1);
    onEmergency(emergency && own ? { message_id: own.message_id, advice: emergency } : null);
    if (!emergency) toast.success(text.sent);
    return answer;
  };
}

/** Keeps the text whatever happens; the form is cleared only once the server has accepted it. */
const explain = (error: unknown) =>
  isApiError(error) && Object.keys(error.fields).length > 0
    ? null
    : { form: actionErrorMessage(error, text.sendFailed), fields: {} };

/** The advice on the message that was just sent. */
export interface JustSent {
  message_id: string;
  advice: EmergencyAdvice;
}
export type OnEmergency = (sent: JustSent | null) => void;

/** Shown next to the draft when it mentions an emergency; never blocks sending. */
function WhileTyping({ words }: { words: string }) {
  const kind = useEmergencyIn(words);
  const box = useRef<HTMLDivElement>(null);
  // On a phone it would begin below what is seen.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [kind]);
  return (
    kind && (
      <Box ref={box} sx={{ scrollMarginBottom: 96 }}>
        <EmergencyCard kind={kind}>{EMERGENCY_TEXT.hours}</EmergencyCard>
      </Box>
    )
  );
}

/** What a link to a new message says it is about. */
const isAbout = (name: string): name is keyof typeof text.about => Object.hasOwn(text.about, name);

interface NewMessageProps {
  onSent: (thread: MessageThread) => void;
  onEmergency: OnEmergency;
}
export function NewMessage({ onSent, onEmergency }: NewMessageProps) {
  const about = useSearchParams()[0].get('about');
  const subject = about !== null && isAbout(about) ? text.about[about] : '';
  const [draft, setDraft] = useMessageDraft(NEW, { subject, body: '' });
  const send = useSend(null, onEmergency);
  const form = useAct({
    check: () =>
      missing({
        subject: !draft.subject.trim() ? text.missingSubject : tooLong(draft.subject, SUBJECT_MAX_LENGTH),
        body: bodyProblem(draft.body),
      }),
    act: async () => {
      const thread = await send({ subject: draft.subject.trim(), body: draft.body.trim() });
      setDraft(EMPTY_DRAFT);
      onSent(thread);
    },
    explain,
    failed: text.sendFailed,
  });
  return (
    <SmallForm form={form} label={text.newTitle} submit={text.send} idOf={idOf}>
      <TextQuestion
        id={idOf('subject')}
        label={text.subject}
        hint={text.subjectHint}
        value={draft.subject}
        onChange={(subject) => setDraft({ ...draft, subject })}
        limit={SUBJECT_MAX_LENGTH}
        {...errorOf(form.problems.fields['subject'])}
      />
      <TextQuestion
        id={idOf('body')}
        label={text.body}
        long
        value={draft.body}
        onChange={(body) => setDraft({ ...draft, body })}
        limit={MESSAGE_MAX_LENGTH}
        {...errorOf(form.problems.fields['body'])}
      />
      <WhileTyping words={`${draft.subject}\n${draft.body}`} />
    </SmallForm>
  );
}

export function Reply({ thread, onEmergency }: { thread: MessageThread; onEmergency: OnEmergency }) {
  const id = thread.thread_id;
  const [draft, setDraft] = useMessageDraft(id);
  const send = useSend(id, onEmergency);
  const form = useAct({
    check: () => missing({ body: bodyProblem(draft.body) }),
    act: async () => {
      await send({ thread_id: id, body: draft.body.trim() });
      setDraft(EMPTY_DRAFT);
    },
    explain,
    failed: text.sendFailed,
  });
  return (
    <SmallForm form={form} label={text.reply} submit={text.sendReply} idOf={idOf}>
      <TextQuestion
        id={idOf('body')}
        label={text.reply}
        long
        value={draft.body}
        onChange={(body) => setDraft({ ...draft, body })}
        limit={MESSAGE_MAX_LENGTH}
        {...errorOf(form.problems.fields['body'])}
      />
      <WhileTyping words={draft.body} />
    </SmallForm>
  );
}

const tooLong = (typed: string, limit: number) =>
  lengthOf(typed.trim()) > limit && text.tooLong(formatNumber(limit));
const bodyProblem = (body: string) => (!body.trim() ? text.missingBody : tooLong(body, MESSAGE_MAX_LENGTH));
const errorOf = (error: string | undefined) => (error ? { error } : {});
