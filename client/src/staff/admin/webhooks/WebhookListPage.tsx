import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  WEBHOOK_STATUSES,
  type Webhook,
  type WebhookWithSecret,
} from '../../../../../common/api/webhooks.js';
import { toast } from '../../../shared/toasts/index.js';
import { formatDateTime, StatusChip } from '../../../shared/ui/index.js';
import { explained } from '../../kit/Failure.js';
import { SearchListPage } from '../../kit/SearchListPage.js';
import type { ListKind } from '../../kit/useListQuestion.js';
import { useRefresh } from '../../data/useRefresh.js';
import { useStaff } from '../../data/useStaff.js';
import { Cell, Head, Row, WorkTable, type Sort } from '../../kit/Worklist.js';
import { ConfirmDialog } from '../kit/ConfirmDialog.js';
import { SecretOnceDialog } from '../kit/SecretOnceDialog.js';
import { EVENT_TEXT, PAUSED_TEXT, WEBHOOK_STATUS_TEXT, WEBHOOKS_TEXT as words } from './text/en.js';
import { RotateDialog, WebhookDialog } from './WebhookDialogs.js';

const KIND: ListKind = {
  sortable: ['url', 'created_at'],
  usual: { field: 'created_at', order: 'DESC' },
  filters: [
    {
      name: 'status',
      label: words.status,
      options: WEBHOOK_STATUSES.map((status) => ({ value: status, label: WEBHOOK_STATUS_TEXT[status] })),
    },
  ],
};

type Open =
  | { act: 'edit'; webhook: Webhook | null }
  | { act: 'once'; made: WebhookWithSecret }
  | { act: 'rotate' | 'remove'; webhook: Webhook };

/** /admin/webhooks: the programs that are told what happened. */
export default function WebhookListPage() {
  const [open, setOpen] = useState<Open | null>(null);
  return (
    <>
      <SearchListPage<Webhook>
        resource="webhooks"
        id="webhook"
        kind={KIND}
        words={words}
        actions={
          <>
            <Button component={Link} to="/admin/webhook-deliveries" variant="outlined">
              {words.messages}
            </Button>
            <Button variant="contained" onClick={() => setOpen({ act: 'edit', webhook: null })}>
              {words.create}
            </Button>
          </>
        }
      >
        {(rows, by) => <WebhookTable rows={rows} {...by} onOpen={setOpen} />}
      </SearchListPage>
      {open && <Dialogs open={open} onOpen={setOpen} />}
    </>
  );
}

function Dialogs({ open, onOpen }: { open: Open; onOpen: (open: Open | null) => void }) {
  const staff = useStaff();
  const refresh = useRefresh();
  const close = () => onOpen(null);
  const once = (made: WebhookWithSecret) => onOpen({ act: 'once', made });
  if (open.act === 'edit') return <WebhookDialog webhook={open.webhook} onClose={close} onMade={once} />;
  if (open.act === 'once')
    return <SecretOnceDialog words={words} secret={open.made.secret} onClose={close} />;
  if (open.act === 'rotate') return <RotateDialog webhook={open.webhook} onClose={close} onMade={once} />;
  const { webhook } = open;
  return (
    <ConfirmDialog
      title={words.removeTitle}
      lead={words.removeLead(webhook.url)}
      label={words.removeLabel}
      failed={words.removeFailed}
      done={words.removed}
      act={() => staff.removeWebhook(webhook.id)}
      onDone={refresh}
      onClose={close}
    />
  );
}

interface TableProps {
  rows: Webhook[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  onOpen: (open: Open) => void;
}
function WebhookTable({ rows, sort, onSort, onOpen }: TableProps) {
  const { columns } = words;
  return (
    <WorkTable
      label={words.title}
      stackBelow="lg"
      head={
        <>
          <Head field="url" sort={sort} onSort={onSort}>
            {columns.url}
          </Head>
          <Head wideOnly>{columns.organisation}</Head>
          <Head>{columns.events}</Head>
          <Head>{columns.status}</Head>
          <Head>{columns.delivered}</Head>
          <Head end>{columns.acts}</Head>
        </>
      }
    >
      {rows.map((webhook) => (
        <Line key={webhook.id} webhook={webhook} onOpen={onOpen} />
      ))}
    </WorkTable>
  );
}

function Line({ webhook, onOpen }: { webhook: Webhook; onOpen: (open: Open) => void }) {
  const { columns } = words;
  const { url, events, status, paused_because, dead } = webhook;
  return (
    <Row>
      <Cell sx={{ fontWeight: 600, overflowWrap: 'anywhere', minWidth: 240 }}>{url}</Cell>
      <Cell name={columns.organisation} wideOnly>
        {webhook.organisation}
      </Cell>
      <Cell name={columns.events}>{events.map((event) => EVENT_TEXT[event]).join(', ')}</Cell>
      <Cell name={columns.status}>
        <Stack spacing={0.5} sx={{ alignItems: 'flex-start' }}>
          <StatusChip tone={status === 'active' ? 'success' : 'warning'}>
            {WEBHOOK_STATUS_TEXT[status]}
          </StatusChip>
          {paused_because && <span>{PAUSED_TEXT[paused_because]}</span>}
          {dead > 0 && <Link to="/admin/webhook-deliveries?status=dead">{words.dead(dead)}</Link>}
        </Stack>
      </Cell>
      <Cell name={columns.delivered} oneLine>
        {formatDateTime(webhook.last_delivered_at, words.never)}
      </Cell>
      <Cell end>
        <Acts webhook={webhook} onOpen={onOpen} />
      </Cell>
    </Row>
  );
}

function Acts({ webhook, onOpen }: { webhook: Webhook; onOpen: (open: Open) => void }) {
  const staff = useStaff();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const active = webhook.status === 'active';
  async function run(act: () => Promise<unknown>, done: string, failed: string) {
    setBusy(true);
    try {
      await act();
      toast.success(done);
    } catch (error) {
      toast.error(explained(error), { title: failed });
    }
    await refresh();
    setBusy(false);
  }
  const button = (label: string, onClick: () => void) => (
    <Button size="small" disabled={busy} onClick={onClick} aria-label={words.of(label, webhook.url)}>
      {label}
    </Button>
  );
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'flex-end', minWidth: 200 }}>
      {active &&
        button(
          words.test,
          () => void run(() => staff.testWebhook(webhook.id), words.tested, words.testFailed),
        )}
      {button(words.edit, () => onOpen({ act: 'edit', webhook }))}
      {button(
        active ? words.pause : words.resume,
        () =>
          void run(
            () => staff.patchWebhook(webhook.id, { active: !active }),
            active ? words.paused : words.resumed,
            words.changeFailed,
          ),
      )}
      {button(words.rotate, () => onOpen({ act: 'rotate', webhook }))}
      {button(words.remove, () => onOpen({ act: 'remove', webhook }))}
    </Stack>
  );
}
