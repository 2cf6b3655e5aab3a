import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { PendingPlan } from '#common/api/index.js';
import { Loading, LoadError, Notice } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { CLINICAL_ONLY } from '../orders/text/en.js';
import { DecisionHead } from '../records/DecisionHead.js';
import { PlanFacts } from '../records/PlanFacts.js';
import { planInForce } from '../records/planInForce.js';
import { SamePerson } from '../records/SamePerson.js';
import { waitsForReview } from '../records/ToReview.js';
import { UnreadHistory } from '../records/UnreadHistory.js';
import { useRecord } from '../records/useRecord.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { RuleEvidence } from '../kit/Evidence.js';
import { OverrideFields } from '../forms/OverrideFields.js';
import { isStale } from '../lists/SourceBanner.js';
import { doseChange } from '../kit/words.js';
import { BlockingRules } from '../orders/BlockingRules.js';
import { OrderChips, OrderToDecide } from '../orders/OrderSummary.js';
import { WayOut } from '../orders/WayOut.js';
import { BlockedPrescription } from './BlockedPrescription.js';
import { FlagList } from './FlagList.js';
import { legalOf, needsReason, usePlanApproval } from './usePlanApproval.js';
import { APPROVE_DIALOG_TEXT, APPROVE_PLAN_TEXT as words } from './text/en.js';

/** What the patient wrote that may speak against treatment. */
const isHistory = ({ rule_key: key }: PendingPlan['rules'][number]): boolean =>
  key === 'unread_history' || key.startsWith('text_');

/** One plan: patient, changes, its prescription, the rules by severity, and a reason where required. */
export function ApproveDialog({ plan: opened, onClose }: { plan: PendingPlan; onClose: () => void }) {
  const { plan, blocked, busy, error, confirm, override } = usePlanApproval(opened, onClose);
  const query = useRecord('cases', plan.case_id);
  const detail = query.data;
  if (blocked) {
    return (
      <ActionDialog
        title={APPROVE_DIALOG_TEXT.planApproved}
        onClose={onClose}
        cancelLabel={APPROVE_DIALOG_TEXT.close}
      >
        <BlockedPrescription name={plan.patient_name} caseId={plan.case_id} order={blocked} />
      </ActionDialog>
    );
  }
  const legal = legalOf(plan);
  const undecidable =
    legal.length > 0 ||
    !detail ||
    isStale(detail.case_source) ||
    plan.status === 'approved' ||
    plan.plan_state === 'previous';
  return (
    <ActionDialog
      title={APPROVE_DIALOG_TEXT.approvePlan(plan.patient_name)}
      onClose={onClose}
      confirm={{
        label: APPROVE_DIALOG_TEXT.confirmApproval,
        onConfirm: confirm,
        busy,
        disabled: undecidable,
      }}
      error={error}
      wide
      readFirst
    >
      <Stack spacing={2.5}>
        <DecisionHead detail={detail} />
        {query.isPending && <Loading rows={1} label={APPROVE_DIALOG_TEXT.loadingPatient} />}
        {query.error && (
          <LoadError
            error={query.error}
            message={APPROVE_DIALOG_TEXT.unableToLoadCase}
            onRetry={() => void query.refetch()}
          />
        )}
        <Change plan={plan} detail={detail} />
        <Section title={words.prescription}>
          <PlanOrder plan={plan} detail={detail} loading={query.isPending} failed={query.isError} />
        </Section>
        {plan.rules.length > 0 && (
          <Section title={words.rules}>
            <RuleEvidence rules={plan.rules} />
          </Section>
        )}
        {plan.flags.length > 0 && <FlagList flags={plan.flags} />}
        <OrderRules plan={plan} detail={detail} />
        {detail && <SamePerson detail={detail} />}
        {detail && <UnreadHistory detail={detail} readOnly={isStale(detail.case_source)} />}
        {legal.length > 0 && (
          <Notice tone="danger">
            <WayOut legal={legal} detail={detail} />
          </Notice>
        )}
        {legal.length === 0 && needsReason(plan) && (
          <OverrideFields
            id="override-reason"
            label={words.reason}
            hint={words.reasonHint}
            rules={plan.each_by_name ? plan.reason_needed_for : null}
            fired={plan.rules}
            {...override}
          />
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {CLINICAL_ONLY}
        </Typography>
      </Stack>
    </ActionDialog>
  );
}

interface PartProps {
  plan: PendingPlan;
  /** Absent while it loads. */
  detail: CaseDetail | undefined;
}
/** The dose before and after, and the plan itself. */
function Change({ plan, detail }: PartProps) {
  const inForce = detail && planInForce(detail);
  return (
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
  );
}

function PlanOrder({ plan, detail, loading, failed }: PartProps & { loading: boolean; failed: boolean }) {
  const order = detail?.prescriptions.find(
    (one) => one.prescription_id === plan.prescription?.prescription_id,
  );
  if (order)
    return (
      <>
        <OrderChips order={order} plan={false} waits={waitsForReview(detail)} />
        <OrderToDecide order={order} />
      </>
    );
  if (loading) return <Loading rows={2} label={words.loadingPrescription} />;
  return failed ? null : words.noPrescription;
}

/** What keeps the prescription of the plan back. */
function OrderRules({ plan, detail }: PartProps) {
  if (!plan.prescription) return null;
  const accepted = plan.prescription.status === 'accepted';
  return (
    <BlockingRules
      order={plan.prescription}
      caseId={plan.case_id}
      name={plan.patient_name}
      unread={plan.rules.some(isHistory) || waitsForReview(detail)}
      {...(accepted ? { title: words.acceptedBlocked, clear: words.acceptedClear } : { afterPlan: true })}
    />
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
