import { QueryClient } from '@tanstack/react-query';
import { isApiError } from './errors.js';

/** One quick retry, and only where it can help: not after an answer, nor after a full timeout. */
function retry(failures: number, error: unknown): boolean {
  if (failures >= 1 || !isApiError(error)) return false;
  return error.code === 'network' || error.status >= 500;
}

/** The one cache of server data; sign-out empties it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry,
      retryDelay: 800,
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
