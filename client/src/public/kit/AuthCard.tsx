import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { PageTitle } from '../../shared/ui/index.js';

interface AuthCardProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}

/** The card that account pages use. */
export function AuthCard({ title, lead, children, footer }: AuthCardProps) {
  return (
    <Box sx={{ width: '100%', maxWidth: 460, marginInline: 'auto' }}>
      <PageTitle title={title} />
      <Box
        sx={{
          padding: { xs: 3, sm: 4.5 },
          border: 1,
          borderColor: 'divider',
          borderRadius: '12px',
          backgroundColor: 'background.paper',
        }}
      >
        <Typography variant="h1" tabIndex={-1}>
          {title}
        </Typography>
        {lead && <Typography sx={{ color: 'text.secondary', marginTop: 1 }}>{lead}</Typography>}
        <Box sx={{ marginTop: 3 }}>{children}</Box>
      </Box>
      {footer && <Box sx={{ marginTop: 3, textAlign: 'center', color: 'text.secondary' }}>{footer}</Box>}
    </Box>
  );
}
