import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Lab } from '#common/api/index.js';
import { ButtonLink, Page } from '../../shared/ui/index.js';
import { ReviewLabDialog } from '../cases/ReviewLabDialog.js';
import { CheckField } from '../forms/CheckField.js';
import { Filters, SearchRoom } from '../lists/Filters.js';
import { ListFrame } from '../lists/ListFrame.js';
import { SearchField, useSearch } from '../lists/SearchField.js';
import { SmallField } from '../forms/SmallField.js';
import { isStale, SourceBanner } from '../lists/SourceBanner.js';
import { usePageParams } from '../lists/usePageParams.js';
import { useStaffList } from '../lists/useStaffList.js';
import { ViewTabs } from '../lists/ViewTabs.js';
import type { Sort } from '../lists/Worklist.js';
import { EntryPanel } from './EntryPanel.js';
import { ImportPanel } from './ImportPanel.js';
import { LAB_CSV, LabTable } from './LabTable.js';
import { LABS_TEXT as words, LAB_LIST_PAGE_TEXT, LAB_VIEWS_TEXT } from './text/en.js';

/** Unreviewed results come first, those out of range and waiting longest on top. */
const VIEWS: Record<'review' | 'critical' | 'due' | 'all', { label: string; filter: object; sort: Sort }> = {
  review: {
    label: LAB_VIEWS_TEXT.review,
    filter: { unreviewed: true },
    sort: { field: 'urgency', order: 'ASC' },
  },
  critical: {
    label: words.callDue,
    filter: { call_due: true },
    sort: { field: 'collected_at', order: 'DESC' },
  },
  due: { label: LAB_VIEWS_TEXT.due, filter: { status: 'overdue' }, sort: { field: 'due_on', order: 'ASC' } },
  all: { label: LAB_VIEWS_TEXT.all, filter: {}, sort: { field: 'collected_at', order: 'DESC' } },
};
type View = keyof typeof VIEWS;
type Panel = 'enter' | 'import';

/** /trt/provider/labs: results to review, overdue draws, entry and import. */
export default function LabListPage() {
  const place = usePageParams([], VIEWS.review.sort);
  const { params, setPage, change } = place;
  const named = params.get('view');
  const view: View = named === 'due' || named === 'all' || named === 'critical' ? named : 'review';
  const abnormal = params.get('abnormal') === '1';
  const { q, setQ, fieldKey, clear } = useSearch();
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const narrowed = abnormal || Boolean(q || from || to);
  const [panel, setPanel] = useState<Panel | null>(null);
  const [open, setOpen] = useState<Lab | null>(null);
  const { filter, sort } = VIEWS[view];
  const list = useStaffList<Lab>('labs', {
    place: { ...place, sort },
    filter: {
      ...filter,
      ...(abnormal && { abnormal: true }),
      ...(q && { q }),
      ...(from && { collected_from: from }),
      ...(to && { collected_to: to }),
    },
  });
  const { data, total, meta } = list;
  const readOnly = isStale(meta?.source);
  const close = () => setPanel(null);
  return (
    <Page
      title={words.title}
      width={1440}
      count={data ? total : undefined}
      actions={!readOnly && <LabActions onOpen={setPanel} />}
    >
      {readOnly && <SourceBanner kind="fallback labs" asOf={meta?.as_of} />}
      {panel && (
        <Box sx={{ marginBottom: 2.5 }}>
          {panel === 'enter' && <EntryPanel onClose={close} closeLabel={words.close} />}
          {panel === 'import' && <ImportPanel onClose={close} closeLabel={words.close} />}
        </Box>
      )}
      <ViewTabs
        label={words.views}
        value={view}
        views={VIEWS}
        onChange={(next) => change({ view: next, ...(next === 'due' && { from: null, to: null }) })}
        aside={
          <CheckField
            label={words.abnormal}
            checked={abnormal}
            onChange={(on) => change({ abnormal: on ? '1' : null })}
          />
        }
      >
        <LabFilters
          key={fieldKey}
          days={view === 'due' ? null : { from, to }}
          onDay={change}
          onSearch={(text) => {
            setQ(text);
            setPage(1);
          }}
        />
        <ListFrame
          title={VIEWS[view].label}
          list={list}
          csv={LAB_CSV}
          failed={words.failed}
          loading={LAB_LIST_PAGE_TEXT.loadingLabs}
          empty={words.none[view]}
          noMatch={
            narrowed
              ? {
                  words,
                  onClear: () => {
                    clear();
                    change({ abnormal: null, from: null, to: null });
                  },
                }
              : undefined
          }
        >
          <LabTable onReview={readOnly ? undefined : setOpen} />
        </ListFrame>
      </ViewTabs>
      {open && <ReviewLabDialog lab={open} onClose={() => setOpen(null)} />}
    </Page>
  );
}

function LabActions({ onOpen }: { onOpen: (panel: Panel) => void }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      <ButtonLink to="/trt/provider/lab-orders" variant="outlined">
        {words.orders}
      </ButtonLink>
      <ButtonLink to="/trt/provider/lab-messages" variant="outlined">
        {words.laboratories}
      </ButtonLink>
      <ButtonLink to="/trt/provider/lab-reports" variant="outlined">
        {words.reports}
      </ButtonLink>
      <Button variant="outlined" onClick={() => onOpen('import')}>
        {words.import}
      </Button>
      <Button variant="contained" onClick={() => onOpen('enter')}>
        {words.enter}
      </Button>
    </Box>
  );
}

interface LabFiltersProps {
  /** Of the draw; null where what is listed has none yet. */
  days: { from: string; to: string } | null;
  onDay: (day: { from: string } | { to: string }) => void;
  onSearch: (text: string) => void;
}
function LabFilters({ days, onDay, onSearch }: LabFiltersProps) {
  return (
    <Filters>
      <SearchRoom>
        <SearchField id="labs-search" label={words.search} onSearch={onSearch} />
      </SearchRoom>
      {days && (
        <>
          <SmallField
            id="labs-from"
            type="date"
            label={words.from}
            value={days.from}
            onChange={(from) => onDay({ from })}
          />
          <SmallField
            id="labs-to"
            type="date"
            label={words.to}
            value={days.to}
            onChange={(to) => onDay({ to })}
          />
        </>
      )}
    </Filters>
  );
}
