import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { actionErrorMessage, api, isApiError } from '../shared/api/index.js';
import { useZone, type Session } from '../shared/session/index.js';
import { toast } from '../shared/toasts/index.js';
import { Field, Notice, Panel, StatusChip } from '../shared/ui/index.js';
import { momentIn } from '../shared/ui/zones.js';
import { ActForm } from './kit/ActForm.js';
import { OwnPassword } from './kit/ProofFields.js';
import { missing, useAct } from '../shared/forms/useAct.js';
import { EMAIL_CHANGE_KEY, emailChangeQuery } from './queries.js';
import { email as words, page } from './text/en.js';

export function EmailPanel({ session }: { session: Session }) {
  const [open, setOpen] = useState(false);
  return (
    <Panel title={words.title}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', marginBottom: 2 }}>
        <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
          {session.email}
        </Box>
        <StatusChip tone={session.emailVerified ? 'success' : 'warning'}>
          {session.emailVerified ? words.verified : words.unverified}
        </StatusChip>
      </Box>
      {open ? (
        <EmailForm onClose={() => setOpen(false)} />
      ) : (
        <>
          <PendingChange />
          {session.emailVerified ? (
            <Button variant="outlined" onClick={() => setOpen(true)}>
              {words.open}
            </Button>
          ) : (
            page.verifyFirst
          )}
        </>
      )}
    </Panel>
  );
}

/** The new address waiting to be confirmed, and a way to cancel the change. */
function PendingChange() {
  const { data: pending } = useQuery(emailChangeQuery);
  const client = useQueryClient();
  const zone = useZone();
  const callOff = useMutation({
    mutationFn: () => api.delete('/auth/change-email'),
    onSuccess: () => toast.success(words.calledOff),
    onError: (error) => toast.error(actionErrorMessage(error, words.failed)),
    onSettled: () => client.invalidateQueries({ queryKey: EMAIL_CHANGE_KEY }),
  });
  if (!pending) return null;
  return (
    <Notice tone="info" role="status" sx={{ marginBottom: 2 }}>
      {words.waiting(pending.email, momentIn(pending.expires_at, zone))}
      <Box sx={{ marginTop: 1 }}>
        <Button sx={{ marginLeft: -1.5 }} loading={callOff.isPending} onClick={() => callOff.mutate()}>
          {words.callOff}
        </Button>
      </Box>
    </Notice>
  );
}

function EmailForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [address, setAddress] = useState('');
  const [password, setPassword] = useState('');
  const form = useAct({
    check: () =>
      missing({ email: !address.trim() && words.missing, password: !password && page.missingPassword }),
    act: async () => {
      await api.post('/auth/change-email', { email: address.trim(), password });
      await client.invalidateQueries({ queryKey: EMAIL_CHANGE_KEY });
      onClose();
    },
    explain: (error) =>
      isApiError(error) && error.code === 'email_in_use' ? { fields: { email: words.inUse } } : null,
    failed: words.failed,
  });
  return (
    <ActForm form={form} label={words.open} lead={words.hint} submit={words.submit} onCancel={onClose}>
      <Field
        label={words.next}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        value={address}
        onChange={setAddress}
        error={form.problems.fields['email']}
        autoFocus
      />
      <OwnPassword value={password} onChange={setPassword} problems={form.problems} />
    </ActForm>
  );
}
