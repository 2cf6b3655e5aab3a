import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { StaffLabOrder } from '#common/api/lab-orders.js';
import { orderNumberText } from '#common/order-number.js';
import { LAB_ORDER_STATUS } from '#common/vocabulary/lab-orders.js';
import { ButtonLink, formatDate, Page } from '../../shared/ui/index.js';
import { Filters, SearchRoom } from '../lists/Filters.js';
import type { CsvColumns } from '../lists/listCsv.js';
import { ListFrame } from '../lists/ListFrame.js';
import { PatientName } from '../kit/PatientName.js';
import { SearchField, useSearch } from '../lists/SearchField.js';
import { isStale, SourceBanner } from '../lists/SourceBanner.js';
import { ActsColumn, Column, StaffTable } from '../lists/StaffTable.js';
import { usePageParams } from '../lists/usePageParams.js';
import { useStaffList } from '../lists/useStaffList.js';
import { ViewTabs } from '../lists/ViewTabs.js';
import type { Sort } from '../lists/Worklist.js';
import { LabOrderDialog } from './LabOrderDialog.js';
import { OrderStatus } from './OrderStatus.js';
import { LAB_ORDERS_TEXT as words, testNames } from './text/en.js';

const SOONEST: Sort = { field: 'due_on', order: 'ASC' };
const VIEWS = {
  open: { label: words.views.open, filter: { open: true }, sort: SOONEST },
  overdue: { label: words.views.overdue, filter: { overdue: true }, sort: SOONEST },
  all: { label: words.views.all, filter: {}, sort: { field: 'ordered_at', order: 'DESC' } },
} as const satisfies Record<string, { label: string; filter: object; sort: Sort }>;
type View = keyof typeof VIEWS;

const { columns } = words;
const CSV: CsvColumns<StaffLabOrder> = {
  [columns.patient]: (order) => order.patient_name,
  MRN: (order) => order.mrn,
  [columns.number]: (order) => order.number,
  [columns.tests]: (order) => testNames(order.analytes),
  [columns.window]: (order) => words.window(order.window_from, order.due_on),
  [columns.laboratory]: (order) => order.laboratory.name,
  [columns.status]: (order) => LAB_ORDER_STATUS[order.status].label,
};

/** /trt/provider/lab-orders: what was ordered, and what was not drawn in time. */
export default function LabOrderListPage() {
  const place = usePageParams([], SOONEST);
  const { params, setPage, change } = place;
  const named = params.get('view');
  const view: View = named === 'all' || named === 'overdue' ? named : 'open';
  const { q, setQ, fieldKey, clear } = useSearch();
  const [open, setOpen] = useState<StaffLabOrder | null>(null);
  const { filter, sort } = VIEWS[view];
  const list = useStaffList<StaffLabOrder>('lab-orders', {
    place: { ...place, sort },
    filter: { ...filter, ...(q && { q }) },
  });
  const { data, total, meta } = list;
  const readOnly = isStale(meta?.source);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      width={1440}
      count={data ? total : undefined}
      actions={
        <ButtonLink to="/trt/provider/labs" variant="outlined">
          {words.labs}
        </ButtonLink>
      }
    >
      {readOnly && <SourceBanner kind="fallback lab orders" asOf={meta?.as_of} />}
      <ViewTabs
        label={words.viewsLabel}
        value={view}
        views={VIEWS}
        onChange={(next) => change({ view: next })}
      >
        <Filters>
          <SearchRoom>
            <SearchField
              key={fieldKey}
              id="lab-orders-search"
              label={words.search}
              onSearch={(text) => {
                setQ(text);
                setPage(1);
              }}
            />
          </SearchRoom>
        </Filters>
        <ListFrame
          title={VIEWS[view].label}
          list={list}
          csv={CSV}
          failed={words.failed}
          loading={words.loading}
          empty={words.none[view]}
          noMatch={q ? { words, onClear: clear } : undefined}
        >
          <OrderTable onOpen={setOpen} />
        </ListFrame>
      </ViewTabs>
      {open && (
        <LabOrderDialog id={open.id} number={open.number} readOnly={readOnly} onClose={() => setOpen(null)} />
      )}
    </Page>
  );
}

function OrderTable({ onOpen }: { onOpen: (order: StaffLabOrder) => void }) {
  return (
    <StaffTable label={words.title} stackBelow="lg">
      <Column<StaffLabOrder>
        source="patient"
        fixed
        label={columns.patient}
        unlabeled
        render={({ patient_name: name, mrn, case_id: caseId }) => (
          <PatientName name={name} mrn={mrn} to={`/trt/cases/${caseId}?tab=labs`} />
        )}
      />
      <Column<StaffLabOrder>
        source="number"
        label={columns.number}
        oneLine
        render={(order) => <span className="tabular">{orderNumberText(order.number)}</span>}
      />
      <Column<StaffLabOrder>
        source="tests"
        label={columns.tests}
        render={(order) => <Box sx={{ overflowWrap: 'anywhere' }}>{testNames(order.analytes)}</Box>}
      />
      <Column<StaffLabOrder>
        source="due_on"
        label={columns.window}
        render={(order) => words.window(formatDate(order.window_from), formatDate(order.due_on))}
      />
      <Column<StaffLabOrder>
        source="laboratory"
        label={columns.laboratory}
        sx={{ overflowWrap: 'anywhere' }}
        render={(order) => order.laboratory.name}
      />
      <Column<StaffLabOrder>
        source="status"
        fixed
        label={columns.status}
        render={(order) => <OrderStatus order={order} />}
      />
      <ActsColumn<StaffLabOrder>
        label={columns.acts}
        render={(order) => (
          <Button
            size="small"
            variant="outlined"
            aria-label={words.openOf(orderNumberText(order.number))}
            onClick={() => onOpen(order)}
          >
            {words.open}
          </Button>
        )}
      />
    </StaffTable>
  );
}
