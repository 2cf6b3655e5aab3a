import { useRef } from 'react';
import { newIdempotencyKey } from '../../shared/api/index.js';

/**
 * Sends one intended action once: retrying the same body after a failure uses the same key, so that the server acts
 * once even if only its answer was lost.
 */
export function useOnce() {
  const last = useRef<{ body: string; key: string } | null>(null);
  return async function once<T>(body: unknown, send: (idempotencyKey: string) => Promise<T>): Promise<T> {
    const text = JSON.stringify(body);
    if (last.current?.body !== text) last.current = { body: text, key: newIdempotencyKey() };
    const answer = await send(last.current.key);
    last.current = null;
    return answer;
  };
}
