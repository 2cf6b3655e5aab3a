import Box from '@mui/material/Box';
import type { ListedPrescription } from '#common/api/index.js';
import { Page } from '../../shared/ui/index.js';
import type { CsvColumns } from '../lists/listCsv.js';
import { ListFrame } from '../lists/ListFrame.js';
import { SearchField, useSearch } from '../lists/SearchField.js';
import { isStale, SourceBanner } from '../lists/SourceBanner.js';
import { useStaffList } from '../lists/useStaffList.js';
import { emptyOf, PrescriptionWork, useRxTab, type RxTab } from './PrescriptionWork.js';
import { PRESCRIPTION_LIST_PAGE_TEXT, RX_TEXT as words } from './text/en.js';

const STATE: Record<RxTab, object> = {
  All: {},
  Pending: { prescription_state: 'draft' },
  Approved: { prescription_state: 'current' },
};

const CSV: CsvColumns<ListedPrescription> = {
  Patient: (row) => row.patient_name,
  MRN: (row) => row.mrn,
  Drug: (row) => row.drug,
  Dose: (row) => row.dose,
  Frequency: (row) => row.frequency,
  Quantity: (row) => row.quantity,
  Refills: (row) => row.refills,
  Status: (row) => row.status,
  Written: (row) => row.created_at,
};

/** /trt/prescriptions: every order of the organization, including those waiting for approval. */
export default function PrescriptionListPage() {
  const { place, tab, setTab } = useRxTab();
  const { q, setQ, fieldKey, clear } = useSearch();
  const list = useStaffList<ListedPrescription>('prescriptions', {
    place,
    filter: { ...STATE[tab], ...(q && { q }) },
    live: false,
  });
  const { data, total, meta } = list;
  const stale = isStale(meta?.source);
  return (
    <Page title={words.title} width={1440} count={data ? total : undefined} lead={words.lead}>
      {stale && <SourceBanner kind="fallback prescriptions" asOf={meta?.as_of} />}
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
                if (place.page > 1) place.setPage(1);
              }}
            />
          </Box>
        }
      >
        {(table) => (
          <ListFrame
            title={PRESCRIPTION_LIST_PAGE_TEXT.prescriptions(tab)}
            list={list}
            csv={CSV}
            failed={words.loadFailed}
            loading={PRESCRIPTION_LIST_PAGE_TEXT.loadingPrescriptions}
            empty={emptyOf(tab)}
            noMatch={
              q
                ? { words: { ...words, noMatch: words.none, noMatchHint: words.noMatch }, onClear: clear }
                : undefined
            }
          >
            {table}
          </ListFrame>
        )}
      </PrescriptionWork>
    </Page>
  );
}
