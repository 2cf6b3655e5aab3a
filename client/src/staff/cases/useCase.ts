import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CaseDetail, StaffDataProvider } from '../dataProvider.js';
import { useStaff } from '../kit/useStaff.js';

export const caseQuery = (staff: StaffDataProvider, id: string) =>
  queryOptions<CaseDetail>({
    queryKey: ['case-detail', id],
    queryFn: ({ signal }) => staff.getCase(id, signal),
  });

/** A case with everything that belongs to it. */
export const useCase = (id: string) => useQuery(caseQuery(useStaff(), id));
