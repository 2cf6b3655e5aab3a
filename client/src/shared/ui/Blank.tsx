import InboxOutlined from '@mui/icons-material/InboxOutlined';
import SearchOffOutlined from '@mui/icons-material/SearchOffOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface BlankProps {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}
function Blank({ icon, title, children, action }: BlankProps & { icon: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        justifyItems: 'center',
        gap: 1,
        textAlign: 'center',
        paddingBlock: 6,
        paddingInline: 3,
      }}
    >
      <Box aria-hidden sx={{ color: 'text.secondary', '& svg': { fontSize: 36 } }}>
        {icon}
      </Box>
      <Typography sx={{ fontWeight: 650, fontSize: '1.125rem' }}>{title}</Typography>
      {children && <Typography sx={{ color: 'text.secondary', maxWidth: '48ch' }}>{children}</Typography>}
      {action && <Box sx={{ paddingTop: 1 }}>{action}</Box>}
    </Box>
  );
}

/** Shown when there is nothing at all. Says what will appear here and what to do now. */
export function Empty(props: BlankProps) {
  return <Blank icon={<InboxOutlined />} {...props} />;
}

/** Shown when the search or filter hides everything. */
export function NoMatch(props: BlankProps) {
  return <Blank icon={<SearchOffOutlined />} {...props} />;
}
