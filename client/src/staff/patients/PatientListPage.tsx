import { VISIT_STATUSES, type PatientRow } from '../../../../common/api/patient.js';
import { humanize, Page } from '../../shared/ui/index.js';
import { SearchList } from '../kit/SearchList.js';
import { isStale, SourceBanner } from '../kit/SourceBanner.js';
import { useListQuestion } from '../kit/useListQuestion.js';
import { useLiveList } from '../kit/useLiveList.js';
import { PatientTable } from './PatientTable.js';
import { DIRECTORY_TEXT as words } from './text/en.js';

const SORTABLE = ['name', 'dob', 'last_visit_at'];

/** /trt/provider/patients: everybody in the care of this clinic. */
export default function PatientListPage() {
  const question = useListQuestion({
    sortable: SORTABLE,
    usual: { field: 'name', order: 'ASC' },
    choices: { status: VISIT_STATUSES },
  });
  const { page, perPage, sort, filter } = question;
  const { status, ...rest } = filter;
  const list = useLiveList<PatientRow>('patients', {
    pagination: { page, perPage },
    sort,
    filter: { ...rest, ...(status && { last_status: status }) },
  });
  const { data, total, meta } = list;
  return (
    <Page title={words.title} width={1440} count={data ? total : undefined}>
      {isStale(meta?.source) && <SourceBanner kind="patients from visit history" asOf={meta?.as_of} />}
      <SearchList
        title={words.list}
        id="patient"
        words={words}
        question={question}
        list={list}
        choices={[
          {
            name: 'status',
            label: words.status,
            options: VISIT_STATUSES.map((known) => ({ value: known, label: humanize(known) })),
          },
        ]}
      >
        {(rows) => <PatientTable rows={rows} sort={sort} onSort={question.setSort} />}
      </SearchList>
    </Page>
  );
}
