import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useRef, useState, type FormEvent } from 'react';
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

/** The step before what must not be done by whoever happens to sit at an open screen. */
export default function ReauthDialog({ session, onDone }: ReauthDialogProps) {
  const [byCode, setByCode] = useState(false);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    // The dialog lies over forms in React's tree; its submit is not theirs.
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
