import { VISIT_STATUSES, type PatientRow } from '#common/api/patient.js';
import { humanize, Page } from '../../shared/ui/index.js';
import { SearchList } from '../lists/SearchList.js';
import { isStale, SourceBanner } from '../lists/SourceBanner.js';
import { useListQuestion, type ListKind } from '../lists/useListQuestion.js';
import { useStaffList } from '../lists/useStaffList.js';
import { RecordOpenings } from './RecordOpenings.js';
import { HeldRecords } from './HeldRecords.js';
import { PATIENT_CSV, PatientTable } from './PatientTable.js';
import { DIRECTORY_TEXT as words } from './text/en.js';

const KIND: ListKind = {
  sortable: ['last_name', 'dob', 'last_visit_at'],
  defaultSort: { field: 'last_name', order: 'ASC' },
  filters: [
    {
      name: 'status',
      label: words.status,
      options: VISIT_STATUSES.map((status) => ({ value: status, label: humanize(status) })),
    },
  ],
};

/** /trt/provider/patients: everyone in this clinic's care. */
export default function PatientListPage() {
  const question = useListQuestion(KIND);
  const { status: last_status } = question.chosen;
  const { q } = question.filter;
  const list = useStaffList<PatientRow>('patients', {
    place: question.place,
    filter: { ...(q && { q }), ...(last_status && { last_status }) },
  });
  const { data, total, meta } = list;
  return (
    <Page title={words.title} width={1440} count={data ? total : undefined}>
      {isStale(meta?.source) && <SourceBanner kind="patients from visit history" asOf={meta?.as_of} />}
      <HeldRecords />
      <RecordOpenings />
      <SearchList
        title={words.list}
        id="patient"
        words={words}
        question={question}
        list={list}
        csv={PATIENT_CSV}
      >
        <PatientTable readOnly={isStale(meta?.source)} />
      </SearchList>
    </Page>
  );
}
