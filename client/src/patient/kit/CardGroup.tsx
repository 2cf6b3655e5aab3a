import Box, { type BoxProps } from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Children, type ReactNode } from 'react';
import { Quiet } from './Quiet.js';

interface CardGroupProps {
  id: string;
  title: string;
  /** What stands here when there is no card. */
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

/** One of them. */
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

/** What it is on the left, its state on the right, below each other where there is no room. */
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
