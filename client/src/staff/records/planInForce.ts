import type { StaffPlan } from '#common/api/index.js';
import type { CaseDetail } from '../data/dataProvider.js';

/** The approved plan; null where the answer's `plan` is only the pending one. */
export function planInForce({ plan, pending_plan: pending }: CaseDetail): StaffPlan | null {
  return plan && plan.plan_id !== pending?.plan_id && plan.status === 'approved' ? plan : null;
}
