import Button from '@mui/material/Button';
import { useState } from 'react';
import type { AdminUser } from '#common/api/index.js';
import { ROLE_LABEL, ROLES } from '#common/vocabulary/index.js';
import type { StaffDataProvider } from '../../data/dataProvider.js';
import { SearchListPage } from '../../lists/SearchListPage.js';
import type { ListKind } from '../../lists/useListQuestion.js';
import { useRefresh } from '../../data/useRefresh.js';
import { useStaff } from '../../data/useStaff.js';
import { ConfirmDialog } from '../kit/ConfirmDialog.js';
import { USERS_TEXT as words } from '../text/en.js';
import { EditUserDialog, InviteDialog } from './UserDialogs.js';
import { UserCredentialsDialog } from '../../regulation/UserCredentialsDialog.js';
import { USER_CSV, UserTable, type UserAct } from './UserTable.js';

const STATUSES = ['active', 'disabled'] as const;
const KIND: ListKind = {
  sortable: ['display_name', 'status', 'last_seen_at', 'created_at'],
  defaultSort: { field: 'display_name', order: 'ASC' },
  filters: [
    {
      name: 'role',
      label: words.role,
      options: ROLES.map((role) => ({ value: role, label: ROLE_LABEL[role] })),
    },
    {
      name: 'status',
      label: words.status,
      options: STATUSES.map((status) => ({ value: status, label: words[status] })),
    },
  ],
};
type Open = { act: UserAct; user: AdminUser } | { act: 'invite' } | null;

/** /admin/users: everyone with an account. */
export default function UserListPage() {
  const [open, setOpen] = useState<Open>(null);
  return (
    <>
      <SearchListPage<AdminUser>
        resource="users"
        id="user"
        kind={KIND}
        words={words}
        csv={USER_CSV}
        actions={
          <Button variant="contained" onClick={() => setOpen({ act: 'invite' })}>
            {words.invite}
          </Button>
        }
      >
        <UserTable onAct={(act, user) => setOpen({ act, user })} />
      </SearchListPage>
      {open && <Dialogs open={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function Dialogs({ open, onClose }: { open: NonNullable<Open>; onClose: () => void }) {
  const staff = useStaff();
  const refresh = useRefresh();
  if (open.act === 'invite') return <InviteDialog onClose={onClose} />;
  const { act, user } = open;
  if (act === 'edit') return <EditUserDialog user={user} onClose={onClose} />;
  if (act === 'licenses') return <UserCredentialsDialog user={user} onClose={onClose} />;
  return (
    <ConfirmDialog
      {...confirming(staff, act, user)}
      failed={words.actFailed}
      onDone={refresh}
      onClose={onClose}
    />
  );
}

function confirming(
  staff: StaffDataProvider,
  act: Exclude<UserAct, 'edit' | 'licenses'>,
  { id, email }: AdminUser,
) {
  switch (act) {
    case 'invite-again':
      return {
        title: words.inviteAgainTitle(email),
        lead: words.inviteAgainLead,
        label: words.inviteAgain,
        done: words.inviteAgainDone(email),
        danger: false,
        act: () => staff.inviteAgain(id),
      };
    case 'reset-mfa':
      return {
        title: words.resetMfaTitle(email),
        lead: words.resetMfaLead,
        label: words.resetMfa,
        done: words.resetMfaDone(email),
        act: () => staff.resetMfa(id),
      };
    case 'end-sessions':
      return {
        title: words.endSessionsTitle(email),
        lead: words.endSessionsLead,
        label: words.endSessions,
        done: words.endSessionsDone(email),
        act: () => staff.endSessions(id),
      };
  }
}
