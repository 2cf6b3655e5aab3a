import { useEffect, useState } from 'react';
import type { MeResponse } from '#common/api/index.js';
import { roleHome } from '#common/vocabulary/index.js';
import { api } from '../../shared/api/client.js';
import { toSession } from '../../shared/session/types.js';
import { endSession, keepTelling, signOutWaits } from '../../shared/session/waiting-sign-out.js';

/** The home page of a signed-in user; null when signed out or unknown. */
async function homeOf(signal: AbortSignal): Promise<string | null> {
  // A session the user signed out of while the server was unreachable no longer counts.
  if (signOutWaits() && !(await endSession())) {
    keepTelling();
    return null;
  }
  return api.get<MeResponse>('/auth/me', { on401: 'throw', signal }).then(
    (answer) => roleHome(toSession(answer).role),
    () => null,
  );
}

/** Checks the session once and sends signed-in users home. True while waiting for the answer. */
export function useHomeRedirect(): boolean {
  const [checking, setChecking] = useState(true);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    void homeOf(signal).then((home) => {
      if (signal.aborted) return;
      if (home) window.location.replace(home);
      // The page is public either way.
      else setChecking(false);
    });
    return () => controller.abort();
  }, []);
  return checking;
}
