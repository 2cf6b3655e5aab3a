import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { PendingPlan, PendingPlansResponse } from '#common/api/index.js';
import { Empty, Loading, LoadError, Page, Panel } from '../../shared/ui/index.js';
import { SearchField, useSearch } from '../lists/SearchField.js';
import { isStale, SourceBanner } from '../lists/SourceBanner.js';
import { Withheld } from '../lists/ListBody.js';
import { ApproveAllDialog } from './ApproveAllDialog.js';
import { ApproveDialog } from './ApproveDialog.js';
import { FlagDialog } from './FlagDialog.js';
import { PlanTable } from './PlanTable.js';
import { goesInBulk, mayDecide } from './standing.js';
import { PLAN_REVIEW_PAGE_TEXT, REVIEW_PAGE_TEXT as words } from './text/en.js';
import { UnflagDialog } from './UnflagDialog.js';
import { usePendingPlans } from './usePendingPlans.js';

const inBulk = (plan: PendingPlan): boolean => goesInBulk(plan) && mayDecide(plan);

type OpenDialog = { kind: 'flag' | 'unflag' | 'approve'; plan: PendingPlan } | { kind: 'all' } | null;

/** /trt/provider/plan-review: every plan that is waiting for a clinician's decision. */
export default function PlanReviewPage() {
  // From one patient's plan: only that patient's, so that no other is approved by mistake. Not in the URL.
  const { state } = useLocation() as { state: { mrn?: string } | null };
  const search = useSearch(state?.mrn);
  const { data, error, isPending, isFetching, refetch } = usePendingPlans(search.q);
  const [open, setOpen] = useState<OpenDialog>(null);
  const close = () => setOpen(null);
  // Plans past the first page may be unflagged too; the dialog finds out.
  const some = data && (data.total > data.plans.length || data.plans.some(inBulk));
  const stale = isStale(data?.source);
  return (
    <Page
      title={PLAN_REVIEW_PAGE_TEXT.planReview}
      width={1440}
      heading={PLAN_REVIEW_PAGE_TEXT.planReview2}
      count={data?.total}
      actions={
        <Button
          variant="contained"
          // It is about every plan, not about those that a search found.
          disabled={!some || stale || search.q !== ''}
          onClick={() => setOpen({ kind: 'all' })}
        >
          {words.approveAll}
        </Button>
      }
    >
      {stale && <SourceBanner kind="fallback plans" asOf={data?.as_of} />}
      {!stale && (
        <Box sx={{ maxWidth: 420, marginBottom: 2 }}>
          <SearchField
            key={search.fieldKey}
            id="plan-search"
            label={words.search}
            start={search.start}
            onSearch={search.setQ}
          />
        </Box>
      )}
      {error && !data && (
        <LoadError
          error={error}
          message={PLAN_REVIEW_PAGE_TEXT.unableToLoadPendingPlans}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {isPending && <Loading rows={8} label={PLAN_REVIEW_PAGE_TEXT.loadingPendingPlans} />}
      {data && <Withheld rows={data.withheld} />}
      {data && (
        <Worklist data={data} readOnly={stale} onOpen={setOpen} onClear={search.q ? search.clear : null} />
      )}
      {open?.kind === 'flag' && <FlagDialog plan={open.plan} onClose={close} />}
      {open?.kind === 'unflag' && <UnflagDialog plan={open.plan} onClose={close} />}
      {open?.kind === 'approve' && <ApproveDialog plan={open.plan} onClose={close} />}
      {open?.kind === 'all' && <ApproveAllDialog onClose={close} />}
    </Page>
  );
}

interface WorklistProps {
  data: PendingPlansResponse;
  readOnly: boolean;
  onOpen: (dialog: OpenDialog) => void;
  /** Empties the search; null where there is none. */
  onClear: (() => void) | null;
}
function Worklist({ data, readOnly, onOpen, onClear }: WorklistProps) {
  return (
    <Panel title={PLAN_REVIEW_PAGE_TEXT.pendingPlans} flush hideTitle>
      {data.plans.length === 0 && onClear ? (
        <Empty title={words.noMatch} action={<Button onClick={onClear}>{words.clear}</Button>} />
      ) : data.plans.length === 0 ? (
        <Empty title={PLAN_REVIEW_PAGE_TEXT.noPlansWaiting}>
          {PLAN_REVIEW_PAGE_TEXT.planAppearsHereWhenPatient}
        </Empty>
      ) : (
        <>
          <PlanTable
            plans={data.plans}
            readOnly={readOnly}
            onFlag={(plan) => onOpen({ kind: 'flag', plan })}
            onApprove={(plan) => onOpen({ kind: 'approve', plan })}
            onUnflag={(plan) => onOpen({ kind: 'unflag', plan })}
          />
          {data.total > data.plans.length && (
            <Box sx={{ padding: 2, color: 'text.secondary' }}>{words.cut(data.plans.length, data.total)}</Box>
          )}
        </>
      )}
    </Panel>
  );
}
