import { queryOptions } from '@tanstack/react-query';
import type { MfaStateResponse } from '#common/api/index.js';
import { api } from '../api/index.js';

/** The user's own second factors. Always refetched: another device may have changed them. */
export const mfaQuery = queryOptions({
  queryKey: ['account', 'mfa'],
  queryFn: ({ signal }) => api.get<MfaStateResponse>('/auth/mfa', { signal, label: 'your account' }),
  staleTime: 0,
});
