import Button from '@mui/material/Button';
import { useState } from 'react';
import type { AdminUser } from '../../../../../common/api/index.js';
import { ROLE_LABEL, ROLES } from '../../../../../common/vocabulary/index.js';
import { SearchListPage } from '../../kit/SearchListPage.js';
import type { ListKind } from '../../kit/useListQuestion.js';
import { useRefresh } from '../../kit/useRefresh.js';
import { useStaff } from '../../kit/useStaff.js';
import { ConfirmDialog } from '../kit.js';
import { USERS_TEXT as words } from '../text/en.js';
import { EditUserDialog, InviteDialog } from './UserDialogs.js';
import { UserTable, type UserAct } from './UserTable.js';

const STATUSES = ['active', 'disabled'] as const;
const KIND: ListKind = {
  sortable: ['email', 'display_name', 'status', 'last_seen_at', 'created_at'],
  usual: { field: 'email', order: 'ASC' },
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

/** /admin/users: everybody with an account. */
export default function UserListPage() {
  const [open, setOpen] = useState<Open>(null);
  return (
    <>
      <SearchListPage<AdminUser>
        resource="users"
        id="user"
        kind={KIND}
        words={words}
        actions={
          <Button variant="contained" onClick={() => setOpen({ act: 'invite' })}>
            {words.invite}
          </Button>
        }
      >
        {(rows, by) => <UserTable rows={rows} {...by} onAct={(act, user) => setOpen({ act, user })} />}
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
  const reset = act === 'reset-mfa';
  return (
    <ConfirmDialog
      title={reset ? words.resetMfaTitle(user.email) : words.endSessionsTitle(user.email)}
      lead={reset ? words.resetMfaLead : words.endSessionsLead}
      label={reset ? words.resetMfa : words.endSessions}
      failed={words.actFailed}
      done={reset ? words.resetMfaDone(user.email) : words.endSessionsDone(user.email)}
      act={() => (reset ? staff.resetMfa(user.id) : staff.endSessions(user.id))}
      onDone={refresh}
      onClose={onClose}
    />
  );
}
