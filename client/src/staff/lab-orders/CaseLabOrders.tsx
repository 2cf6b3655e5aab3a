import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import type { StaffLabOrder } from '#common/api/lab-orders.js';
import { orderNumberText } from '#common/order-number.js';
import { isOpenLabOrder } from '#common/vocabulary/lab-orders.js';
import { useSession } from '../../shared/session/index.js';
import { formatDate, Loading, LoadError, Panel } from '../../shared/ui/index.js';
import { useStaff } from '../data/useStaff.js';
import { Cell, Head, Row, WorkTable } from '../lists/Worklist.js';
import { LabOrderDialog } from './LabOrderDialog.js';
import { OrderLabsDialog } from './OrderLabsDialog.js';
import { OrderStatus } from './OrderStatus.js';
import { LAB_ORDERS_TEXT as words, ORDER_LABS_TEXT, testNames } from './text/en.js';

interface CaseLabOrdersProps {
  caseId: string;
  name: string;
  person: ReactNode;
  readOnly: boolean;
  closed: boolean;
}

/** The orders of a case, and a button to sign one: of clinicians, while the case is open. */
export function CaseLabOrders({ caseId, name, person, readOnly, closed }: CaseLabOrdersProps) {
  const staff = useStaff();
  const orders = useQuery({
    queryKey: ['lab-orders', 'case', caseId],
    queryFn: ({ signal }) => staff.getCaseLabOrders(caseId, signal),
    enabled: !readOnly,
  });
  const signs = useSession()?.roles.includes('provider') ?? false;
  const [ordering, setOrdering] = useState(false);
  const [open, setOpen] = useState<StaffLabOrder | null>(null);
  if (readOnly) return null;
  const all = orders.data?.lab_orders ?? [];
  const now = all.filter(({ status }) => isOpenLabOrder(status));
  const before = all.filter(({ status }) => !isOpenLabOrder(status));
  return (
    <Panel
      title={words.caseTitle}
      flush={now.length > 0}
      actions={
        signs &&
        !closed && (
          <Button size="small" variant="contained" onClick={() => setOrdering(true)}>
            {ORDER_LABS_TEXT.open}
          </Button>
        )
      }
    >
      {orders.isPending && <Loading rows={2} label={words.loading} />}
      {orders.isError && !orders.data && (
        <LoadError
          error={orders.error}
          message={words.failed}
          onRetry={() => void orders.refetch()}
          retrying={orders.isFetching}
        />
      )}
      {orders.data && all.length === 0 && words.caseNone}
      {now.length > 0 && <Orders label={words.caseTitle} orders={now} onOpen={setOpen} />}
      {before.length > 0 && (
        <Box component="details" sx={{ padding: now.length > 0 ? 2 : 0 }}>
          <Box component="summary" sx={{ cursor: 'pointer', color: 'primary.main', minHeight: 32 }}>
            {words.earlier(before.length)}
          </Box>
          <Orders label={words.earlier(before.length)} orders={before} onOpen={setOpen} />
        </Box>
      )}
      {ordering && (
        <OrderLabsDialog caseId={caseId} name={name} person={person} onClose={() => setOrdering(false)} />
      )}
      {open && (
        <LabOrderDialog id={open.id} number={open.number} readOnly={false} onClose={() => setOpen(null)} />
      )}
    </Panel>
  );
}

interface OrdersProps {
  label: string;
  orders: readonly StaffLabOrder[];
  onOpen: (order: StaffLabOrder) => void;
}
function Orders({ label, orders, onOpen }: OrdersProps) {
  const { columns } = words;
  return (
    <WorkTable
      label={label}
      head={
        <>
          <Head>{columns.number}</Head>
          <Head>{columns.tests}</Head>
          <Head>{columns.window}</Head>
          <Head>{columns.status}</Head>
          <Head end>{columns.acts}</Head>
        </>
      }
    >
      {orders.map((order) => (
        <Row key={order.id}>
          <Cell oneLine sx={{ fontWeight: 600 }}>
            <span className="tabular">{orderNumberText(order.number)}</span>
          </Cell>
          <Cell name={columns.tests}>{testNames(order.analytes)}</Cell>
          <Cell name={columns.window}>
            {words.window(formatDate(order.window_from), formatDate(order.due_on))}
          </Cell>
          <Cell name={columns.status}>
            <OrderStatus order={order} />
          </Cell>
          <Cell end>
            <Button
              size="small"
              aria-label={words.openOf(orderNumberText(order.number))}
              onClick={() => onOpen(order)}
            >
              {words.open}
            </Button>
          </Cell>
        </Row>
      ))}
    </WorkTable>
  );
}
