import type { PlanStatus, PrescriptionState, PrescriptionStatus } from '#common/vocabulary/index.js';
import { TransitionTable } from '../platform/lifecycle/transition-table.js';

export const PRESCRIPTION_LIFECYCLE = new TransitionTable<PrescriptionStatus>(
  'prescription',
  {
    draft: ['submitted', 'accepted', 'rejected', 'canceled'],
    submitted: ['accepted', 'rejected', 'canceled'],
    accepted: ['filled', 'canceled'],
    filled: [],
    canceled: [],
    rejected: [],
  },
  { draft: ['a draft', 'a draft again'] },
);

/**
 * Approved ahead of its plan: until the plan is approved the patient follows the order before it. So it stays where the plan was
 * withdrawn: it never counted.
 */
export const isAheadOfPlan = ({ plan_status: plan }: { plan_status: PlanStatus | null }): boolean =>
  plan === 'pending_review';

/** Approved, and as far as the portal knows no pharmacy has it. */
export const isUnsent = ({
  status,
  sent_at: sent,
}: {
  status: PrescriptionStatus;
  sent_at: string | null;
}): boolean => status === 'accepted' && sent === null;

/** draft: waiting for approval; current: approved and in use; past: ended. */
export function prescriptionState(status: PrescriptionStatus, ended: boolean): PrescriptionState {
  if (status === 'draft' || status === 'submitted') return 'draft';
  return (status === 'accepted' || status === 'filled') && !ended ? 'current' : 'past';
}
