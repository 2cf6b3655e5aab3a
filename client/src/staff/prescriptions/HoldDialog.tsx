import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Prescription } from '#common/api/index.js';
import { ToReview } from '../records/ToReview.js';
import { UnreadHistory } from '../records/UnreadHistory.js';
import { useRecord } from '../records/useRecord.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { ClinicalStrip } from '../kit/ClinicalStrip.js';
import { lackingOf, lacks, NOTHING_LACKS } from '../forms/lacking.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { SmallField } from '../forms/SmallField.js';
import { isStale } from '../lists/SourceBanner.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { OrderChips, OrderReasons, OrderSummary } from '../orders/OrderSummary.js';
import { KeptBack } from './ReviewDialog.js';
import { HOLD_TEXT as words } from './text/en.js';

/** Puts an approved order on hold, or releases it; both need a reason. */
export function HoldDialog({ order: opened, onClose }: { order: Prescription; onClose: () => void }) {
  const staff = useStaff();
  const [order, setOrder] = useState(opened);
  const detail = useRecord('cases', order.case_id);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(NOTHING_LACKS);
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const release = order.on_hold !== null;
  const judgement = useQuery({
    queryKey: ['prescription-judgement', order.prescription_id, order.version],
    queryFn: ({ signal }) => staff.judgePrescription(order.prescription_id, signal),
    enabled: release,
    staleTime: 0,
    gcTime: 0,
  });
  const blocked = judgement.data?.blocked_by ?? [];
  const named = judgement.data?.each_by_name ?? false;
  const noReason = (judgement.data?.legal.length ?? 0) > 0;
  const name = order.patient_name;
  const saving = useSave<Prescription>({
    send: (key) => {
      const body = { reason: reason.trim(), version: order.version };
      return release
        ? staff.releasePrescription(order.prescription_id, { ...body, overrides: [...read] }, key)
        : staff.holdPrescription(order.prescription_id, body, key);
    },
    done: release ? words.released(name) : words.held(name),
    onClose,
    onConflict: setOrder,
  });

  function confirm() {
    const found = lackingOf({
      rules: blocked,
      read,
      reason: reason.trim(),
      named: release && named,
      missing: words.missing,
    });
    setMissing(found);
    if (!lacks(found)) saving.save();
  }
  return (
    <ActionDialog
      title={release ? words.releaseTitle(name) : words.holdTitle(name)}
      onClose={onClose}
      confirm={{
        label: release ? words.release : words.hold,
        onConfirm: confirm,
        busy: saving.busy,
        disabled: release && (!judgement.data || noReason),
      }}
      error={saving.problem(words.failed, words.again, 'this prescription')}
      wide
      readFirst
    >
      <Stack spacing={2}>
        {detail.data && <PatientFacts detail={detail.data} />}
        {release && detail.data && <ToReview detail={detail.data} />}
        {detail.data && <ClinicalStrip detail={detail.data} />}
        <OrderChips order={order} />
        <OrderSummary order={order} />
        <OrderReasons order={order} />
        <Typography>{release ? words.releaseLead : words.holdLead}</Typography>
        {release && (
          <KeptBack
            caseId={order.case_id}
            detail={detail.data}
            judgement={judgement.data}
            failed={judgement.isError}
            retry={() => void judgement.refetch()}
            read={named ? read : null}
            onRead={setRead}
            problem={missing.rules ?? saving.refused(reason.trim()).rules}
          />
        )}
        {release && detail.data && (
          <UnreadHistory
            detail={detail.data}
            readOnly={isStale(detail.data.case_source)}
            onReviewed={() => void judgement.refetch()}
          />
        )}
        {!noReason && (
          <SmallField
            id="rx-hold-reason"
            type="multiline"
            label={words.reason}
            value={reason}
            onChange={(value) => {
              saving.edited();
              setReason(value);
            }}
            error={missing.reason ?? saving.refused(reason.trim()).reason}
          />
        )}
      </Stack>
    </ActionDialog>
  );
}
