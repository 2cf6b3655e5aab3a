import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CaseDetail, StaffDataProvider } from '../data/dataProvider.js';
import { askAgain, isStale } from '../kit/SourceBanner.js';
import { useStaff } from '../data/useStaff.js';

export const caseQuery = (staff: StaffDataProvider, id: string) =>
  queryOptions<CaseDetail>({
    queryKey: ['case-detail', id],
    queryFn: ({ signal, client, queryKey }) =>
      staff.getCase(id, signal, isStale(client.getQueryData<CaseDetail>(queryKey)?.case_source)),
    refetchInterval: ({ state }) => askAgain(state.data?.case_source),
  });

/** A case with everything that belongs to it. */
export const useCase = (id: string) => useQuery(caseQuery(useStaff(), id));
