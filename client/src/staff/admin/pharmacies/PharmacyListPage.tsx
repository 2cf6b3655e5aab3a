import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { PHARMACY_STATUSES, type Pharmacy } from '#common/api/pharmacies.js';
import { CONNECTED_CHANNELS } from '#common/vocabulary/pharmacies.js';
import { toast } from '#client/shared/toasts/index.js';
import { StatusChip } from '#client/shared/ui/index.js';
import { explained } from '../../forms/Failure.js';
import type { CsvColumns } from '../../lists/listCsv.js';
import { SearchListPage } from '../../lists/SearchListPage.js';
import { ActsColumn, Column, StaffTable } from '../../lists/StaffTable.js';
import type { ListKind } from '../../lists/useListQuestion.js';
import { useRefresh } from '../../data/useRefresh.js';
import { useStaff } from '../../data/useStaff.js';
import { MadeBy } from '../kit/MadeBy.js';
import { SecretOnceDialog } from '../kit/SecretOnceDialog.js';
import { MADE_BY_TEXT } from '../text/made-by.js';
import { PharmacyDialog, RenewSecretDialog } from './PharmacyDialog.js';
import { channelText, PHARMACIES_TEXT as words, PHARMACY_STATUS_TEXT } from './text/en.js';

const KIND: ListKind = {
  sortable: ['name', 'created_at'],
  defaultSort: { field: 'name', order: 'ASC' },
  filters: [
    {
      name: 'status',
      label: words.status,
      options: PHARMACY_STATUSES.map((status) => ({ value: status, label: PHARMACY_STATUS_TEXT[status] })),
    },
    {
      name: 'channel',
      label: words.channel,
      options: CONNECTED_CHANNELS.map((channel) => ({ value: channel, label: channelText(channel) })),
    },
  ],
};

const { columns } = words;
const reachOf = ({ channel, fax, url }: Pharmacy): string => (channel === 'fax' ? fax : url);
const CSV: CsvColumns<Pharmacy> = {
  [columns.name]: (pharmacy) => pharmacy.name,
  [columns.organisation]: (pharmacy) => pharmacy.organisation,
  [columns.channel]: (pharmacy) => pharmacy.channel,
  [columns.reach]: reachOf,
  [columns.phone]: (pharmacy) => pharmacy.phone,
  [columns.status]: (pharmacy) => pharmacy.status,
  [MADE_BY_TEXT.column]: ({ created_by, maker_left }) =>
    maker_left ? `${created_by} (${MADE_BY_TEXT.left})` : created_by,
};

type Open =
  | { act: 'edit'; pharmacy: Pharmacy | null }
  | { act: 'renew'; pharmacy: Pharmacy }
  | { act: 'once'; secret: string };

/** /admin/pharmacies: where clinicians send prescriptions. */
export default function PharmacyListPage() {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const once = ({ secret }: { secret: string }) => setOpen({ act: 'once', secret });
  return (
    <>
      <SearchListPage<Pharmacy>
        resource="pharmacies"
        id="pharmacy"
        kind={KIND}
        words={words}
        csv={CSV}
        actions={
          <Button variant="contained" onClick={() => setOpen({ act: 'edit', pharmacy: null })}>
            {words.create}
          </Button>
        }
      >
        <PharmacyTable onOpen={setOpen} />
      </SearchListPage>
      {open?.act === 'edit' && <PharmacyDialog pharmacy={open.pharmacy} onClose={close} onMade={once} />}
      {open?.act === 'renew' && <RenewSecretDialog pharmacy={open.pharmacy} onClose={close} onMade={once} />}
      {open?.act === 'once' && <SecretOnceDialog words={words} secret={open.secret} onClose={close} />}
    </>
  );
}

function PharmacyTable({ onOpen }: { onOpen: (open: Open) => void }) {
  return (
    <StaffTable label={words.title} stackBelow="lg">
      <Column<Pharmacy>
        source="name"
        fixed
        label={columns.name}
        sortable
        unlabeled
        sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
        render={(pharmacy) => pharmacy.name}
      />
      <Column<Pharmacy>
        source="organisation"
        label={columns.organisation}
        wideOnly
        render={(pharmacy) => pharmacy.organisation}
      />
      <Column<Pharmacy>
        source="channel"
        label={columns.channel}
        render={({ channel }) => channelText(channel)}
      />
      <Column<Pharmacy>
        source="reach"
        label={columns.reach}
        sx={{ overflowWrap: 'anywhere' }}
        render={reachOf}
      />
      <Column<Pharmacy> source="phone" label={columns.phone} oneLine render={(pharmacy) => pharmacy.phone} />
      <Column<Pharmacy>
        source="status"
        label={columns.status}
        render={({ status, open }) => (
          <Stack spacing={0.5} sx={{ alignItems: 'flex-start' }}>
            <StatusChip tone={status === 'active' ? 'success' : 'warning'}>
              {PHARMACY_STATUS_TEXT[status]}
            </StatusChip>
            {open > 0 && <span>{words.open(open)}</span>}
          </Stack>
        )}
      />
      <Column<Pharmacy>
        source="created_by"
        label={MADE_BY_TEXT.column}
        sx={{ overflowWrap: 'anywhere' }}
        render={(one) => <MadeBy {...one} />}
      />
      <ActsColumn<Pharmacy>
        label={columns.acts}
        render={(pharmacy) => <Acts pharmacy={pharmacy} onOpen={onOpen} />}
      />
    </StaffTable>
  );
}

function Acts({ pharmacy, onOpen }: { pharmacy: Pharmacy; onOpen: (open: Open) => void }) {
  const staff = useStaff();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const active = pharmacy.status === 'active';
  async function turn() {
    setBusy(true);
    try {
      await staff.patchPharmacy(pharmacy.id, { active: !active, version: pharmacy.version });
      toast.success(active ? words.paused : words.resumed);
    } catch (error) {
      toast.error(explained(error), { title: words.changeFailed });
    }
    await refresh();
    setBusy(false);
  }
  const button = (label: string, onClick: () => void) => (
    <Button size="small" disabled={busy} onClick={onClick} aria-label={words.of(label, pharmacy.name)}>
      {label}
    </Button>
  );
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'flex-end' }}>
      {button(words.edit, () => onOpen({ act: 'edit', pharmacy }))}
      {button(active ? words.pause : words.resume, () => void turn())}
      {pharmacy.channel === 'https' && button(words.renew, () => onOpen({ act: 'renew', pharmacy }))}
    </Stack>
  );
}
