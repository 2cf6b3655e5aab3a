import type { RefillState, Tone } from '#common/vocabulary/index.js';

/** How a request looks; separate from the vocabulary, which every first visit loads. */
export const REFILL_TONE: Record<RefillState, Tone> = {
  requested: 'info',
  in_review: 'info',
  approved: 'success',
  needs_labs: 'warning',
  needs_visit: 'warning',
  refused: 'danger',
  sent: 'success',
  filled: 'success',
  withdrawn: 'neutral',
};
