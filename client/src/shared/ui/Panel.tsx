import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import { visuallyHidden } from './states.js';

interface PanelProps {
  title: string;
  actions?: ReactNode;
  /** No padding around the content, for tables that reach the edges. */
  flush?: boolean;
  /** Hides the heading visually where the page's own heading already says it. */
  hideTitle?: boolean;
  children: ReactNode;
}

/** A card with a heading: a named region of a page. */
export function Panel({ title, actions, flush = false, hideTitle = false, children }: PanelProps) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{
        minWidth: 0,
        padding: flush ? 0 : { xs: 2.5, sm: 3 },
        border: 1,
        borderColor: 'divider',
        borderRadius: '12px',
        backgroundColor: 'background.paper',
      }}
    >
      <Box
        sx={
          hideTitle
            ? visuallyHidden
            : {
                display: 'flex',
                alignItems: 'center',
                justifyContent: 'space-between',
                flexWrap: 'wrap',
                gap: 1.5,
                ...(flush ? { padding: '14px 16px' } : { marginBottom: 2 }),
              }
        }
      >
        <Typography id={id} variant="h3" component="h2">
          {title}
        </Typography>
        {actions}
      </Box>
      {children}
    </Box>
  );
}
