import Button from '@mui/material/Button';
import { useState } from 'react';
import { MAIL_STATUSES, type MailStatus } from '#common/api/admin.js';
import type { AdminMail } from '#common/api/index.js';
import type { Tone } from '#common/vocabulary/index.js';
import { toast } from '#client/shared/toasts/index.js';
import { formatDateTime, humanize, StatusChip } from '#client/shared/ui/index.js';
import { explained } from '../../forms/Failure.js';
import { SearchListPage } from '../../lists/SearchListPage.js';
import type { ListKind } from '../../lists/useListQuestion.js';
import { useRefresh } from '../../data/useRefresh.js';
import { useStaff } from '../../data/useStaff.js';
import type { CsvColumns } from '../../lists/listCsv.js';
import { ActsColumn, Column, StaffTable } from '../../lists/StaffTable.js';
import { MAILS_TEXT as words } from '../text/en.js';

const KIND: ListKind = {
  sortable: ['created_at', 'sent_at', 'status', 'to'],
  defaultSort: { field: 'created_at', order: 'DESC' },
  filters: [
    {
      name: 'status',
      label: words.status,
      options: MAIL_STATUSES.map((status) => ({ value: status, label: humanize(status) })),
    },
  ],
};
const TONE: Record<MailStatus, Tone> = { queued: 'info', sent: 'success', failed: 'warning', dead: 'danger' };

const { columns } = words;
const CSV: CsvColumns<AdminMail> = {
  [columns.to]: (mail) => mail.to,
  [columns.subject]: (mail) => mail.subject,
  [columns.status]: (mail) => mail.status,
  [columns.attempts]: (mail) => mail.attempts,
  [columns.created]: (mail) => mail.created_at,
  [columns.sent]: (mail) => mail.sent_at,
  Error: (mail) => mail.last_error,
};

/** /admin/mails: emails sent, and those that failed. */
export default function MailListPage() {
  return (
    <SearchListPage<AdminMail> resource="mails" id="mail" kind={KIND} words={words} csv={CSV}>
      <MailTable />
    </SearchListPage>
  );
}

function MailTable() {
  return (
    <StaffTable label={words.title}>
      <Column<AdminMail>
        source="to"
        fixed
        label={columns.to}
        sortable
        unlabeled
        sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
        render={(mail) => mail.to}
      />
      <Column<AdminMail> source="subject" label={columns.subject} render={(mail) => mail.subject} />
      <Column<AdminMail>
        source="status"
        label={columns.status}
        sortable
        render={(mail) => (
          <>
            <StatusChip tone={TONE[mail.status]}>{mail.status}</StatusChip>
            {mail.last_error && ` ${mail.last_error}`}
          </>
        )}
      />
      <Column<AdminMail> source="attempts" label={columns.attempts} end render={(mail) => mail.attempts} />
      <Column<AdminMail>
        source="created_at"
        label={columns.created}
        sortable
        oneLine
        render={(mail) => formatDateTime(mail.created_at)}
      />
      <Column<AdminMail>
        source="sent_at"
        label={columns.sent}
        sortable
        oneLine
        wideOnly
        render={(mail) => formatDateTime(mail.sent_at, '')}
      />
      <ActsColumn<AdminMail>
        label={columns.acts}
        render={(mail) => (mail.status === 'failed' || mail.status === 'dead') && <Retry mail={mail} />}
      />
    </StaffTable>
  );
}

function Retry({ mail }: { mail: AdminMail }) {
  const staff = useStaff();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  async function retry() {
    setBusy(true);
    try {
      await staff.retryMail(mail.id);
      toast.success(words.retried);
    } catch (error) {
      toast.error(explained(error), { title: words.retryFailed });
    }
    setBusy(false);
    await refresh();
  }
  return (
    <Button
      size="small"
      loading={busy}
      onClick={() => void retry()}
      aria-label={`${words.retry}: ${mail.subject}, ${mail.to}`}
    >
      {words.retry}
    </Button>
  );
}
