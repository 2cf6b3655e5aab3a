import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { firstSectionWithError } from '#common/intake/index.js';
import { useSavedText } from '../../shared/autosave/useAutosave.js';
import type { AutosaveState } from '../../shared/autosave/index.js';
import { fieldId } from '../../shared/forms/index.js';
import { TextLink } from '../../shared/ui/index.js';
import { INTAKE_TEXT } from './text/en.js';
import type { IntakeRecord } from './transport.js';

interface BarProps {
  state: AutosaveState<IntakeRecord>;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  onSubmit?: (() => void) | undefined;
  canSubmit: boolean;
  /** The list of sections is shown beside the form. */
  wide: boolean;
}

/** The bar is fixed to the screen, so the page needs this much room below its last question. */
export const BAR_ROOM = '88px';
const BUBBLE = 48;
/** Read by the assistant's button on narrow screens. */
const BUBBLE_IN_BAR = new Map([
  ['--bubble-size', BUBBLE],
  ['--bubble-bottom', 10],
]);

/** Previous, Next and the save status, always visible; on a very low screen they end the page instead. */
export function ActionBar({ state, wide, onPrevious, onNext, onSubmit, canSubmit }: BarProps) {
  const held = !canSubmit || state.submitting;
  const bar = useRef<HTMLDivElement>(null);
  useRoomAround(bar);
  return (
    <Box
      ref={bar}
      sx={(theme) => ({
        backgroundColor: theme.vars.palette.background.default,
        borderTop: `1px solid ${theme.vars.palette.portal.border}`,
        paddingInline: { xs: 2, sm: 3, md: 4 },
        marginTop: 4,
        '@media (min-height: 560px)': {
          position: 'fixed',
          insetInline: 0,
          bottom: 'var(--bottom-bar, 0px)',
          zIndex: 'appBar',
        },
      })}
    >
      <Box sx={wizardColumns(wide)}>
        {/* Always there, so that it is read out when it fills. */}
        <Typography
          role="status"
          sx={{ gridColumn: '-2 / -1', fontWeight: 600, '&:not(:empty)': { paddingTop: 1 } }}
        >
          {state.status === 'offline' && INTAKE_TEXT.offline}
        </Typography>
        <Box
          sx={{
            gridColumn: '-2 / -1',
            paddingBlock: 1.5,
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: { xs: 1, sm: 1.5 },
            // On a phone both buttons and the save status fit on one line.
            '& > .MuiButton-root': { paddingInline: { xs: 1.5, sm: 2.5 } },
            // The assistant button goes in the bar where it would otherwise cover the answers.
            paddingRight: { xs: `${BUBBLE + 12}px`, md: 0 },
          }}
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
              sx={held ? { opacity: 0.7 } : undefined}
            >
              {state.submitting ? INTAKE_TEXT.submitting : INTAKE_TEXT.submit}
            </Button>
          )}
          <SavedNote state={state} />
        </Box>
      </Box>
    </Box>
  );
}

/**
 * Toasts sit above the bar (ToastHost reads the variable), however many lines its buttons take; on a phone the
 * assistant button is in the bar.
 */
function useRoomAround(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const { style } = document.documentElement;
    const measure = () => {
      const fixed = getComputedStyle(element).position === 'fixed';
      style.setProperty('--action-bar', `${fixed ? element.offsetHeight : 0}px`);
      if (fixed) for (const [name, px] of BUBBLE_IN_BAR) style.setProperty(name, `${px}px`);
      else for (const [name] of BUBBLE_IN_BAR) style.removeProperty(name);
    };
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    // The screen height decides whether the bar is fixed.
    window.addEventListener('resize', measure);
    return () => {
      watch.disconnect();
      window.removeEventListener('resize', measure);
      for (const name of ['--action-bar', ...BUBBLE_IN_BAR.keys()]) style.removeProperty(name);
    };
  }, [bar]);
}

/** The list of sections beside the form, or the form alone. */
export const wizardColumns = (wide: boolean) =>
  ({
    display: 'grid',
    gridTemplateColumns: wide ? '248px minmax(0, 640px)' : 'minmax(0, 640px)',
    columnGap: 7,
    justifyContent: 'center',
    alignItems: 'start',
  }) as const;

function SavedNote({ state }: { state: AutosaveState<IntakeRecord> }) {
  const savedText = useSavedText(state);
  const text = state.status === 'saved' && state.form?.unsent ? INTAKE_TEXT.savedNotSent : savedText;
  const held = firstSectionWithError(state.refused);
  // Announced only when something is wrong: announcing after each typing pause would drown out the form.
  const worthSaying = state.status === 'offline' || state.status === 'conflict' || held !== null;
  return (
    <Typography
      role="status"
      aria-live={worthSaying ? 'polite' : 'off'}
      variant="body2"
      sx={{
        color: 'text.secondary',
        flex: '1 1 64px',
        textAlign: 'right',
        lineHeight: 1.25,
        textWrap: 'balance',
      }}
    >
      {held !== null && state.restSaved && state.status === 'not-saved-yet' ? (
        <TextLink
          to={`?section=${held}`}
          onClick={() =>
            Object.keys(state.refused).map((name) => document.getElementById(fieldId(name))?.focus())
          }
        >
          {INTAKE_TEXT.notSaved(Object.keys(state.refused).length)}
        </TextLink>
      ) : (
        text
      )}
    </Typography>
  );
}
