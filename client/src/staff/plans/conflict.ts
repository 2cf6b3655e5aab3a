import type { Plan } from '../../../../common/api/index.js';
import { formatDateTime } from '../../shared/ui/format.js';
import { doseLine, flagReasons, formulationName } from '../kit/words.js';

/** What has happened to a plan since, and who did it where known. */
export function whatChanged(plan: Plan): string {
  if (plan.status === 'approved') {
    const by = plan.approved_by_email ? ` by ${plan.approved_by_email}` : '';
    return `It was approved${by} on ${formatDateTime(plan.approved_at, 'an unknown day')}.`;
  }
  if (plan.plan_state === 'previous') return 'It was replaced by another plan.';
  const now = `${formulationName(plan.formulation)}, ${doseLine(plan)}`;
  if (!plan.flagged) return `It is not flagged now: ${now}.`;
  return `It is flagged now: ${flagReasons(plan.flag_reason).join(', ') || 'no reason given'}.`;
}
