import Button from '@mui/material/Button';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { MAIL_STATUSES, type MailStatus } from '../../../../../common/api/admin.js';
import type { AdminMail } from '../../../../../common/api/index.js';
import type { Tone } from '../../../../../common/vocabulary/index.js';
import { toast } from '../../../shared/toasts/index.js';
import { formatDateTime, humanize, Page, Panel, StatusChip } from '../../../shared/ui/index.js';
import { explained } from '../../kit/Failure.js';
import { ListBody } from '../../kit/ListBody.js';
import { useDebounced } from '../../kit/useDebounced.js';
import { usePageParams } from '../../kit/usePageParams.js';
import { useRefresh } from '../../kit/useRefresh.js';
import { useStaff } from '../../kit/useStaff.js';
import { Cell, Head, Pager, Row, WorkTable, type Sort } from '../../kit/Worklist.js';
import { ChoiceFilter, Filters, SearchFilter } from '../kit.js';
import { MAILS_TEXT as words } from '../text/en.js';

const PER_PAGE = 25;
const SORTABLE = ['created_at', 'sent_at', 'status', 'to'];
const TONE: Record<MailStatus, Tone> = { queued: 'info', sent: 'success', failed: 'warning', dead: 'danger' };

/** /admin/mails: what was sent, and what could not be. */
export default function MailListPage() {
  const { params, page, sort, setPage, setSort, change } = usePageParams(SORTABLE, {
    field: 'created_at',
    order: 'DESC',
  });
  const [search, setSearch] = useState('');
  const q = useDebounced(search.trim());
  const status = MAIL_STATUSES.find((known) => known === params.get('status')) ?? '';
  const filter = { ...(q && { q }), ...(status && { status }) };
  const list = useGetList<AdminMail>(
    'mails',
    { pagination: { page, perPage: PER_PAGE }, sort, filter },
    { placeholderData: (before: unknown) => before as never },
  );
  const { data, total = 0 } = list;
  return (
    <Page title={words.title} width={1440} count={data ? total : undefined} lead={words.lead}>
      <Filters>
        <SearchFilter
          id="mail-search"
          label={words.search}
          value={search}
          onChange={(text) => {
            setSearch(text);
            if (page > 1) setPage(1);
          }}
        />
        <ChoiceFilter
          id="mail-status"
          label={words.status}
          value={status}
          onChange={(value) => change({ status: value })}
          all={words.all}
          options={MAIL_STATUSES.map((known) => ({ value: known, label: humanize(known) }))}
        />
      </Filters>
      <Panel title={words.title} flush hideTitle>
        <ListBody
          list={list}
          failed={words.failed}
          loading={words.loading}
          empty={{ title: words.none, hint: words.noneHint }}
          noMatch={
            Object.keys(filter).length > 0
              ? {
                  title: words.noMatch,
                  hint: words.noMatchHint,
                  clear: words.clear,
                  onClear: () => {
                    setSearch('');
                    change({ status: null });
                  },
                }
              : undefined
          }
        >
          {(rows) => (
            <>
              <MailTable rows={rows} sort={sort} onSort={setSort} />
              <Pager page={page} perPage={PER_PAGE} total={total} onPage={setPage} />
            </>
          )}
        </ListBody>
      </Panel>
    </Page>
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
