import type { ChatRequest, ChatResponse } from '#common/api/assistant.js';
import { detectEmergency, type EmergencyKind } from '#common/emergency/emergency.js';
import { actionErrorMessage, api, isApiError, newIdempotencyKey, queryClient } from '../shared/api/index.js';
import { onSessionCleared } from '../shared/session/index.js';
import { ASSISTANT_TEXT as text } from './text/en.js';

export interface ChatMessage {
  id: number;
  sender: 'user' | 'assistant';
  text: string;
  timestamp: Date;
  /** The question was not answered and can be asked again. */
  error?: boolean;
  emergency?: EmergencyKind;
  /** The server has the message, so the patient's care team is told. */
  received?: boolean;
  sources?: ChatResponse['sources'];
  /** Articles that may be meant, where there was no answer. */
  suggestions?: ChatResponse['suggestions'];
  /** The question, where the care team may need to read it too. */
  tell?: string;
  /** It was sent to the care team. */
  passedOn?: boolean;
}
interface Conversation {
  messages: readonly ChatMessage[];
  pending: boolean;
}

const EMPTY: Conversation = { messages: [], pending: false };
let state = EMPTY;
let conversationId: string | null = null;
let nextId = 1;
/** Keeps answers to a previous user's questions from reaching this one. */
let epoch = 0;
const listeners = new Set<() => void>();

function change(next: Conversation): void {
  state = next;
  for (const listener of listeners) listener();
}

onSessionCleared(() => {
  epoch += 1;
  conversationId = null;
  change(EMPTY);
});

/** The conversation of this session: in memory only, cleared at sign-out. */
export const conversation = {
  read: () => state,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

const add = (message: Omit<ChatMessage, 'id' | 'timestamp'>): ChatMessage => {
  const added = { ...message, id: nextId++, timestamp: new Date() };
  change({ ...state, messages: [...state.messages, added] });
  return added;
};
const put = (id: number, more: Partial<ChatMessage>): void =>
  change({ ...state, messages: state.messages.map((m) => (m.id === id ? { ...m, ...more } : m)) });

/** Sends the message. In an emergency, shows the advice before asking the server. */
export async function ask(question: string): Promise<void> {
  const message = question.trim();
  if (!message || state.pending) return;
  add({ sender: 'user', text: message });
  const kind = detectEmergency(message)?.kind;
  await answer(message, kind ? add({ sender: 'assistant', text: '', emergency: kind }) : null);
}

/** Asks the last question again. */
export async function askAgain(): Promise<void> {
  const last = state.messages.findLast((m) => m.sender === 'user');
  if (!last || state.pending) return;
  change({ ...state, messages: state.messages.filter((m) => !m.error) });
  await answer(last.text, state.messages.findLast((m) => m.id > last.id && m.emergency) ?? null);
}

/** @param shown the advice already shown for this question before the server was asked */
async function answer(message: string, shown: ChatMessage | null): Promise<void> {
  change({ ...state, pending: true });
  const asked = epoch;
  try {
    const response = await post(message);
    if (asked !== epoch) return;
    conversationId = response.conversation_id;
    // The pages of the patient show the new message at once; all their keys begin with `patient`.
    if (response.passed_on) void queryClient.invalidateQueries({ queryKey: ['patient', 'messages'] });
    const { outcome, sources, suggestions, tell_care_team: tells, passed_on: passedOn } = response;
    if (shown) put(shown.id, { received: true, sources, passedOn });
    else if (outcome === 'emergency')
      add({
        sender: 'assistant',
        text: response.message,
        emergency: 'collapse',
        received: true,
        sources,
        passedOn,
      });
    else
      add({
        sender: 'assistant',
        text: response.message,
        sources,
        suggestions,
        passedOn,
        ...(tells && !passedOn && { tell: message }),
      });
  } catch (error) {
    if (asked !== epoch) return;
    if (shown) put(shown.id, { received: false });
    add({ sender: 'assistant', text: explained(error), error: true });
  }
  change({ ...state, pending: false });
}

/** Starts over when the server no longer has the conversation. */
async function post(message: string): Promise<ChatResponse> {
  const send = (id: string | null) =>
    api.post<ChatResponse>(
      '/api/trt/assistant/chat',
      { message, capability: 'kb_qna', conversation_id: id } satisfies ChatRequest,
      { idempotencyKey: newIdempotencyKey(), label: 'the answer' },
    );
  try {
    return await send(conversationId);
  } catch (error) {
    if (!isApiError(error) || error.status !== 404 || !conversationId) throw error;
    conversationId = null;
    return send(null);
  }
}

function explained(error: unknown): string {
  if (isApiError(error) && error.status === 0) return text.noResponse;
  return isApiError(error) && error.status === 429 ? actionErrorMessage(error, text.failed) : text.failed;
}
