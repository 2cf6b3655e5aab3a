import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useRef, useState, type FormEvent } from 'react';
import { actionErrorMessage, api, isApiError } from '../../shared/api/index.js';
import { Field } from '../../shared/ui/index.js';
import { recordReason as words } from './text.js';

interface ReasonDialogProps {
  patientId: string;
  onDone: (given: boolean) => void;
}

/** Asks for a reason before opening a record outside the user's case load, where the clinic requires one. */
export default function ReasonDialog({ patientId, onDone }: ReasonDialogProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    // In React's tree the dialog is inside forms; its submit must not bubble to them.
    event.stopPropagation();
    if (busy) return;
    if (!typed.trim()) {
      setProblem(words.missing);
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      await api.post(`/api/provider/patients/${encodeURIComponent(patientId)}/open`, {
        reason: typed.trim(),
      });
      onDone(true);
    } catch (error) {
      setProblem((isApiError(error) && error.fields['reason']) || actionErrorMessage(error, words.failed));
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open onClose={() => onDone(false)} aria-labelledby="reason-title" fullWidth maxWidth="sm">
      <Box component="form" noValidate onSubmit={(event: FormEvent) => void submit(event)}>
        <DialogTitle id="reason-title">{words.title}</DialogTitle>
        <DialogContent>
          <Typography sx={{ marginBottom: 2 }}>{words.lead}</Typography>
          <Field
            label={words.reason}
            name="reason"
            autoComplete="off"
            maxLength={2000}
            value={typed}
            onChange={setTyped}
            error={problem}
            inputRef={field}
            autoFocus
          />
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
