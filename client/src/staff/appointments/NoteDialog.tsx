import Stack from '@mui/material/Stack';
import { useState } from 'react';
import type { StaffAppointment } from '#common/api/index.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { Failure } from '../forms/Failure.js';
import { SmallField } from '../forms/SmallField.js';
import { APPOINTMENTS_TEXT, NOTE_TEXT as words } from './text/en.js';
import { useChange } from './useChange.js';

interface NoteDialogProps {
  appointment: StaffAppointment;
  /** Completes the visit as well; otherwise only writes its note. */
  ending: boolean;
  onClose: () => void;
}

export function NoteDialog({ appointment, ending, onClose }: NoteDialogProps) {
  const name = appointment.patient_name;
  const [note, setNote] = useState(appointment.note ?? '');
  const { change, busy, failure, problems, setProblems } = useChange(appointment, onClose);

  function confirm() {
    const typed = note.trim();
    if (!typed && !ending) {
      setProblems({ note: words.missing });
      return;
    }
    const body = { ...(typed && { note: typed }), ...(ending && { ended_at: new Date().toISOString() }) };
    void change(body, ending ? words.completed(name) : words.saved(name));
  }
  return (
    <ActionDialog
      title={ending ? words.completeTitle(name) : words.noteTitle(name)}
      onClose={onClose}
      confirm={{ label: ending ? words.complete : words.save, onConfirm: confirm, busy }}
      error={failure !== null && <Failure title={APPOINTMENTS_TEXT.actFailed} detail={failure} />}
    >
      <Stack spacing={2}>
        <SmallField
          id="visit-note"
          type="multiline"
          label={words.note}
          hint={ending ? words.later : undefined}
          value={note}
          onChange={setNote}
          error={problems['note']}
        />
      </Stack>
    </ActionDialog>
  );
}
