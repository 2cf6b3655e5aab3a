import { useQuery } from '@tanstack/react-query';
import type { ProviderPatientResponse } from '../../../../common/api/index.js';
import { askAgain, isStale } from '../kit/SourceBanner.js';
import { useStaff } from '../data/useStaff.js';

/** One patient's profile; refetched while the data shown is stale. */
export function usePatient(id: string) {
  const staff = useStaff();
  return useQuery<ProviderPatientResponse>({
    queryKey: ['patient', id],
    queryFn: ({ signal, client, queryKey }) =>
      staff.getPatient(id, signal, isStale(client.getQueryData<ProviderPatientResponse>(queryKey)?.source)),
    refetchInterval: ({ state }) => askAgain(state.data?.source),
  });
}
