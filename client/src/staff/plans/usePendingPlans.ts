import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PendingPlan, PendingPlansResponse } from '#common/api/index.js';
import { askAgain, isStale } from '../lists/SourceBanner.js';
import { useStaff } from '../data/useStaff.js';

/** @param q a search; '' for every plan that waits */
export function usePendingPlans(q = '') {
  const staff = useStaff();
  const key = q ? ['pending-plans', q] : ['pending-plans'];
  return useQuery<PendingPlansResponse>({
    queryKey: key,
    queryFn: ({ signal, client }) =>
      staff.getPendingPlans(q, signal, isStale(client.getQueryData<PendingPlansResponse>(key)?.source)),
    refetchInterval: ({ state }) => askAgain(state.data?.source),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** An emergency that the patient reported and no one has answered. */
export const hasOpenEmergency = (plan: PendingPlan): boolean =>
  plan.reason_needed_for.includes('emergency_open');
/** Emergencies first, then plans that can be approved together; longest wait first in each group. */
export function inWorkOrder(plans: PendingPlan[]): PendingPlan[] {
  return [...plans].sort(
    (a, b) =>
      Number(hasOpenEmergency(b)) - Number(hasOpenEmergency(a)) ||
      Number(a.flagged) - Number(b.flagged) ||
      a.created_at.localeCompare(b.created_at),
  );
}
