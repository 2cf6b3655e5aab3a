import { useQueries } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import type { Prescription, PrescriptionApproval } from '../../../../common/api/index.js';
import { isApiError, newIdempotencyKey } from '../../shared/api/index.js';
import { Bone, Notice, TextLink } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { orderLine } from '../orders/lines.js';
import { CLINICAL_ONLY } from '../orders/text/en.js';
import { hasUnread } from '../records/UnreadHistory.js';
import { recordQuery } from '../records/useRecord.js';
import { ActionDialog } from '../kit/ActionDialog.js';
import { RowCheck } from '../kit/CheckField.js';
import { ClinicalStrip } from '../kit/ClinicalStrip.js';
import { explained } from '../kit/Failure.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { useRefresh } from '../data/useRefresh.js';
import { useStaff } from '../data/useStaff.js';
import { BlockingRules } from '../orders/BlockingRules.js';
import { OrderChips, OrderSummary } from '../orders/OrderSummary.js';
import { ApproveResult } from './ApproveResult.js';
import { APPROVE_TEXT as words } from './text/en.js';

interface Outcome {
  results: PrescriptionApproval[];
  failure: string | null;
}

/** If no order passed, the refusal contains the results. */
function refusedResults(error: unknown): PrescriptionApproval[] | null {
  const results = isApiError(error) ? error.body['results'] : undefined;
  return Array.isArray(results) ? (results as PrescriptionApproval[]) : null;
}

/** Every selected patient and order, one call for exactly these, then the outcome of each. */
interface ApproveDialogProps {
  orders: Prescription[];
  /** @param decided whether anything was sent for approval */
  onClose: (decided: boolean) => void;
}
export function ApproveDialog({ orders, onClose }: ApproveDialogProps) {
  const staff = useStaff();
  const refresh = useRefresh();
  const [shown] = useState(orders);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = shown.filter((order) => !left.has(order.prescription_id));
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const key = useRef(newIdempotencyKey());
  const cases = useQueries({
    queries: [...new Set(shown.map((order) => order.case_id))].map((id) => recordQuery(staff, 'cases', id)),
  });
  const details = new Map(cases.flatMap(({ data }) => (data ? [[data.id, data]] : [])));

  function include(id: string, on: boolean) {
    const next = new Set(left);
    if (on) next.delete(id);
    else next.add(id);
    setLeft(next);
    // A different list is a new action.
    key.current = newIdempotencyKey();
  }

  async function approve() {
    setBusy(true);
    setError(null);
    try {
      const { results } = await staff.approvePrescriptions(chosen, key.current);
      setOutcome({ results, failure: null });
    } catch (failure) {
      // The server answered, so another attempt is a new action.
      if (isApiError(failure) && failure.status > 0) key.current = newIdempotencyKey();
      const sentence = words.failed(explained(failure) || words.unreachable);
      const results = refusedResults(failure);
      if (results) setOutcome({ results, failure: sentence });
      else setError(sentence);
    }
    setBusy(false);
    await refresh();
  }

  if (outcome) {
    return (
      <ActionDialog title={words.resultTitle} onClose={() => onClose(true)} cancelLabel={words.close} wide>
        <ApproveResult orders={chosen} {...outcome} />
      </ActionDialog>
    );
  }
  return (
    <ActionDialog
      title={words.title(chosen.length)}
      onClose={() => onClose(false)}
      confirm={{
        label: words.approve,
        onConfirm: () => void approve(),
        busy,
        disabled: chosen.length === 0 || cases.some((one) => one.isPending),
      }}
      error={error}
      wide
      readFirst
    >
      <Stack spacing={2}>
        <Typography>
          {words.lead}
          {left.size > 0 && ` ${words.left(left.size)}`}
        </Typography>
        <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {shown.map((order) => (
            <OrderItem
              key={order.prescription_id}
              order={order}
              detail={details.get(order.case_id)}
              included={!left.has(order.prescription_id)}
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
  detail: CaseDetail | undefined;
  included: boolean;
  onInclude: (included: boolean) => void;
}
function OrderItem({ order, detail, included, onInclude }: OrderItemProps) {
  return (
    <Box
      component="li"
      sx={{ display: 'grid', gap: 1, paddingBlock: 1.75, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' }}>
        <RowCheck
          name={words.include(order.patient_name, orderLine(order))}
          checked={included}
          onChange={onInclude}
        />
        <TextLink to={`/trt/cases/${order.case_id}`} bold>
          {order.patient_name}
        </TextLink>
        <OrderChips order={order} />
      </Box>
      {detail ? <PatientFacts detail={detail} /> : <Bone width="60%" />}
      {detail && <ClinicalStrip detail={detail} />}
      <OrderSummary order={order} />
      <BlockingRules
        order={order}
        caseId={order.case_id}
        name={order.patient_name}
        unread={hasUnread(detail)}
      />
    </Box>
  );
}
