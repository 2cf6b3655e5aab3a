import Box from '@mui/material/Box';
import { VISIT_STATUSES, type PatientRow } from '../../../../common/api/patient.js';
import { humanize, Page, Panel } from '../../shared/ui/index.js';
import { ListBody } from '../kit/ListBody.js';
import { SearchField, useSearch } from '../kit/SearchField.js';
import { SmallField } from '../kit/SmallField.js';
import { isStale, SourceBanner } from '../kit/SourceBanner.js';
import { useLiveList } from '../kit/useLiveList.js';
import { usePageParams } from '../kit/usePageParams.js';
import { Pager } from '../kit/Worklist.js';
import { PatientTable } from './PatientTable.js';
import { DIRECTORY_TEXT as words } from './text/en.js';

const PER_PAGE = 25;
const SORTABLE = ['name', 'dob', 'last_visit_at'];

/** /trt/provider/patients: everybody in the care of this clinic. */
export default function PatientListPage() {
  const { params, page, sort, setPage, setSort, change } = usePageParams(SORTABLE, {
    field: 'name',
    order: 'ASC',
  });
  const status = VISIT_STATUSES.find((known) => known === params.get('status')) ?? '';
  const { q, setQ, fieldKey, clear: clearSearch } = useSearch();
  const filter = { ...(q && { q }), ...(status && { last_status: status }) };
  const list = useLiveList<PatientRow>('patients', {
    pagination: { page, perPage: PER_PAGE },
    sort,
    filter,
  });
  const { data, total = 0, meta } = list;
  return (
    <Page title={words.title} width={1440} count={data ? total : undefined}>
      {isStale(meta?.source) && <SourceBanner kind="patients from visit history" asOf={meta?.as_of} />}
      <Box
        role="search"
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1.5, marginBottom: 2 }}
      >
        <Box sx={{ flex: '1 1 260px', maxWidth: { sm: 380 } }}>
          <SearchField
            key={fieldKey}
            id="patient-search"
            label={words.search}
            onSearch={(text) => {
              setQ(text);
              if (page > 1) setPage(1);
            }}
          />
        </Box>
        <Box sx={{ flex: '0 1 190px' }}>
          <SmallField
            id="patient-status"
            type="select"
            label={words.status}
            value={status}
            onChange={(value) => change({ status: value })}
          >
            <option value="">All</option>
            {VISIT_STATUSES.map((known) => (
              <option key={known} value={known}>
                {humanize(known)}
              </option>
            ))}
          </SmallField>
        </Box>
      </Box>
      <Panel title="Directory" flush hideTitle>
        <ListBody
          list={list}
          failed={words.failed}
          loading="Loading patients"
          empty={{ title: words.none, hint: words.noneHint }}
          noMatch={
            Object.keys(filter).length > 0
              ? {
                  title: words.noMatch,
                  hint: words.noMatchHint,
                  clear: words.clear,
                  onClear: () => {
                    clearSearch();
                    change({ status: null });
                  },
                }
              : undefined
          }
        >
          {(rows) => (
            <>
              <PatientTable rows={rows} sort={sort} onSort={setSort} />
              <Pager page={page} perPage={PER_PAGE} total={total} onPage={setPage} />
            </>
          )}
        </ListBody>
      </Panel>
    </Page>
  );
}
