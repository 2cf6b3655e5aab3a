import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useSavedText } from '../../shared/autosave/useAutosave.js';
import type { AutosaveState } from '../../shared/autosave/index.js';
import { INTAKE_TEXT } from './text/en.js';
import type { IntakeRecord } from './transport.js';

interface BarProps {
  state: AutosaveState<IntakeRecord>;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  onSubmit?: (() => void) | undefined;
  canSubmit: boolean;
}

/** Previous, Next and what is saved, always in sight; on a very low screen it scrolls with the page. */
export function ActionBar({ state, onPrevious, onNext, onSubmit, canSubmit }: BarProps) {
  const held = !canSubmit || state.submitting;
  return (
    <Box
      sx={(theme) => ({
        marginTop: 4,
        paddingBlock: 1.5,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        borderTop: `1px solid ${theme.vars.palette.portal.border}`,
        backgroundColor: theme.vars.palette.background.default,
        '@media (min-height: 560px)': { position: 'sticky', bottom: 'var(--bottom-bar, 0px)', zIndex: 2 },
      })}
    >
      {onPrevious && (
        <Button variant="outlined" onClick={onPrevious}>
          {INTAKE_TEXT.previous}
        </Button>
      )}
      {onNext && (
        <Button variant="contained" onClick={onNext}>
          {INTAKE_TEXT.next}
        </Button>
      )}
      {onSubmit && (
        <Button
          variant="contained"
          onClick={() => !state.submitting && onSubmit()}
          aria-disabled={held || undefined}
          sx={held ? { opacity: 0.65 } : undefined}
        >
          {state.submitting ? INTAKE_TEXT.submitting : INTAKE_TEXT.submit}
        </Button>
      )}
      <SavedNote state={state} />
    </Box>
  );
}

function SavedNote({ state }: { state: AutosaveState<IntakeRecord> }) {
  const text = useSavedText(state);
  // Spoken only when something is wrong: an announcement after each pause of typing would drown the form.
  const worthSaying = state.status === 'offline' || state.status === 'conflict';
  return (
    <Typography
      role="status"
      aria-live={worthSaying ? 'polite' : 'off'}
      variant="body2"
      sx={{ color: 'text.secondary', marginLeft: 'auto' }}
    >
      {text}
    </Typography>
  );
}
