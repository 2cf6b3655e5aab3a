import { useState } from 'react';
import type { StaffRefillRequest } from '#common/api/index.js';
import { useSession } from '../../shared/session/index.js';
import { Page } from '../../shared/ui/index.js';
import { CheckField } from '../forms/CheckField.js';
import { ListFrame } from '../lists/ListFrame.js';
import { isStale, SourceBanner } from '../lists/SourceBanner.js';
import { usePageParams } from '../lists/usePageParams.js';
import { useStaffList } from '../lists/useStaffList.js';
import { ViewTabs } from '../lists/ViewTabs.js';
import type { Sort } from '../lists/Worklist.js';
import { DecideDialog } from './DecideDialog.js';
import { REFILL_CSV, RefillTable } from './RefillTable.js';
import { REFILLS_TEXT as words } from './text/en.js';

/** By the due date, or by the day without medicine if that is earlier: overdue requests are on top. */
const FIRST_DUE: Sort = { field: 'urgency', order: 'ASC' };
const VIEWS = {
  new: { label: words.view.new, filter: { state: 'requested' }, sort: FIRST_DUE },
  review: { label: words.view.review, filter: { state: 'in_review' }, sort: FIRST_DUE },
  overdue: { label: words.view.overdue, filter: { overdue: true }, sort: FIRST_DUE },
  labs: { label: words.view.labs, filter: { state: 'needs_labs' }, sort: FIRST_DUE },
  visit: { label: words.view.visit, filter: { state: 'needs_visit' }, sort: FIRST_DUE },
  approved: { label: words.view.approved, filter: { state: 'approved' }, sort: FIRST_DUE },
  all: {
    label: words.view.all,
    filter: {},
    sort: { field: 'requested_on', order: 'DESC' },
  },
} as const satisfies Record<string, { label: string; filter: object; sort: Sort }>;
type View = keyof typeof VIEWS;
const isView = (name: string | null): name is View => name !== null && name in VIEWS;

/** /trt/provider/refills: patients' requests, with everything relevant to the decision in one row. */
export default function RefillListPage() {
  const place = usePageParams([], FIRST_DUE);
  const { params, change } = place;
  const named = params.get('view');
  const view: View = isView(named) ? named : 'new';
  const mine = params.get('mine') === '1';
  const me = useSession()?.userId;
  const [open, setOpen] = useState<StaffRefillRequest | null>(null);
  const { filter, sort } = VIEWS[view];
  const list = useStaffList<StaffRefillRequest>('refills', {
    place: { ...place, sort },
    filter: { ...filter, ...(mine && me && { owner: me }) },
  });
  const { data, total, meta } = list;
  const readOnly = isStale(meta?.source);
  return (
    <Page title={words.title} width={1440} count={data ? total : undefined}>
      {readOnly && <SourceBanner kind="fallback refill requests" asOf={meta?.as_of} />}
      <ViewTabs
        label={words.views}
        value={view}
        views={VIEWS}
        onChange={(next) => change({ view: next })}
        aside={
          <CheckField
            label={words.mine}
            checked={mine}
            onChange={(on) => change({ mine: on ? '1' : null })}
          />
        }
      >
        <ListFrame
          title={VIEWS[view].label}
          list={list}
          csv={REFILL_CSV}
          failed={words.failed}
          loading={words.loading}
          empty={words.none}
          noMatch={mine ? { words, onClear: () => change({ mine: null }) } : undefined}
        >
          <RefillTable onDecide={readOnly ? undefined : setOpen} />
        </ListFrame>
      </ViewTabs>
      {open && <DecideDialog request={open} onClose={() => setOpen(null)} />}
    </Page>
  );
}
