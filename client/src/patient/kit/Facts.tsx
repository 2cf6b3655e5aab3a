import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

export type Fact = readonly [name: string, value: ReactNode];

/** Names and values, side by side where there is room; a name without a value is left out. */
export function Facts({ facts, columnWidth = 140 }: { facts: readonly Fact[]; columnWidth?: number }) {
  return (
    <Box
      component="dl"
      sx={{
        margin: 0,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: `repeat(auto-fill, minmax(min(${columnWidth}px, 100%), 1fr))`,
      }}
    >
      {facts.map(
        ([name, value]) =>
          value !== null &&
          value !== undefined &&
          value !== '' && (
            <div key={name}>
              <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
                {name}
              </Typography>
              <Typography
                component="dd"
                className="tabular"
                sx={{ margin: 0, fontWeight: 600, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
              >
                {value}
              </Typography>
            </div>
          ),
      )}
    </Box>
  );
}
