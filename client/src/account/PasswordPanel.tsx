import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, isApiError } from '../shared/api/index.js';
import { StrengthMeter } from '../shared/password/StrengthMeter.js';
import { afterRotation } from '../shared/session/renewal.js';
import type { Session } from '../shared/session/index.js';
import { toast } from '../shared/toasts/index.js';
import { Field, Panel } from '../shared/ui/index.js';
import { ActForm } from './kit/ActForm.js';
import { missing, useAct, type Problems } from '../shared/forms/useAct.js';
import { SESSIONS_KEY } from './queries.js';
import { password as words } from './text/en.js';

export function PasswordPanel({ session }: { session: Session }) {
  const [open, setOpen] = useState(false);
  return (
    <Panel title={words.title}>
      {open ? (
        <PasswordForm session={session} onClose={() => setOpen(false)} />
      ) : (
        <>
          <Typography sx={{ color: 'text.secondary', marginBottom: 2 }}>{words.lead}</Typography>
          <Button variant="outlined" onClick={() => setOpen(true)}>
            {words.open}
          </Button>
        </>
      )}
    </Panel>
  );
}

function weakness(error: unknown): Problems | null {
  if (!isApiError(error) || error.code !== 'password_invalid') return null;
  const list = (error.detail as { reasons?: unknown } | undefined)?.reasons;
  const reasons = Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : [];
  return { form: words.weak, reasons, fields: {} };
}

function PasswordForm({ session, onClose }: { session: Session; onClose: () => void }) {
  const client = useQueryClient();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [confirm, setConfirm] = useState('');
  const form = useAct({
    check: () =>
      missing({
        current_password: !current && words.missingCurrent,
        password: !next && words.missingNext,
        confirm: next !== confirm && words.mismatch,
      }),
    act: async () => {
      await api.post('/auth/change-password', { current_password: current, password: next });
      await afterRotation();
      toast.success(words.done);
      onClose();
      await client.invalidateQueries({ queryKey: SESSIONS_KEY });
    },
    explain: weakness,
    failed: words.failed,
  });
  const { fields } = form.problems;
  return (
    <ActForm form={form} label={words.open} submit={words.submit} onCancel={onClose}>
      <Box>
        {/* Password managers file the new password under this name. */}
        <input type="text" autoComplete="username" value={session.email ?? ''} readOnly hidden />
        <Field
          label={words.current}
          name="current_password"
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
          error={fields['current_password']}
          autoFocus
        />
      </Box>
      <Field
        label={words.next}
        name="password"
        type="password"
        autoComplete="new-password"
        value={next}
        onChange={setNext}
        error={fields['password']}
      />
      <StrengthMeter password={next} email={session.email ?? ''} />
      <Field
        label={words.confirm}
        name="confirm"
        type="password"
        autoComplete="new-password"
        value={confirm}
        onChange={setConfirm}
        error={fields['confirm']}
      />
    </ActForm>
  );
}
