import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  LAB_CONNECTION_STATUSES,
  type LabConnection,
  type UnknownLaboratory,
} from '#common/api/lab-messages.js';
import { toast } from '#client/shared/toasts/index.js';
import { formatDateTime, Notice, StatusChip } from '#client/shared/ui/index.js';
import { useRefresh } from '../../data/useRefresh.js';
import { useStaff } from '../../data/useStaff.js';
import { explained } from '../../forms/Failure.js';
import type { CsvColumns } from '../../lists/listCsv.js';
import { SearchListPage } from '../../lists/SearchListPage.js';
import { ActsColumn, Column, StaffTable } from '../../lists/StaffTable.js';
import type { ListKind } from '../../lists/useListQuestion.js';
import { LabConnectionDialog } from './LabConnectionDialog.js';
import { MadeBy } from '../kit/MadeBy.js';
import { MADE_BY_TEXT } from '../text/made-by.js';
import { LAB_CONNECTION_STATUS_TEXT, LAB_CONNECTIONS_TEXT as words } from './text/en.js';

const KIND: ListKind = {
  sortable: ['name', 'created_at', 'last_message_at'],
  defaultSort: { field: 'created_at', order: 'DESC' },
  filters: [
    {
      name: 'status',
      label: words.status,
      options: LAB_CONNECTION_STATUSES.map((status) => ({
        value: status,
        label: LAB_CONNECTION_STATUS_TEXT[status],
      })),
    },
  ],
};

const { columns } = words;
const sendsAs = (one: LabConnection): string =>
  words.sendsAs(
    [one.sending_application, one.sending_facility].filter(Boolean).join(', '),
    one.receiving_facility,
  );
const CSV: CsvColumns<LabConnection> = {
  [columns.name]: (one) => one.name,
  [columns.organisation]: (one) => one.organisation,
  [columns.sends]: sendsAs,
  [columns.status]: (one) => one.status,
  [columns.last]: (one) => one.last_message_at,
  [MADE_BY_TEXT.column]: ({ created_by, maker_left }) =>
    maker_left ? `${created_by} (${MADE_BY_TEXT.left})` : created_by,
};

/** /admin/lab-connections: the laboratories that send results. */
export default function LabConnectionListPage() {
  const [open, setOpen] = useState<{ connection: LabConnection | null; unknown?: UnknownLaboratory } | null>(
    null,
  );
  return (
    <>
      <UnknownLaboratories onConnect={(unknown) => setOpen({ connection: null, unknown })} />
      <SearchListPage<LabConnection>
        resource="lab-connections"
        id="lab-connection"
        kind={KIND}
        words={words}
        csv={CSV}
        actions={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
            <Button component={Link} to="/trt/provider/lab-messages" variant="outlined">
              {words.messages}
            </Button>
            <Button variant="contained" onClick={() => setOpen({ connection: null })}>
              {words.create}
            </Button>
          </Box>
        }
      >
        <ConnectionTable onEdit={(connection) => setOpen({ connection })} />
      </SearchListPage>
      {open && <LabConnectionDialog {...open} onClose={() => setOpen(null)} />}
    </>
  );
}

/** Results wait for an administrator who says whose laboratory this is. */
function UnknownLaboratories({ onConnect }: { onConnect: (unknown: UnknownLaboratory) => void }) {
  const staff = useStaff();
  const { data } = useQuery({
    queryKey: ['lab-connections', 'unknown'],
    queryFn: ({ signal }) => staff.getLabConnections(signal),
  });
  const unknown = data?.unknown_laboratories ?? [];
  if (!unknown.length) return null;
  return (
    <Box sx={{ maxWidth: 1440, marginInline: 'auto', marginBottom: 2.5 }}>
      <Notice tone="warning" title={words.unknown}>
        {words.unknownLead}
        <Box component="ul" sx={{ margin: 0, paddingLeft: 2.5 }}>
          {unknown.map((one) => {
            const sender = words.sender(
              one.sending_application,
              one.sending_facility,
              one.receiving_facility,
            );
            return (
              <li key={sender}>
                {sender}: {words.count(one.messages)}, {formatDateTime(one.last_at)}{' '}
                <Button size="small" onClick={() => onConnect(one)} aria-label={words.of(words.make, sender)}>
                  {words.make}
                </Button>
              </li>
            );
          })}
        </Box>
      </Notice>
    </Box>
  );
}

function ConnectionTable({ onEdit }: { onEdit: (connection: LabConnection) => void }) {
  return (
    <StaffTable label={words.title} stackBelow="lg">
      <Column<LabConnection>
        source="name"
        fixed
        label={columns.name}
        sortable
        unlabeled
        sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
        render={(one) => one.name}
      />
      <Column<LabConnection>
        source="organisation"
        label={columns.organisation}
        wideOnly
        render={(one) => one.organisation}
      />
      <Column<LabConnection>
        source="sends"
        label={columns.sends}
        sx={{ overflowWrap: 'anywhere' }}
        render={sendsAs}
      />
      <Column<LabConnection>
        source="status"
        label={columns.status}
        render={(one) => <Status connection={one} />}
      />
      <Column<LabConnection>
        source="last_message_at"
        label={columns.last}
        sortable
        oneLine
        render={(one) => formatDateTime(one.last_message_at, words.never)}
      />
      <Column<LabConnection>
        source="created_by"
        label={MADE_BY_TEXT.column}
        sx={{ overflowWrap: 'anywhere' }}
        render={(one) => <MadeBy {...one} />}
      />
      <ActsColumn<LabConnection>
        label={columns.acts}
        render={(one) => <Acts connection={one} onEdit={onEdit} />}
      />
    </StaffTable>
  );
}

function Status({ connection: { status, waiting } }: { connection: LabConnection }) {
  return (
    <Stack spacing={0.5} sx={{ alignItems: 'flex-start' }}>
      <StatusChip tone={status === 'active' ? 'success' : 'warning'}>
        {LAB_CONNECTION_STATUS_TEXT[status]}
      </StatusChip>
      {waiting > 0 && <Link to="/trt/provider/lab-messages">{words.waits(waiting)}</Link>}
    </Stack>
  );
}

function Acts({
  connection,
  onEdit,
}: {
  connection: LabConnection;
  onEdit: (connection: LabConnection) => void;
}) {
  const staff = useStaff();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const { id, name, version } = connection;
  const active = connection.status === 'active';
  async function toggle() {
    setBusy(true);
    try {
      await staff.patchLabConnection(id, { active: !active, version });
      toast.success(active ? words.paused : words.resumed);
    } catch (error) {
      toast.error(explained(error), { title: words.changeFailed });
    }
    await refresh();
    setBusy(false);
  }
  const toggleLabel = active ? words.pause : words.resume;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
      <Button size="small" onClick={() => onEdit(connection)} aria-label={words.of(words.edit, name)}>
        {words.edit}
      </Button>
      <Button
        size="small"
        disabled={busy}
        onClick={() => void toggle()}
        aria-label={words.of(toggleLabel, name)}
      >
        {toggleLabel}
      </Button>
    </Box>
  );
}
