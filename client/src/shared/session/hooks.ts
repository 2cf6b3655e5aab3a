import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { dropDraft, peekDraft, registerDraft } from './returnTicket.js';
import { deviceZone } from './deviceZone.js';
import { sessionQuery } from './session.js';
import type { Session } from './types.js';

/** The signed-in person, or null. The route guards have asked the server before a page renders. */
export function useSession(): Session | null {
  return useQuery(sessionQuery).data ?? null;
}

/** The zone in which times are told: a patient's own, everybody else's is that of his device. */
export function useZone(): string {
  const session = useSession();
  return (session?.roles.includes('patient') && session.timezone) || deviceZone();
}

/**
 * Keeps what a form holds across an expired session. `read` gives what is worth keeping (undefined: nothing);
 * the answer is what the same person had typed before, once, on the first render.
 */
export function useKeptDraft<T>(key: string, read: () => T | undefined): T | undefined {
  const [kept] = useState(() => peekDraft<T>(key));
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    dropDraft(key);
    return registerDraft(key, () => latest.current());
  }, [key]);
  return kept;
}

/** `useState` for a form whose content survives an expired session; `worthKeeping` spares untouched forms. */
export function useKeptState<T>(key: string, initial: () => T, worthKeeping: (value: T) => boolean) {
  const [value, setValue] = useState<T>(() => peekDraft<T>(key) ?? initial());
  useKeptDraft<T>(key, () => (worthKeeping(value) ? value : undefined));
  return [value, setValue] as const;
}
