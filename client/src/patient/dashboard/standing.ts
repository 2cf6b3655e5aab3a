import type { DashboardResponse } from '#common/api/index.js';
import { MORNING_TESTS, RECHECK_LABELS } from '#common/clinical/lab-labels.js';
import { daysUntil, whenInWords } from '../kit/in-words.js';
import { DASHBOARD_TEXT } from './text/en.js';

/** With an active plan: all is well, a blood test is late, a blood count was too high, or treatment is on hold. */
export type OnTreatment = 'approved' | 'overdue' | 'recheck' | 'paused';
export type Standing =
  | 'start'
  | 'resume'
  | 'ended'
  | 'unstarted'
  | 'held'
  | 'education'
  | 'request'
  | 'review'
  | OnTreatment;
const ON_TREATMENT: ReadonlySet<string> = new Set<OnTreatment>(['approved', 'overdue', 'recheck', 'paused']);
export const isOnTreatment = (standing: Standing): standing is OnTreatment => ON_TREATMENT.has(standing);

const WITHOUT_PLAN = { ended: 'ended', not_started: 'unstarted', not_eligible: 'held' } as const;

/** The patient's status; the first incomplete step decides. `educated` is undefined while unknown. */
export function standingOf(dashboard: DashboardResponse, educated: boolean | undefined): Standing {
  if (dashboard.hold) return 'paused';
  if (dashboard.plan?.status === 'approved') return onTreatment(dashboard);
  if (!dashboard.intake_completed) return dashboard.intake_status === 'draft' ? 'resume' : 'start';
  if (dashboard.no_plan) return WITHOUT_PLAN[dashboard.no_plan.reason];
  if (educated === false) return 'education';
  return dashboard.plan ? 'review' : 'request';
}

function onTreatment({ next_lab_suggestion: labs }: DashboardResponse): OnTreatment {
  if (!labs) return 'approved';
  if (labs.instruction.startsWith(RECHECK_LABELS.hct_stop.on)) return 'recheck';
  return labs.due_in_days < 0 ? 'overdue' : 'approved';
}

/** The two morning tests that a diagnosis requires are not both in. */
export const waitsForLabs = ({ next_lab_suggestion: labs }: DashboardResponse): boolean =>
  labs !== null && Object.values<string>(MORNING_TESTS).includes(labs.instruction);

/** Without a plan the patient can request a review; after a treatment ended, only once the intake is resubmitted. */
export const mayRequest = ({ intake_completed, plan, no_plan }: DashboardResponse): boolean =>
  intake_completed && !plan && (!no_plan || no_plan.reason === 'not_eligible');

const text = DASHBOARD_TEXT.next;
const IN_ORDER: Record<Exclude<Standing, OnTreatment | 'ended'>, readonly string[]> = {
  start: [text.intake, text.education, text.look, text.plan],
  resume: [text.intake, text.education, text.look, text.plan],
  held: [text.clinician, text.tell, text.correct],
  unstarted: [text.anew],
  education: [text.education, text.look, text.plan],
  request: [text.request, text.look, text.plan],
  review: [text.check, text.plan, text.pharmacy],
};

/** The next steps, in order. */
export function nextSteps(dashboard: DashboardResponse, standing: Standing, today: string): string[] {
  if (!isOnTreatment(standing) && standing !== 'ended') return [...IN_ORDER[standing]];
  const dated: { days: number; text: string }[] = [];
  // Answers that an earlier version cached for an outage do not include the order.
  const days = nextBloodTest(dashboard.next_lab_suggestion, dashboard.lab_order ?? null, today);
  if (days !== null) dated.push({ days, text: days < 0 ? text.labsOverdue : text.labs(whenInWords(days)) });
  const review = dashboard.plan?.next_review_at;
  if (review) {
    const days = daysUntil(review, today);
    if (days >= 0) dated.push({ days, text: text.review(whenInWords(days)) });
  }
  const last = standing === 'ended' ? text.again : text.checkIn;
  const first = standing === 'paused' ? [text.resume] : [];
  return [...first, ...dated.toSorted((a, b) => a.days - b.days).map((step) => step.text), last];
}

/** A plan without its own range shows the program's usual range. */
export function targetRange(
  plan: { target_range_low: number | null; target_range_high: number | null },
  usual: { low: number; high: number },
): { low: number; high: number } {
  const { target_range_low: low, target_range_high: high } = plan;
  return low === null || low === undefined || high === null || high === undefined ? usual : { low, high };
}

/** Days until the next blood test: the earlier of the plan's schedule and an order that still has to be drawn. */
export function nextBloodTest(
  labs: DashboardResponse['next_lab_suggestion'],
  order: DashboardResponse['lab_order'],
  today: string,
): number | null {
  const days = [
    ...(labs ? [labs.due_in_days ?? labs.suggested_in_days] : []),
    ...(order && !order.drawn ? [daysUntil(order.due_on, today)] : []),
  ];
  return days.length ? Math.min(...days) : null;
}
