import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { StaffAppointment } from '#common/api/index.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { Failure } from '../forms/Failure.js';
import { SmallField } from '../forms/SmallField.js';
import { APPOINTMENTS_TEXT, END_TEXT as words } from './text/en.js';
import { useChange } from './useChange.js';

interface EndDialogProps {
  appointment: StaffAppointment;
  how: 'cancel' | 'decline' | 'noShow';
  onClose: () => void;
}

/** Ends an appointment that will not take place, or did not. */
export function EndDialog({ appointment, how, onClose }: EndDialogProps) {
  const name = appointment.patient_name;
  const [reason, setReason] = useState('');
  const { change, busy, failure, problems } = useChange(appointment, onClose);
  const missed = how === 'noShow';
  const title = { cancel: words.cancelTitle, decline: words.declineTitle, noShow: words.noShowTitle }[how];
  function confirm() {
    const note = !missed && reason.trim();
    void change({ status: missed ? 'no_show' : 'cancelled', ...(note && { note }) }, words.done(name));
  }
  return (
    <ActionDialog
      title={title(name)}
      onClose={onClose}
      cancelLabel={words.keep}
      confirm={{
        label: { cancel: words.cancel, decline: words.decline, noShow: words.noShow }[how],
        onConfirm: confirm,
        busy,
        danger: true,
      }}
      error={failure !== null && <Failure title={APPOINTMENTS_TEXT.actFailed} detail={failure} />}
    >
      <Stack spacing={2}>
        <Typography>{missed ? words.noShowLead : words.cancelLead}</Typography>
        {!missed && (
          <SmallField
            id="cancel-reason"
            type="multiline"
            label={words.reason}
            hint={words.reasonHint}
            value={reason}
            onChange={setReason}
            error={problems['note']}
          />
        )}
      </Stack>
    </ActionDialog>
  );
}
