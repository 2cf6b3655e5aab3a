import Box from '@mui/material/Box';
import type { RefObject } from 'react';
import { skipToContentText } from './text/every-page.js';

/** The first stop for the keyboard. Moves the focus itself, so that the URL and history do not change. */
export function SkipLink({ target }: { target: RefObject<HTMLElement | null> }) {
  return (
    <Box
      component="a"
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        target.current?.focus();
      }}
      sx={(theme) => ({
        position: 'absolute',
        left: 12,
        top: -80,
        zIndex: 'tooltip',
        padding: '10px 16px',
        borderRadius: 1,
        fontWeight: 600,
        color: theme.vars.palette.primary.contrastText,
        backgroundColor: theme.vars.palette.primary.main,
        '&:focus': { top: 12 },
      })}
    >
      {skipToContentText}
    </Box>
  );
}
