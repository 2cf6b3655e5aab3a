import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState, type ReactNode } from 'react';
import type { PendingPlan, Prescription, StaffPlan } from '#common/api/index.js';
import { isApiError, newIdempotencyKey } from '../../shared/api/index.js';
import { toast } from '../../shared/toasts/index.js';
import { Loading, LoadError } from '../../shared/ui/index.js';
import { CLINICAL_ONLY } from '../orders/text/en.js';
import { PlanFacts } from '../records/PlanFacts.js';
import { planInForce } from '../records/planInForce.js';
import { SamePerson } from '../records/SamePerson.js';
import { hasUnread, ToReview, UnreadHistory } from '../records/UnreadHistory.js';
import { useRecord } from '../records/useRecord.js';
import { ActionDialog } from '../kit/ActionDialog.js';
import { explained } from '../kit/Failure.js';
import { changedRecord, whoChanged } from '../kit/conflict.js';
import { ClinicalStrip } from '../kit/ClinicalStrip.js';
import { RuleEvidence } from '../kit/Evidence.js';
import { lackingOf, lacks, NOTHING_LACKS, refusedOf, type Lacking } from '../kit/lacking.js';
import { NamedRules } from '../kit/NamedRules.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { SmallField } from '../kit/SmallField.js';
import { isStale } from '../kit/SourceBanner.js';
import { useRefresh } from '../data/useRefresh.js';
import { useStaff } from '../data/useStaff.js';
import { doseChange } from '../kit/words.js';
import { BlockingRules } from '../orders/BlockingRules.js';
import { OrderChips, OrderToDecide } from '../orders/OrderSummary.js';
import { BlockedPrescription } from './BlockedPrescription.js';
import { whatChanged } from './conflict.js';
import { FlagList } from './FlagList.js';
import { usePendingPlans } from './usePendingPlans.js';
import { APPROVE_PLAN_TEXT as words } from './text/en.js';

/** What the patient wrote that may speak against treatment. */
const isHistory = ({ rule_key: key }: PendingPlan['rules'][number]): boolean =>
  key === 'unread_history' || key.startsWith('text_');

/** The plan as opened, with freshly evaluated rules: reviewing the history here may clear one. */
function useJudgedNow(plan: PendingPlan): PendingPlan {
  const live = usePendingPlans().data?.plans.find((one) => one.plan_id === plan.plan_id);
  if (live?.version !== plan.version) return plan;
  const { rules, reason_needed_for, each_by_name } = live;
  return { ...plan, rules, reason_needed_for, each_by_name };
}

