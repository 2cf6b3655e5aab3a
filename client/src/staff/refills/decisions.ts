import type { RefillDecision, RefillState } from '#common/vocabulary/index.js';

const NEXT: Partial<Record<RefillState, readonly RefillDecision[]>> = {
  requested: ['review', 'approve', 'needs_labs', 'needs_visit', 'refuse'],
  in_review: ['approve', 'needs_labs', 'needs_visit', 'refuse'],
  needs_labs: ['review', 'approve', 'needs_visit', 'refuse'],
  needs_visit: ['review', 'approve', 'needs_labs', 'refuse'],
  approved: ['refuse'],
};

/** The decisions available for a request in its current state. */
export const decisionsOn = (state: RefillState): readonly RefillDecision[] => NEXT[state] ?? [];
