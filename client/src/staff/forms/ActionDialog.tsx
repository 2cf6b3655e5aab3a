import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useId, useRef, type FormEvent, type ReactNode } from 'react';
import { Notice } from '../../shared/ui/index.js';
import { focusFirstInvalid } from './focusFirstInvalid.js';
import { useFocusHome } from './useFocusHome.js';

interface ActionDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** The confirm button; without one the dialog only informs. */
  confirm?: {
    label: string;
    onConfirm: () => void;
    busy: boolean;
    disabled?: boolean;
    danger?: boolean;
    /** Shown beside the button: why it cannot be pressed. */
    waitsFor?: string | null;
  };
  cancelLabel?: string;
  error?: ReactNode;
  wide?: boolean;
  /** Only its buttons close the dialog, so a stray Escape or click outside does not. */
  sticky?: boolean;
  /** The buttons come after the content instead of staying in view: what speaks against it is passed on the way. */
  readFirst?: boolean;
}

/** Asks for confirmation. Escape and "Cancel" change nothing. */
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
    readFirst = false,
  } = props;
  const id = useId();
  useFocusHome();
  const busy = confirm?.busy ?? false;
  const form = useRef<HTMLFormElement>(null);
  const failed = !busy && Boolean(error);
  // The server refused: what it is about is marked only now.
  useEffect(() => {
    if (failed && form.current) focusFirstInvalid(form.current);
  }, [failed]);
  function submit(event: FormEvent<HTMLElement>) {
    event.preventDefault();
    // In React's tree the dialog is inside forms; its submit must not bubble to them.
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
      {/* At most as tall as the dialog: the content scrolls and the buttons stay in view, or both scroll. */}
      <Box
        component="form"
        ref={form}
        noValidate
        onSubmit={submit}
        sx={{
          display: 'flex',
          flexDirection: 'column',
          minHeight: 0,
          // Holds what is hidden from sight: outside, it would scroll the dialog past its end.
          position: 'relative',
          overflowY: readFirst ? 'auto' : 'hidden',
        }}
      >
        <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </DialogTitle>
        {/* Focusable, so that a long list can be scrolled by keyboard. */}
        <DialogContent tabIndex={0} sx={readFirst ? { flex: 'none', overflowY: 'visible' } : undefined}>
          {children}
        </DialogContent>
        {/* Outside the scrolling part: a failure is always visible beside its button. */}
        {error && <Problem>{error}</Problem>}
        <Buttons id={id} cancelLabel={cancelLabel} onClose={onClose} confirm={confirm} />
      </Box>
    </Dialog>
  );
}

function Problem({ children }: { children: ReactNode }) {
  return (
    <Box
      tabIndex={0}
      sx={{
        flexShrink: 0,
        maxHeight: '40dvh',
        overflowY: 'auto',
        padding: '8px 24px',
        // What is above it may grow while it is shown.
        position: 'sticky',
        bottom: 0,
        zIndex: 1,
        backgroundColor: 'background.paper',
      }}
    >
      {typeof children === 'string' ? (
        <Notice tone="danger" role="alert">
          {children}
        </Notice>
      ) : (
        children
      )}
    </Box>
  );
}

type ButtonsProps = Required<Pick<ActionDialogProps, 'cancelLabel' | 'onClose'>> & {
  id: string;
  confirm: ActionDialogProps['confirm'];
};
function Buttons({ id, cancelLabel, onClose, confirm }: ButtonsProps) {
  return (
    <DialogActions sx={confirm?.waitsFor ? { flexWrap: 'wrap', rowGap: 1 } : undefined}>
      {confirm?.waitsFor && (
        <Box id={`${id}-waits`} role="status" sx={{ marginRight: 'auto', paddingLeft: 1 }}>
          {confirm.waitsFor}
        </Box>
      )}
      <Button type="button" onClick={onClose} disabled={confirm?.busy ?? false} autoFocus={!confirm}>
        {cancelLabel}
      </Button>
      {confirm && (
        <Button
          type="submit"
          variant="contained"
          color={confirm.danger ? 'error' : 'primary'}
          loading={confirm.busy}
          disabled={confirm.disabled}
          aria-describedby={confirm.waitsFor ? `${id}-waits` : undefined}
        >
          {confirm.label}
        </Button>
      )}
    </DialogActions>
  );
}
