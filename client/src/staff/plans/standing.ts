import type { PendingPlan, Plan } from '#common/api/index.js';
import { DEFAULT_PLAN_LABEL, PLAN_STATUS, type StatusWord } from '#common/vocabulary/index.js';

export const REPLACED = 'replaced before approval';

/** A plan's status: two can be current, the active one and the pending one. */
export function standing({ plan_state, status }: Pick<Plan, 'plan_state' | 'status'>): StatusWord {
  const word = PLAN_STATUS[status] ?? { label: status || DEFAULT_PLAN_LABEL, tone: 'neutral' };
  if (plan_state === 'previous')
    return { label: status === 'pending_review' ? REPLACED : word.label, tone: 'neutral' };
  return status === 'approved' ? { label: 'active', tone: word.tone } : word;
}

/** Plans others must decide on: the reader's own record, and those of a clinic that keeps decisions to its providers. */
export const mayDecide = (plan: Pick<PendingPlan, 'own_record' | 'provider_only'>): boolean =>
  !plan.own_record && !plan.provider_only;

/** Without a flag, a rule that asks for a reason, or a critical finding: what a bulk approval would take. */
export const goesInBulk = (
  plan: Pick<PendingPlan, 'flagged' | 'reason_needed_for'> & {
    rules: readonly Pick<PendingPlan['rules'][number], 'severity'>[];
  },
): boolean =>
  !plan.flagged &&
  plan.reason_needed_for.length === 0 &&
  plan.rules.every(({ severity }) => severity !== 'critical');
