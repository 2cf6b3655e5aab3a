import Typography from '@mui/material/Typography';
import type { Credential, CredentialKind, HolderId } from '../data/regulationActs.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { CREDENTIALS_TEXT as words } from './text/en.js';

interface CredentialActDialogProps {
  act: 'remove' | 'verify';
  one: Credential;
  holder: HolderId;
  kind: CredentialKind;
  onClose: () => void;
}

/** Asks before verifying or revoking a license. */
export function CredentialActDialog({ act, one, holder, kind, onClose }: CredentialActDialogProps) {
  const staff = useStaff();
  const removes = act === 'remove';
  const { busy, save, problem } = useSave({
    send: () =>
      removes || holder === null
        ? staff.removeCredential(holder, kind, one.id)
        : staff.verifyCredential(holder, kind, one.id),
    done: removes ? words.removed : words.verifyDone,
    onClose,
  });
  return (
    <ActionDialog
      title={(removes ? words.removeTitle : words.verifyTitle)(one.number)}
      onClose={onClose}
      confirm={{ label: removes ? words.remove : words.verify, onConfirm: save, busy, danger: removes }}
      error={problem(removes ? words.removeFailed : words.verifyFailed)}
    >
      <Typography>{removes ? words.removeLead : words.verifyLead}</Typography>
    </ActionDialog>
  );
}
