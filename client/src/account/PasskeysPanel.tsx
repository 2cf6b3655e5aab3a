import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PasskeysResponse } from '#common/api/index.js';
import { api, isApiError } from '../shared/api/index.js';
import { useZone } from '../shared/session/index.js';
import { afterRotation } from '../shared/session/renewal.js';
import { toast } from '../shared/toasts/index.js';
import { Field, Loading, LoadError, Panel } from '../shared/ui/index.js';
import { dayIn } from '../shared/ui/zones.js';
import { ActForm } from './kit/ActForm.js';
import { CodeField, OwnPassword, withoutSpaces } from './kit/ProofFields.js';
import { missing, useAct, type Problems } from '../shared/forms/useAct.js';
import { passkeysQuery } from './queries.js';
import { page, passkeys as words } from './text/en.js';

type Passkey = PasskeysResponse['passkeys'][number];

/** Passkeys as a second sign-in step, alongside or instead of the app. */
export function PasskeysPanel({ verified }: { verified: boolean }) {
  const { data, error, refetch, isFetching } = useQuery(passkeysQuery);
  const [adding, setAdding] = useState(false);
  return (
    <Panel title={words.title}>
      <Typography sx={{ color: 'text.secondary', marginBottom: 2 }}>{words.lead}</Typography>
      {error ? (
        <LoadError
          error={error}
          message={words.loadFailed}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : !data ? (
        <Loading rows={2} />
      ) : (
        <>
          {data.length === 0 ? (
            !adding && <Typography sx={{ marginBottom: 2 }}>{words.none}</Typography>
          ) : (
            <Box component="ul" sx={{ listStyle: 'none', margin: 0, marginBottom: 2, padding: 0 }}>
              {data.map((passkey) => (
                <Row key={passkey.id} passkey={passkey} />
              ))}
            </Box>
          )}
          {adding ? (
            <AddForm onClose={() => setAdding(false)} />
          ) : !verified ? (
            page.verifyFirst
          ) : (
            <Button variant="outlined" onClick={() => setAdding(true)}>
              {words.add}
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}

function Row({ passkey }: { passkey: Passkey }) {
  const [removing, setRemoving] = useState(false);
  const zone = useZone();
  const used = passkey.last_used_at ? words.used(dayIn(passkey.last_used_at, zone)) : words.unused;
  return (
    <Box component="li" sx={{ paddingBlock: 1.5, borderBottom: 1, borderColor: 'divider' }}>
      <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Box sx={{ fontWeight: 600 }}>{passkey.name}</Box>
          <Box sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
            {words.added(dayIn(passkey.created_at, zone))}, {used}
          </Box>
        </Box>
        {!removing && (
          <Button aria-label={words.removeNamed(passkey.name)} onClick={() => setRemoving(true)}>
            {words.remove}
          </Button>
        )}
      </Stack>
      {removing && <RemoveForm passkey={passkey} onClose={() => setRemoving(false)} />}
    </Box>
  );
}

function useChanged() {
  const client = useQueryClient();
  return async () => {
    await afterRotation();
    await client.invalidateQueries({ queryKey: ['account'] });
  };
}

function RemoveForm({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const changed = useChanged();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState(false);
  const form = useAct({
    check: () => missing({ password: !password && page.missingPassword }),
    act: async () => {
      const typed = withoutSpaces(code);
      await api.delete(`/auth/passkeys/${passkey.id}`, { password, ...(typed && { code: typed }) });
      toast.success(words.removed);
      await changed();
    },
    explain: (error) => {
      // The server asks for a code only when the last second step was a while ago.
      if (isApiError(error) && error.fields['code']) setAsked(true);
      return null;
    },
    failed: words.removeFailed,
  });
  return (
    <Box sx={{ marginTop: 1.5 }}>
      <ActForm
        danger
        form={form}
        label={words.removeNamed(passkey.name)}
        lead={words.removeLead(passkey.name)}
        submit={words.removeSubmit}
        onCancel={onClose}
      >
        <OwnPassword value={password} onChange={setPassword} problems={form.problems} autoFocus />
        {asked && <CodeField value={code} onChange={setCode} problems={form.problems} />}
      </ActForm>
    </Box>
  );
}

/** Shows what the browser or server said when a passkey could not be created. */
function explain(error: unknown): Problems | null {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return { form: words.duplicate, fields: {} };
  if (isApiError(error)) {
    const said = error.fields['response'];
    return said ? { form: said, fields: {} } : null;
  }
  return { form: words.cancelled, fields: {} };
}

function AddForm({ onClose }: { onClose: () => void }) {
  const changed = useChanged();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const form = useAct({
    check: () =>
      missing({ name: !name.trim() && words.missingName, password: !password && page.missingPassword }),
    act: async () => {
      type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
      const optionsJSON = await api.post<Options>('/auth/passkeys/options', { password });
      const response = await startRegistration({ optionsJSON });
      await api.post('/auth/passkeys', { name: name.trim(), response });
      toast.success(words.done(name.trim()));
      onClose();
      await changed();
    },
    explain,
    failed: words.failed,
  });
  return (
    <ActForm form={form} label={words.add} lead={words.before} submit={words.submit} onCancel={onClose}>
      <Field
        label={words.name}
        name="name"
        maxLength={60}
        autoComplete="off"
        value={name}
        onChange={setName}
        error={form.problems.fields['name']}
        hint={words.nameHint}
        autoFocus
      />
      <OwnPassword value={password} onChange={setPassword} problems={form.problems} />
    </ActForm>
  );
}
