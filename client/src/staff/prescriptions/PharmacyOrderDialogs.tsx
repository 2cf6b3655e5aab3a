import Stack from '@mui/material/Stack';
import { useState } from 'react';
import type { PharmacyOrder } from '#common/api/index.js';
import { orderNumberText } from '#common/order-number.js';
import { CONFIRMED_BY, CONFIRMED_BY_LABEL, type ConfirmedBy } from '#common/vocabulary/pharmacies.js';
import { useStaff } from '../data/useStaff.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { RadioRow } from '../forms/RadioRow.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { PHARMACY_TEXT as words } from './text/pharmacy.js';

interface DialogProps {
  order: PharmacyOrder;
  onClose: () => void;
}

/** The pharmacy has the fax: only now is the prescription sent. */
export function ConfirmOrderDialog({ order: opened, onClose }: DialogProps) {
  const staff = useStaff();
  const [order, setOrder] = useState(opened);
  const [how, setHow] = useState<ConfirmedBy | ''>('');
  const [reference, setReference] = useState('');
  const [missing, setMissing] = useState(false);
  const saving = useSave<PharmacyOrder>({
    send: () =>
      staff.confirmPharmacyOrder(order.id, {
        how: how as ConfirmedBy,
        version: order.version,
        ...(reference.trim() && { reference: reference.trim() }),
      }),
    done: words.confirmDone,
    onClose,
    onConflict: setOrder,
  });
  function confirm() {
    setMissing(!how);
    if (how) saving.save();
  }
  return (
    <ActionDialog
      title={words.confirmTitle(orderNumberText(order.number))}
      onClose={onClose}
      confirm={{ label: words.confirmLabel, onConfirm: confirm, busy: saving.busy }}
      error={saving.problem(words.confirmFailed, words.again, 'this order')}
    >
      <Stack spacing={2}>
        <RadioRow
          label={words.how}
          value={how}
          options={CONFIRMED_BY.map((one) => [one, CONFIRMED_BY_LABEL[one]] as const)}
          onChange={setHow}
          error={missing && !how ? words.howMissing : saving.fields['how']}
        />
        <SmallField
          id="pharmacy-reference"
          label={words.referenceLabel}
          value={reference}
          onChange={setReference}
          error={saving.fields['reference']}
        />
      </Stack>
    </ActionDialog>
  );
}

export function WithdrawOrderDialog({ order: opened, onClose }: DialogProps) {
  const staff = useStaff();
  const [order, setOrder] = useState(opened);
  const [reason, setReason] = useState('');
  const saving = useSave<PharmacyOrder>({
    send: () => staff.withdrawPharmacyOrder(order.id, { reason: reason.trim(), version: order.version }),
    done: words.withdrawn,
    onClose,
    onConflict: setOrder,
  });
  return (
    <ActionDialog
      title={words.withdrawTitle(orderNumberText(order.number))}
      onClose={onClose}
      confirm={{ label: words.withdrawLabel, onConfirm: saving.save, busy: saving.busy }}
      error={saving.problem(words.withdrawFailed, words.again, 'this order')}
    >
      <Stack spacing={2}>
        <span>{words.withdrawLead}</span>
        <SmallField
          id="pharmacy-withdraw"
          type="multiline"
          label={words.reason}
          value={reason}
          onChange={setReason}
          error={saving.fields['reason']}
        />
      </Stack>
    </ActionDialog>
  );
}
