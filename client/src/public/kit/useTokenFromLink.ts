import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

const KEPT = 'linkToken';

/** Kept by this page for its own reload. */
function keptToken(): string {
  const kept = (window.history.state as Record<string, unknown> | null)?.[KEPT];
  return typeof kept === 'string' ? kept : '';
}

/**
 * The token of an emailed link, read once; then removed from the address bar, the history and any screenshot.
 * @param forReload lets a reload of this page find it again, in this page's own history entry
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
