import type { StaffPlan } from '#common/api/index.js';
import { formatDateTime } from '../../shared/ui/format.js';
import { approver, doseLine, flagReasons, formulationName } from '../kit/words.js';

/** What has happened to a plan since, and who did it where known. */
export function whatChanged(plan: StaffPlan): string {
  if (plan.status === 'approved')
    return `It was approved${approver(plan)} on ${formatDateTime(plan.approved_at, 'an unknown day')}.`;
  if (plan.plan_state === 'previous') return 'It was replaced by another plan.';
  const now = `${formulationName(plan.formulation)}, ${doseLine(plan)}`;
  if (!plan.flagged) return `It is not flagged now: ${now}.`;
  return `It is flagged now: ${flagReasons(plan.flag_reason).join(', ') || 'no reason given'}.`;
}
