import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { signOut } from '../../shared/session/index.js';
import { refreshSession, sessionDeadline } from '../../shared/session/renewal.js';
import { WARN_MS } from '../../shared/session/useExpiryWarning.js';
import { Notice } from '../../shared/ui/index.js';
import { expiry as words } from './text.js';

/** One minute before the session ends. Escape stays signed in, because that loses nothing. */
export default function ExpiryDialog({ secondsLeft }: { secondsLeft: number }) {
  const [busy, setBusy] = useState(false);
  const [longest, setLongest] = useState(false);
  const [hidden, setHidden] = useState(false);
  const [failed, setFailed] = useState(false);

  async function stay() {
    setBusy(true);
    setFailed(false);
    try {
      const end = sessionDeadline(await refreshSession('foreground'));
      // The absolute limit does not move.
      setLongest(end !== null && end - Date.now() <= WARN_MS);
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={!hidden}
      onClose={() => void (longest ? setHidden(true) : stay())}
      role="alertdialog"
      aria-labelledby="expiry-title"
      aria-describedby="expiry-lead"
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id="expiry-title">{words.title}</DialogTitle>
      <DialogContent>
        <Typography id="expiry-lead">{longest ? words.longest : words.lead}</Typography>
        <Typography role="timer" className="tabular" sx={{ marginTop: 1.5, fontWeight: 650 }}>
          {words.left(secondsLeft)}
        </Typography>
        {failed && (
          <Notice tone="danger" role="alert" sx={{ marginTop: 2 }}>
            {words.failed}
          </Notice>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={() => void signOut()}>{words.leave}</Button>
        {longest ? (
          <Button variant="contained" onClick={() => setHidden(true)}>
            {words.understood}
          </Button>
        ) : (
          <Button variant="contained" loading={busy} onClick={() => void stay()} autoFocus>
            {words.stay}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
