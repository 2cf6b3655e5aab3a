import { useEffect, useState } from 'react';
import { onSessionCleared } from '../../shared/session/index.js';
import { onHandedMessage, takeHandedMessage } from '../../shared/session/messageHandover.js';
import { dropDraft, peekDraft, registerDraft } from '../../shared/session/returnTicket.js';
import { MESSAGES_TEXT } from './text/en.js';

export interface MessageDraft {
  subject: string;
  body: string;
}
export const EMPTY_DRAFT: MessageDraft = { subject: '', body: '' };

const KEY = 'message-drafts';
/** The draft of a conversation that has not started yet. */
export const NEW = 'new';
/** Typed and unsent text, by conversation. In memory only: cleared at sign-out. */
let drafts = new Map<string, MessageDraft>();

onSessionCleared(() => drafts.clear());
registerDraft(KEY, () => (drafts.size > 0 ? new Map(drafts) : undefined), {
  place: () => ({
    name: MESSAGES_TEXT.unsent,
    path: `/trt/patient/messages?thread=${[...drafts.keys()][0] ?? NEW}`,
  }),
});

function store(thread: string, draft: MessageDraft): void {
  if (draft.subject === '' && draft.body === '') drafts.delete(thread);
  else drafts.set(thread, draft);
}

/** Restores drafts for the same user after an expired session. */
function takeBack(): void {
  const kept = peekDraft<Map<string, MessageDraft>>(KEY);
  if (!kept) return;
  dropDraft(KEY);
  drafts = new Map([...kept, ...drafts]);
}

/** A message started in the assistant comes first; an earlier draft stays below it. */
function takeHanded(): void {
  const handed = takeHandedMessage();
  if (!handed) return;
  const typed = drafts.get(NEW) ?? EMPTY_DRAFT;
  store(NEW, {
    subject: typed.subject || handed.subject,
    body: [handed.body, typed.body].filter(Boolean).join('\n'),
  });
}

/**
 * A draft that is kept while the patient moves around the portal.
 * @param first what it begins with; not kept until something is typed
 */
export function useMessageDraft(thread: string, first: MessageDraft = EMPTY_DRAFT) {
  const [draft, setDraft] = useState(() => {
    takeBack();
    if (thread === NEW) takeHanded();
    return drafts.get(thread) ?? first;
  });
  useEffect(() => {
    if (thread !== NEW) return;
    return onHandedMessage(() => {
      takeHanded();
      setDraft(drafts.get(NEW) ?? EMPTY_DRAFT);
    });
  }, [thread]);
  const change = (next: MessageDraft) => {
    store(thread, next);
    setDraft(next);
  };
  return [draft, change] as const;
}
