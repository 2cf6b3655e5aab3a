import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import type { SsoOfferResponse } from '#common/api/index.js';
import { actionErrorMessage, api, isApiError } from '../../shared/api/index.js';
import type { Session } from '../../shared/session/index.js';
import { mfaQuery } from '../../shared/session/ownFactors.js';
import { afterRotation } from '../../shared/session/renewal.js';
import { Field, Notice } from '../../shared/ui/index.js';
import { reauth as words } from './reauthText.js';

type Way = 'password' | 'code' | 'recovery' | 'passkey';

const ASKS: Record<Way, { lead: string; label: string; missing: string }> = {
  password: { lead: words.lead, label: words.password, missing: words.missingPassword },
  code: { lead: words.codeLead, label: words.code, missing: words.missingCode },
  recovery: { lead: words.recoveryLead, label: words.recovery, missing: words.missingRecovery },
  passkey: { lead: words.passkeyLead, label: words.usePasskey, missing: words.passkeyFailed },
};

const FILLED_BY = { password: 'current-password', code: 'one-time-code', recovery: 'off' } as const;

interface ReauthDialogProps {
  session: Session;
  onDone: (confirmed: boolean) => void;
}

function problemOf(error: unknown, way: Way): string {
  // The browser's own refusal of a passkey.
  if (way === 'passkey' && !isApiError(error)) return words.passkeyFailed;
  const field = way === 'passkey' ? 'response' : way === 'password' ? 'password' : 'code';
  const said = isApiError(error) ? error.fields[field] : undefined;
  return said ?? actionErrorMessage(error, words.failed);
}

/** An account with a second factor proves it with that; which one it has, the server knows. */
function useWays(session: Session): { passkey: boolean; app: boolean } {
  const { data } = useQuery({ ...mfaQuery, enabled: session.mfaEnabled });
  if (!session.mfaEnabled) return { passkey: false, app: false };
  return { passkey: data?.has_passkey === true, app: data?.totp_enabled !== false };
}

async function sendPasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const optionsJSON = await api.post<Options>('/auth/reauth/passkey/options', {});
  await api.post('/auth/reauth/passkey', { response: await startAuthentication({ optionsJSON }) });
}

const send = (way: Way, typed: string): Promise<unknown> =>
  way === 'passkey'
    ? sendPasskey()
    : api.post(
        '/auth/reauth',
        way === 'password' ? { password: typed } : { code: typed.replaceAll(/\s/g, '') },
      );

/** The organization's page opens in another tab, so that nothing typed here is lost. */
function OrganizationProof({ email, onReturn }: { email: string; onReturn: () => void }) {
  const [opened, setOpened] = useState(false);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginTop: 1, marginLeft: -1.5 }}>
      <Button
        component="a"
        href={`/auth/sso/start?email=${encodeURIComponent(email)}`}
        target="_blank"
        rel="noopener"
        onClick={() => setOpened(true)}
      >
        {words.useOrganization}
      </Button>
      {opened && <Button onClick={onReturn}>{words.organizationDone}</Button>}
    </Box>
  );
}

/** Asks the user to prove who they are before an action that an unattended screen must not allow. */
export default function ReauthDialog({ session, onDone }: ReauthDialogProps) {
  const ways = useWays(session);
  const queryClient = useQueryClient();
  const [recovery, setRecovery] = useState(false);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const staff = session.roles.some((role) => role !== 'patient') && session.email !== null;
  const { data: offer } = useQuery({
    queryKey: ['sso-offer', session.email],
    queryFn: ({ signal }) =>
      api.get<SsoOfferResponse>(`/auth/sso?email=${encodeURIComponent(session.email ?? '')}`, { signal }),
    enabled: staff,
    staleTime: Infinity,
  });
  const byCode: Way = recovery ? 'recovery' : 'code';
  const way: Way = !session.mfaEnabled ? 'password' : ways.app ? byCode : 'passkey';

  async function prove(by: Way) {
    if (busy) return;
    if (by !== 'passkey' && !typed) {
      setProblem(ASKS[by].missing);
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      await send(by, typed);
      await afterRotation();
      // A recovery code may be used up.
      if (by !== 'password') void queryClient.invalidateQueries({ queryKey: mfaQuery.queryKey });
      onDone(true);
    } catch (error) {
      setProblem(problemOf(error, by));
      setTyped('');
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    // In React's tree the dialog is inside forms; its submit must not bubble to them.
    event.stopPropagation();
    void prove(way);
  }

  return (
    <Dialog open onClose={() => onDone(false)} aria-labelledby="reauth-title" fullWidth maxWidth="xs">
      <Box component="form" noValidate onSubmit={submit}>
        <DialogTitle id="reauth-title">{words.title}</DialogTitle>
        <DialogContent>
          <Typography sx={{ marginBottom: 2 }}>{ASKS[way].lead}</Typography>
          {way === 'passkey' ? (
            problem && (
              <Notice tone="danger" role="alert">
                {problem}
              </Notice>
            )
          ) : (
            <Field
              key={way}
              label={ASKS[way].label}
              name={way === 'password' ? 'password' : 'code'}
              type={way === 'password' ? 'password' : 'text'}
              inputMode={way === 'code' ? 'numeric' : 'text'}
              autoComplete={FILLED_BY[way]}
              value={typed}
              onChange={setTyped}
              error={problem}
              inputRef={field}
              autoFocus
            />
          )}
          {offer?.available && (
            <OrganizationProof
              email={session.email!}
              onReturn={() => void afterRotation().then(() => onDone(true))}
            />
          )}
          {way !== 'password' && way !== 'passkey' && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginTop: 1, marginLeft: -1.5 }}>
              <Button
                onClick={() => {
                  setRecovery(!recovery);
                  setTyped('');
                  setProblem(null);
                }}
              >
                {recovery ? words.useApp : words.useRecovery}
              </Button>
              {ways.passkey && <Button onClick={() => void prove('passkey')}>{words.usePasskey}</Button>}
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={() => onDone(false)}>{words.cancel}</Button>
          <Button type="submit" variant="contained" loading={busy}>
            {way === 'passkey' ? words.usePasskey : words.confirm}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
