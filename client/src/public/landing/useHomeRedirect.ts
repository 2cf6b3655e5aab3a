import { useEffect, useState } from 'react';
import type { MeResponse } from '../../../../common/api/index.js';
import { roleHome } from '../../../../common/vocabulary/index.js';
import { api } from '../../shared/api/client.js';
import { toSession } from '../../shared/session/types.js';
import { endSession, keepTelling, signOutWaits } from '../../shared/session/waiting-sign-out.js';

/** Where the signed-in are at home; null: nobody is signed in, or it cannot be said. */
async function homeOf(signal: AbortSignal): Promise<string | null> {
  // A session the person left while the server was out of reach is not his any more.
  if (signOutWaits() && !(await endSession())) {
    keepTelling();
    return null;
  }
  return api.get<MeResponse>('/auth/me', { on401: 'throw', signal }).then(
    (answer) => roleHome(toSession(answer).role),
    () => null,
  );
}

/** Asks once who is there and leads the signed-in home. True while the answer is awaited. */
export function useHomeRedirect(): boolean {
  const [checking, setChecking] = useState(true);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    void homeOf(signal).then((home) => {
      if (signal.aborted) return;
      if (home) window.location.replace(home);
      // The page is for everyone.
      else setChecking(false);
    });
    return () => controller.abort();
  }, []);
  return checking;
}
