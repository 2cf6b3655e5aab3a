import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type FormEvent, type ReactNode } from 'react';
import { Notice } from '../../shared/ui/index.js';
import { focusFirstInvalid } from './focusFirstInvalid.js';
import { useFocusHome } from './useFocusHome.js';

interface ActionDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** The button that acts; without one the dialog only informs. */
  confirm?: { label: string; onConfirm: () => void; busy: boolean; disabled?: boolean; danger?: boolean };
  cancelLabel?: string;
  error?: ReactNode;
  wide?: boolean;
  /** A stray Escape or a click beside it does not close the dialog; its buttons do. */
  sticky?: boolean;
}

/** A dialog that asks before something is done. Escape and "Cancel" leave everything as it was. */
export function ActionDialog(props: ActionDialogProps) {
  const {
    title,
    onClose,
    children,
    confirm,
    cancelLabel = 'Cancel',
    error,
    wide = false,
    sticky = false,
  } = props;
  const id = useId();
  useFocusHome();
  const busy = confirm?.busy ?? false;
  function submit(event: FormEvent<HTMLElement>) {
    event.preventDefault();
    // The dialog lies over forms in React's tree; its submit is not theirs.
    event.stopPropagation();
    if (!confirm || busy || confirm.disabled) return;
    confirm.onConfirm();
    focusFirstInvalid(event.currentTarget);
  }
  return (
    <Dialog
      open
      onClose={busy || sticky ? undefined : onClose}
      aria-labelledby={id}
      fullWidth
      maxWidth={wide ? 'md' : 'sm'}
    >
      {/* As high as the paper at most, so that the content scrolls and the buttons stay in view. */}
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, overflow: 'hidden' }}
      >
        <DialogTitle id={id}>{title}</DialogTitle>
        {/* Reachable with the keyboard, so that a long list can be scrolled without a mouse. */}
        <DialogContent tabIndex={0}>{children}</DialogContent>
        {/* Outside of what scrolls: however long the dialog is, a failure is in sight beside its button. */}
        {error && (
          <Box
            tabIndex={0}
            sx={{ flexShrink: 0, maxHeight: '40dvh', overflowY: 'auto', padding: '8px 24px' }}
          >
            {typeof error === 'string' ? (
              <Notice tone="danger" role="alert">
                {error}
              </Notice>
            ) : (
              error
            )}
          </Box>
        )}
        <DialogActions>
          <Button type="button" onClick={onClose} disabled={busy} autoFocus={!confirm}>
            {cancelLabel}
          </Button>
          {confirm && (
            <Button
              type="submit"
              variant="contained"
              color={confirm.danger ? 'error' : 'primary'}
              loading={busy}
              disabled={confirm.disabled}
            >
              {confirm.label}
            </Button>
          )}
        </DialogActions>
      </Box>
    </Dialog>
  );
}
