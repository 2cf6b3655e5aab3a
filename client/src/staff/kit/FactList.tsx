import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Names and values, one under the other: a response as a list. */
export function FactList({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <Box
      component="dl"
      className="tabular"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(108px, 38%) minmax(0, 1fr)',
        gap: '8px 20px',
        margin: 0,
        '& dt': { color: 'text.secondary' },
        '& dd': { margin: 0, fontWeight: 600, overflowWrap: 'anywhere' },
      }}
    >
      {facts.map(([name, value]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Box>
      ))}
    </Box>
  );
}
