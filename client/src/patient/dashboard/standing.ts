import type { DashboardResponse } from '../../../../common/api/index.js';

export type Standing = 'start' | 'resume' | 'education' | 'request' | 'review' | 'approved';

/** Where the patient stands; the first thing not done yet decides. `educated` is undefined while unknown. */
export function standingOf(dashboard: DashboardResponse, educated: boolean | undefined): Standing {
  if (dashboard.plan?.status === 'approved') return 'approved';
  if (!dashboard.intake_completed) return dashboard.intake_status === 'draft' ? 'resume' : 'start';
  if (educated === false) return 'education';
  return dashboard.plan ? 'review' : 'request';
}

/** A plan without limits shows the program's usual range. */
export function targetRange(
  plan: { target_range_low: number | null; target_range_high: number | null },
  usual: { low: number; high: number },
): { low: number; high: number } {
  const { target_range_low: low, target_range_high: high } = plan;
  return low === null || low === undefined || high === null || high === undefined ? usual : { low, high };
}
