import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  DELIVERY_EVENTS,
  DELIVERY_STATUSES,
  type DeliveryStatus,
  type WebhookDelivery,
} from '../../../../../common/api/webhooks.js';
import type { Tone } from '../../../../../common/vocabulary/index.js';
import { toast } from '../../../shared/toasts/index.js';
import { formatDateTime, StatusChip } from '../../../shared/ui/index.js';
import { explained } from '../../kit/Failure.js';
import { SearchListPage } from '../../kit/SearchListPage.js';
import type { ListKind } from '../../kit/useListQuestion.js';
import { useRefresh } from '../../data/useRefresh.js';
import { useStaff } from '../../data/useStaff.js';
import { Cell, Head, Row, WorkTable, type Sort } from '../../kit/Worklist.js';
import { DELIVERIES_TEXT as words, DELIVERY_STATUS_TEXT, EVENT_TEXT, resultText } from './text/en.js';

const KIND: ListKind = {
  sortable: ['occurred_at'],
  usual: { field: 'occurred_at', order: 'DESC' },
  filters: [
    {
      name: 'status',
      label: words.status,
      options: DELIVERY_STATUSES.map((status) => ({ value: status, label: DELIVERY_STATUS_TEXT[status] })),
    },
    {
      name: 'event',
      label: words.event,
      options: DELIVERY_EVENTS.map((event) => ({ value: event, label: EVENT_TEXT[event] })),
    },
  ],
};
const TONE: Record<DeliveryStatus, Tone> = { queued: 'info', delivered: 'success', dead: 'danger' };

/** /admin/webhook-deliveries: each message to a webhook, and what became of it. */
export default function DeliveryListPage() {
  return (
    <SearchListPage<WebhookDelivery>
      resource="webhook-deliveries"
      id="webhook-delivery"
      kind={KIND}
      words={words}
      actions={
        <Button component={Link} to="/admin/webhooks" variant="outlined">
          {words.webhooks}
        </Button>
      }
    >
      {(rows, by) => <DeliveryTable rows={rows} {...by} />}
    </SearchListPage>
  );
}

interface TableProps {
  rows: WebhookDelivery[];
  sort: Sort;
  onSort: (sort: Sort) => void;
}
function DeliveryTable({ rows, sort, onSort }: TableProps) {
  const { columns } = words;
  return (
    <WorkTable
      label={words.title}
      stackBelow="lg"
      head={
        <>
          <Head field="occurred_at" sort={sort} onSort={onSort}>
            {columns.at}
          </Head>
          <Head>{columns.event}</Head>
          <Head>{columns.url}</Head>
          <Head>{columns.status}</Head>
          <Head end>{columns.attempts}</Head>
          <Head>{columns.result}</Head>
          <Head end>{columns.acts}</Head>
        </>
      }
    >
      {rows.map((delivery) => (
        <Line key={delivery.id} delivery={delivery} />
      ))}
    </WorkTable>
  );
}

function Line({ delivery }: { delivery: WebhookDelivery }) {
  const staff = useStaff();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const { columns } = words;
  const event = EVENT_TEXT[delivery.event];
  const replayable = delivery.status === 'dead' && !delivery.webhook_removed;
  async function replay() {
    setBusy(true);
    try {
      await staff.replayDelivery(delivery.id);
      toast.success(words.replayed);
    } catch (error) {
      toast.error(explained(error), { title: words.replayFailed });
    }
    await refresh();
    setBusy(false);
  }
  return (
    <Row>
      <Cell oneLine>{formatDateTime(delivery.occurred_at)}</Cell>
      <Cell name={columns.event}>{event}</Cell>
      <Cell name={columns.url} sx={{ overflowWrap: 'anywhere' }}>
        {delivery.url}
      </Cell>
      <Cell name={columns.status}>
        <StatusChip tone={TONE[delivery.status]}>{DELIVERY_STATUS_TEXT[delivery.status]}</StatusChip>
      </Cell>
      <Cell name={columns.attempts} end>
        {delivery.attempts}
      </Cell>
      <Cell name={columns.result}>{resultText(delivery.last_result)}</Cell>
      <Cell end blank={!replayable}>
        {replayable && (
          <Button
            size="small"
            disabled={busy}
            onClick={() => void replay()}
            aria-label={words.of(words.replay, event, delivery.url)}
          >
            {words.replay}
          </Button>
        )}
      </Cell>
    </Row>
  );
}
