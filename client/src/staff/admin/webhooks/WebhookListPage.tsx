import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { Link } from 'react-router';
import { WEBHOOK_STATUSES, type Webhook, type WebhookWithSecret } from '#common/api/webhooks.js';
import { toast } from '#client/shared/toasts/index.js';
import { formatDateTime, StatusChip } from '#client/shared/ui/index.js';
import { explained } from '../../forms/Failure.js';
import { SearchListPage } from '../../lists/SearchListPage.js';
import type { ListKind } from '../../lists/useListQuestion.js';
import { useRefresh } from '../../data/useRefresh.js';
import { useStaff } from '../../data/useStaff.js';
import type { CsvColumns } from '../../lists/listCsv.js';
import { ActsColumn, Column, StaffTable } from '../../lists/StaffTable.js';
import { ConfirmDialog } from '../kit/ConfirmDialog.js';
import { SecretOnceDialog } from '../kit/SecretOnceDialog.js';
import { MadeBy } from '../kit/MadeBy.js';
import { MADE_BY_TEXT } from '../text/made-by.js';
import { EVENT_TEXT, PAUSED_TEXT, WEBHOOK_STATUS_TEXT, WEBHOOKS_TEXT as words } from './text/en.js';
import { RotateDialog, WebhookDialog } from './WebhookDialogs.js';

const KIND: ListKind = {
  sortable: ['url', 'created_at'],
  defaultSort: { field: 'created_at', order: 'DESC' },
  filters: [
    {
      name: 'status',
      label: words.status,
      options: WEBHOOK_STATUSES.map((status) => ({ value: status, label: WEBHOOK_STATUS_TEXT[status] })),
    },
  ],
};

const { columns } = words;
const CSV: CsvColumns<Webhook> = {
  [columns.url]: (webhook) => webhook.url,
  [columns.organisation]: (webhook) => webhook.organisation,
  [columns.events]: (webhook) => webhook.events.join(' '),
  [columns.status]: (webhook) => webhook.status,
  [columns.delivered]: (webhook) => webhook.last_delivered_at,
  [MADE_BY_TEXT.column]: ({ created_by, maker_left }) =>
    maker_left ? `${created_by} (${MADE_BY_TEXT.left})` : created_by,
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
        csv={CSV}
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
        <WebhookTable onOpen={setOpen} />
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

const eventsOf = ({ events }: Webhook): string => events.map((event) => EVENT_TEXT[event]).join(', ');

function WebhookTable({ onOpen }: { onOpen: (open: Open) => void }) {
  return (
    <StaffTable label={words.title} stackBelow="lg">
      <Column<Webhook>
        source="url"
        fixed
        label={columns.url}
        sortable
        unlabeled
        sx={{ fontWeight: 600, overflowWrap: 'anywhere', minWidth: 240 }}
        render={(webhook) => webhook.url}
      />
      <Column<Webhook>
        source="organisation"
        label={columns.organisation}
        wideOnly
        render={(webhook) => webhook.organisation}
      />
      <Column<Webhook> source="events" label={columns.events} render={eventsOf} />
      <Column<Webhook>
        source="status"
        label={columns.status}
        render={(webhook) => <Status webhook={webhook} />}
      />
      <Column<Webhook>
        source="last_delivered_at"
        label={columns.delivered}
        oneLine
        render={(webhook) => formatDateTime(webhook.last_delivered_at, words.never)}
      />
      <Column<Webhook>
        source="created_by"
        label={MADE_BY_TEXT.column}
        sx={{ overflowWrap: 'anywhere' }}
        render={(one) => <MadeBy {...one} />}
      />
      <ActsColumn<Webhook>
        label={columns.acts}
        render={(webhook) => <Acts webhook={webhook} onOpen={onOpen} />}
      />
    </StaffTable>
  );
}

function Status({ webhook: { status, paused_because: because, dead } }: { webhook: Webhook }) {
  return (
    <Stack spacing={0.5} sx={{ alignItems: 'flex-start' }}>
      <StatusChip tone={status === 'active' ? 'success' : 'warning'}>
        {WEBHOOK_STATUS_TEXT[status]}
      </StatusChip>
      {because && <span>{PAUSED_TEXT[because]}</span>}
      {dead > 0 && <Link to="/admin/webhook-deliveries?status=dead">{words.dead(dead)}</Link>}
    </Stack>
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
