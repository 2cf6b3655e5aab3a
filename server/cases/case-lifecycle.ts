import type { CaseStatus } from '#common/vocabulary/index.js';
import { TransitionTable } from '../platform/lifecycle/transition-table.js';

/** open -> monitoring (first plan approved) -> closed; a new submission reopens a closed one. */
export const CASE_LIFECYCLE = new TransitionTable<CaseStatus>(
  'case',
  {
    open: ['monitoring', 'closed'],
    monitoring: ['closed'],
    closed: ['open'],
  },
  { open: ['open', 'opened'], monitoring: ['monitored', 'monitored'] },
);
