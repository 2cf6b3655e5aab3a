import { useEffect, useState } from 'react';
import type { MeResponse } from '../../../../common/api/index.js';
import { roleHome } from '../../../../common/vocabulary/index.js';
import { api } from '../../shared/api/client.js';
import { toSession } from '../../shared/session/types.js';

/** Asks once who is there and leads the signed-in home. True while the answer is awaited. */
export function useHomeRedirect(): boolean {
  const [checking, setChecking] = useState(true);
  useEffect(() => {
    const controller = new AbortController();
    api
      .get<MeResponse>('/auth/me', { on401: 'throw', signal: controller.signal })
      .then((answer) => window.location.replace(roleHome(toSession(answer).role)))
      .catch(() => {
        // Nobody is signed in, or it cannot be said: the page is for everyone.
        if (!controller.signal.aborted) setChecking(false);
      });
    return () => controller.abort();
  }, []);
  return checking;
}
