import { onSessionCleared } from './session.js';

export interface HandedMessage {
  subject: string;
  body: string;
}

/** A message begun elsewhere that waits for the messages page. In memory only: never in an address, gone with the session. */
let waiting: HandedMessage | null = null;
const listeners = new Set<() => void>();

onSessionCleared(() => {
  waiting = null;
});

export function handOverMessage(message: HandedMessage): void {
  waiting = message;
  for (const listener of listeners) listener();
}

/** Once: who takes it has it. */
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
