import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Notice } from '../../shared/ui/index.js';
import { UNSENT_TEXT as text } from './text/unsent.js';

interface UnsentBarProps {
  busy?: boolean;
  onSubmit: () => void;
  /** The questions concerned, where there is room for them. */
  questions?: readonly string[];
}

/** Keeps answers changed after submission from going unnoticed. */
export function UnsentBar({ busy = false, onSubmit, questions = [] }: UnsentBarProps) {
  return (
    <Notice
      tone="warning"
      role="status"
      title={text.title}
      sx={{ alignItems: 'center' }}
      action={
        <Button
          variant="contained"
          onClick={() => !busy && onSubmit()}
          aria-disabled={busy || undefined}
          sx={{ minHeight: 44, whiteSpace: 'nowrap' }}
        >
          {busy ? text.sending : text.submit}
        </Button>
      }
    >
      {questions.length > 0 && <Box>{text.about(questions)}</Box>}
    </Notice>
  );
}
