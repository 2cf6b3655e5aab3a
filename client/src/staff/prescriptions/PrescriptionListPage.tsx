import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import type { ListMeta, Prescription } from '../../../../common/api/index.js';
import { Empty, Loading, LoadError, NoMatch, Page } from '../../shared/ui/index.js';
import { SmallField } from '../kit/SmallField.js';
import { isStale, SourceBanner } from '../kit/SourceBanner.js';
import { useDebounced } from '../kit/useDebounced.js';
import { Pager } from '../kit/Worklist.js';
import { PrescriptionWork, useRxTab, type RxTab } from './PrescriptionWork.js';
import { RX_TEXT as words } from './text/en.js';

const PER_PAGE = 25;
const STATE: Record<RxTab, object> = {
  All: {},
  Pending: { prescription_state: 'draft' },
  Approved: { prescription_state: 'current' },
};

/** /trt/prescriptions: every order of the organisation, those that wait for approval among them. */
export default function PrescriptionListPage() {
  const [tab, setTab] = useRxTab();
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1);
  const [search, setSearch] = useState('');
  const q = useDebounced(search.trim());
  const { data, total, meta, error, isPending, isFetching, isPlaceholderData, refetch } =
    useGetList<Prescription>(
      'prescriptions',
      {
        pagination: { page, perPage: PER_PAGE },
        sort: { field: 'created_at', order: 'DESC' },
        filter: { ...STATE[tab], ...(q && { q }) },
      },
      { placeholderData: (before: unknown) => before as never },
    );
  const source = meta as Partial<ListMeta> | undefined;
  const stale = isStale(source?.source);

  const turn = (next: number) =>
    setParams(
      { tab: tab.toLowerCase(), ...(next > 1 && { page: String(next) }) },
      { preventScrollReset: true },
    );

  function blank() {
    if (error)
      return (
        <LoadError
          error={error}
          message={words.loadFailed}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      );
    if (isPending) return <Loading rows={8} label="Loading prescriptions" />;
    if (q)
      return (
        <NoMatch title={words.none} action={<Button onClick={() => setSearch('')}>{words.clear}</Button>}>
          {words.noMatch}
        </NoMatch>
      );
    return (
      <Empty title={tab === 'All' ? words.none : words.noneInTab}>
        {tab === 'All' ? words.noneHint : words.noneInTabHint}
      </Empty>
    );
  }
  return (
    <Page title={words.title} width={1440} count={data ? total : undefined} lead={words.lead}>
      {stale && <SourceBanner kind="fallback prescriptions" asOf={source?.as_of} />}
      <PrescriptionWork
        tab={tab}
        onTab={setTab}
        rows={!error && data && data.length > 0 ? data : undefined}
        blank={<Box sx={{ padding: 2 }}>{blank()}</Box>}
        readOnly={stale}
        tools={
          <Box sx={{ flex: '0 1 320px', minWidth: 200 }} role="search">
            <SmallField
              id="rx-search"
              type="search"
              label={words.search}
              value={search}
              onChange={(text) => {
                setSearch(text);
                if (page > 1) turn(1);
              }}
            />
          </Box>
        }
        below={
          !error && data && data.length > 0 ? (
            <Box aria-busy={isPlaceholderData}>
              <Pager page={page} perPage={PER_PAGE} total={total ?? 0} onPage={turn} />
            </Box>
          ) : null
        }
      />
    </Page>
  );
}
