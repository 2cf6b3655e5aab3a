import Box from '@mui/material/Box';
import type { CaseRow } from '#common/api/index.js';
import { CASE_STATUS, DEFAULT_CASE_LABEL } from '#common/vocabulary/index.js';
import { formatAge, formatDate, StatusChip, TextLink } from '../../shared/ui/index.js';
import { Attention, isCalm } from './Attention.js';
import { CASE_TABLE_TEXT, LIST_TEXT } from './text/en.js';
import type { CsvColumns } from '../lists/listCsv.js';
import { Column, StaffTable } from '../lists/StaffTable.js';

export const CASE_CSV: CsvColumns<CaseRow> = {
  Patient: (row) => row.patient_name,
  MRN: (row) => row.mrn,
  Status: (row) => row.status,
  Flagged: (row) => (row.flagged ? 'yes' : 'no'),
  'Next review': (row) => row.next_review_at,
  Waiting: waiting,
  'Last change': (row) => row.updated_at,
};

const nameOf = (row: CaseRow): string => row.patient_name || row.patient_email || row.mrn;

/** @param props.manage adds a link to the case's prescriptions at the end of each row */
export function CaseTable({ manage }: { manage: boolean }) {
  return (
    <StaffTable label={CASE_TABLE_TEXT.cases}>
      <Column<CaseRow>
        source="last_name"
        fixed
        label={CASE_TABLE_TEXT.patient}
        sortable
        unlabeled
        render={(row) => (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '0 10px', alignItems: 'baseline' }}>
            <TextLink to={`/trt/cases/${row.id}`} bold>
              {nameOf(row)}
            </TextLink>
            <Box component="span" className="tabular" sx={{ color: 'text.secondary' }}>
              {row.mrn}
            </Box>
          </Box>
        )}
      />
      <Column<CaseRow>
        source="status"
        label={CASE_TABLE_TEXT.status}
        sortable
        unlabeled
        render={(row) => <CaseStatus status={row.status} />}
      />
      <Column<CaseRow>
        source="urgency"
        fixed
        label={CASE_TABLE_TEXT.attention}
        sortable
        unlabeled
        blank={isCalm}
        render={(row) => <Attention row={row} />}
      />
      <Column<CaseRow>
        source="next_review_at"
        label={CASE_TABLE_TEXT.nextReview}
        sortable
        oneLine
        blank={(row) => !row.next_review_at}
        render={(row) => formatDate(row.next_review_at, CASE_TABLE_TEXT.notScheduled)}
      />
      <Column<CaseRow> source="waiting" label={CASE_TABLE_TEXT.waiting} end oneLine render={waiting} />
      <Column<CaseRow>
        source="updated_at"
        label={CASE_TABLE_TEXT.lastChange}
        sortable
        end
        oneLine
        wideOnly
        render={(row) => CASE_TABLE_TEXT.ago(formatAge(row.updated_at))}
      />
      {manage && (
        <Column<CaseRow>
          source="prescriptions"
          label={CASE_TABLE_TEXT.prescriptions}
          end
          unlabeled
          render={(row) => (
            <TextLink
              to={`/trt/cases/${row.id}/prescriptions`}
              aria-label={`${LIST_TEXT.manage} ${nameOf(row)}`}
              bold
            >
              {LIST_TEXT.manage}
            </TextLink>
          )}
        />
      )}
    </StaffTable>
  );
}

function CaseStatus({ status }: { status: CaseRow['status'] }) {
  const { label, tone } = CASE_STATUS[status] ?? { label: status || DEFAULT_CASE_LABEL, tone: 'neutral' };
  return <StatusChip tone={tone}>{label}</StatusChip>;
}

/** How long a decision is overdue: the review, else the first decision of an open case. */
function waiting(row: CaseRow): string {
  if (row.overdue && row.next_review_at) return `overdue ${formatAge(row.next_review_at)}`;
  return row.status === 'open' ? CASE_TABLE_TEXT.open(formatAge(row.waiting_since ?? row.created_at)) : '';
}
