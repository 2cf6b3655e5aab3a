import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** What stands in a card while there is nothing in it yet. */
export const Quiet = ({ children }: { children: ReactNode }) => (
  <Typography sx={{ color: 'text.secondary', maxWidth: '56ch' }}>{children}</Typography>
);
