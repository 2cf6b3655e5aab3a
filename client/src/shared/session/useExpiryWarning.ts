import { useEffect, useRef, useState } from 'react';
import { useSession } from './hooks.js';
import { refreshSession, sessionDeadline } from './renewal.js';

export const WARN_MS = 60_000;
const LOOK_AGAIN_MS = 10_000;

/**
 * How many seconds the session has left, once it is less than a minute; null before that. Any foreground call may
 * have extended it, here or in another tab, so the server is asked (in the background) before warning.
 */
export function useExpiryWarning(): number | null {
  const session = useSession();
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const latest = useRef(session);
  useEffect(() => {
    latest.current = session;
  });
  const limited = Boolean(session?.expiresAt);
  useEffect(() => {
    if (!limited) return undefined;
    let lastLook = 0;
    let confirmed = false;
    const look = () => {
      lastLook = Date.now();
      refreshSession('background')
        .then((fresh) => {
          const end = sessionDeadline(fresh);
          confirmed = end !== null && end - Date.now() <= WARN_MS;
        })
        // The session's state is unknown now; check again at the next tick.
        .catch(() => undefined);
    };
    // A tick rather than one long timer, so that a device that slept catches up.
    const tick = () => {
      const end = latest.current && sessionDeadline(latest.current);
      const left = (end ?? Infinity) - Date.now();
      if (left > WARN_MS) {
        confirmed = false;
        setSecondsLeft(null);
        return;
      }
      if (Date.now() - lastLook > LOOK_AGAIN_MS || (left <= 0 && Date.now() - lastLook > 1000)) look();
      if (confirmed) setSecondsLeft(Math.max(0, Math.ceil(left / 1000)));
    };
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [limited]);
  return session ? secondsLeft : null;
}
