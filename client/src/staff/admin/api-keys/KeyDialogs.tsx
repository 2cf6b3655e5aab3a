import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useRef, useState } from 'react';
import { API_KEY_DAYS, API_SCOPES, type ApiKeyCreated, type ApiScope } from '#common/api/api-keys.js';
import { useSession } from '#client/shared/session/index.js';
import { ActionDialog } from '../../forms/ActionDialog.js';
import { CheckField } from '../../forms/CheckField.js';
import { SmallField } from '../../forms/SmallField.js';
import { useSave } from '../../forms/useSave.js';
import { useStaff } from '../../data/useStaff.js';
import { OrganisationField } from '../kit/OrganisationField.js';
import { SecretOnceDialog } from '../kit/SecretOnceDialog.js';
import { API_KEYS_TEXT as words, CLIENT_ID_TEXT, SCOPE_TEXT } from './text/en.js';

const DAYS = [30, API_KEY_DAYS.usual, 180, 365];
const DAY_MS = 86_400_000;

type Proof = 'secret' | 'jwks' | 'jwks_url';
const EMPTY = {
  name: '',
  proof: 'secret' as Proof,
  publicKeys: '',
  scopes: [] as ApiScope[],
  days: 90,
  orgId: '',
};

interface CreateProps {
  onClose: () => void;
  onMade: (made: ApiKeyCreated) => void;
}
/** Asks for a name, what the key may read and for how long. */
export function CreateKeyDialog({ onClose, onMade }: CreateProps) {
  const staff = useStaff();
  const systemWide = useSession()?.orgId === null;
  const made = useRef<ApiKeyCreated | null>(null);
  const [form, setForm] = useState(EMPTY);
  const { busy, fields, save, problem } = useSave({
    // No idempotency key: the answer holds the secret, and must not be stored for a replay.
    send: async () => {
      made.current = await staff.createApiKey({
        name: form.name.trim(),
        scopes: form.scopes,
        ...(form.proof !== 'secret' && { [form.proof]: form.publicKeys.trim() }),
        expires_at: new Date(Date.now() + form.days * DAY_MS).toISOString(),
        ...(systemWide && form.orgId && { org_id: form.orgId }),
      });
    },
    done: words.made(form.name.trim()),
    onClose: () => made.current && onMade(made.current),
  });
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part });
  return (
    <ActionDialog
      title={words.createTitle}
      onClose={onClose}
      confirm={{ label: words.make, onConfirm: save, busy }}
      error={problem(words.failedMake)}
    >
      <Stack spacing={2}>
        <SmallField
          id="api-key-name"
          label={words.name}
          hint={words.nameHint}
          value={form.name}
          onChange={(name) => change({ name })}
          error={fields['name']}
        />
        {systemWide && (
          <OrganisationField
            id="api-key-organisation"
            value={form.orgId}
            onChange={(orgId) => change({ orgId })}
            error={fields['org_id']}
          />
        )}
        <ProofFields
          proof={form.proof}
          publicKeys={form.publicKeys}
          onChange={change}
          error={fields['jwks'] ?? fields['jwks_url']}
        />
        <ScopeFields
          scopes={form.scopes}
          onChange={(scopes) => change({ scopes })}
          error={fields['scopes']}
        />
        <SmallField
          id="api-key-expires"
          type="select"
          label={words.expires}
          value={String(form.days)}
          onChange={(days) => change({ days: Number(days) })}
          error={fields['expires_at']}
        >
          {DAYS.map((days) => (
            <option key={days} value={days}>
              {words.inDays(days)}
            </option>
          ))}
        </SmallField>
      </Stack>
    </ActionDialog>
  );
}

interface ProofFieldsProps {
  proof: Proof;
  publicKeys: string;
  onChange: (part: { proof?: Proof; publicKeys?: string }) => void;
  error: string | undefined;
}
/** How the program proves who it is: a secret, or signatures that its public keys verify. */
function ProofFields({ proof, publicKeys, onChange, error }: ProofFieldsProps) {
  return (
    <>
      <SmallField
        id="api-key-proof"
        type="select"
        label={words.proof}
        hint={words.proofHint[proof]}
        value={proof}
        onChange={(chosen) => onChange({ proof: chosen as Proof, publicKeys: '' })}
      >
        {(['secret', 'jwks', 'jwks_url'] as const).map((one) => (
          <option key={one} value={one}>
            {words.proofs[one]}
          </option>
        ))}
      </SmallField>
      {proof !== 'secret' && (
        <SmallField
          id="api-key-public-keys"
          type={proof === 'jwks' ? 'multiline' : 'text'}
          label={words.publicKeys[proof]}
          value={publicKeys}
          onChange={(text) => onChange({ publicKeys: text })}
          error={error}
        />
      )}
    </>
  );
}

interface ScopeFieldsProps {
  scopes: ApiScope[];
  onChange: (scopes: ApiScope[]) => void;
  error: string | undefined;
}
function ScopeFields({ scopes, onChange, error }: ScopeFieldsProps) {
  return (
    <Box
      component="fieldset"
      sx={{ border: 0, margin: 0, padding: 0 }}
      aria-describedby="api-key-scopes-help"
    >
      <Box component="legend" sx={{ fontSize: '0.875rem', fontWeight: 600, padding: 0 }}>
        {words.scopes}
      </Box>
      {API_SCOPES.map((scope) => (
        <CheckField
          key={scope}
          label={SCOPE_TEXT[scope]}
          checked={scopes.includes(scope)}
          onChange={(on) => onChange(on ? [...scopes, scope] : scopes.filter((other) => other !== scope))}
        />
      ))}
      <Box id="api-key-scopes-help" sx={{ fontSize: '0.8125rem', color: 'error.main' }}>
        {error}
      </Box>
    </Box>
  );
}

/** Shows the key once, or the client id of a program that signs. */
export const KeyOnceDialog = ({ made, onClose }: { made: ApiKeyCreated; onClose: () => void }) => (
  <SecretOnceDialog
    words={made.kind === 'signed' ? CLIENT_ID_TEXT : words}
    secret={made.key}
    onClose={onClose}
  />
);
