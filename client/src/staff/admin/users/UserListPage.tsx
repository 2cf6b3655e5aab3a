import Button from '@mui/material/Button';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import type { AdminUser } from '../../../../../common/api/index.js';
import { ROLE_LABEL, ROLES } from '../../../../../common/vocabulary/index.js';
import { Page, Panel } from '../../../shared/ui/index.js';
import { ListBody } from '../../kit/ListBody.js';
import { useDebounced } from '../../kit/useDebounced.js';
import { usePageParams } from '../../kit/usePageParams.js';
import { useRefresh } from '../../kit/useRefresh.js';
import { useStaff } from '../../kit/useStaff.js';
import { Pager } from '../../kit/Worklist.js';
import { ChoiceFilter, ConfirmDialog, Filters, SearchFilter } from '../kit.js';
import { USERS_TEXT as words } from '../text/en.js';
import { EditUserDialog, InviteDialog } from './UserDialogs.js';
import { UserTable, type UserAct } from './UserTable.js';

const PER_PAGE = 25;
const SORTABLE = ['email', 'display_name', 'status', 'last_seen_at', 'created_at'];
type Open = { act: UserAct; user: AdminUser } | { act: 'invite' } | null;

/** /admin/users: everybody with an account. */
export default function UserListPage() {
  const { params, page, sort, setPage, setSort, change } = usePageParams(SORTABLE, {
    field: 'email',
    order: 'ASC',
  });
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<Open>(null);
  const q = useDebounced(search.trim());
  const role = ROLES.find((known) => known === params.get('role')) ?? '';
  const status = ['active', 'disabled'].find((known) => known === params.get('status')) ?? '';
  const filter = { ...(q && { q }), ...(role && { role }), ...(status && { status }) };
  const list = useGetList<AdminUser>(
    'users',
    { pagination: { page, perPage: PER_PAGE }, sort, filter },
    { placeholderData: (before: unknown) => before as never },
  );
  const { data, total = 0 } = list;
  return (
    <Page
      title={words.title}
      width={1440}
      count={data ? total : undefined}
      actions={
        <Button variant="contained" onClick={() => setOpen({ act: 'invite' })}>
          {words.invite}
        </Button>
      }
    >
      <Filters>
        <SearchFilter
          id="user-search"
          label={words.search}
          value={search}
          onChange={(text) => {
            setSearch(text);
            if (page > 1) setPage(1);
          }}
        />
        <ChoiceFilter
          id="user-role"
          label={words.role}
          value={role}
          onChange={(value) => change({ role: value })}
          all={words.all}
          options={ROLES.map((known) => ({ value: known, label: ROLE_LABEL[known] }))}
        />
        <ChoiceFilter
          id="user-status"
          label={words.status}
          value={status}
          onChange={(value) => change({ status: value })}
          all={words.all}
          options={[
            { value: 'active', label: words.active },
            { value: 'disabled', label: words.disabled },
          ]}
        />
      </Filters>
      <Panel title={words.title} flush hideTitle>
        <ListBody
          list={list}
          failed={words.failed}
          loading={words.loading}
          empty={{ title: words.none, hint: words.noneHint }}
          noMatch={
            Object.keys(filter).length > 0
              ? {
                  title: words.noMatch,
                  hint: words.noMatchHint,
                  clear: words.clear,
                  onClear: () => {
                    setSearch('');
                    change({ role: null, status: null });
                  },
                }
              : undefined
          }
        >
          {(rows) => (
            <>
              <UserTable
                rows={rows}
                sort={sort}
                onSort={setSort}
                onAct={(act, user) => setOpen({ act, user })}
              />
              <Pager page={page} perPage={PER_PAGE} total={total} onPage={setPage} />
            </>
          )}
        </ListBody>
      </Panel>
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
