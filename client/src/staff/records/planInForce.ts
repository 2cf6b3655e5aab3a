import type { StaffPlan } from '#common/api/index.js';
import type { CaseDetail } from '../data/dataProvider.js';

/** The current plan, if any; without one, the pending plan is shown under the same name. */
export function planInForce({ plan, pending_plan: pending }: CaseDetail): StaffPlan | null {
  return plan && plan.plan_id !== pending?.plan_id && plan.status === 'approved' ? plan : null;
}
