import { useState } from 'react';
import { toast } from '#client/shared/toasts/index.js';
import { ActionDialog } from '../../forms/ActionDialog.js';
import { explained, Failure } from '../../forms/Failure.js';

interface ConfirmProps {
  title: string;
  lead: string;
  label: string;
  failed: string;
  done: string;
  /** False where nothing is deleted. */
  danger?: boolean;
  act: () => Promise<unknown>;
  onDone: () => Promise<void>;
  onClose: () => void;
}
/** Asks for a plain confirmation. */
export function ConfirmDialog(props: ConfirmProps) {
  const { title, lead, label, failed, done, danger = true, act, onDone, onClose } = props;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function confirm() {
    setBusy(true);
    setFailure(null);
    try {
      await act();
      toast.success(done);
      await onDone();
      onClose();
    } catch (error) {
      setFailure(explained(error));
      setBusy(false);
    }
  }
  return (
    <ActionDialog
      title={title}
      onClose={onClose}
      confirm={{ label, onConfirm: () => void confirm(), busy, danger }}
      error={failure !== null && <Failure title={failed} detail={failure} />}
    >
      {lead}
    </ActionDialog>
  );
}
