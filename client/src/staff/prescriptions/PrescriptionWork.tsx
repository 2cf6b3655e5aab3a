import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Prescription } from '../../../../common/api/index.js';
import { Panel } from '../../shared/ui/index.js';
import { ApproveDialog } from './ApproveDialog.js';
import { EditDialog } from './EditDialog.js';
import { isPending } from './order.js';
import { PrescriptionTable, type OrderAct } from './PrescriptionTable.js';
import { ReviewDialog } from './ReviewDialog.js';
import { RX_TEXT as words } from './text/en.js';
import { UpdateDialog } from './UpdateDialog.js';

export const RX_TABS = ['All', 'Pending', 'Approved'] as const;
export type RxTab = (typeof RX_TABS)[number];

/** The tab lives in the address; another tab starts on its first page. */
export function useRxTab(): [RxTab, (tab: RxTab) => void] {
  const [params, setParams] = useSearchParams();
  const current = RX_TABS.find((tab) => tab.toLowerCase() === params.get('tab')) ?? 'All';
  return [
    current,
    (tab) => setParams({ tab: tab.toLowerCase() }, { replace: true, preventScrollReset: true }),
  ];
}

interface PrescriptionWorkProps {
  tab: RxTab;
  onTab: (tab: RxTab) => void;
  /** Undefined while there is nothing to show; `blank` then says why. */
  rows: readonly Prescription[] | undefined;
  blank: ReactNode;
  readOnly: boolean;
  tools?: ReactNode;
  below?: ReactNode;
}

/** Tabs, the selection, and the dialogs around a table of orders. */
export function PrescriptionWork({ tab, onTab, rows, blank, readOnly, tools, below }: PrescriptionWorkProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [approving, setApproving] = useState<Prescription[] | null>(null);
  const [open, setOpen] = useState<{ act: OrderAct; order: Prescription } | null>(null);
  // Only what is on the screen and still waits counts as selected.
  const chosen = (rows ?? []).filter((row) => isPending(row) && selected.has(row.prescription_id));
  const close = () => setOpen(null);
  return (
    <>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: '12px 24px', marginBottom: 2 }}
      >
        <Tabs
          value={tab}
          onChange={(_event, next: RxTab) => {
            setSelected(new Set());
            onTab(next);
          }}
          aria-label={words.tabs}
        >
          {RX_TABS.map((name) => (
            <Tab
              key={name}
              value={name}
              label={name}
              id={`rx-tab-${name}`}
              aria-controls={`rx-panel-${name}`}
            />
          ))}
        </Tabs>
        {tools}
        <Box sx={{ flex: 1 }} />
        {!readOnly && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
            <Box component="span" role="status" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
              {chosen.length > 0 && words.selected(chosen.length)}
            </Box>
            <Button variant="contained" disabled={chosen.length === 0} onClick={() => setApproving(chosen)}>
              {words.approveSelected}
            </Button>
          </Box>
        )}
      </Box>
      <Box role="tabpanel" id={`rx-panel-${tab}`} aria-labelledby={`rx-tab-${tab}`}>
        <Panel title={`${tab} prescriptions`} flush hideTitle>
          {rows ? (
            <PrescriptionTable
              rows={rows}
              selected={selected}
              onSelect={setSelected}
              onAct={(act, order) => setOpen({ act, order })}
              readOnly={readOnly}
            />
          ) : (
            blank
          )}
          {below}
        </Panel>
      </Box>
      {approving && (
        <ApproveDialog
          orders={approving}
          onClose={() => {
            setApproving(null);
            setSelected(new Set());
          }}
        />
      )}
      {open?.act === 'edit' && <EditDialog order={open.order} onClose={close} />}
      {open?.act === 'review' && <ReviewDialog order={open.order} onClose={close} />}
      {open?.act === 'update' && <UpdateDialog order={open.order} onClose={close} />}
    </>
  );
}
