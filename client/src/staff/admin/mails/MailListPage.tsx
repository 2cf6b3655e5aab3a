import Button from '@mui/material/Button';
import { useState } from 'react';
import { MAIL_STATUSES, type MailStatus } from '../../../../../common/api/admin.js';
import type { AdminMail } from '../../../../../common/api/index.js';
import type { Tone } from '../../../../../common/vocabulary/index.js';
import { toast } from '../../../shared/toasts/index.js';
import { formatDateTime, humanize, StatusChip } from '../../../shared/ui/index.js';
import { explained } from '../../kit/Failure.js';
import { SearchListPage } from '../../kit/SearchListPage.js';
import type { ListKind } from '../../kit/useListQuestion.js';
import { useRefresh } from '../../data/useRefresh.js';
import { useStaff } from '../../data/useStaff.js';
import { Cell, Head, Row, WorkTable, type Sort } from '../../kit/Worklist.js';
import { MAILS_TEXT as words } from '../text/en.js';

const KIND: ListKind = {
  sortable: ['created_at', 'sent_at', 'status', 'to'],
  usual: { field: 'created_at', order: 'DESC' },
  filters: [
    {
      name: 'status',
      label: words.status,
      options: MAIL_STATUSES.map((status) => ({ value: status, label: humanize(status) })),
    },
  ],
};
const TONE: Record<MailStatus, Tone> = { queued: 'info', sent: 'success', failed: 'warning', dead: 'danger' };

/** /admin/mails: emails sent, and those that failed. */
export default function MailListPage() {
  return (
    <SearchListPage<AdminMail> resource="mails" id="mail" kind={KIND} words={words}>
      {(rows, by) => <MailTable rows={rows} {...by} />}
    </SearchListPage>
  );
}

interface MailTableProps {
  rows: AdminMail[];
  sort: Sort;
  onSort: (sort: Sort) => void;
}
function MailTable({ rows, sort, onSort }: MailTableProps) {
  const by = { sort, onSort };
  const { columns } = words;
  return (
    <WorkTable
      label={words.title}
      head={
        <>
          <Head field="to" {...by}>
            {columns.to}
          </Head>
          <Head>{columns.subject}</Head>
          <Head field="status" {...by}>
            {columns.status}
          </Head>
          <Head end>{columns.attempts}</Head>
          <Head field="created_at" {...by}>
            {columns.created}
          </Head>
          <Head field="sent_at" wideOnly {...by}>
            {columns.sent}
          </Head>
          <Head end>{columns.acts}</Head>
        </>
      }
    >
      {rows.map((mail) => (
        <Line key={mail.id} mail={mail} />
      ))}
    </WorkTable>
  );
}

function Line({ mail }: { mail: AdminMail }) {
  const staff = useStaff();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const { columns } = words;
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
    <Row>
      <Cell sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{mail.to}</Cell>
      <Cell name={columns.subject}>{mail.subject}</Cell>
      <Cell name={columns.status}>
        <StatusChip tone={TONE[mail.status]}>{mail.status}</StatusChip>
        {mail.last_error && ` ${mail.last_error}`}
      </Cell>
      <Cell name={columns.attempts} end>
        {mail.attempts}
      </Cell>
      <Cell name={columns.created} oneLine>
        {formatDateTime(mail.created_at)}
      </Cell>
      <Cell name={columns.sent} oneLine wideOnly>
        {formatDateTime(mail.sent_at, '')}
      </Cell>
      <Cell end blank={mail.status === 'sent' || mail.status === 'queued'}>
        {(mail.status === 'failed' || mail.status === 'dead') && (
          <Button
            size="small"
            loading={busy}
            onClick={() => void retry()}
            aria-label={`${words.retry}: ${mail.subject}, ${mail.to}`}
          >
            {words.retry}
          </Button>
        )}
      </Cell>
    </Row>
  );
}
