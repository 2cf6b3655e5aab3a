import { queryOptions } from '@tanstack/react-query';
import type { EmailChangeResponse, PasskeysResponse, SessionsResponse } from '#common/api/index.js';
import { api } from '../shared/api/index.js';

export const SESSIONS_KEY = ['account', 'sessions'];
export const PASSKEYS_KEY = ['account', 'passkeys'];

export const EMAIL_CHANGE_KEY = ['account', 'email-change'];

// Always refetched: another device may have changed it.
export const emailChangeQuery = queryOptions({
  queryKey: EMAIL_CHANGE_KEY,
  queryFn: async ({ signal }) =>
    (await api.get<EmailChangeResponse>('/auth/change-email', { signal, label: 'your email' })).pending,
  staleTime: 0,
});
export const passkeysQuery = queryOptions({
  queryKey: PASSKEYS_KEY,
  queryFn: async ({ signal }) =>
    (await api.get<PasskeysResponse>('/auth/passkeys', { signal, label: 'your passkeys' })).passkeys,
  staleTime: 0,
});
export const sessionsQuery = queryOptions({
  queryKey: SESSIONS_KEY,
  queryFn: async ({ signal }) =>
    (await api.get<SessionsResponse>('/auth/sessions', { signal, label: 'where you are signed in' }))
      .sessions,
  staleTime: 0,
});
