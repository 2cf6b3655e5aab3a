import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import type { SsoOfferResponse } from '#common/api/index.js';
import { actionErrorMessage, api, isApiError } from '../../shared/api/index.js';
import type { Session } from '../../shared/session/index.js';
import { afterRotation } from '../../shared/session/renewal.js';
import { Field } from '../../shared/ui/index.js';
import { reauth as words } from './text.js';

interface ReauthDialogProps {
  session: Session;
  onDone: (confirmed: boolean) => void;
}

function problemOf(error: unknown, field: string): string {
  const said = isApiError(error) ? error.fields[field] : undefined;
  return said ?? actionErrorMessage(error, words.failed);
}

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
  const [byCode, setByCode] = useState(false);
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

  async function submit(event: FormEvent) {
    event.preventDefault();
    // In React's tree the dialog is inside forms; its submit must not bubble to them.
    event.stopPropagation();
    if (busy) return;
    if (!typed) {
      setProblem(byCode ? words.missingCode : words.missingPassword);
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      await api.post('/auth/reauth', byCode ? { code: typed.replaceAll(/\s/g, '') } : { password: typed });
      await afterRotation();
      onDone(true);
    } catch (error) {
      setProblem(problemOf(error, byCode ? 'code' : 'password'));
      setTyped('');
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open onClose={() => onDone(false)} aria-labelledby="reauth-title" fullWidth maxWidth="xs">
      <Box component="form" noValidate onSubmit={(event: FormEvent) => void submit(event)}>
        <DialogTitle id="reauth-title">{words.title}</DialogTitle>
        <DialogContent>
          <Typography sx={{ marginBottom: 2 }}>{byCode ? words.codeLead : words.lead}</Typography>
          <Field
            key={String(byCode)}
            label={byCode ? words.code : words.password}
            name={byCode ? 'code' : 'password'}
            type={byCode ? 'text' : 'password'}
            inputMode={byCode ? 'numeric' : 'text'}
            autoComplete={byCode ? 'one-time-code' : 'current-password'}
            value={typed}
            onChange={setTyped}
            error={problem}
            inputRef={field}
            autoFocus
          />
          {offer?.available && (
            <OrganizationProof
              email={session.email!}
              onReturn={() => void afterRotation().then(() => onDone(true))}
            />
          )}
          {session.mfaEnabled && (
            <Button
              sx={{ marginTop: 1, marginLeft: -1.5 }}
              onClick={() => {
                setByCode(!byCode);
                setTyped('');
                setProblem(null);
              }}
            >
              {byCode ? words.usePassword : words.useCode}
            </Button>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={() => onDone(false)}>{words.cancel}</Button>
          <Button type="submit" variant="contained" loading={busy}>
            {words.confirm}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
