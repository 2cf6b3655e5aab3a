import { useRef, useState, type ReactNode } from 'react';
import { isApiError, newIdempotencyKey } from '../../shared/api/index.js';
import { toast } from '../../shared/toasts/index.js';
import { explained, Failure } from './Failure.js';
import { useRefresh } from './useRefresh.js';

interface SaveOptions<Stored> {
  /** @param key the same at each try of the same content */
  send: (key: string) => Promise<unknown>;
  done: string;
  onClose: () => void;
  /** Somebody else was faster: what is stored now, for the form to show. */
  onConflict?: (current: Stored) => void;
  onFailure?: () => void;
}

const isConflict = (error: unknown): boolean => isApiError(error) && error.code === 'version_conflict';

/** Sends what the form of a dialog holds; the dialog closes when it is stored, and keeps everything when not. */
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
      toast.success(done);
      onClose();
      await refresh();
    } catch (error) {
      const current = isApiError(error) && isConflict(error) && error.body.current;
      if (current) onConflict?.(current as Stored);
      onFailure?.();
      setFailure(error);
      setBusy(false);
    }
  }
  return {
    busy,
    fields: isApiError(failure) ? failure.fields : {},
    save: () => void save(),
    /** What is sent next is something else than what failed. */
    edited: () => {
      key.current = newIdempotencyKey();
    },
    /** @param changed what to say of a conflict */
    problem: (title: string, changed?: string): ReactNode =>
      failure !== null && (
        <Failure title={title} detail={changed && isConflict(failure) ? changed : explained(failure)} />
      ),
  };
}
