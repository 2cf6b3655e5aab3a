import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import type { Prescription, PrescriptionApproval } from '#common/api/index.js';
import { isApiError, newIdempotencyKey } from '../../shared/api/index.js';
import { Bone, Notice, TextLink } from '../../shared/ui/index.js';
import { PreviewFailed } from '../orders/PreviewFailed.js';
import { orderLine } from '../orders/lines.js';
import { CLINICAL_ONLY } from '../orders/text/en.js';
import { usePreviews, waitsFor, type Preview } from '../orders/usePreviews.js';
import { waitsForReview } from '../records/ToReview.js';
import { OwnWords } from '../records/UnreadHistory.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { RowCheck } from '../forms/CheckField.js';
import { ClinicalStrip } from '../kit/ClinicalStrip.js';
import { explained } from '../forms/Failure.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { useRefresh } from '../data/useRefresh.js';
import { useStaff } from '../data/useStaff.js';
import { BlockingRules } from '../orders/BlockingRules.js';
import { OrderChips, OrderToDecide } from '../orders/OrderSummary.js';
import { ApproveResult } from './ApproveResult.js';
import { APPROVE_TEXT as words } from './text/en.js';

interface Outcome {
  orders: Prescription[];
  results: PrescriptionApproval[];
  failure: string | null;
}

/** If no order passed, the refusal contains the results. */
function refusedResults(error: unknown): PrescriptionApproval[] | null {
  const results = isApiError(error) ? error.body['results'] : undefined;
  return Array.isArray(results) ? (results as PrescriptionApproval[]) : null;
}

/** Approves exactly these orders; another list is a new action. */
function useApproval(chosen: Prescription[]) {
  const staff = useStaff();
  const refresh = useRefresh();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const key = useRef(newIdempotencyKey());
  const renew = () => {
    key.current = newIdempotencyKey();
  };
  async function approve() {
    setBusy(true);
    setError(null);
    try {
      const { results } = await staff.approvePrescriptions(chosen, key.current);
      setOutcome({ orders: chosen, results, failure: null });
    } catch (failure) {
      // The server answered, so another attempt is a new action.
      if (isApiError(failure) && failure.status > 0) renew();
      const sentence = words.failed(explained(failure) || words.unreachable);
      const results = refusedResults(failure);
      if (results) setOutcome({ orders: chosen, results, failure: sentence });
      else setError(sentence);
    }
    setBusy(false);
    await refresh();
  }
  return { error, busy, outcome, renew, approve: () => void approve() };
}

/** Every selected patient and order, one call for exactly these, then the outcome of each. */
interface ApproveDialogProps {
  orders: Prescription[];
  /** @param decided whether anything was sent for approval */
  onClose: (decided: boolean) => void;
}
export function ApproveDialog({ orders, onClose }: ApproveDialogProps) {
  const [shown] = useState(orders);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const previews = usePreviews(shown);
  const waits = waitsFor(previews);
  // All boxes at once: one that fills while the next row loads is ticked before it was seen.
  const includes = (at: number) =>
    waits === null && previews[at]!.state === 'ready' && !left.has(shown[at]!.prescription_id);
  const chosen = shown.filter((_, at) => includes(at));
  const { error, busy, outcome, renew, approve } = useApproval(chosen);

  function include(id: string, on: boolean) {
    const next = new Set(left);
    if (on) next.delete(id);
    else next.add(id);
    setLeft(next);
    renew();
  }

  if (outcome) {
    return (
      <ActionDialog title={words.resultTitle} onClose={() => onClose(true)} cancelLabel={words.close} wide>
        <ApproveResult {...outcome} />
      </ActionDialog>
    );
  }
  return (
    <ActionDialog
      title={words.title(chosen.length)}
      onClose={() => onClose(false)}
      confirm={{
        label: words.approve,
        onConfirm: approve,
        busy,
        disabled: chosen.length === 0 || waits !== null,
        waitsFor: waits ?? (chosen.length === 0 ? words.noneChosen : null),
      }}
      error={error}
      wide
      readFirst
    >
      <Stack spacing={2}>
        <Typography>
          {words.lead}
          {chosen.length < shown.length && ` ${words.left(shown.length - chosen.length)}`}
        </Typography>
        <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {shown.map((order, at) => (
            <OrderItem
              key={order.prescription_id}
              order={order}
              preview={previews[at]!}
              included={includes(at)}
              loading={waits !== null}
              onInclude={(on) => include(order.prescription_id, on)}
            />
          ))}
        </Box>
        <Notice tone="info">{CLINICAL_ONLY}</Notice>
      </Stack>
    </ActionDialog>
  );
}

interface OrderItemProps {
  order: Prescription;
  preview: Preview;
  included: boolean;
  /** Another row is not shown yet. */
  loading: boolean;
  onInclude: (included: boolean) => void;
}
function OrderItem({ order, preview, included, loading, onInclude }: OrderItemProps) {
  const { detail, state, retry } = preview;
  return (
    <Box
      component="li"
      sx={{ display: 'grid', gap: 1, paddingBlock: 1.75, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' }}>
        <RowCheck
          name={words.include(order.patient_name, orderLine(order))}
          checked={included}
          disabled={loading || state !== 'ready'}
          onChange={onInclude}
        />
        <TextLink to={`/trt/cases/${order.case_id}`} bold>
          {order.patient_name}
        </TextLink>
        <OrderChips order={order} />
      </Box>
      {state === 'failed' && <PreviewFailed retry={retry} />}
      {detail ? <PatientFacts detail={detail} /> : state === 'loading' && <Bone width="60%" />}
      {detail && <ClinicalStrip detail={detail} />}
      {detail && <OwnWords detail={detail} />}
      <OrderToDecide order={order} />
      {preview.order && (
        <BlockingRules
          order={preview.order}
          caseId={order.case_id}
          name={order.patient_name}
          unread={waitsForReview(detail)}
        />
      )}
    </Box>
  );
}
