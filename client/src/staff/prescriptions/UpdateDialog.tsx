import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Prescription, PrescriptionTransitionRequest } from '#common/api/index.js';
import { Notice } from '../../shared/ui/index.js';
import { planWaits } from '../orders/lines.js';
import { DecisionHead } from '../records/DecisionHead.js';
import { waitsForReview } from '../records/ToReview.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { Failure } from '../forms/Failure.js';
import { SmallField } from '../forms/SmallField.js';
import { useStaff } from '../data/useStaff.js';
import { OrderChips, OrderReasons, OrderSummary } from '../orders/OrderSummary.js';
import { LeaveRules } from './LeaveRules.js';
import { useOrderAct } from './useOrderAct.js';
import { UPDATE_TEXT as words } from './text/en.js';

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
  const { order, detail, judgement, read, setRead, missing, refusal, busy, run } = useOrderAct(
    opened,
    onClose,
  );
  const [to, setTo] = useState('');
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const leaves = to === 'sent' || to === 'filled';
  const blocked = judgement.data?.blocked_by ?? [];
  // Neither a reason nor a check passes these.
  const stopped = leaves && (judgement.data?.legal ?? []).length > 0;

  function confirm() {
    const step = stepsOf(order).find((known) => known === to);
    setProblem(step ? null : words.missing);
    if (!step) return;
    const typed = reason.trim();
    const move = {
      to: step,
      version: order.version,
      ...(typed && { reason: typed }),
      ...(leaves && read.size > 0 && { overrides: [...read] }),
    };
    void run(
      () => staff.movePrescription(order.prescription_id, move),
      words.done(order.patient_name, words.to[step]),
      typed,
    );
  }
  return (
    <ActionDialog
      title={words.title(order.patient_name)}
      onClose={onClose}
      confirm={{
        label: words.confirm,
        onConfirm: confirm,
        busy,
        disabled: leaves && (!judgement.data || stopped),
      }}
      wide
      readFirst
      error={refusal !== null && <Failure title={words.failed} detail={refusal} />}
    >
      <Stack spacing={2}>
        <DecisionHead detail={detail} />
        <OrderChips order={order} waits={waitsForReview(detail)} />
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
            detail={detail}
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
