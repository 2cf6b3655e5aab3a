import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Organisation, SsoSettings, SsoSettingsResponse } from '#common/api/index.js';
import { formatDateTime, LoadError, Notice } from '#client/shared/ui/index.js';
import { ActionDialog } from '../../forms/ActionDialog.js';
import { CheckField } from '../../forms/CheckField.js';

import { SmallField } from '../../forms/SmallField.js';
import { useSave } from '../../forms/useSave.js';
import { useStaff } from '../../data/useStaff.js';
import { SSO_TEXT as words } from '../text/sso.js';
import { EMPTY_DRAFT, requestOf, type SsoDraft } from './sso-draft.js';

interface SsoDialogProps {
  organisation: Organisation;
  onClose: () => void;
}

/** An organization's identity provider: configure it, test it, then require it. */
export function SsoDialog({ organisation, onClose }: SsoDialogProps) {
  const staff = useStaff();
  const client = useQueryClient();
  const queryKey = ['sso-settings', organisation.id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => staff.getSso(organisation.id, signal),
  });
  const [removing, setRemoving] = useState(false);
  const stored = (answer: SsoSettingsResponse) => client.setQueryData(queryKey, answer);
  if (!data)
    return (
      <ActionDialog title={words.title(organisation.name)} onClose={onClose}>
        {error ? (
          <LoadError error={error} message={words.failed} onRetry={() => void refetch()} />
        ) : (
          <Typography role="status">{words.loading}</Typography>
        )}
      </ActionDialog>
    );
  if (removing)
    return (
      <RemoveDialog
        orgId={organisation.id}
        onRemoved={() => stored({ ...data, sso: null })}
        onClose={() => setRemoving(false)}
      />
    );
  return (
    <SsoForm
      // Reset the fields to what is stored now.
      key={data.sso?.version ?? 'new'}
      organisation={organisation}
      settings={data}
      onStored={stored}
      onRemove={() => setRemoving(true)}
      onClose={onClose}
    />
  );
}

interface SsoFormProps extends SsoDialogProps {
  settings: SsoSettingsResponse;
  onStored: (answer: SsoSettingsResponse) => void;
  onRemove: () => void;
}

function SsoForm({ organisation, settings, onStored, onRemove, onClose }: SsoFormProps) {
  const staff = useStaff();
  const { sso, callback_url, only } = settings;
  const [draft, setDraft] = useState<SsoDraft>(() => (sso ? draftOf(sso) : EMPTY_DRAFT));
  const [dirty, setDirty] = useState(false);
  const { busy, fields, save, edited, problem } = useSave<SsoSettings>({
    send: async () => onStored(await staff.putSso(organisation.id, requestOf(draft, sso?.version))),
    done: words.saved,
    onClose: () => undefined,
    onConflict: (current) => onStored({ ...settings, sso: current }),
  });
  function edit(change: Partial<SsoDraft>) {
    edited();
    setDirty(true);
    setDraft({ ...draft, ...change });
  }
  const text = (
    name: keyof SsoDraft & ('issuer' | 'client_id' | 'email_domains'),
    label: string,
    hint?: string,
  ) => (
    <SmallField
      id={`sso-${name}`}
      label={label}
      value={draft[name]}
      onChange={(value) => edit({ [name]: value })}
      disabled={only !== null}
      error={fields[name]}
      {...(hint && { hint })}
    />
  );
  return (
    <ActionDialog
      title={words.title(organisation.name)}
      onClose={onClose}
      cancelLabel={words.close}
      {...(only !== 'nothing' && { confirm: { label: words.save, onConfirm: save, busy } })}
      error={problem(words.failedSave, words.changed)}
    >
      <Stack spacing={2}>
        {only && <Notice tone="warning">{words.only[only]}</Notice>}
        {sso?.paused_at && <Notice tone="warning">{words.paused(formatDateTime(sso.paused_at))}</Notice>}
        <Typography sx={{ color: 'text.secondary' }}>{words.lead}</Typography>
        <CallbackAddress url={callback_url} />
        {text('issuer', words.issuer, words.issuerHint)}
        {text('client_id', words.clientId)}
        <SmallField
          id="sso-client_secret"
          type="password"
          label={words.secret}
          value={draft.client_secret}
          onChange={(client_secret) => edit({ client_secret })}
          disabled={only === 'nothing'}
          error={fields['client_secret']}
          hint={sso ? words.secretKept : words.secretHint}
        />
        {text('email_domains', words.domains, words.domainsHint)}
        <CheckField
          label={words.trust}
          hint={words.trustHint}
          checked={draft.trust_addresses}
          disabled={only !== null}
          onChange={(trust_addresses) => edit({ trust_addresses })}
        />
        <CheckField
          label={words.required}
          hint={sso?.tried_at ? words.requiredHint : words.requiredLater}
          checked={draft.required}
          disabled={only === 'nothing' || (!sso?.tried_at && !draft.required)}
          onChange={(required) => edit({ required })}
        />
        {fields['required'] && (
          <Notice tone="danger" role="alert">
            {fields['required']}
          </Notice>
        )}
        {sso && !only && <Trial orgId={organisation.id} sso={sso} unsaved={dirty} />}
        {sso && !only && (
          <Button color="error" onClick={onRemove} sx={{ alignSelf: 'flex-start' }}>
            {words.remove}
          </Button>
        )}
      </Stack>
    </ActionDialog>
  );
}

const draftOf = (sso: SsoSettings): SsoDraft => ({
  issuer: sso.issuer,
  client_id: sso.client_id,
  client_secret: '',
  email_domains: sso.email_domains.join(', '),
  trust_addresses: sso.trust_addresses,
  required: sso.required,
});

function CallbackAddress({ url }: { url: string }) {
  return (
    <Box>
      <Box sx={{ fontSize: '0.875rem', fontWeight: 600 }}>{words.callback}</Box>
      <Box component="code" sx={{ fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
        {url}
      </Box>
      <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{words.callbackHint}</Box>
    </Box>
  );
}

/** A test sign-in at the provider; only proves that it works. */
function Trial({ orgId, sso, unsaved }: { orgId: string; sso: SsoSettings; unsaved: boolean }) {
  const staff = useStaff();
  const { busy, save, problem } = useSave({
    send: async () => window.location.assign((await staff.trySso(orgId)).url),
    onClose: () => undefined,
  });
  return (
    <Notice tone={sso.tried_at ? 'success' : 'info'}>
      <Box>{sso.tried_at ? words.tried(formatDateTime(sso.tried_at)) : words.untried}</Box>
      <Box sx={{ marginTop: 0.5 }}>{unsaved ? words.trySaved : words.tryHint}</Box>
      <Button variant="outlined" onClick={save} loading={busy} disabled={unsaved} sx={{ marginTop: 1 }}>
        {words.try}
      </Button>
      {problem(words.tryFailed)}
    </Notice>
  );
}

interface RemoveDialogProps {
  orgId: string;
  onRemoved: () => void;
  onClose: () => void;
}
function RemoveDialog({ orgId, onRemoved, onClose }: RemoveDialogProps) {
  const staff = useStaff();
  const { busy, save, problem } = useSave({
    send: async () => {
      await staff.removeSso(orgId);
      onRemoved();
    },
    done: words.removed,
    onClose,
  });
  return (
    <ActionDialog
      title={words.removeTitle}
      onClose={onClose}
      confirm={{ label: words.remove, onConfirm: save, busy, danger: true }}
      error={problem(words.removeFailed)}
    >
      <Typography>{words.removeLead}</Typography>
    </ActionDialog>
  );
}
