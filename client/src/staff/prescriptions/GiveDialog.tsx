import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { PharmacyOrdersResponse, Prescription } from '#common/api/index.js';
import { useStaff } from '../data/useStaff.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { DecisionHead } from '../records/DecisionHead.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { useJudgement } from '../orders/BlockingRules.js';
import { OrderChips, OrderReasons, OrderSummary } from '../orders/OrderSummary.js';
import { waitsForReview } from '../records/ToReview.js';
import { useRecord } from '../records/useRecord.js';
import { LeaveRules } from './LeaveRules.js';
import { PharmacyOrderCard } from './PharmacyOrderCard.js';
import { UPDATE_TEXT } from './text/en.js';
import { PHARMACY_TEXT as words } from './text/pharmacy.js';

interface GiveProps {
  order: Prescription;
  known: PharmacyOrdersResponse;
  onClose: () => void;
}
/** Gives an order to a pharmacy, judged as if it were sent now. The dialog stays and shows what to do next. */
export function GiveDialog({ order: opened, known, onClose }: GiveProps) {
  const staff = useStaff();
  const [order, setOrder] = useState(opened);
  const detail = useRecord('cases', order.case_id);
  const judgement = useJudgement(order.prescription_id, order.version);
  const [chosen, setChosen] = useState('');
  const [reason, setReason] = useState('');
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const saving = useSave<Prescription>({
    send: (key) =>
      staff.giveToPharmacy(
        order.prescription_id,
        {
          pharmacy_id: chosen,
          version: order.version,
          ...(reason.trim() && { reason: reason.trim() }),
          ...(read.size > 0 && { overrides: [...read] }),
        },
        key,
      ),
    done: words.gave,
    // The list is read again, and shows the order with its next step.
    onClose: () => undefined,
    onConflict: setOrder,
    onFailure: () => void judgement.refetch(),
  });
  const refused = saving.refused(reason.trim());
  const blocked = judgement.data?.blocked_by ?? [];
  const stopped = (judgement.data?.legal.length ?? 0) > 0;
  const none = known.pharmacies.length === 0;
  const edit = (change: () => void) => {
    saving.edited();
    change();
  };
  return (
    <ActionDialog
      title={words.title(order.patient_name)}
      onClose={onClose}
      {...(!none && {
        confirm: {
          label: words.give,
          onConfirm: saving.save,
          busy: saving.busy,
          disabled: !judgement.data || stopped || !chosen,
          waitsFor: chosen ? null : words.chooseFirst,
        },
      })}
      wide
      readFirst
      error={saving.problem(words.giveFailed, words.again, 'this prescription')}
    >
      <Stack spacing={2}>
        <DecisionHead detail={detail.data} />
        <OrderChips order={order} waits={waitsForReview(detail.data)} />
        <OrderSummary order={order} />
        <OrderReasons order={order} />
        <PharmacyChoice
          pharmacies={known.pharmacies}
          chosen={chosen}
          onChoose={(next) => edit(() => setChosen(next))}
          error={saving.fields['pharmacy_id']}
        />
        <LeaveRules
          order={order}
          detail={detail.data}
          judgement={judgement}
          read={read}
          onRead={(next) => edit(() => setRead(next))}
          problem={refused.rules}
        />
        {!stopped && blocked.length > 0 && (
          <SmallField
            id="pharmacy-reason"
            label={UPDATE_TEXT.reasonNeeded}
            value={reason}
            onChange={(next) => edit(() => setReason(next))}
            error={refused.reason}
          />
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {words.elsewhere}
        </Typography>
        <Earlier orders={known.pharmacy_orders} />
      </Stack>
    </ActionDialog>
  );
}

interface ChoiceProps {
  pharmacies: PharmacyOrdersResponse['pharmacies'];
  chosen: string;
  onChoose: (id: string) => void;
  error: string | undefined;
}
function PharmacyChoice({ pharmacies, chosen, onChoose, error }: ChoiceProps) {
  const pharmacy = pharmacies.find(({ id }) => id === chosen);
  if (pharmacies.length === 0) return <Typography>{words.none}</Typography>;
  return (
    <>
      <SmallField
        id="pharmacy-choice"
        type="select"
        label={words.choose}
        value={chosen}
        onChange={onChoose}
        error={error}
      >
        <option value="">{words.chooseFirst}</option>
        {pharmacies.map(({ id, name, address }) => (
          <option key={id} value={id}>
            {[name, address].filter(Boolean).join(', ')}
          </option>
        ))}
      </SmallField>
      {pharmacy && <Typography>{pharmacy.channel === 'https' ? words.httpsLead : words.faxLead}</Typography>}
    </>
  );
}

function Earlier({ orders }: { orders: PharmacyOrdersResponse['pharmacy_orders'] }) {
  if (orders.length === 0) return null;
  return (
    <details>
      <summary>{words.earlier}</summary>
      <Stack spacing={2} sx={{ marginTop: 1 }}>
        {orders.map((one) => (
          <PharmacyOrderCard key={one.id} order={one} onAct={() => undefined} />
        ))}
      </Stack>
    </details>
  );
}
