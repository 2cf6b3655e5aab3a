import MoreHorizOutlined from '@mui/icons-material/MoreHorizOutlined';
import ButtonBase from '@mui/material/ButtonBase';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { isCurrent, type NavEntry } from './navigation.js';
import { moreText } from './text/en.js';

const load = () => import('./MoreDrawer.js');
const MoreDrawer = lazy(load);

/** Entries that do not fit in the phone's bottom bar. */
export function MoreSheet({ entries }: { entries: NavEntry[] }) {
  const { pathname } = useLocation();
  const current = entries.some((entry) => isCurrent(entry, pathname));
  const [open, setOpen] = useState(false);
  // Stays mounted once opened, so that closing can animate.
  const [used, setUsed] = useState(false);
  return (
    <>
      <ButtonBase
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-current={current || undefined}
        onPointerDown={() => void load()}
        onClick={() => {
          setUsed(true);
          setOpen(true);
        }}
        sx={{
          flex: '1 1 auto',
          minWidth: 44,
          minHeight: 58,
          flexDirection: 'column',
          gap: 0.25,
          fontSize: { xs: '0.75rem', sm: '0.8125rem' },
          fontWeight: current ? 650 : 500,
          color: current ? 'primary.main' : 'text.secondary',
        }}
      >
        <MoreHorizOutlined />
        {moreText}
      </ButtonBase>
      {used && (
        <Suspense>
          <MoreDrawer entries={entries} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
