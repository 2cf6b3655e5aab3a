import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Lab } from '../../../../common/api/index.js';
import { formatDate } from '../../shared/ui/index.js';
import { ActionDialog } from '../kit/ActionDialog.js';
import { PersonFacts } from '../kit/PatientBanner.js';
import { SmallField } from '../kit/SmallField.js';
import { useSave } from '../kit/useSave.js';
import { useStaff } from '../kit/useStaff.js';
import { usePatient } from '../patients/usePatient.js';
import { LabValues } from './LabValues.js';
import { REVIEW_TEXT as words } from './text/en.js';

/** One panel, looked at: who did so and what he thought of it stays with it. */
export function ReviewLabDialog({ lab, onClose }: { lab: Lab; onClose: () => void }) {
  const staff = useStaff();
  const patient = usePatient(lab.patient_id);
  const [version, setVersion] = useState(lab.version);
  const [note, setNote] = useState('');
  const { busy, save, problem } = useSave<Lab>({
    send: () => staff.reviewLab(lab.lab_id, { version, ...(note.trim() && { note: note.trim() }) }),
    done: words.done,
    onClose,
    onConflict: (current) => setVersion(current.version),
  });
  return (
    <ActionDialog
      title={words.title(formatDate(lab.collected_at))}
      onClose={onClose}
      confirm={{ label: words.confirm, onConfirm: save, busy }}
      error={problem(words.failed, words.again, 'this panel')}
    >
      <Stack spacing={2}>
        {patient.data ? (
          <PersonFacts
            name={lab.patient_name}
            id={lab.patient_id}
            intake={patient.data.intake_summary && patient.data.summary}
          />
        ) : (
          <Typography sx={{ fontWeight: 650 }}>{lab.patient_name}</Typography>
        )}
        <LabValues results={lab.results} />
        <SmallField id="review-note" type="multiline" label={words.note} value={note} onChange={setNote} />
      </Stack>
    </ActionDialog>
  );
}
