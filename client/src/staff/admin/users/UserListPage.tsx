import Button from '@mui/material/Button';
import { useState } from 'react';
import type { AdminUser } from '../../../../../common/api/index.js';
import { ROLE_LABEL, ROLES } from '../../../../../common/vocabulary/index.js';
import { Page } from '../../../shared/ui/index.js';
import { SearchList } from '../../kit/SearchList.js';
import { useListQuestion } from '../../kit/useListQuestion.js';
import { useRefresh } from '../../kit/useRefresh.js';
import { useSearchedList } from '../../kit/useSearchedList.js';
import { useStaff } from '../../kit/useStaff.js';
import { ConfirmDialog } from '../kit.js';
import { USERS_TEXT as words } from '../text/en.js';
import { EditUserDialog, InviteDialog } from './UserDialogs.js';
import { UserTable, type UserAct } from './UserTable.js';

const STATUSES = ['active', 'disabled'] as const;
const SORTABLE = ['email', 'display_name', 'status', 'last_seen_at', 'created_at'];
type Open = { act: UserAct; user: AdminUser } | { act: 'invite' } | null;

/** /admin/users: everybody with an account. */
export default function UserListPage() {
  const question = useListQuestion({
    sortable: SORTABLE,
    usual: { field: 'email', order: 'ASC' },
    choices: { role: ROLES, status: STATUSES },
  });
  const [open, setOpen] = useState<Open>(null);
  const list = useSearchedList<AdminUser>('users', question);
  return (
    <Page
      title={words.title}
      width={1440}
      count={list.data ? list.total : undefined}
      actions={
        <Button variant="contained" onClick={() => setOpen({ act: 'invite' })}>
          {words.invite}
        </Button>
      }
    >
      <SearchList
        title={words.title}
        id="user"
        words={words}
        question={question}
        list={list}
        choices={[
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
        ]}
      >
        {(rows) => (
          <UserTable
            rows={rows}
            sort={question.sort}
            onSort={question.setSort}
            onAct={(act, user) => setOpen({ act, user })}
          />
        )}
      </SearchList>
      {open && <Dialogs open={open} onClose={() => setOpen(null)} />}
    </Page>
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
