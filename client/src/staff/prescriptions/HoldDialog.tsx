import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Prescription } from '../../../../common/api/index.js';
import { useCase } from '../cases/useCase.js';
import { ActionDialog } from '../kit/ActionDialog.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { SmallField } from '../kit/SmallField.js';
import { useSave } from '../kit/useSave.js';
import { useStaff } from '../kit/useStaff.js';
import { OrderChips, OrderReasons, OrderSummary } from './OrderSummary.js';
import { HOLD_TEXT as words } from './text/en.js';

/** Puts an approved order on hold, or releases it; either way with a reason. */
export function HoldDialog({ order: opened, onClose }: { order: Prescription; onClose: () => void }) {
  const staff = useStaff();
  const [order, setOrder] = useState(opened);
  const detail = useCase(order.case_id);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const release = order.on_hold !== null;
  const name = order.patient_name;
  const saving = useSave<Prescription>({
    send: (key) => {
      const body = { reason: reason.trim(), version: order.version };
      return release
        ? staff.releasePrescription(order.prescription_id, body, key)
        : staff.holdPrescription(order.prescription_id, body, key);
    },
    done: release ? words.released(name) : words.held(name),
    onClose,
    onConflict: setOrder,
  });

  function confirm() {
    setMissing(reason.trim() ? null : words.missing);
    if (reason.trim()) saving.save();
  }
  return (
    <ActionDialog
      title={release ? words.releaseTitle(name) : words.holdTitle(name)}
      onClose={onClose}
      confirm={{ label: release ? words.release : words.hold, onConfirm: confirm, busy: saving.busy }}
      error={saving.problem(words.failed, words.again, 'this prescription')}
    >
      <Stack spacing={2}>
        {detail.data && <PatientFacts detail={detail.data} />}
        <OrderChips order={order} />
        <OrderSummary order={order} />
        <OrderReasons order={order} />
        <Typography>{release ? words.releaseLead : words.holdLead}</Typography>
        <SmallField
          id="rx-hold-reason"
          type="multiline"
          label={words.reason}
          value={reason}
          onChange={(value) => {
            saving.edited();
            setReason(value);
          }}
          error={missing ?? saving.fields['reason']}
        />
      </Stack>
    </ActionDialog>
  );
}
