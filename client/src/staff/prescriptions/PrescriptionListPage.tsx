import Box from '@mui/material/Box';
import { useGetList } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import type { ListedPrescription, ListMeta } from '../../../../common/api/index.js';
import { Page } from '../../shared/ui/index.js';
import { ListBody } from '../kit/ListBody.js';
import { SearchField, useSearch } from '../kit/SearchField.js';
import { isStale, SourceBanner } from '../kit/SourceBanner.js';
import { Pager } from '../kit/Worklist.js';
import { emptyOf, PrescriptionWork, useRxTab, type RxTab } from './PrescriptionWork.js';
import { RX_TEXT as words } from './text/en.js';

const PER_PAGE = 25;
const STATE: Record<RxTab, object> = {
  All: {},
  Pending: { prescription_state: 'draft' },
  Approved: { prescription_state: 'current' },
};

/** /trt/prescriptions: every order of the organization, including those waiting for approval. */
export default function PrescriptionListPage() {
  const [tab, setTab] = useRxTab();
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1);
  const { q, setQ, fieldKey, clear } = useSearch();
  const list = useGetList<ListedPrescription>(
    'prescriptions',
    {
      pagination: { page, perPage: PER_PAGE },
      sort: { field: 'created_at', order: 'DESC' },
      filter: { ...STATE[tab], ...(q && { q }) },
    },
    { placeholderData: (before: unknown) => before as never },
  );
  const { data, total, meta } = list;
  const source = meta as Partial<ListMeta> | undefined;
  const stale = isStale(source?.source);

  const turn = (next: number) =>
    setParams(
      { tab: tab.toLowerCase(), ...(next > 1 && { page: String(next) }) },
      { preventScrollReset: true },
    );

  return (
    <Page title={words.title} width={1440} count={data ? total : undefined} lead={words.lead}>
      {stale && <SourceBanner kind="fallback prescriptions" asOf={source?.as_of} />}
      <PrescriptionWork
        tab={tab}
        onTab={setTab}
        rows={data}
        readOnly={stale}
        tools={
          <Box sx={{ flex: '0 1 320px', minWidth: 200 }} role="search">
            <SearchField
              key={fieldKey}
              id="rx-search"
              label={words.search}
              onSearch={(text) => {
                setQ(text);
                if (page > 1) turn(1);
              }}
            />
          </Box>
        }
      >
        {(table) => (
          <ListBody
            list={list}
            failed={words.loadFailed}
            loading="Loading prescriptions"
            empty={emptyOf(tab)}
            noMatch={
              q
                ? { words: { ...words, noMatch: words.none, noMatchHint: words.noMatch }, onClear: clear }
                : undefined
            }
          >
            {(rows) => (
              <>
                {table(rows)}
                <Pager page={page} perPage={PER_PAGE} total={total ?? 0} onPage={turn} />
              </>
            )}
          </ListBody>
        )}
      </PrescriptionWork>
    </Page>
  );
}
