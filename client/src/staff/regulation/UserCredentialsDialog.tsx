import Stack from '@mui/material/Stack';
import type { AdminUser } from '#common/api/index.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { CredentialsPanel } from './CredentialsPanel.js';
import { CREDENTIALS_TEXT as words } from './text/en.js';

/** The licenses of a user this administrator manages. */
export function UserCredentialsDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  return (
    <ActionDialog
      title={words.of(user.display_name ?? user.email)}
      onClose={onClose}
      cancelLabel={words.close}
      wide
    >
      <Stack spacing={3}>
        <CredentialsPanel holder={user.id} kind="licenses" />
        <CredentialsPanel holder={user.id} kind="dea-registrations" />
      </Stack>
    </ActionDialog>
  );
}