/** One plan: patient, changes, its prescription, the rules by severity, and a reason where required. */
export function ApproveDialog({ plan: opened, onClose }: { plan: PendingPlan; onClose: () => void }) {
  const staff = useStaff();
  const refresh = useRefresh();
  // Approves exactly what is shown: a change by someone else is shown before it can be confirmed.
  const [kept, setPlan] = useState(opened);
  const plan = useJudgedNow(kept);
  const [reason, setReason] = useState('');
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const [missing, setMissing] = useState(NOTHING_LACKS);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<Prescription | null>(null);
  const key = useRef(newIdempotencyKey());
  const detail = useRecord('cases', plan.case_id);
  const inForce = detail.data && planInForce(detail.data);
  const needsReason = plan.flagged || plan.reason_needed_for.length > 0;
  const accepted = plan.prescription?.status === 'accepted';
  const order = detail.data?.prescriptions.find(
    (one) => one.prescription_id === plan.prescription?.prescription_id,
  );

  /** What still has to be entered before it can be approved against its rules. */
  const lacking = (typed: string): Lacking =>
    needsReason
      ? lackingOf({
          rules: plan.reason_needed_for,
          read,
          reason: typed,
          named: plan.each_by_name,
          missing: words.missing,
        })
      : NOTHING_LACKS;

  async function confirm() {
    const typed = reason.trim();
    const found = lacking(typed);
    setMissing(found);
    if (lacks(found)) return;
    setBusy(true);
    setError(null);
    try {
      const body = {
        plan_id: plan.plan_id,
        version: plan.version,
        ...(typed && { override_reason: typed }),
        ...(read.size > 0 && { overrides: [...read] }),
      };
      const answer = await staff.approvePlan(body, key.current);
      if (answer.prescription && answer.prescription_blocked_by.length > 0) setDone(answer.prescription);
      else {
        toast.success(`${plan.patient_name}: plan approved.`);
        await refresh();
        onClose();
        return;
      }
    } catch (failure) {
      if (isApiError(failure)) {
        setMissing(refusedOf(failure, typed));
        // A rule that has fired since also requires a reason.
        const rules = failure.body['rules'] ?? failure.body['blocked_by'];
        if (Array.isArray(rules))
          setPlan({
            ...plan,
            reason_needed_for: rules as string[],
            each_by_name: Boolean(failure.fields['overrides']) || plan.each_by_name,
          });
        // The server answered, so another attempt is a new action.
        if (failure.status > 0) key.current = newIdempotencyKey();
      }
      const changed = changedRecord<StaffPlan>(failure);
      if (changed) setPlan({ ...plan, ...changed });
      const message = changed
        ? `${whoChanged(failure, 'this plan')} ${whatChanged(changed)}`
        : explained(failure);
      setError(message ? `Approval failed: ${message}` : 'Approval failed');
    }
    setBusy(false);
    await refresh();
  }

  if (done) {
    return (
      <ActionDialog title="Plan approved" onClose={onClose} cancelLabel="Close">
        <BlockedPrescription name={plan.patient_name} caseId={plan.case_id} order={done} />
      </ActionDialog>
    );
  }
  return (
    <ActionDialog
      title={`Approve the plan for ${plan.patient_name}`}
      onClose={onClose}
      confirm={{
        label: 'Confirm approval',
        onConfirm: () => void confirm(),
        busy,
        disabled:
          !detail.data ||
          isStale(detail.data.case_source) ||
          plan.status === 'approved' ||
          plan.plan_state === 'previous',
      }}
      error={error}
      wide
      readFirst
    >
      <Stack spacing={2.5}>
        {detail.data && <PatientFacts detail={detail.data} />}
        {detail.data && <ToReview detail={detail.data} />}
        {detail.data && <ClinicalStrip detail={detail.data} />}
        {detail.isPending && <Loading rows={1} label="Loading the patient" />}
        {detail.error && (
          <LoadError
            error={detail.error}
            message="Unable to load case"
            onRetry={() => void detail.refetch()}
          />
        )}
        <Box
          sx={(theme) => ({
            padding: 2,
            borderRadius: '10px',
            backgroundColor: theme.vars.palette.background.sunken,
          })}
        >
          {inForce && (
            <Typography className="tabular" sx={{ fontWeight: 650, marginBottom: 1 }}>
              {doseChange(inForce, plan)}
            </Typography>
          )}
          <PlanFacts plan={plan} />
        </Box>
        <Section title={words.prescription}>
          {order ? (
            <>
              <OrderChips order={order} plan={false} />
              <OrderToDecide order={order} />
            </>
          ) : detail.isPending ? (
            <Loading rows={2} label={words.loadingPrescription} />
          ) : (
            !detail.isError && words.noPrescription
          )}
        </Section>
        {plan.rules.length > 0 && (
          <Section title={words.rules}>
            <RuleEvidence rules={plan.rules} />
          </Section>
        )}
        {plan.flags.length > 0 && <FlagList flags={plan.flags} />}
        {plan.prescription && (
          <BlockingRules
            order={plan.prescription}
            caseId={plan.case_id}
            name={plan.patient_name}
            unread={hasUnread(detail.data) || plan.rules.some(isHistory)}
            {...(accepted
              ? { title: words.acceptedBlocked, clear: words.acceptedClear }
              : { afterPlan: true })}
          />
        )}
        {detail.data && <SamePerson detail={detail.data} />}
        {detail.data && <UnreadHistory detail={detail.data} readOnly={isStale(detail.data.case_source)} />}
        {needsReason && plan.each_by_name && (
          <Box>
            <NamedRules
              rules={plan.reason_needed_for}
              fired={plan.rules}
              read={read}
              onRead={setRead}
              problem={missing.rules}
            />
          </Box>
        )}
        {needsReason && (
          <SmallField
            id="override-reason"
            type="multiline"
            label={words.reason}
            hint={words.reasonHint}
            value={reason}
            onChange={setReason}
            error={missing.reason}
          />
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {CLINICAL_ONLY}
        </Typography>
      </Stack>
    </ActionDialog>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section">
      <Typography component="h3" sx={{ fontWeight: 650, marginBottom: 0.75 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}
