import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { signOut } from '../../shared/session/index.js';
import { refreshSession, sessionDeadline } from '../../shared/session/renewal.js';
import { WARN_MS } from '../../shared/session/useExpiryWarning.js';
import { Notice } from '../../shared/ui/index.js';
import { AlertDialog } from './AlertDialog.js';
import { expiry as words } from './text.js';

/** Shown one minute before the session ends. Escape keeps the user signed in, because that loses nothing. */
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
    <AlertDialog
      title={words.title}
      lead={longest ? words.longest : words.lead}
      open={!hidden}
      onClose={() => void (longest ? setHidden(true) : stay())}
      actions={
        <>
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
        </>
      }
    >
      <Typography role="timer" className="tabular" sx={{ marginTop: 1.5, fontWeight: 650 }}>
        {words.left(secondsLeft)}
      </Typography>
      {failed && (
        <Notice tone="danger" role="alert" sx={{ marginTop: 2 }}>
          {words.failed}
        </Notice>
      )}
    </AlertDialog>
  );
}
