import type { QueryClient } from '@tanstack/react-query';
import type { PatientProfileResponse } from '#common/api/index.js';
import { api } from '../../shared/api/index.js';
import { refreshSession } from '../../shared/session/renewal.js';
import { profileQuery } from '../data/queries.js';

/** Shows a saved profile at once; a new time zone also refetches everything that shows times. */
export async function adoptProfile(queries: QueryClient, saved: PatientProfileResponse): Promise<void> {
  const before = queries.getQueryData(profileQuery.queryKey);
  queries.setQueryData(profileQuery.queryKey, saved);
  if (before?.summary.timezone === saved.summary.timezone) return;
  await refreshSession('foreground');
  await queries.invalidateQueries({ queryKey: ['patient'] });
}

/** Shows the patient's times in this zone from now on. */
export async function changeZone(queries: QueryClient, timezone: string): Promise<void> {
  const { summary } = await queries.fetchQuery({ ...profileQuery, staleTime: 0 });
  const saved = await api.patch<PatientProfileResponse>('/api/patient/profile', {
    version: summary.version,
    timezone,
  });
  await adoptProfile(queries, saved);
}
