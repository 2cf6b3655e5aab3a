import type { StaffPlan } from '#common/api/index.js';
import { formatDateTime } from '../../shared/ui/format.js';
import { approver, doseLine, flagReasons, formulationName } from '../kit/words.js';
import { CONFLICT_TEXT } from './text/en.js';

/** What has happened to a plan since, and who did it where known. */
export function whatChanged(plan: StaffPlan): string {
  if (plan.status === 'approved')
    return CONFLICT_TEXT.approvedOn(approver(plan), formatDateTime(plan.approved_at, 'an unknown day'));
  if (plan.plan_state === 'previous') return CONFLICT_TEXT.replacedByAnotherPlan;
  const now = `${formulationName(plan.formulation)}, ${doseLine(plan)}`;
  if (!plan.flagged) return CONFLICT_TEXT.notFlaggedNow(now);
  return CONFLICT_TEXT.flaggedNow(flagReasons(plan.flag_reason).join(', ') || 'no reason given');
}
