import Stack from '@mui/material/Stack';
import type { LabOrder } from '#common/api/lab-orders.js';
import { LAB_ORDER_STATUS } from '#common/vocabulary/lab-orders.js';
import { StatusChip } from '../../shared/ui/index.js';
import { LAB_ORDERS_TEXT as words } from './text/en.js';

/** An order's status; one that was not drawn in time says so first. */
export function OrderStatus({ order }: { order: Pick<LabOrder, 'status' | 'overdue'> }) {
  const { label, tone } = LAB_ORDER_STATUS[order.status];
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, alignItems: 'center', alignSelf: 'start' }}>
      {order.overdue && <StatusChip tone="warning">{words.overdue}</StatusChip>}
      <StatusChip tone={tone}>{label}</StatusChip>
    </Stack>
  );
}
