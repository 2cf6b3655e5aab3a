import { queryOptions } from '@tanstack/react-query';
import type { SystemStatusResponse } from '#common/api/index.js';
import { api } from './client.js';

/** Whether the database answers; needs no session. */
export const systemStatusQuery = queryOptions({
  queryKey: ['system-status'],
  queryFn: ({ signal }) =>
    api.get<SystemStatusResponse>('/api/system/status', { signal, background: true, label: 'system status' }),
  staleTime: 0,
});
