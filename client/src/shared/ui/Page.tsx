import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { formatNumber } from './number.js';

/** Sets the tab's title, the same way on every page. */
export function PageTitle({ title }: { title: string }) {
  return <title>{`${title} - TRT Program`}</title>;
}

interface PageProps {
  /** The tab's title; also the heading unless `heading` says otherwise. */
  title: string;
  heading?: ReactNode;
  /** The count beside the heading of a list. */
  count?: number;
  /** One sentence under the heading. */
  lead?: ReactNode;
  /** Shown at the end of the heading's line. */
  actions?: ReactNode;
  width?: number | string;
  children: ReactNode;
}

/** One page: its title, its single h1 (which receives the focus after navigation) and its content. */
export function Page({ title, heading, count, lead, actions, width = 720, children }: PageProps) {
  return (
    <Box sx={{ width: '100%', maxWidth: width, marginInline: 'auto' }}>
      <PageTitle title={title} />
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'flex-start',
          justifyContent: 'space-between',
          gap: 2,
          marginBottom: 3,
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1.25 }}>
            <Typography variant="h1" tabIndex={-1}>
              {heading ?? title}
            </Typography>
            {count !== undefined && (
              <Typography
                component="span"
                variant="h1"
                className="tabular"
                sx={{ fontWeight: 400, color: 'text.secondary' }}
              >
                {formatNumber(count)}
              </Typography>
            )}
          </Box>
          {lead && (
            <Typography sx={{ color: 'text.secondary', marginTop: 1, maxWidth: '65ch' }}>{lead}</Typography>
          )}
        </Box>
        {actions}
      </Box>
      {children}
    </Box>
  );
}
