import Box from '@mui/material/Box';
import type { Tone } from '#common/vocabulary/index.js';

export const DOT = 12;

/** An entry's mark, colored by severity; square for the most severe. */
export function Dot({ tone }: { tone: Tone }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={({ vars }) => ({
        display: 'inline-block',
        width: DOT,
        height: DOT,
        borderRadius: tone === 'danger' ? '2px' : '50%',
        backgroundColor: vars.palette.portal.tones[tone].ink,
        border: `2px solid ${vars.palette.background.paper}`,
      })}
    />
  );
}
