import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { dropDraft, keepDraft, peekDraft, registerDraft } from './returnTicket.js';
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
 * `useState` for a form whose content stays while the person walks through the portal, and through an expired session;
 * `worthKeeping` spares untouched forms. The last of the three says that the form is done with: sent, or given up.
 */
export function useKeptState<T>(key: string, initial: () => T, worthKeeping: (value: T) => boolean) {
  const [value, setValue] = useState<T>(() => peekDraft<T>(key) ?? initial());
  const [path] = useState(() => window.location.pathname + window.location.search);
  const latest = useRef<() => T | undefined>(() => undefined);
  const done = useRef(false);
  useEffect(() => {
    latest.current = () => (!done.current && worthKeeping(value) ? value : undefined);
  });
  useEffect(() => {
    dropDraft(key);
    const forget = registerDraft(key, () => latest.current());
    return () => {
      const left = latest.current();
      forget();
      if (left !== undefined) keepDraft(key, left, path);
    };
  }, [key, path]);
  const release = useCallback(() => {
    done.current = true;
  }, []);
  return [value, setValue, release] as const;
}
