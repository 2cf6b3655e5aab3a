import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { formatDate } from '../ui/index.js';
import { DateAxis } from './LaneChart.js';
import type { Lane } from './lanes.js';
import { TIMELINE_TEXT as text } from './text/en.js';

export function laneInWords({ title, entries }: Lane): string {
  const last = entries.at(-1);
  return last ? text.lane(title, entries.length, last.text, formatDate(last.on)) : title;
}

/** A lane beside its title, or under it where there is no room. */
export function LaneRow({ title, hint, children }: { title?: string; hint?: string; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        alignItems: 'center',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '132px minmax(0, 1fr)' },
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ fontSize: '0.875rem', lineHeight: 1.3, paddingTop: { xs: title ? 0.75 : 0, sm: 0 } }}>
        {title && (
          <Box component="span" sx={{ fontWeight: 600 }}>
            {title}
          </Box>
        )}
        {hint && (
          <Box
            component="span"
            sx={{ color: 'text.secondary', display: { sm: 'block' }, marginLeft: { xs: 1, sm: 0 } }}
          >
            {hint}
          </Box>
        )}
      </Box>
      <Box sx={{ minWidth: 0 }}>{children}</Box>
    </Box>
  );
}

/** The dates below the lanes; each lane says its own in words. */
export const AxisRow = ({ axis }: { axis: readonly [Date, Date] }) => (
  <LaneRow>
    <Box aria-hidden>
      <DateAxis axis={axis} />
    </Box>
  </LaneRow>
);
