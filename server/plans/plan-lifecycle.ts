import type { PlanLifecycle, PlanState, PlanStatus } from '#common/vocabulary/index.js';
import { TransitionTable } from '../platform/lifecycle/transition-table.js';

export const PLAN_LIFECYCLE = new TransitionTable<PlanLifecycle>(
  'plan',
  {
    pending_review: ['approved', 'superseded'],
    approved: ['previous'],
    previous: [],
    superseded: [],
  },
  {
    pending_review: ['waiting for review', 'reviewed again'],
    previous: ['no longer in force', 'ended'],
    superseded: ['replaced by a newer one', 'replaced'],
  },
);

/** What is stored and what people see. */
export const planStatus = (lifecycle: PlanLifecycle): PlanStatus =>
  lifecycle === 'approved' || lifecycle === 'previous' ? 'approved' : 'pending_review';
export const planState = (lifecycle: PlanLifecycle): PlanState =>
  lifecycle === 'approved' || lifecycle === 'pending_review' ? 'current' : 'previous';
