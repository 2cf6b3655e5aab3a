import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { dropDraft, keepDraft, peekDraft, registerDraft } from './returnTicket.js';
import { deviceZone } from './deviceZone.js';
import { sessionQuery } from './session.js';
import type { Session } from './types.js';

/** The signed-in user, or null. The route guards have asked the server before a page renders. */
export function useSession(): Session | null {
  return useQuery(sessionQuery).data ?? null;
}

/** The zone times are shown in: a patient's own, for everyone else the device's. */
export function useZone(): string {
  const session = useSession();
  return (session?.roles.includes('patient') && session.timezone) || deviceZone();
}

/**
 * `useState` for a form whose content is kept while the user moves around the portal, and through an expired session;
 * `worthKeeping` skips untouched forms. Call the third element when the form was sent or discarded.
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
