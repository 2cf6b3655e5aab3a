import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminUser } from '#common/api/index.js';
import { ROLE_LABEL, ROLES, type Role } from '#common/vocabulary/index.js';
import { useSession } from '#client/shared/session/index.js';
import { Notice } from '#client/shared/ui/index.js';
import { ActionDialog } from '../../forms/ActionDialog.js';
import { CheckField } from '../../forms/CheckField.js';
import { SmallField } from '../../forms/SmallField.js';
import { useSave } from '../../forms/useSave.js';
import { useStaff } from '../../data/useStaff.js';
import { USERS_TEXT as words } from '../text/en.js';

interface Form {
  email: string;
  displayName: string;
  roles: Role[];
  /** An organization's id, the whole system, or nothing chosen yet. */
  scope: string;
}

/** No organization has this id. */
const WHOLE_SYSTEM = 'system';
const orgIdOf = ({ scope }: Form): string | null => (scope === WHOLE_SYSTEM ? null : scope);

/** Everything that is missing, reported at once. */
function faultsOf(form: Form, confirmed: boolean): Record<string, string> {
  return {
    ...(!/^\S+@\S+$/.test(form.email.trim()) && { email: words.missingEmail }),
    ...(form.roles.length === 0 && { roles: words.missingRole }),
    ...(!form.scope && { org_id: words.missingScope }),
    ...(form.scope === WHOLE_SYSTEM && !confirmed && { confirmed: words.missingConfirmation }),
  };
}

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const staff = useStaff();
  const session = useSession();
  const [form, setForm] = useState<Form>({
    email: '',
    displayName: '',
    roles: [],
    scope: session?.orgId ?? '',
  });
  const [confirmed, setConfirmed] = useState(false);
  const [checked, setChecked] = useState(false);
  const { busy, fields, code, save, edited, problem } = useSave({
    send: (key) =>
      staff.inviteUser(
        {
          email: form.email.trim(),
          display_name: form.displayName.trim() || null,
          roles: form.roles,
          org_id: orgIdOf(form),
        },
        key,
      ),
    done: words.invited(form.email.trim()),
    onClose,
  });
  function edit(change: Partial<Form>) {
    edited();
    setForm({ ...form, ...change });
  }
  const missing = faultsOf(form, confirmed);
  const faults = { ...fields, ...(checked && missing) };
  function confirm() {
    setChecked(true);
    if (Object.keys(missing).length === 0) save();
  }
  return (
    <ActionDialog
      title={words.inviteTitle}
      onClose={onClose}
      confirm={{ label: words.send, onConfirm: confirm, busy }}
      error={problem(words.inviteFailed)}
    >
      <Stack spacing={2}>
        <Typography sx={{ color: 'text.secondary' }}>{words.inviteLead}</Typography>
        <SmallField
          id="invite-email"
          label={words.email}
          value={form.email}
          onChange={(email) => edit({ email })}
          error={code === 'email_in_use' ? words.emailInUse : faults['email']}
        />
        <PersonFields form={form} fields={faults} onChange={edit} />
        {form.scope === WHOLE_SYSTEM && (
          <Notice tone="warning">
            <CheckField label={words.confirmSystem} checked={confirmed} onChange={setConfirmed} />
            <FieldFault text={faults['confirmed']} />
          </Notice>
        )}
      </Stack>
    </ActionDialog>
  );
}

export function EditUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const staff = useStaff();
  const [version, setVersion] = useState(user.version);
  const [form, setForm] = useState<Form>(toForm(user));
  const [status, setStatus] = useState(user.status);
  const { busy, fields, save, problem } = useSave<AdminUser>({
    send: () =>
      staff.patchUser(user.id, {
        version,
        roles: form.roles,
        status,
        org_id: orgIdOf(form),
        display_name: form.displayName.trim() || null,
      }),
    done: words.saved(user.email),
    onClose,
    onConflict: (current) => {
      setVersion(current.version);
      setForm(toForm(current));
      setStatus(current.status);
    },
  });
  return (
    <ActionDialog
      title={words.editTitle(user.email)}
      onClose={onClose}
      confirm={{ label: words.save, onConfirm: save, busy }}
      error={problem(words.saveFailed, words.changed)}
    >
      <Stack spacing={2}>
        <PersonFields form={form} fields={fields} onChange={(change) => setForm({ ...form, ...change })} />
        <SmallField
          id="user-account-status"
          type="select"
          label={words.status}
          value={status}
          onChange={(value) => setStatus(value === 'disabled' ? 'disabled' : 'active')}
        >
          <option value="active">{words.active}</option>
          <option value="disabled">{words.disabled}</option>
        </SmallField>
        <Notice tone="info">
          {words.endsSessions}
          {user.roles.includes('system_admin') && ` ${words.endsKeys}`}
        </Notice>
      </Stack>
    </ActionDialog>
  );
}

const toForm = (user: AdminUser): Form => ({
  email: user.email,
  displayName: user.display_name ?? '',
  roles: user.roles,
  scope: user.org_id ?? WHOLE_SYSTEM,
});

interface PersonFieldsProps {
  form: Form;
  fields: Record<string, string>;
  onChange: (change: Partial<Form>) => void;
}
function PersonFields({ form, fields, onChange }: PersonFieldsProps) {
  const staff = useStaff();
  const session = useSession();
  const systemWide = session?.orgId === null;
  // Only administrators may belong to no organization.
  const onlyAdmin = form.roles.length > 0 && form.roles.every((role) => role === 'system_admin');
  const changeRoles = (roles: Role[]) => {
    const stays = form.scope !== WHOLE_SYSTEM || roles.every((role) => role === 'system_admin');
    onChange({ roles, ...(!stays && { scope: '' }) });
  };
  const { data } = useQuery({
    queryKey: ['admin-organisations'],
    queryFn: ({ signal }) => staff.getOrganisations(signal),
    enabled: systemWide,
  });
  return (
    <>
      <SmallField
        id="person-name"
        label={words.name}
        value={form.displayName}
        onChange={(displayName) => onChange({ displayName })}
        error={fields['display_name']}
      />
      <Box component="fieldset" sx={{ border: 0, padding: 0, margin: 0 }}>
        <Box component="legend" sx={{ fontSize: '0.875rem', fontWeight: 600, padding: 0 }}>
          {words.roles}
        </Box>
        {ROLES.map((role) => (
          <CheckField
            key={role}
            label={ROLE_LABEL[role]}
            checked={form.roles.includes(role)}
            onChange={(checked) =>
              changeRoles(checked ? [...form.roles, role] : form.roles.filter((r) => r !== role))
            }
          />
        ))}
        <FieldFault text={fields['roles']} />
      </Box>
      {systemWide && (
        <SmallField
          id="person-organisation"
          type="select"
          label={words.scope}
          value={form.scope}
          onChange={(scope) => onChange({ scope })}
          error={fields['org_id']}
        >
          <option value="">{words.choose}</option>
          {onlyAdmin && <option value={WHOLE_SYSTEM}>{words.wholeSystem}</option>}
          {data?.organisations.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SmallField>
      )}
    </>
  );
}

function FieldFault({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <Box role="alert" sx={{ color: 'error.main', fontSize: '0.8125rem' }}>
      {text}
    </Box>
  );
}
