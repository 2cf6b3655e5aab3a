import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import type { CaseRow } from '#common/api/index.js';
import { Notice, Page } from '../../shared/ui/index.js';
import { InboxPanel } from '../inbox/InboxPanel.js';
import { ListFrame } from '../lists/ListFrame.js';
import { useSearch } from '../lists/SearchField.js';
import { isStale, SourceBanner } from '../lists/SourceBanner.js';
import { useStaffList } from '../lists/useStaffList.js';
import { CaseFilters } from './CaseFilters.js';
import { CASE_CSV, CaseTable } from './CaseTable.js';
import { CASE_WORKLIST_TEXT, LIST_TEXT as words } from './text/en.js';
import { useCaseListParams } from './useCaseListParams.js';
import { useRememberQueue, type Queue } from './useQueue.js';

type CaseList = ReturnType<typeof useStaffList<CaseRow>>;

/** What is listed is the queue that a case's "Next" goes through. */
function useQueueOf({ data, total = 0, isPlaceholderData }: CaseList, question: Queue['question']): void {
  const remember = useRememberQueue();
  // Compared as text, so that an identical refetch counts as the same list.
  const queue =
    isPlaceholderData || !data?.length
      ? null
      : JSON.stringify({
          question,
          ids: data.map((row) => row.id),
          whole: data.length === total,
        });
  useEffect(() => {
    if (queue) remember(JSON.parse(queue) as Parameters<typeof remember>[0]);
  }, [queue, remember]);
}

/** The worklist of cases: most urgent first, updated in place. */
export function CaseWorklist({ manage = false }: { manage?: boolean }) {
  const params = useCaseListParams();
  const { q, setQ, fieldKey, clear: clearSearch } = useSearch();
  const filter = {
    ...(q && { q }),
    ...(params.status && { status: params.status }),
    ...(params.flagged && { flagged: true }),
    ...(params.overdue && { overdue: true }),
    ...(params.emergency && { emergency: true }),
  };
  const list = useStaffList<CaseRow>('cases', {
    place: params.place,
    filter,
    ...(params.orgId && { meta: { orgId: params.orgId } }),
  });
  const { data, total = 0, meta, moved, refetch } = list;
  const stale = isStale(meta?.source);

  useQueueOf(list, { sort: params.sort, filter });
  function clear() {
    clearSearch();
    params.clear();
  }
  return (
    <Page title={CASE_WORKLIST_TEXT.cases} width={1440} count={data ? total : undefined}>
      {stale && <SourceBanner kind="fallback cases" asOf={meta?.as_of} />}
      <Box sx={{ marginBottom: 2 }}>
        <InboxPanel />
      </Box>
      <CaseFilters
        searchKey={fieldKey}
        q={q}
        onSearch={(text) => {
          setQ(text);
          if (params.page > 1) params.toFirstPage();
        }}
        params={params}
        counting={!stale}
      />
      {params.orgId && <Hint act={words.allClinics} onAct={params.allClinics} text={words.oneClinic} />}
      {moved && <Hint act={words.show} onAct={() => void refetch()} text={words.changed} role="status" />}
      <ListFrame
        title={CASE_WORKLIST_TEXT.caseList}
        list={list}
        csv={CASE_CSV}
        failed={words.failed}
        loading={CASE_WORKLIST_TEXT.loadingCases}
        empty={{ title: words.none, hint: words.noneHint }}
        noMatch={
          Object.keys(filter).length > 0
            ? { words: { ...words, noMatch: words.none }, onClear: clear }
            : undefined
        }
      >
        <CaseTable manage={manage} />
      </ListFrame>
    </Page>
  );
}

interface HintProps {
  text: string;
  act: string;
  onAct: () => void;
  role?: 'status';
}
function Hint({ text, act, onAct, role }: HintProps) {
  return (
    <Notice
      tone="info"
      role={role}
      sx={{ marginBottom: 2 }}
      action={
        <Button size="small" variant="outlined" onClick={onAct}>
          {act}
        </Button>
      }
    >
      {text}
    </Notice>
  );
}
