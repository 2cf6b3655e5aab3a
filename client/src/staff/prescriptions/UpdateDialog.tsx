import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Prescription, PrescriptionTransitionRequest } from '#common/api/index.js';
import { toast } from '../../shared/toasts/index.js';
import { Notice } from '../../shared/ui/index.js';
import { planWaits } from '../orders/lines.js';
import { useRecord } from '../records/useRecord.js';
import { ToReview } from '../records/UnreadHistory.js';
import { ActionDialog } from '../kit/ActionDialog.js';
import { ClinicalStrip } from '../kit/ClinicalStrip.js';
import { changedRecord, whoChanged } from '../kit/conflict.js';
import { explained, Failure } from '../kit/Failure.js';
import { NOTHING_LACKS, refusedOf } from '../kit/lacking.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { SmallField } from '../kit/SmallField.js';
import { useRefresh } from '../data/useRefresh.js';
import { useStaff } from '../data/useStaff.js';
import { useJudgement } from '../orders/BlockingRules.js';
import { OrderChips, OrderReasons, OrderSummary } from '../orders/OrderSummary.js';
import { LeaveRules } from './LeaveRules.js';
import { REVIEW_TEXT, UPDATE_TEXT as words } from './text/en.js';

type Step = PrescriptionTransitionRequest['to'];

/** The steps available besides approval; an order whose plan is pending is not sent to a pharmacy. */
export function stepsOf(order: Pick<Prescription, 'status' | 'sent_at' | 'plan_status' | 'on_hold'>): Step[] {
  if (order.status === 'draft') return ['submitted', 'canceled'];
  if (order.status === 'submitted') return ['canceled'];
  if (order.status !== 'accepted') return [];
  if (planWaits(order) || order.on_hold) return ['canceled'];
  return order.sent_at ? ['filled', 'canceled'] : ['sent', 'filled', 'canceled'];
}

/** Records what happened to an order elsewhere. */
export function UpdateDialog({ order: opened, onClose }: { order: Prescription; onClose: () => void }) {
  const staff = useStaff();
  // Decides on exactly what is shown: a change by someone else is shown before it can be confirmed.
  const [order, setOrder] = useState(opened);
  const refresh = useRefresh();
  const detail = useRecord('cases', order.case_id);
  const [to, setTo] = useState('');
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [missing, setMissing] = useState(NOTHING_LACKS);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const leaves = to === 'sent' || to === 'filled';
  const judgement = useJudgement(order.prescription_id, order.version);
  const blocked = judgement.data?.blocked_by ?? [];
  // Neither a reason nor a check passes these.
  const stopped = leaves && (judgement.data?.legal.length ?? 0) > 0;

  async function confirm() {
    const step = stepsOf(order).find((known) => known === to);
    setProblem(step ? null : words.missing);
    if (!step) return;
    setBusy(true);
    setFailure(null);
    const typed = reason.trim();
    try {
      await staff.movePrescription(order.prescription_id, {
        to: step,
        version: order.version,
        ...(typed && { reason: typed }),
        ...(leaves && read.size > 0 && { overrides: [...read] }),
      });
      toast.success(words.done(order.patient_name, words.to[step]));
      await refresh();
      onClose();
      return;
    } catch (error) {
      const changed = changedRecord<Prescription>(error);
      if (changed) setOrder(changed);
      setFailure(
        changed ? `${whoChanged(error, 'this prescription')} ${REVIEW_TEXT.again}` : explained(error),
      );
      setMissing(refusedOf(error, typed));
      // The rules may differ from those that were shown.
      void judgement.refetch();
      setBusy(false);
    }
    await refresh();
  }
  return (
    <ActionDialog
      title={words.title(order.patient_name)}
      onClose={onClose}
      confirm={{
        label: words.confirm,
        onConfirm: () => void confirm(),
        busy,
        disabled: leaves && (!judgement.data || stopped),
      }}
      wide
      readFirst
      error={failure !== null && <Failure title={words.failed} detail={failure} />}
    >
      <Stack spacing={2}>
        {detail.data && <PatientFacts detail={detail.data} />}
        {detail.data && <ToReview detail={detail.data} />}
        {detail.data && <ClinicalStrip detail={detail.data} />}
        <OrderChips order={order} />
        <OrderSummary order={order} />
        <OrderReasons order={order} />
        {order.status === 'accepted' && planWaits(order) && <Notice tone="warning">{words.planWaits}</Notice>}
        <SmallField
          id="rx-step"
          type="select"
          label={words.status}
          value={to}
          onChange={setTo}
          error={problem}
        >
          <option value="">{words.choose}</option>
          {stepsOf(order).map((step) => (
            <option key={step} value={step}>
              {words.to[step]}
            </option>
          ))}
        </SmallField>
        {leaves && (
          <LeaveRules
            order={order}
            detail={detail.data}
            judgement={judgement}
            read={read}
            onRead={setRead}
            problem={missing.rules}
          />
        )}
        {!stopped && (
          <SmallField
            id="rx-step-reason"
            label={leaves && blocked.length > 0 ? words.reasonNeeded : words.reason}
            value={reason}
            onChange={setReason}
            error={missing.reason}
          />
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {words.lead}
        </Typography>
      </Stack>
    </ActionDialog>
  );
}
