import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { Tone } from '#common/vocabulary/index.js';
import { TONE_ICON } from './toneIcons.js';

/** Shows statuses in sentence case, however they are stored. */
const SENTENCE_CASE = { display: 'inline-block', '&::first-letter': { textTransform: 'uppercase' } } as const;

interface StatusChipProps {
  tone: Tone;
  children: ReactNode;
  icon?: ReactNode;
  /** A sentence in a narrow column: takes more lines rather than more width. */
  wraps?: boolean;
}

/** A status: icon and word, never color alone. */
export function StatusChip({ tone, children, icon, wraps = false }: StatusChipProps) {
  const Icon = TONE_ICON[tone];
  return (
    <Box
      component="span"
      sx={(theme) => ({
        display: 'inline-flex',
        alignItems: 'center',
        gap: '5px',
        padding: '2px 9px 2px 7px',
        borderRadius: '6px',
        fontSize: '0.875rem',
        lineHeight: 1.5,
        fontWeight: 600,
        // A long one must not make the page of a phone wider.
        ...(!wraps && { whiteSpace: { sm: 'nowrap' } }),
        color: theme.vars.palette.portal.tones[tone].ink,
        backgroundColor: theme.vars.palette.portal.tones[tone].ground,
        '& svg': { fontSize: 16, flex: 'none' },
      })}
    >
      {icon ?? <Icon />}
      <Box component="span" sx={SENTENCE_CASE}>
        {children}
      </Box>
    </Box>
  );
}
