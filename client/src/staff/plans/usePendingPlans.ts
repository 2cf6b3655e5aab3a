import { useQuery } from '@tanstack/react-query';
import type { PendingPlan } from '../../../../common/api/index.js';
import { useStaff } from '../kit/useStaff.js';

const KEY = ['pending-plans'] as const;

export function usePendingPlans() {
  const staff = useStaff();
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => staff.getPendingPlans(signal), staleTime: 0 });
}

/** Plans that can be approved together come first, each group with the longest wait first. */
export function inWorkOrder(plans: PendingPlan[]): PendingPlan[] {
  return [...plans].sort(
    (a, b) => Number(a.flagged) - Number(b.flagged) || a.created_at.localeCompare(b.created_at),
  );
}
