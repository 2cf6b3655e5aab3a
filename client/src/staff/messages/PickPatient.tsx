import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import type { PatientRow } from '#common/api/patient.js';
import { shortId } from '#common/vocabulary/index.js';
import { formatDate } from '../../shared/ui/index.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { Failure } from '../forms/Failure.js';
import { SearchField } from '../lists/SearchField.js';
import { NewMessageDialog } from './NewMessageButton.js';
import { PICK_PATIENT_TEXT as words } from './text/en.js';

const SHOWN = 8;
const nameOf = (row: PatientRow): string => row.name || shortId(row.patient_id);

/** A new message where no patient is on the screen yet: choose the patient first, then write. */
export function NewMessageToSomeone() {
  const [open, setOpen] = useState(false);
  const [patient, setPatient] = useState<PatientRow | null>(null);
  const close = () => {
    setOpen(false);
    setPatient(null);
  };
  return (
    <>
      <Button variant="contained" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      {open && !patient && <PickPatient onPick={setPatient} onClose={close} />}
      {open && patient && (
        <NewMessageDialog patientId={patient.patient_id} name={nameOf(patient)} onClose={close} />
      )}
    </>
  );
}

/** Two patients may share a name: each row also shows the date of birth and the short ID. */
function PickPatient({ onPick, onClose }: { onPick: (row: PatientRow) => void; onClose: () => void }) {
  const [q, setQ] = useState('');
  const { data, error } = useGetList<PatientRow & { id: string }>('patients', {
    pagination: { page: 1, perPage: SHOWN },
    sort: { field: 'last_name', order: 'ASC' },
    filter: q ? { q } : {},
  });
  return (
    <ActionDialog title={words.title} onClose={onClose}>
      <Stack spacing={2}>
        <Box>{words.lead}</Box>
        <SearchField id="message-patient" label={words.search} onSearch={setQ} />
        {error && <Failure title={words.failed} detail="" />}
        <Box role="status" sx={{ color: 'text.secondary' }}>
          {!data && !error && words.loading}
          {data?.length === 0 && words.none}
        </Box>
        <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {data?.map((row) => (
            <li key={row.patient_id}>
              <Button onClick={() => onPick(row)} sx={{ textAlign: 'left', minHeight: 44 }}>
                {words.row(nameOf(row), formatDate(row.dob), shortId(row.patient_id))}
              </Button>
            </li>
          ))}
        </Box>
      </Stack>
    </ActionDialog>
  );
}
