import { onSessionCleared } from './session.js';

export interface HandedMessage {
  subject: string;
  body: string;
}

/** A message started elsewhere and waiting for the messages page. In memory only: never in the URL, cleared with the session. */
let waiting: HandedMessage | null = null;
const listeners = new Set<() => void>();

onSessionCleared(() => {
  waiting = null;
});

export function handOverMessage(message: HandedMessage): void {
  waiting = message;
  for (const listener of listeners) listener();
}

/** Returned once, then cleared. */
export function takeHandedMessage(): HandedMessage | null {
  const message = waiting;
  waiting = null;
  return message;
}

export function onHandedMessage(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
