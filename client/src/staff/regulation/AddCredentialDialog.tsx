import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { CredentialKind, HolderId } from '../data/regulationActs.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { SmallField } from '../forms/SmallField.js';
import { StateField } from '../forms/StateField.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { CREDENTIALS_TEXT as words } from './text/en.js';

interface AddCredentialDialogProps {
  holder: HolderId;
  kind: CredentialKind;
  onClose: () => void;
}

const EMPTY = { state: '', type: '', number: '', schedules: '', expires_on: '' };

/** A license or a registration, entered as on its document. */
export function AddCredentialDialog({ holder, kind, onClose }: AddCredentialDialogProps) {
  const staff = useStaff();
  const license = kind === 'licenses';
  const [form, setForm] = useState(EMPTY);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const { state, expires_on } = form;
  const number = form.number.trim();
  const schedules = form.schedules.split(/[\s,]+/).filter(Boolean);
  const { busy, fields, save, edited, problem } = useSave({
    send: (key) =>
      license
        ? staff.addLicense(holder, { state, type: form.type.trim(), number, expires_on }, key)
        : staff.addRegistration(
            holder,
            { state, number, expires_on, ...(schedules.length > 0 && { schedules }) },
            key,
          ),
    done: words.saved,
    onClose,
  });
  function edit(change: Partial<typeof EMPTY>) {
    edited();
    setForm({ ...form, ...change });
  }
  function confirm() {
    const asked = license
      ? (['state', 'type', 'number', 'expires_on'] as const)
      : (['state', 'number', 'expires_on'] as const);
    const found = Object.fromEntries(
      asked.filter((name) => !form[name].trim()).map((name) => [name, words.missing[name]]),
    );
    setProblems(found);
    if (Object.keys(found).length === 0) save();
  }
  const wrong: Record<string, string> = { ...fields, ...problems };
  return (
    <ActionDialog
      title={license ? words.addLicense : words.addRegistration}
      onClose={onClose}
      confirm={{ label: words.save, onConfirm: confirm, busy }}
      error={problem(words.saveFailed)}
    >
      <Stack spacing={2}>
        <Typography sx={{ color: 'text.secondary' }}>{words.renewHint}</Typography>
        <StateField
          id="credential-state"
          label={words.state}
          empty={words.choose}
          value={state}
          onChange={(code) => edit({ state: code })}
          error={wrong['state']}
        />
        {license && (
          <SmallField
            id="credential-type"
            label={words.kind}
            hint={words.kindHint}
            value={form.type}
            onChange={(type) => edit({ type })}
            error={wrong['type']}
          />
        )}
        <SmallField
          id="credential-number"
          label={words.number}
          value={form.number}
          onChange={(text) => edit({ number: text })}
          error={wrong['number']}
        />
        {!license && (
          <SmallField
            id="credential-schedules"
            label={words.schedules}
            hint={words.schedulesHint}
            value={form.schedules}
            onChange={(text) => edit({ schedules: text })}
            error={wrong['schedules']}
          />
        )}
        <SmallField
          id="credential-until"
          type="date"
          label={words.until}
          value={expires_on}
          onChange={(day) => edit({ expires_on: day })}
          error={wrong['expires_on']}
        />
      </Stack>
    </ActionDialog>
  );
}
