import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Prescription } from '#common/api/index.js';
import { usePageParams } from '../lists/usePageParams.js';
import { ViewTabs } from '../lists/ViewTabs.js';
import { isSelectable, type Order } from './order.js';
import { PrescriptionTable, type OrderAct } from './PrescriptionTable.js';
import { PRESCRIPTION_VIEWS_TEXT, RX_TEXT as words } from './text/en.js';

const ApproveDialog = lazy(() =>
  import('./ApproveDialog.js').then((module) => ({ default: module.ApproveDialog })),
);
const FillDialog = lazy(() =>
  import('../refills/FillDialog.js').then((module) => ({ default: module.FillDialog })),
);
const EditDialog = lazy(() => import('./EditDialog.js').then((module) => ({ default: module.EditDialog })));
const HoldDialog = lazy(() => import('./HoldDialog.js').then((module) => ({ default: module.HoldDialog })));
const PharmacyDialog = lazy(() =>
  import('./PharmacyDialog.js').then((module) => ({ default: module.PharmacyDialog })),
);
const ReviewDialog = lazy(() =>
  import('./ReviewDialog.js').then((module) => ({ default: module.ReviewDialog })),
);
const UpdateDialog = lazy(() =>
  import('./UpdateDialog.js').then((module) => ({ default: module.UpdateDialog })),
);

const VIEWS = {
  All: { label: PRESCRIPTION_VIEWS_TEXT.all },
  Pending: { label: PRESCRIPTION_VIEWS_TEXT.pending },
  Approved: { label: PRESCRIPTION_VIEWS_TEXT.approved },
};
export type RxTab = keyof typeof VIEWS;

/** The tab is in the URL; changing it returns to the first page. */
export function useRxTab() {
  const place = usePageParams([], { field: 'created_at', order: 'DESC' });
  const tab =
    (Object.keys(VIEWS) as RxTab[]).find((one) => one.toLowerCase() === place.params.get('tab')) ?? 'All';
  const setTab = (next: RxTab) => place.change({ tab: next.toLowerCase() });
  return { place, tab, setTab };
}

/** Shown in a tab without rows. */
export const emptyOf = (tab: RxTab): { title: string; hint: string } =>
  tab === 'All'
    ? { title: words.none, hint: words.noneHint }
    : { title: words.noneInTab, hint: words.noneInTabHint };

interface PrescriptionWorkProps {
  tab: RxTab;
  onTab: (tab: RxTab) => void;
  rows: readonly Order[] | undefined;
  readOnly: boolean;
  tools?: ReactNode;
  /** Puts the table where the list's states leave room for it. */
  children: (table: ReactNode) => ReactNode;
}

/** Tabs, the selection, and the dialogs around a table of orders. */
export function PrescriptionWork({ tab, onTab, rows, readOnly, tools, children }: PrescriptionWorkProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [approving, setApproving] = useState<Prescription[] | null>(null);
  const [open, setOpen] = useState<{ act: OrderAct; order: Prescription } | null>(null);
  // Only rows on the screen that are still pending count as selected.
  const chosen = (rows ?? []).filter((row) => isSelectable(row) && selected.has(row.prescription_id));
  const close = () => setOpen(null);
  return (
    <>
      <ViewTabs
        label={words.tabs}
        value={tab}
        views={VIEWS}
        onChange={(next) => {
          setSelected(new Set());
          onTab(next);
        }}
        aside={
          <>
            {tools}
            <Box sx={{ flex: 1 }} />
            {!readOnly && (
              <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center' }}>
                <Box
                  component="span"
                  role="status"
                  sx={{
                    color: 'text.secondary',
                    fontSize: '0.875rem',
                    '&:not(:empty)': { marginRight: 1.5 },
                  }}
                >
                  {chosen.length > 0 && words.selected(chosen.length)}
                </Box>
                <Button
                  variant="contained"
                  disabled={chosen.length === 0}
                  onClick={() => setApproving(chosen)}
                >
                  {words.approveSelected}
                </Button>
              </Box>
            )}
          </>
        }
      >
        {children(
          <PrescriptionTable
            rows={rows ?? []}
            selected={selected}
            onSelect={setSelected}
            onAct={(act, order) => setOpen({ act, order })}
            readOnly={readOnly}
          />,
        )}
      </ViewTabs>
      <Suspense>
        {approving && (
          <ApproveDialog
            orders={approving}
            onClose={(decided) => {
              setApproving(null);
              // Cancel leaves the selection unchanged.
              if (decided) setSelected(new Set());
            }}
          />
        )}
        {open?.act === 'review' && <ReviewDialog order={open.order} onClose={close} />}
        {open?.act === 'edit' && <EditDialog order={open.order} onClose={close} />}
        {open?.act === 'fill' && <FillDialog order={open.order} onClose={close} />}
        {open?.act === 'update' && <UpdateDialog order={open.order} onClose={close} />}
        {open?.act === 'pharmacy' && <PharmacyDialog order={open.order} onClose={close} />}
        {open?.act === 'hold' && <HoldDialog order={open.order} onClose={close} />}
      </Suspense>
    </>
  );
}
