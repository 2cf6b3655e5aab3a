import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  DELIVERY_EVENTS,
  DELIVERY_STATUSES,
  type DeliveryStatus,
  type WebhookDelivery,
} from '#common/api/webhooks.js';
import type { Tone } from '#common/vocabulary/index.js';
import { toast } from '#client/shared/toasts/index.js';
import { formatDateTime, StatusChip } from '#client/shared/ui/index.js';
import { explained } from '../../forms/Failure.js';
import { SearchListPage } from '../../lists/SearchListPage.js';
import type { ListKind } from '../../lists/useListQuestion.js';
import { useRefresh } from '../../data/useRefresh.js';
import { useStaff } from '../../data/useStaff.js';
import type { CsvColumns } from '../../lists/listCsv.js';
import { ActsColumn, Column, StaffTable } from '../../lists/StaffTable.js';
import { DELIVERIES_TEXT as words, DELIVERY_STATUS_TEXT, EVENT_TEXT, resultText } from './text/en.js';

const KIND: ListKind = {
  sortable: ['occurred_at'],
  defaultSort: { field: 'occurred_at', order: 'DESC' },
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

const { columns } = words;
const CSV: CsvColumns<WebhookDelivery> = {
  [columns.at]: (delivery) => delivery.occurred_at,
  [columns.event]: (delivery) => delivery.event,
  [columns.url]: (delivery) => delivery.url,
  [columns.status]: (delivery) => delivery.status,
  [columns.attempts]: (delivery) => delivery.attempts,
  [columns.result]: (delivery) => resultText(delivery.last_result),
};

/** /admin/webhook-deliveries: each message to a webhook, and what became of it. */
export default function DeliveryListPage() {
  return (
    <SearchListPage<WebhookDelivery>
      resource="webhook-deliveries"
      id="webhook-delivery"
      kind={KIND}
      words={words}
      csv={CSV}
      actions={
        <Button component={Link} to="/admin/webhooks" variant="outlined">
          {words.webhooks}
        </Button>
      }
    >
      <DeliveryTable />
    </SearchListPage>
  );
}

function DeliveryTable() {
  return (
    <StaffTable label={words.title} stackBelow="lg">
      <Column<WebhookDelivery>
        source="occurred_at"
        fixed
        label={columns.at}
        sortable
        oneLine
        unlabeled
        render={(delivery) => formatDateTime(delivery.occurred_at)}
      />
      <Column<WebhookDelivery>
        source="event"
        label={columns.event}
        render={(delivery) => EVENT_TEXT[delivery.event]}
      />
      <Column<WebhookDelivery>
        source="url"
        label={columns.url}
        sx={{ overflowWrap: 'anywhere' }}
        render={(delivery) => delivery.url}
      />
      <Column<WebhookDelivery>
        source="status"
        label={columns.status}
        render={({ status }) => <StatusChip tone={TONE[status]}>{DELIVERY_STATUS_TEXT[status]}</StatusChip>}
      />
      <Column<WebhookDelivery>
        source="attempts"
        label={columns.attempts}
        end
        render={(delivery) => delivery.attempts}
      />
      <Column<WebhookDelivery>
        source="result"
        label={columns.result}
        render={(delivery) => resultText(delivery.last_result)}
      />
      <ActsColumn<WebhookDelivery>
        label={columns.acts}
        render={(delivery) =>
          delivery.status === 'dead' && !delivery.webhook_removed && <Replay delivery={delivery} />
        }
      />
    </StaffTable>
  );
}

function Replay({ delivery }: { delivery: WebhookDelivery }) {
  const staff = useStaff();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
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
    <Button
      size="small"
      disabled={busy}
      onClick={() => void replay()}
      aria-label={words.of(words.replay, EVENT_TEXT[delivery.event], delivery.url)}
    >
      {words.replay}
    </Button>
  );
}
