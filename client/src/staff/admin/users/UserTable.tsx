import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { AdminUser } from '../../../../../common/api/index.js';
import { ROLE_LABEL } from '../../../../../common/vocabulary/index.js';
import { formatDate, StatusChip } from '../../../shared/ui/index.js';
import { Cell, Head, Row, WorkTable, type Sort } from '../../kit/Worklist.js';
import { USERS_TEXT as words } from '../text/en.js';

export type UserAct = 'edit' | 'licenses' | 'invite-again' | 'reset-mfa' | 'end-sessions';

interface UserTableProps {
  rows: AdminUser[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  onAct: (act: UserAct, user: AdminUser) => void;
}

export function UserTable({ rows, sort, onSort, onAct }: UserTableProps) {
  const by = { sort, onSort };
  const { columns } = words;
  return (
    <WorkTable
      label={words.title}
      stackBelow="lg"
      head={
        <>
          <Head field="display_name" {...by}>
            {columns.person}
          </Head>
          <Head>{columns.roles}</Head>
          <Head>{columns.organisation}</Head>
          <Head>{columns.secondStep}</Head>
          <Head field="last_seen_at" {...by}>
            {columns.seen}
          </Head>
          <Head field="status" {...by}>
            {columns.status}
          </Head>
          <Head end>{columns.acts}</Head>
        </>
      }
    >
      {rows.map((user) => (
        <Line key={user.id} user={user} onAct={onAct} />
      ))}
    </WorkTable>
  );
}

function Line({ user, onAct }: { user: AdminUser; onAct: UserTableProps['onAct'] }) {
  const { columns } = words;
  return (
    <Row>
      <Cell>
        <Box sx={{ minWidth: 0, overflowWrap: { xs: 'anywhere', lg: 'normal' } }}>
          <Box sx={{ fontWeight: 600 }}>{user.display_name || user.email}</Box>
          {user.display_name && <Box sx={{ color: 'text.secondary' }}>{user.email}</Box>}
        </Box>
      </Cell>
      <Cell name={columns.roles}>{user.roles.map((role) => ROLE_LABEL[role] ?? role).join(', ')}</Cell>
      <Cell name={columns.organisation} oneLine>
        {user.org_name ?? words.wholeSystem}
      </Cell>
      <Cell name={columns.secondStep}>{user.mfa_enabled ? words.on : words.off}</Cell>
      <Cell name={columns.seen} oneLine>
        {formatDate(user.last_seen_at, words.never)}
      </Cell>
      <Cell name={columns.status}>
        <Standing user={user} />
      </Cell>
      <Cell end>
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
      </Cell>
    </Row>
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
