import { useQuery } from '@tanstack/react-query';
import type { PendingPlan, PendingPlansResponse } from '../../../../common/api/index.js';
import { askAgain, isStale } from '../kit/SourceBanner.js';
import { useStaff } from '../kit/useStaff.js';

const KEY = ['pending-plans'] as const;

export function usePendingPlans() {
  const staff = useStaff();
  return useQuery<PendingPlansResponse>({
    queryKey: KEY,
    queryFn: ({ signal, client }) =>
      staff.getPendingPlans(signal, isStale(client.getQueryData<PendingPlansResponse>(KEY)?.source)),
    refetchInterval: ({ state }) => askAgain(state.data?.source),
    staleTime: 0,
  });
}

/** Plans that can be approved together come first, longest wait first in each group. */
export function inWorkOrder(plans: PendingPlan[]): PendingPlan[] {
  return [...plans].sort(
    (a, b) => Number(a.flagged) - Number(b.flagged) || a.created_at.localeCompare(b.created_at),
  );
}
