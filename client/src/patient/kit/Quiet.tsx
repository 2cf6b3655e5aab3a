import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** Shown in a card that is still empty. */
export const Quiet = ({ children }: { children: ReactNode }) => (
  <Typography sx={{ color: 'text.secondary', maxWidth: '56ch' }}>{children}</Typography>
);
