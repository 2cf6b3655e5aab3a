import { useQuery } from '@tanstack/react-query';
import type { InboxResponse } from '#common/api/index.js';
import { api } from '../../shared/api/index.js';

const EVERY_MS = 60_000;

/** Pending counts, read once for navigation and pages; refetching does not keep a session alive. */
export const useInbox = () =>
  useQuery<InboxResponse>({
    queryKey: ['inbox'],
    queryFn: ({ signal, client }) =>
      api.get<InboxResponse>('/api/provider/inbox', {
        signal,
        background: client.getQueryData(['inbox']) !== undefined,
        label: 'what waits',
      }),
    refetchInterval: EVERY_MS,
  });
