import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The token of a mailed link, read once; then it is gone from the address bar, the history and any screenshot. */
export function useTokenFromLink(): string {
  const [search] = useSearchParams();
  const [token] = useState(() => search.get('token') ?? '');
  useEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return token;
}
