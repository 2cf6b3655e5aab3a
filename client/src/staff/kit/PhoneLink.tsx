import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import { dialed } from './words.js';

/** A number that is called with one press. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <Box
      component="a"
      href={dialed(phone)}
      sx={(theme: Theme) => ({
        display: 'inline-flex',
        alignItems: 'center',
        minHeight: 44,
        minWidth: 44,
        // Large enough for a finger, and no higher than the text beside it.
        marginBlock: '-10px',
        color: theme.vars.palette.primary.main,
        fontWeight: 650,
        textDecoration: 'underline',
        textUnderlineOffset: 3,
      })}
    >
      {phone}
    </Box>
  );
}
