import { useRef, useState, type ReactNode } from 'react';
import { isApiError, newIdempotencyKey } from '../../shared/api/index.js';
import { toast } from '../../shared/toasts/index.js';
import { isConflict, whoChanged } from './conflict.js';
import { explained, Failure } from './Failure.js';
import { keptBackBy, refusedOf } from './lacking.js';
import { useRefresh } from '../data/useRefresh.js';

interface SaveOptions<Stored> {
  /** @param key the same for each attempt with the same content */
  send: (key: string) => Promise<unknown>;
  /** Absent where the result itself shows that it is done. */
  done?: string;
  onClose: () => void;
  /** Someone else made a change first: what is stored now, for the form to show. */
  onConflict?: (current: Stored) => void;
  onFailure?: () => void;
}

/** Submits a dialog's form; the dialog closes once it is stored, and keeps everything otherwise. */
export function useSave<Stored>({ send, done, onClose, onConflict, onFailure }: SaveOptions<Stored>) {
  const refresh = useRefresh();
  const key = useRef(newIdempotencyKey());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  async function save() {
    setBusy(true);
    setFailure(null);
    try {
      await send(key.current);
      if (done) toast.success(done);
      await refresh();
      onClose();
    } catch (error) {
      // The server answered, so another attempt is a new action.
      if (isApiError(error) && error.status > 0) key.current = newIdempotencyKey();
      const current = isApiError(error) && isConflict(error) && error.body.current;
      if (current) onConflict?.(current as Stored);
      onFailure?.();
      setFailure(error);
      setBusy(false);
      if (isConflict(error)) await refresh();
    }
  }
  return {
    busy,
    fields: isApiError(failure) ? failure.fields : {},
    /** Why the server refused, for a form with its own message for it. */
    code: isApiError(failure) ? failure.code : null,
    /** The rules the refusal names; they may have fired after the form was loaded. */
    keptBackBy: keptBackBy(failure),
    /** What the refusal marks where rules are overridden. */
    refused: (reason: string) => refusedOf(failure, reason),
    save: () => void save(),
    /** The next submission has different content than the failed one. */
    edited: () => {
      key.current = newIdempotencyKey();
    },
    /**
     * @param changed the message for a conflict
     * @param what names the record, to say who changed it, and when
     */
    problem: (title: string, changed?: string, what?: string): ReactNode => {
      if (failure === null) return null;
      const conflict = changed !== undefined && isConflict(failure);
      const who = what ? `${whoChanged(failure, what)} ` : '';
      return <Failure title={title} detail={conflict ? `${who}${changed}` : explained(failure)} />;
    },
  };
}
