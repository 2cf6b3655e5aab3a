import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

const KEPT = 'linkToken';

/** What this very page kept for its own reload. */
function keptToken(): string {
  const kept = (window.history.state as Record<string, unknown> | null)?.[KEPT];
  return typeof kept === 'string' ? kept : '';
}

/**
 * The token of a mailed link, read once; then it is gone from the address bar, its history and any screenshot.
 * @param forReload a reload of this page finds it again, in the state of this page's own place in the tab's history
 */
export function useTokenFromLink({ forReload = false } = {}): string {
  const [search] = useSearchParams();
  const [token] = useState(() => search.get('token') ?? (forReload ? keptToken() : ''));
  useEffect(() => {
    const state = { ...(window.history.state as object | null), ...(forReload && { [KEPT]: token }) };
    window.history.replaceState(state, '', window.location.pathname);
  }, [token, forReload]);
  return token;
}
