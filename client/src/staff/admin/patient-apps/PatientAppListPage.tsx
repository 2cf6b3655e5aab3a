import Button from '@mui/material/Button';
import { useState } from 'react';
import {
  APP_STATUSES,
  type AppStatus,
  type PatientApp,
  type PatientAppCreated,
} from '#common/api/patient-apps.js';
import type { Tone } from '#common/vocabulary/index.js';
import { formatDateTime, StatusChip } from '#client/shared/ui/index.js';
import { useRefresh } from '../../data/useRefresh.js';
import { useStaff } from '../../data/useStaff.js';
import type { CsvColumns } from '../../lists/listCsv.js';
import { SearchListPage } from '../../lists/SearchListPage.js';
import { ActsColumn, Column, StaffTable } from '../../lists/StaffTable.js';
import type { ListKind } from '../../lists/useListQuestion.js';
import { ConfirmDialog } from '../kit/ConfirmDialog.js';
import { SecretOnceDialog } from '../kit/SecretOnceDialog.js';
import { CreateAppDialog } from './AppDialogs.js';
import { MadeBy } from '../kit/MadeBy.js';
import { MADE_BY_TEXT } from '../text/made-by.js';
import { APP_STATUS_TEXT, PATIENT_APPS_TEXT as words, SECRET_TEXT } from './text/en.js';

const KIND: ListKind = {
  sortable: ['name', 'created_at'],
  defaultSort: { field: 'created_at', order: 'DESC' },
  filters: [
    {
      name: 'status',
      label: words.status,
      options: APP_STATUSES.map((status) => ({ value: status, label: APP_STATUS_TEXT[status] })),
    },
  ],
};
const TONE: Record<AppStatus, Tone> = { active: 'success', removed: 'neutral' };

const { columns } = words;
const CSV: CsvColumns<PatientApp> = {
  [columns.name]: (app) => app.name,
  [columns.clientId]: (app) => app.client_id,
  [columns.organisation]: (app) => app.organisation,
  [columns.redirectUris]: (app) => app.redirect_uris.join(' '),
  [columns.confidential]: (app) => (app.confidential ? words.yes : words.no),
  [columns.connections]: (app) => app.connections,
  [columns.status]: (app) => app.status,
  [columns.created]: (app) => app.created_at,
  [MADE_BY_TEXT.column]: ({ created_by, maker_left }) =>
    maker_left ? `${created_by} (${MADE_BY_TEXT.left})` : created_by,
};

type Open =
  | { act: 'create' }
  | { act: 'once'; made: PatientAppCreated }
  | { act: 'remove'; app: PatientApp }
  | null;

/** /admin/patient-apps: the apps that patients may connect to their record. */
export default function PatientAppListPage() {
  const [open, setOpen] = useState<Open>(null);
  return (
    <>
      <SearchListPage<PatientApp>
        resource="patient-apps"
        id="patient-app"
        kind={KIND}
        words={words}
        csv={CSV}
        actions={
          <Button variant="contained" onClick={() => setOpen({ act: 'create' })}>
            {words.create}
          </Button>
        }
      >
        <AppTable onRemove={(app) => setOpen({ act: 'remove', app })} />
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
    return <CreateAppDialog onClose={close} onMade={(made) => onOpen({ act: 'once', made })} />;
  if (open.act === 'once')
    return <SecretOnceDialog words={SECRET_TEXT} secret={open.made.client_secret ?? ''} onClose={close} />;
  const { app } = open;
  return (
    <ConfirmDialog
      title={words.removeTitle(app.name)}
      lead={words.removeLead}
      label={words.removeLabel}
      failed={words.removeFailed}
      done={words.removed(app.name)}
      act={() => staff.removePatientApp(app.id)}
      onDone={refresh}
      onClose={close}
    />
  );
}

function AppTable({ onRemove }: { onRemove: (app: PatientApp) => void }) {
  return (
    <StaffTable label={words.title} stackBelow="lg">
      <Column<PatientApp>
        source="name"
        fixed
        label={columns.name}
        sortable
        unlabeled
        sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
        render={(app) => app.name}
      />
      <Column<PatientApp>
        source="client_id"
        label={columns.clientId}
        sx={{ overflowWrap: 'anywhere' }}
        render={(app) => app.client_id}
      />
      <Column<PatientApp>
        source="organisation"
        label={columns.organisation}
        wideOnly
        render={(app) => app.organisation}
      />
      <Column<PatientApp>
        source="redirect_uris"
        label={columns.redirectUris}
        sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
        render={(app) => app.redirect_uris.join('\n')}
      />
      <Column<PatientApp>
        source="connections"
        label={columns.connections}
        render={(app) => app.connections}
      />
      <Column<PatientApp>
        source="status"
        label={columns.status}
        render={(app) => <StatusChip tone={TONE[app.status]}>{APP_STATUS_TEXT[app.status]}</StatusChip>}
      />
      <Column<PatientApp>
        source="created_at"
        label={columns.created}
        sortable
        render={(app) => formatDateTime(app.created_at)}
      />
      <Column<PatientApp>
        source="created_by"
        label={MADE_BY_TEXT.column}
        sx={{ overflowWrap: 'anywhere' }}
        render={(one) => <MadeBy {...one} />}
      />
      <ActsColumn<PatientApp>
        label={columns.acts}
        render={(app) =>
          app.status === 'active' && (
            <Button size="small" onClick={() => onRemove(app)} aria-label={`${words.remove} ${app.name}`}>
              {words.remove}
            </Button>
          )
        }
      />
    </StaffTable>
  );
}
