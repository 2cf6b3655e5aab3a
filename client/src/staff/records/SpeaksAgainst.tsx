import Button from '@mui/material/Button';
import { useState } from 'react';
import { useSession } from '../../shared/session/index.js';
import { toast } from '../../shared/toasts/index.js';
import { useRefresh } from '../data/useRefresh.js';
import { isConflict } from '../forms/conflict.js';
import { explained } from '../forms/Failure.js';
import { SPEAKS_AGAINST_TEXT as words } from './text/en.js';

interface SpeaksAgainstProps {
  /** The answer that stands; after a yes there is nothing to press. */
  against: boolean | null;
  send: () => Promise<unknown>;
  onDone?: (() => void) | undefined;
}

/** Beside each reviewed text: a provider who sees that it does speak against treatment says so with one press. */
export function SpeaksAgainst({ against, send, onDone }: SpeaksAgainstProps) {
  const refresh = useRefresh();
  const reviews = useSession()?.roles.includes('provider') ?? false;
  const [busy, setBusy] = useState(false);
  async function say() {
    setBusy(true);
    try {
      await send();
      toast.success(words.done);
      onDone?.();
    } catch (error) {
      toast.error(isConflict(error) ? words.changed : explained(error), { title: words.failed });
    }
    await refresh();
    setBusy(false);
  }
  if (against || !reviews) return null;
  return (
    <Button size="small" variant="text" loading={busy} onClick={() => void say()}>
      {words.say}
    </Button>
  );
}
