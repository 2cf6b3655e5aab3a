import { useQuery } from '@tanstack/react-query';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import type { PharmacyOrder, Prescription } from '#common/api/index.js';
import { isOpenPharmacyOrder } from '#common/vocabulary/pharmacies.js';
import { Loading, LoadError } from '../../shared/ui/index.js';
import { useStaff } from '../data/useStaff.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { GiveDialog } from './GiveDialog.js';
import { ConfirmOrderDialog, WithdrawOrderDialog } from './PharmacyOrderDialogs.js';
import { PharmacyOrderCard } from './PharmacyOrderCard.js';
import { PHARMACY_TEXT as words } from './text/pharmacy.js';

type Act = { act: 'confirm' | 'withdraw'; one: PharmacyOrder } | null;

/** Where an approved order goes: gives it to a pharmacy, and records what became of it. */
export function PharmacyDialog({ order, onClose }: { order: Prescription; onClose: () => void }) {
  const staff = useStaff();
  const [open, setOpen] = useState<Act>(null);
  const query = useQuery({
    queryKey: ['pharmacy-orders', order.prescription_id],
    queryFn: ({ signal }) => staff.getPharmacyOrders(order.prescription_id, signal),
    staleTime: 0,
    // A pharmacy's program answers by itself.
    refetchInterval: ({ state }) => (state.data?.pharmacy_orders[0]?.status === 'sending' ? 5000 : false),
  });
  const back = () => setOpen(null);
  const found = query.data?.pharmacy_orders ?? [];
  if (open?.act === 'confirm') return <ConfirmOrderDialog order={open.one} onClose={back} />;
  if (open?.act === 'withdraw') return <WithdrawOrderDialog order={open.one} onClose={back} />;
  // The row that opened the dialog may be from before the confirmation.
  const there = found.some(({ status }) => isOpenPharmacyOrder(status) || status === 'confirmed');
  if (query.data && !there && order.status === 'accepted' && !order.sent_at && !order.on_hold)
    return <GiveDialog order={order} known={query.data} onClose={onClose} />;
  return (
    <ActionDialog title={words.title(order.patient_name)} onClose={onClose} cancelLabel={words.close} wide>
      <Stack spacing={2}>
        {query.isPending && <Loading rows={4} label={words.loading} />}
        {query.isError && (
          <LoadError
            error={query.error}
            message={words.failed}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
        {found.map((one) => (
          <PharmacyOrderCard key={one.id} order={one} onAct={(act) => setOpen({ act, one })} />
        ))}
        {query.data && found.length === 0 && words.noneYet}
      </Stack>
    </ActionDialog>
  );
}
