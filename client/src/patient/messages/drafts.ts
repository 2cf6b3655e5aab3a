import { useState } from 'react';
import { onSessionCleared } from '../../shared/session/index.js';
import { dropDraft, peekDraft, registerDraft } from '../../shared/session/returnTicket.js';

export interface MessageDraft {
  subject: string;
  body: string;
}
export const EMPTY_DRAFT: MessageDraft = { subject: '', body: '' };

const KEY = 'message-drafts';
/** What was typed and not sent, by conversation. In memory only: it is gone with the sign-out. */
let drafts = new Map<string, MessageDraft>();

onSessionCleared(() => drafts.clear());
registerDraft(KEY, () => (drafts.size > 0 ? new Map(drafts) : undefined));

function store(thread: string, draft: MessageDraft): void {
  if (draft.subject === '' && draft.body === '') drafts.delete(thread);
  else drafts.set(thread, draft);
}

/** After an expired session the same person finds his drafts again. */
function takeBack(): void {
  const kept = peekDraft<Map<string, MessageDraft>>(KEY);
  if (!kept) return;
  dropDraft(KEY);
  drafts = new Map([...kept, ...drafts]);
}

/** A draft that stays while the person walks through the portal. */
export function useMessageDraft(thread: string) {
  const [draft, setDraft] = useState(() => {
    takeBack();
    return drafts.get(thread) ?? EMPTY_DRAFT;
  });
  const change = (next: MessageDraft) => {
    store(thread, next);
    setDraft(next);
  };
  return [draft, change] as const;
}
