import Box, { type BoxProps } from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Children, type ReactNode } from 'react';
import { Quiet } from './Quiet.js';

interface CardGroupProps {
  id: string;
  title: string;
  /** Shown when there are no cards. */
  none: string;
  children: ReactNode;
}

/** A heading and its cards. */
export function CardGroup({ id, title, none, children }: CardGroupProps) {
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} variant="h2" sx={{ marginBottom: 1.5 }}>
        {title}
      </Typography>
      {Children.count(children) === 0 ? (
        <Quiet>{none}</Quiet>
      ) : (
        <Box
          component="ul"
          sx={{
            listStyle: 'none',
            margin: 0,
            padding: 0,
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr)',
            gap: 2,
          }}
        >
          {children}
        </Box>
      )}
    </Box>
  );
}

/** One card of the group. */
export function Card({ sx, children }: { sx?: BoxProps['sx']; children: ReactNode }) {
  return (
    <Box
      component="li"
      sx={[
        {
          padding: { xs: 2.5, sm: 3 },
          border: 1,
          borderColor: 'divider',
          borderRadius: '12px',
          backgroundColor: 'background.paper',
        },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      {children}
    </Box>
  );
}

/** Label on the left, status on the right; stacked where there is no room. */
export function CardHead({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        justifyContent: 'space-between',
        alignItems: 'flex-start',
        gap: 1,
      }}
    >
      {children}
    </Box>
  );
}
