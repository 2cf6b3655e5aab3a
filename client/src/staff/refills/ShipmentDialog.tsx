import Stack from '@mui/material/Stack';
import { useState } from 'react';
import type { Dispense, Prescription } from '#common/api/index.js';
import { CARRIER_LABEL, CARRIERS, type Carrier } from '#common/vocabulary/pharmacies.js';
import { useZone } from '../../shared/session/index.js';
import { formatDate } from '../../shared/ui/index.js';
import { todayIn } from '../../shared/ui/zones.js';
import { useStaff } from '../data/useStaff.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { SHIPMENT_TEXT as words } from './text/en.js';

interface ShipmentProps {
  order: Prescription;
  fill: Dispense;
  onClose: () => void;
}
/** How a fill travels; the patient sees it, and says when it arrived. */
export function ShipmentDialog({ order, fill, onClose }: ShipmentProps) {
  const staff = useStaff();
  const today = todayIn(useZone());
  const [form, setForm] = useState({
    shipped_on: fill.shipment?.shipped_on ?? today,
    carrier: fill.shipment?.carrier ?? ('ups' as Carrier),
    tracking_number: fill.shipment?.tracking_number ?? '',
  });
  const { busy, fields, save, problem } = useSave<Dispense>({
    send: () =>
      staff.shipFill(order.prescription_id, fill.id, {
        ...form,
        tracking_number: form.tracking_number.trim(),
      }),
    done: words.done,
    onClose,
  });
  return (
    <ActionDialog
      title={words.title(formatDate(fill.filled_on))}
      onClose={onClose}
      confirm={{ label: words.save, onConfirm: save, busy }}
      error={problem(words.failed)}
    >
      <Stack spacing={2}>
        <SmallField
          id="shipped-on"
          type="date"
          label={words.on}
          value={form.shipped_on}
          onChange={(shipped_on) => setForm({ ...form, shipped_on })}
          error={fields['shipped_on']}
        />
        <SmallField
          id="shipment-carrier"
          type="select"
          label={words.carrier}
          value={form.carrier}
          onChange={(carrier) => setForm({ ...form, carrier: carrier as Carrier })}
          error={fields['carrier']}
        >
          {CARRIERS.map((carrier) => (
            <option key={carrier} value={carrier}>
              {CARRIER_LABEL[carrier]}
            </option>
          ))}
        </SmallField>
        <SmallField
          id="shipment-number"
          label={words.tracking}
          value={form.tracking_number}
          onChange={(tracking_number) => setForm({ ...form, tracking_number })}
          error={fields['tracking_number']}
        />
      </Stack>
    </ActionDialog>
  );
}
