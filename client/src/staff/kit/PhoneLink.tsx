import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';

/** A number that is called with one press. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <Box
      component="a"
      href={`tel:${phone.replace(/[^+\d]/g, '')}`}
      sx={(theme: Theme) => ({
        color: theme.vars.palette.primary.main,
        fontWeight: 650,
        whiteSpace: 'nowrap',
        textDecoration: 'underline',
      })}
    >
      {phone}
    </Box>
  );
}
