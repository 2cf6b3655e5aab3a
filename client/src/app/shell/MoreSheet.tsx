import MoreHorizOutlined from '@mui/icons-material/MoreHorizOutlined';
import ButtonBase from '@mui/material/ButtonBase';
import Drawer from '@mui/material/Drawer';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { ColorModeRow } from '../../shared/theme/index.js';
import type { NavEntry } from '../navigation.js';
import { NavItem } from './NavItem.js';

/** What does not fit in the phone's bottom bar. */
export function MoreSheet({ entries }: { entries: NavEntry[] }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <ButtonBase
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        sx={{
          flex: '1 1 auto',
          minWidth: 44,
          minHeight: 58,
          flexDirection: 'column',
          gap: 0.25,
          fontSize: { xs: '0.75rem', sm: '0.8125rem' },
          fontWeight: 500,
          color: 'text.secondary',
        }}
      >
        <MoreHorizOutlined />
        More
      </ButtonBase>
      <Drawer
        anchor="bottom"
        open={open}
        onClose={close}
        slotProps={{ paper: { 'aria-label': 'More', role: 'dialog', sx: { borderRadius: '16px 16px 0 0' } } }}
      >
        <Stack sx={{ padding: 2, paddingBottom: 4, gap: 0.5 }}>
          {entries.map((entry) => (
            <NavItem key={entry.to} entry={entry} look="sheet" onGo={close} />
          ))}
          <ColorModeRow />
        </Stack>
      </Drawer>
    </>
  );
}
