import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { AdminUser } from '#common/api/index.js';
import { ROLE_LABEL } from '#common/vocabulary/index.js';
import { formatDate, StatusChip } from '#client/shared/ui/index.js';
import type { CsvColumns } from '../../lists/listCsv.js';
import { ActsColumn, Column, StaffTable } from '../../lists/StaffTable.js';
import { USERS_TEXT as words } from '../text/en.js';

export type UserAct = 'edit' | 'licenses' | 'invite-again' | 'reset-mfa' | 'end-sessions';

const { columns } = words;

const rolesOf = ({ roles }: AdminUser): string => roles.map((role) => ROLE_LABEL[role] ?? role).join(', ');

export const USER_CSV: CsvColumns<AdminUser> = {
  [columns.person]: (user) => user.display_name,
  Email: (user) => user.email,
  [columns.roles]: rolesOf,
  [columns.organisation]: (user) => user.org_name ?? words.wholeSystem,
  [columns.secondStep]: (user) => (user.mfa_enabled ? words.on : words.off),
  [columns.seen]: (user) => user.last_seen_at,
  [columns.status]: (user) => user.status,
};

interface UserTableProps {
  onAct: (act: UserAct, user: AdminUser) => void;
}

export function UserTable({ onAct }: UserTableProps) {
  return (
    <StaffTable label={words.title} stackBelow="lg">
      <Column<AdminUser>
        source="display_name"
        fixed
        label={columns.person}
        sortable
        unlabeled
        render={(user) => (
          <Box sx={{ minWidth: 0, overflowWrap: { xs: 'anywhere', lg: 'normal' } }}>
            <Box sx={{ fontWeight: 600 }}>{user.display_name || user.email}</Box>
            {user.display_name && <Box sx={{ color: 'text.secondary' }}>{user.email}</Box>}
          </Box>
        )}
      />
      <Column<AdminUser> source="roles" label={columns.roles} render={rolesOf} />
      <Column<AdminUser>
        source="org_name"
        label={columns.organisation}
        oneLine
        render={(user) => user.org_name ?? words.wholeSystem}
      />
      <Column<AdminUser>
        source="mfa_enabled"
        label={columns.secondStep}
        render={(user) => (user.mfa_enabled ? words.on : words.off)}
      />
      <Column<AdminUser>
        source="last_seen_at"
        label={columns.seen}
        sortable
        oneLine
        render={(user) => formatDate(user.last_seen_at, words.never)}
      />
      <Column<AdminUser>
        source="status"
        label={columns.status}
        sortable
        render={(user) => <Standing user={user} />}
      />
      <ActsColumn<AdminUser> label={columns.acts} render={(user) => <Acts user={user} onAct={onAct} />} />
    </StaffTable>
  );
}

function Acts({ user, onAct }: UserTableProps & { user: AdminUser }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, justifyContent: { lg: 'flex-end' } }}>
      <Act label={words.edit} user={user} onClick={() => onAct('edit', user)} />
      {user.roles.includes('provider') && (
        <Act label={words.licenses} user={user} onClick={() => onAct('licenses', user)} />
      )}
      {isInvited(user) && (
        <Act label={words.inviteAgain} user={user} onClick={() => onAct('invite-again', user)} />
      )}
      {user.mfa_enabled && (
        <Act label={words.resetMfa} user={user} onClick={() => onAct('reset-mfa', user)} />
      )}
      <Act label={words.endSessions} user={user} onClick={() => onAct('end-sessions', user)} />
    </Box>
  );
}

/** A user who has not set a password yet. */
const isInvited = ({ invited, status }: AdminUser): boolean => invited && status === 'active';

function Standing({ user }: { user: AdminUser }) {
  if (isInvited(user)) return <StatusChip tone="info">{words.invitedChip}</StatusChip>;
  return <StatusChip tone={user.status === 'active' ? 'success' : 'neutral'}>{user.status}</StatusChip>;
}

function Act({ label, user, onClick }: { label: string; user: AdminUser; onClick: () => void }) {
  return (
    <Button size="small" onClick={onClick} aria-label={`${label} ${user.email}`}>
      {label}
    </Button>
  );
}
