import Button from '@mui/material/Button';
import { useState } from 'react';
import {
  API_KEY_STATUSES,
  type ApiKey,
  type ApiKeyCreated,
  type ApiKeyStatus,
} from '../../../../../common/api/api-keys.js';
import type { Tone } from '../../../../../common/vocabulary/index.js';
import { formatDateTime, StatusChip } from '../../../shared/ui/index.js';
import { SearchListPage } from '../../kit/SearchListPage.js';
import type { ListKind } from '../../kit/useListQuestion.js';
import { useRefresh } from '../../data/useRefresh.js';
import { useStaff } from '../../data/useStaff.js';
import { Cell, Head, Row, WorkTable, type Sort } from '../../kit/Worklist.js';
import { ConfirmDialog } from '../kit/ConfirmDialog.js';
import { CreateKeyDialog, KeyOnceDialog } from './KeyDialogs.js';
import { API_KEYS_TEXT as words, KEY_STATUS_TEXT } from './text/en.js';

const KIND: ListKind = {
  sortable: ['name', 'created_at', 'expires_at', 'last_used_at'],
  usual: { field: 'created_at', order: 'DESC' },
  filters: [
    {
      name: 'status',
      label: words.status,
      options: API_KEY_STATUSES.map((status) => ({ value: status, label: KEY_STATUS_TEXT[status] })),
    },
  ],
};
const TONE: Record<ApiKeyStatus, Tone> = { active: 'success', expired: 'warning', revoked: 'neutral' };

type Open = { act: 'create' } | { act: 'once'; made: ApiKeyCreated } | { act: 'revoke'; key: ApiKey } | null;

/** /admin/api-keys: the programs that read records, and what each may read. */
export default function ApiKeyListPage() {
  const [open, setOpen] = useState<Open>(null);
  return (
    <>
      <SearchListPage<ApiKey>
        resource="api-keys"
        id="api-key"
        kind={KIND}
        words={words}
        actions={
          <Button variant="contained" onClick={() => setOpen({ act: 'create' })}>
            {words.create}
          </Button>
        }
      >
        {(rows, by) => <KeyTable rows={rows} {...by} onRevoke={(key) => setOpen({ act: 'revoke', key })} />}
      </SearchListPage>
      {open && <Dialogs open={open} onOpen={setOpen} />}
    </>
  );
}

function Dialogs({ open, onOpen }: { open: NonNullable<Open>; onOpen: (open: Open) => void }) {
  const staff = useStaff();
  const refresh = useRefresh();
  const close = () => onOpen(null);
  if (open.act === 'create')
    return <CreateKeyDialog onClose={close} onMade={(made) => onOpen({ act: 'once', made })} />;
  if (open.act === 'once') return <KeyOnceDialog made={open.made} onClose={close} />;
  const { key } = open;
  return (
    <ConfirmDialog
      title={words.revokeTitle(key.name)}
      lead={words.revokeLead}
      label={words.revokeLabel}
      failed={words.revokeFailed}
      done={words.revoked(key.name)}
      act={() => staff.revokeApiKey(key.id)}
      onDone={refresh}
      onClose={close}
    />
  );
}

interface KeyTableProps {
  rows: ApiKey[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  onRevoke: (key: ApiKey) => void;
}
function KeyTable({ rows, sort, onSort, onRevoke }: KeyTableProps) {
  const by = { sort, onSort };
  const { columns } = words;
  return (
    <WorkTable
      label={words.title}
      stackBelow="lg"
      head={
        <>
          <Head field="name" {...by}>
            {columns.name}
          </Head>
          <Head>{columns.key}</Head>
          <Head wideOnly>{columns.organisation}</Head>
          <Head>{columns.scopes}</Head>
          <Head>{columns.status}</Head>
          <Head field="expires_at" {...by}>
            {columns.expires}
          </Head>
          <Head field="last_used_at" {...by}>
            {columns.used}
          </Head>
          <Head end>{columns.acts}</Head>
        </>
      }
    >
      {rows.map((row) => (
        <Row key={row.id}>
          <Cell sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{row.name}</Cell>
          <Cell name={columns.key} sx={{ overflowWrap: 'anywhere' }}>
            {row.prefix}
          </Cell>
          <Cell name={columns.organisation} wideOnly>
            {row.organisation}
          </Cell>
          <Cell name={columns.scopes}>{row.scopes.join(', ')}</Cell>
          <Cell name={columns.status}>
            <StatusChip tone={TONE[row.status]}>{KEY_STATUS_TEXT[row.status]}</StatusChip>
          </Cell>
          <Cell name={columns.expires} oneLine>
            {formatDateTime(row.expires_at)}
          </Cell>
          <Cell name={columns.used} oneLine>
            {formatDateTime(row.last_used_at, words.never)}
          </Cell>
          <Cell end blank={row.status === 'revoked'}>
            {row.status !== 'revoked' && (
              <Button size="small" onClick={() => onRevoke(row)} aria-label={`${words.revoke} ${row.name}`}>
                {words.revoke}
              </Button>
            )}
          </Cell>
        </Row>
      ))}
    </WorkTable>
  );
}
