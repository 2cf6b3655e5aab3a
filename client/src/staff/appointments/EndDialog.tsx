import Typography from '@mui/material/Typography';
import type { StaffAppointment } from '../../../../common/api/index.js';
import { ActionDialog } from '../kit/ActionDialog.js';
import { Failure } from '../kit/Failure.js';
import { APPOINTMENTS_TEXT, END_TEXT as words } from './text/en.js';
import { useChange } from './useChange.js';

interface EndDialogProps {
  appointment: StaffAppointment;
  how: 'cancel' | 'decline' | 'noShow';
  onClose: () => void;
}

/** An appointment that will not be held, or was not. */
export function EndDialog({ appointment, how, onClose }: EndDialogProps) {
  const name = appointment.patient_name;
  const { change, busy, failure } = useChange(appointment, onClose);
  const missed = how === 'noShow';
  const title = { cancel: words.cancelTitle, decline: words.declineTitle, noShow: words.noShowTitle }[how];
  return (
    <ActionDialog
      title={title(name)}
      onClose={onClose}
      cancelLabel={words.keep}
      confirm={{
        label: missed ? words.noShow : words.cancel,
        onConfirm: () => void change({ status: missed ? 'no_show' : 'cancelled' }, words.done(name)),
        busy,
        danger: true,
      }}
      error={failure !== null && <Failure title={APPOINTMENTS_TEXT.actFailed} detail={failure} />}
    >
      <Typography>{missed ? words.noShowLead : words.cancelLead}</Typography>
    </ActionDialog>
  );
}
