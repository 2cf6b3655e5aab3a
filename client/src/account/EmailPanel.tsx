import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { api, isApiError } from '../shared/api/index.js';
import type { Session } from '../shared/session/index.js';
import { Field, Notice, Panel, StatusChip } from '../shared/ui/index.js';
import { ActForm } from './kit/ActForm.js';
import { OwnPassword } from './kit/ProofFields.js';
import { missing, useAct } from '../shared/forms/useAct.js';
import { email as words, page } from './text/en.js';

export function EmailPanel({ session }: { session: Session }) {
  const [open, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
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
      {sentTo && (
        <Notice tone="success" role="status" sx={{ marginBottom: 2 }}>
          {words.done(sentTo)}
        </Notice>
      )}
      {open ? (
        <EmailForm
          onClose={() => setOpen(false)}
          onSent={(address) => {
            setSentTo(address);
            setOpen(false);
          }}
        />
      ) : (
        <Button
          variant="outlined"
          onClick={() => {
            setSentTo(null);
            setOpen(true);
          }}
        >
          {words.open}
        </Button>
      )}
    </Panel>
  );
}

function EmailForm({ onClose, onSent }: { onClose: () => void; onSent: (address: string) => void }) {
  const [address, setAddress] = useState('');
  const [password, setPassword] = useState('');
  const form = useAct({
    check: () =>
      missing({ email: !address.trim() && words.missing, password: !password && page.missingPassword }),
    act: async () => {
      await api.post('/auth/change-email', { email: address.trim(), password });
      onSent(address.trim());
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
