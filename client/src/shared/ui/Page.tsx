import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** The tab's title, the same way on every page. */
export function PageTitle({ title }: { title: string }) {
  return <title>{`${title} - TRT Program`}</title>;
}

interface PageProps {
  /** The tab's name; also the heading unless `heading` says otherwise. */
  title: string;
  heading?: ReactNode;
  /** One sentence under the heading. */
  lead?: ReactNode;
  /** Stands at the end of the heading's line. */
  actions?: ReactNode;
  width?: number | string;
  children: ReactNode;
}

/** One page: its title, its one h1 (which receives the focus after a change of page) and its content. */
export function Page({ title, heading, lead, actions, width = 720, children }: PageProps) {
  return (
    <Box sx={{ width: '100%', maxWidth: width, marginInline: 'auto' }}>
      <PageTitle title={title} />
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'flex-end',
          justifyContent: 'space-between',
          gap: 2,
          marginBottom: 3,
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h1" tabIndex={-1}>
            {heading ?? title}
          </Typography>
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
