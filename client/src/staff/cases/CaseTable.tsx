import Box from '@mui/material/Box';
import type { CaseRow } from '../../../../common/api/index.js';
import { CASE_STATUS, DEFAULT_CASE_LABEL } from '../../../../common/vocabulary/index.js';
import { formatAge, formatDate, StatusChip, TextLink } from '../../shared/ui/index.js';
import { Attention, isCalm } from './Attention.js';
import { LIST_TEXT } from './text/en.js';
import { Cell, Head, Row, WorkTable, type Sort } from '../kit/Worklist.js';

interface CaseTableProps {
  rows: CaseRow[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** Adds a link to the case's prescriptions at the end of each row. */
  manage: boolean;
}

export function CaseTable({ rows, sort, onSort, manage }: CaseTableProps) {
  const by = { sort, onSort };
  return (
    <WorkTable
      label="Cases"
      head={
        <>
          <Head field="last_name" {...by}>
            Patient
          </Head>
          <Head field="status" {...by}>
            Status
          </Head>
          <Head field="urgency" {...by}>
            Attention
          </Head>
          <Head field="next_review_at" {...by}>
            Next review
          </Head>
          <Head end>Waiting</Head>
          <Head field="updated_at" end wideOnly {...by}>
            Last change
          </Head>
          {manage && <Head end>Prescriptions</Head>}
        </>
      }
    >
      {rows.map((row) => (
        <Line key={row.id} row={row} manage={manage} />
      ))}
    </WorkTable>
  );
}

function Line({ row, manage }: { row: CaseRow; manage: boolean }) {
  const name = row.patient_name || row.patient_email || row.mrn;
  const status = CASE_STATUS[row.status] ?? { label: row.status || DEFAULT_CASE_LABEL, tone: 'neutral' };
  return (
    <Row>
      <Cell>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '0 10px', alignItems: 'baseline' }}>
          <TextLink to={`/trt/cases/${row.id}`} bold>
            {name}
          </TextLink>
          <Box component="span" className="tabular" sx={{ color: 'text.secondary' }}>
            {row.mrn}
          </Box>
        </Box>
      </Cell>
      <Cell>
        <StatusChip tone={status.tone}>{status.label}</StatusChip>
      </Cell>
      <Cell blank={isCalm(row)}>
        <Attention row={row} />
      </Cell>
      <Cell name="Next review" oneLine blank={!row.next_review_at}>
        {formatDate(row.next_review_at, 'Not scheduled')}
      </Cell>
      <Cell name="Waiting" end oneLine>
        {waiting(row)}
      </Cell>
      <Cell name="Last change" end oneLine wideOnly>
        {formatAge(row.updated_at)} ago
      </Cell>
      {manage && (
        <Cell end>
          <TextLink to={`/trt/cases/${row.id}/prescriptions`} aria-label={`${LIST_TEXT.manage} ${name}`} bold>
            {LIST_TEXT.manage}
          </TextLink>
        </Cell>
      )}
    </Row>
  );
}

/** How long a decision is overdue: the review, else the first decision of an open case. */
function waiting(row: CaseRow): string {
  if (row.overdue && row.next_review_at) return `overdue ${formatAge(row.next_review_at)}`;
  return row.status === 'open' ? `open ${formatAge(row.waiting_since ?? row.created_at)}` : '';
}
