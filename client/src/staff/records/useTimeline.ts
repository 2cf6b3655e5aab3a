import { useQuery } from '@tanstack/react-query';
import { useStaff } from '../data/useStaff.js';

/** Everything that happened on a case, fetched once for all of its screens. */
export function useTimeline(caseId: string) {
  const staff = useStaff();
  return useQuery({
    queryKey: ['timeline', caseId],
    queryFn: ({ signal }) => staff.getTimeline(caseId, signal),
  });
}
