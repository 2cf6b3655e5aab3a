import { useRef, useState } from 'react';
import type { PendingPlan, Prescription, StaffPlan } from '#common/api/index.js';
import { isApiError, newIdempotencyKey } from '../../shared/api/index.js';
import { toast } from '../../shared/toasts/index.js';
import { changedRecord, whoChanged } from '../forms/conflict.js';
import { explained } from '../forms/Failure.js';
import { lackingOf, lacks, NOTHING_LACKS, refusedOf, type Lacking } from '../forms/lacking.js';
import { useRefresh } from '../data/useRefresh.js';
import { useStaff } from '../data/useStaff.js';
import { whatChanged } from './conflict.js';
import { usePendingPlans } from './usePendingPlans.js';
import { APPROVE_PLAN_TEXT as words } from './text/en.js';

/** The plan as opened, with freshly evaluated rules and the flags left: reviewing the history here may clear one. */
export function judgedNow(plan: PendingPlan, live: PendingPlan | undefined): PendingPlan {
  if (live?.version !== plan.version) return plan;
  const { rules, reason_needed_for, each_by_name, legal, flagged, flags } = live;
  return { ...plan, rules, reason_needed_for, each_by_name, legal, flagged, flags };
}
const useJudgedNow = (plan: PendingPlan): PendingPlan =>
  judgedNow(
    plan,
    usePendingPlans().data?.plans.find((one) => one.plan_id === plan.plan_id),
  );

export const needsReason = (plan: PendingPlan): boolean => plan.flagged || plan.reason_needed_for.length > 0;
/** What cannot be overridden. Answers that an earlier version cached for an outage do not include it. */
export const legalOf = (plan: PendingPlan): readonly string[] => plan.legal ?? [];

/** A rule that has fired since also requires a reason. */
function withRulesOf(plan: PendingPlan, failure: unknown): PendingPlan {
  if (!isApiError(failure)) return plan;
  const rules = failure.body['rules'] ?? failure.body['blocked_by'];
  if (!Array.isArray(rules)) return plan;
  return {
    ...plan,
    reason_needed_for: rules as string[],
    each_by_name: Boolean(failure.fields['overrides']) || plan.each_by_name,
  };
}

/** Approves exactly what is shown: a change by someone else is shown before it can be confirmed. */
export function usePlanApproval(opened: PendingPlan, onClose: () => void) {
  const staff = useStaff();
  const refresh = useRefresh();
  const [kept, setPlan] = useState(opened);
  const plan = useJudgedNow(kept);
  const [reason, setReason] = useState('');
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const [missing, setMissing] = useState(NOTHING_LACKS);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [blocked, setBlocked] = useState<Prescription | null>(null);
  const key = useRef(newIdempotencyKey());

  /** What still has to be entered before it can be approved against its rules. */
  const lacking = (typed: string): Lacking =>
    needsReason(plan)
      ? lackingOf({
          rules: plan.reason_needed_for,
          read,
          reason: typed,
          named: plan.each_by_name,
          missing: words.missing,
        })
      : NOTHING_LACKS;

  /** @returns the prescription that stays blocked, or null */
  const send = async (typed: string): Promise<Prescription | null> => {
    const body = {
      plan_id: plan.plan_id,
      version: plan.version,
      ...(typed && { override_reason: typed }),
      ...(read.size > 0 && { overrides: [...read] }),
    };
    const answer = await staff.approvePlan(body, key.current);
    return answer.prescription_blocked_by.length > 0 ? answer.prescription : null;
  };

  const refuse = (failure: unknown, typed: string) => {
    setMissing(refusedOf(failure, typed));
    // The server answered, so another attempt is a new action.
    if (isApiError(failure) && failure.status > 0) key.current = newIdempotencyKey();
    const changed = changedRecord<StaffPlan>(failure);
    setPlan({ ...withRulesOf(plan, failure), ...changed });
    const message = changed
      ? `${whoChanged(failure, 'this plan')} ${whatChanged(changed)}`
      : explained(failure);
    setError(message ? `Approval failed: ${message}` : 'Approval failed');
  };

  async function confirm() {
    const typed = reason.trim();
    const found = lacking(typed);
    setMissing(found);
    if (lacks(found)) return;
    setBusy(true);
    setError(null);
    try {
      const left = await send(typed);
      if (!left) {
        toast.success(`${plan.patient_name}: plan approved.`);
        await refresh();
        onClose();
        return;
      }
      setBlocked(left);
    } catch (failure) {
      refuse(failure, typed);
    }
    setBusy(false);
    await refresh();
  }

  return {
    plan,
    /** Approved, and its prescription stays blocked. */
    blocked,
    busy,
    error,
    confirm: () => void confirm(),
    override: { reason, onReason: setReason, read, onRead: setRead, problem: missing },
  };
}
