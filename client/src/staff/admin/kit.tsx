import Box from '@mui/material/Box';
import { useState, type ReactNode } from 'react';
import { toast } from '../../shared/toasts/index.js';
import { ActionDialog } from '../kit/ActionDialog.js';
import { explained, Failure } from '../kit/Failure.js';
import { SmallField } from '../kit/SmallField.js';

/** Search and filters above a list, on one line where there is room. */
export function Filters({ children }: { children: ReactNode }) {
  return (
    <Box
      role="search"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1.5, marginBottom: 2 }}
    >
      {children}
    </Box>
  );
}

interface SearchProps {
  id: string;
  label: string;
  value: string;
  onChange: (text: string) => void;
}
export function SearchFilter({ id, label, value, onChange }: SearchProps) {
  return (
    <Box sx={{ flex: '1 1 260px', maxWidth: { sm: 380 } }}>
      <SmallField id={id} type="search" label={label} value={value} onChange={onChange} />
    </Box>
  );
}

interface ChoiceProps extends SearchProps {
  all: string;
  options: readonly { value: string; label: string }[];
}
export function ChoiceFilter({ id, label, value, onChange, all, options }: ChoiceProps) {
  return (
    <Box sx={{ flex: '0 1 190px' }}>
      <SmallField id={id} type="select" label={label} value={value} onChange={onChange}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </SmallField>
    </Box>
  );
}

interface ConfirmProps {
  title: string;
  lead: string;
  label: string;
  failed: string;
  done: string;
  act: () => Promise<unknown>;
  onDone: () => Promise<void>;
  onClose: () => void;
}
/** Asks before an act that needs no more than a yes. */
export function ConfirmDialog({ title, lead, label, failed, done, act, onDone, onClose }: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function confirm() {
    setBusy(true);
    setFailure(null);
    try {
      await act();
      toast.success(done);
      onClose();
      await onDone();
    } catch (error) {
      setFailure(explained(error));
      setBusy(false);
    }
  }
  return (
    <ActionDialog
      title={title}
      onClose={onClose}
      confirm={{ label, onConfirm: () => void confirm(), busy, danger: true }}
      error={failure !== null && <Failure title={failed} detail={failure} />}
    >
      {lead}
    </ActionDialog>
  );
}
