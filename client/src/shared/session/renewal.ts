import type { MeResponse } from '#common/api/index.js';
import { beginSessionEpoch, request } from '../api/client.js';
import { queryClient } from '../api/queryClient.js';
import { sessionQuery } from './session.js';
import { toSession, type Session } from './types.js';

/** Server time minus this device's time, in ms: a wrong device clock must not end a session (S-04). */
let serverAhead = 0;

const known = (): Session | null | undefined => queryClient.getQueryData(sessionQuery.queryKey);

/** When the session ends by this device's clock. */
export function sessionDeadline(session: Session): number | null {
  const end = Date.parse(session.expiresAt ?? '');
  return Number.isNaN(end) ? null : end - serverAhead;
}

/**
 * Asks the server for the session's state. In the foreground that extends it; in the background it only looks.
 * A session that is over ends here as after any other call.
 */
export async function refreshSession(kind: 'foreground' | 'background'): Promise<Session> {
  const answer = await request('GET', '/auth/me', undefined, { background: kind === 'background' });
  const serverNow = Date.parse(answer.headers.get('date') ?? '');
  if (!Number.isNaN(serverNow)) serverAhead = serverNow - Date.now();
  const session = toSession(answer.json as MeResponse);
  if (known()?.userId === session.userId) queryClient.setQueryData(sessionQuery.queryKey, session);
  return session;
}

/** After a call that issued a new token: answers to the old one no longer count. */
export async function afterRotation(): Promise<void> {
  beginSessionEpoch();
  await refreshSession('foreground');
}
