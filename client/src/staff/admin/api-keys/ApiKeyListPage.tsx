import Button from '@mui/material/Button';
import { useState } from 'react';
import {
  API_KEY_STATUSES,
  type ApiKey,
  type ApiKeyCreated,
  type ApiKeyStatus,
} from '#common/api/api-keys.js';
import type { Tone } from '#common/vocabulary/index.js';
import { formatDateTime, StatusChip } from '#client/shared/ui/index.js';
import { SearchListPage } from '../../lists/SearchListPage.js';
import type { ListKind } from '../../lists/useListQuestion.js';
import { useRefresh } from '../../data/useRefresh.js';
import { useStaff } from '../../data/useStaff.js';
import type { CsvColumns } from '../../lists/listCsv.js';
import { ActsColumn, Column, StaffTable } from '../../lists/StaffTable.js';
import { ConfirmDialog } from '../kit/ConfirmDialog.js';
import { CreateKeyDialog, KeyOnceDialog } from './KeyDialogs.js';
import { MadeBy } from '../kit/MadeBy.js';
import { MADE_BY_TEXT } from '../text/made-by.js';
import { API_KEYS_TEXT as words, KEY_STATUS_TEXT } from './text/en.js';

const KIND: ListKind = {
  sortable: ['name', 'created_at', 'expires_at', 'last_used_at'],
  defaultSort: { field: 'created_at', order: 'DESC' },
  filters: [
    {
      name: 'status',
      label: words.status,
      options: API_KEY_STATUSES.map((status) => ({ value: status, label: KEY_STATUS_TEXT[status] })),
    },
  ],
};
const TONE: Record<ApiKeyStatus, Tone> = { active: 'success', expired: 'warning', revoked: 'neutral' };

const { columns } = words;
const CSV: CsvColumns<ApiKey> = {
  [columns.name]: (key) => key.name,
  [columns.key]: (key) => key.prefix,
  [columns.organisation]: (key) => key.organisation,
  [columns.scopes]: (key) => key.scopes.join(' '),
  [columns.status]: (key) => key.status,
  [columns.expires]: (key) => key.expires_at,
  [columns.used]: (key) => key.last_used_at,
  [MADE_BY_TEXT.column]: ({ created_by, maker_left }) =>
    maker_left ? `${created_by} (${MADE_BY_TEXT.left})` : created_by,
};

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
        csv={CSV}
        actions={
          <Button variant="contained" onClick={() => setOpen({ act: 'create' })}>
            {words.create}
          </Button>
        }
      >
        <KeyTable onRevoke={(key) => setOpen({ act: 'revoke', key })} />
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

function KeyTable({ onRevoke }: { onRevoke: (key: ApiKey) => void }) {
  return (
    <StaffTable label={words.title} stackBelow="lg">
      <Column<ApiKey>
        source="name"
        fixed
        label={columns.name}
        sortable
        unlabeled
        sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
        render={(key) => key.name}
      />
      <Column<ApiKey>
        source="prefix"
        label={columns.key}
        sx={{ overflowWrap: 'anywhere' }}
        render={(key) => key.prefix}
      />
      <Column<ApiKey>
        source="organisation"
        label={columns.organisation}
        wideOnly
        render={(key) => key.organisation}
      />
      <Column<ApiKey> source="scopes" label={columns.scopes} render={(key) => key.scopes.join(', ')} />
      <Column<ApiKey>
        source="status"
        label={columns.status}
        render={(key) => <StatusChip tone={TONE[key.status]}>{KEY_STATUS_TEXT[key.status]}</StatusChip>}
      />
      <Column<ApiKey>
        source="expires_at"
        label={columns.expires}
        sortable
        oneLine
        render={(key) => formatDateTime(key.expires_at)}
      />
      <Column<ApiKey>
        source="last_used_at"
        label={columns.used}
        sortable
        oneLine
        render={(key) => formatDateTime(key.last_used_at, words.never)}
      />
      <Column<ApiKey>
        source="created_by"
        label={MADE_BY_TEXT.column}
        sx={{ overflowWrap: 'anywhere' }}
        render={(one) => <MadeBy {...one} />}
      />
      <ActsColumn<ApiKey>
        label={columns.acts}
        render={(key) =>
          key.status !== 'revoked' && (
            <Button size="small" onClick={() => onRevoke(key)} aria-label={`${words.revoke} ${key.name}`}>
              {words.revoke}
            </Button>
          )
        }
      />
    </StaffTable>
  );
}
