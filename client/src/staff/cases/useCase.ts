import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CaseDetail } from '../dataProvider.js';
import { useStaff } from '../kit/useStaff.js';

const caseKey = (id: string) => ['case-detail', id] as const;

/** A case with everything that belongs to it. */
export function useCase(id: string) {
  const staff = useStaff();
  return useQuery<CaseDetail>({ queryKey: caseKey(id), queryFn: ({ signal }) => staff.getCase(id, signal) });
}

/** After a write: what is on the screen, and every list that shows a part of it. */
export function useRefreshCase(id: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: caseKey(id) }),
      client.invalidateQueries({ queryKey: ['cases'] }),
      client.invalidateQueries({ queryKey: ['pending-plans'] }),
    ]);
  };
}
