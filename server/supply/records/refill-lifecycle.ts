import type { RefillState } from '#common/vocabulary/index.js';
import { TransitionTable } from '../../platform/lifecycle/transition-table.js';

export const REFILL_LIFECYCLE = new TransitionTable<RefillState>(
  'request',
  {
    requested: ['in_review', 'approved', 'needs_labs', 'needs_visit', 'refused', 'withdrawn'],
    in_review: ['approved', 'needs_labs', 'needs_visit', 'refused', 'withdrawn'],
    // Back to the queue by itself once the results are on file. Not withdrawable: a new request would not need them.
    needs_labs: ['requested', 'in_review', 'approved', 'needs_visit', 'refused'],
    // The same once the visit was held. A request that follows a withdrawn one asks for the visit all the same.
    needs_visit: ['requested', 'in_review', 'approved', 'needs_labs', 'refused', 'withdrawn'],
    approved: ['sent', 'filled', 'refused', 'withdrawn'],
    sent: ['filled'],
    refused: [],
    filled: [],
    withdrawn: [],
  },
  {
    in_review: ['in review', 'taken into review'],
    needs_labs: ['waiting for labs', 'sent back for labs'],
    needs_visit: ['waiting for a visit', 'sent back for a visit'],
  },
);
/** The care team looks at a request within two business days. */
export const LOOKED_AT_WITHIN = 2;
/** No final decision has been made yet. */
export const UNDECIDED_REFILLS = [
  'requested',
  'in_review',
  'needs_labs',
  'needs_visit',
] as const satisfies readonly RefillState[];
