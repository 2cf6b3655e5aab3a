import Drawer from '@mui/material/Drawer';
import Box from '@mui/material/Box';
import { ColorModeRow } from '../../shared/theme/index.js';
import type { NavEntry } from './navigation.js';
import { NavItem } from './NavItem.js';
import { moreText } from './text/en.js';

/** The sheet itself: a separate chunk, because most visits never open it. */
export default function MoreDrawer({
  entries,
  open,
  onClose,
}: {
  entries: NavEntry[];
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Drawer
      anchor="bottom"
      open={open}
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': moreText, role: 'dialog', sx: { borderRadius: '16px 16px 0 0' } } }}
    >
      <Box sx={{ display: 'grid', gap: 0.5, padding: 2, paddingBottom: 4 }}>
        {entries.map((entry) => (
          <NavItem key={entry.to} entry={entry} look="sheet" onGo={onClose} />
        ))}
        <ColorModeRow />
      </Box>
    </Drawer>
  );
}
