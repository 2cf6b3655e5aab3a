import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';

interface AlertDialogProps {
  title: string;
  lead: string;
  open?: boolean;
  /** Escape takes the option that loses nothing. */
  onClose: () => void;
  children: ReactNode;
  actions: ReactNode;
}

/** Interrupts the user about their session; the title and lead are read out when it opens. */
export function AlertDialog({ title, lead, open = true, onClose, children, actions }: AlertDialogProps) {
  const id = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-lead`}
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent>
        <Typography id={`${id}-lead`}>{lead}</Typography>
        {children}
      </DialogContent>
      <DialogActions>{actions}</DialogActions>
    </Dialog>
  );
}
