import ListOutlined from '@mui/icons-material/ListOutlined';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import type { ListProps } from './SectionList.js';
import { toDoCount } from './section-state.js';
import { INTAKE_TEXT } from './text/en.js';

const load = () => import('./SectionDrawer.js');
const SectionDrawer = lazy(load);

/** On a narrow screen the list opens as a sheet. */
export function SectionSheet({ current, marks }: ListProps) {
  const [open, setOpen] = useState(false);
  // Stays mounted once opened, so that closing can animate.
  const [used, setUsed] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        startIcon={<ListOutlined />}
        onPointerDown={() => void load()}
        onClick={() => {
          setUsed(true);
          setOpen(true);
        }}
        aria-haspopup="dialog"
        sx={{ minHeight: 44 }}
      >
        {INTAKE_TEXT.openSections(toDoCount(marks))}
      </Button>
      {used && (
        <Suspense>
          <SectionDrawer current={current} marks={marks} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
