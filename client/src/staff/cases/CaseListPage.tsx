import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import type { CaseRow, ListMeta } from '../../../../common/api/index.js';
import { Loading, LoadError, NoMatch, Page, Panel, Empty } from '../../shared/ui/index.js';
import { isStale, SourceBanner } from '../kit/SourceBanner.js';
import { useDebounced } from '../kit/useDebounced.js';
import { Pager } from '../kit/Worklist.js';
import { CaseFilters } from './CaseFilters.js';
import { CaseTable } from './CaseTable.js';
import { useCaseListParams } from './useCaseListParams.js';

const PER_PAGE = 25;

/** /trt/provider/cases: who needs attention, and the way to each case. */
export default function CaseListPage() {
  const params = useCaseListParams();
  const [search, setSearch] = useState('');
  const q = useDebounced(search.trim());
  const filter = {
    ...(q && { q }),
    ...(params.status && { status: params.status }),
    ...(params.flagged && { flagged: true }),
    ...(params.overdue && { overdue: true }),
  };
  const {
    data,
    total = 0,
    meta,
    error,
    isPending,
    isFetching,
    isPlaceholderData,
    refetch,
  } = useGetList<CaseRow>(
    'cases',
    { pagination: { page: params.page, perPage: PER_PAGE }, sort: params.sort, filter },
    { placeholderData: (before: unknown) => before as never },
  );
  const source = meta as Partial<ListMeta> | undefined;
  const narrowed = Object.keys(filter).length > 0;

  function clear() {
    setSearch('');
    params.clear();
  }
  function content() {
    if (error) {
      return (
        <Box sx={{ padding: 2 }}>
          <LoadError
            error={error}
            message="Unable to load cases."
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </Box>
      );
    }
    if (isPending) {
      return (
        <Box sx={{ padding: 2 }}>
          <Loading rows={10} label="Loading cases" />
        </Box>
      );
    }
    if (data.length === 0) {
      return narrowed ? (
        <NoMatch title="No cases found" action={<Button onClick={clear}>Clear search and filters</Button>}>
          No case matches this search and these filters.
        </NoMatch>
      ) : (
        <Empty title="No cases found">A case appears here when a patient submits the intake.</Empty>
      );
    }
    return (
      <Box sx={{ opacity: isPlaceholderData ? 0.6 : 1 }} aria-busy={isPlaceholderData}>
        <CaseTable rows={data} sort={params.sort} onSort={params.setSort} />
        <Pager page={params.page} perPage={PER_PAGE} total={total} onPage={params.setPage} />
      </Box>
    );
  }

  return (
    <Page title="Cases" width={1440} count={data ? total : undefined}>
      {isStale(source?.source) && <SourceBanner kind="fallback cases" asOf={source?.as_of} />}
      <CaseFilters
        search={search}
        onSearch={(text) => {
          setSearch(text);
          if (params.page > 1) params.toFirstPage();
        }}
        params={params}
      />
      <Panel title="Case list" flush hideTitle>
        {content()}
      </Panel>
    </Page>
  );
}
