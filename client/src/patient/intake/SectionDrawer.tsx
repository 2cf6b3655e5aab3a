import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { SectionList, type ListProps } from './SectionList.js';
import { INTAKE_TEXT } from './text/en.js';

interface DrawerProps extends ListProps {
  open: boolean;
  onClose: () => void;
}

/** The list of sections as a sheet: a separate chunk, for narrow screens only. */
export default function SectionDrawer({ current, marks, open, onClose }: DrawerProps) {
  const title = useId();
  return (
    <Drawer
      anchor="bottom"
      open={open}
      onClose={onClose}
      slotProps={{
        paper: {
          'aria-labelledby': title,
          role: 'dialog',
          'aria-modal': true,
          sx: { borderRadius: '14px 14px 0 0', maxHeight: '85vh', padding: 2 },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', marginBottom: 1 }}>
        <Typography id={title} variant="h3" component="h2">
          {INTAKE_TEXT.sections}
        </Typography>
        <Button onClick={onClose}>{INTAKE_TEXT.close}</Button>
      </Box>
      <SectionList current={current} marks={marks} onFollow={onClose} />
    </Drawer>
  );
}
