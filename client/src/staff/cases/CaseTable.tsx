import Box from '@mui/material/Box';
import type { CaseRow } from '../../../../common/api/index.js';
import { evidenceText } from '../../../../common/clinical/evidence-text.js';
import { CASE_STATUS, DEFAULT_CASE_LABEL, SEVERITY_TONE } from '../../../../common/vocabulary/index.js';
import { formatAge, formatDate, StatusChip, TextLink } from '../../shared/ui/index.js';
import { inputName } from '../kit/words.js';
import { LIST_TEXT } from './text/en.js';
import { Cell, Head, Row, WorkTable, type Sort } from '../kit/Worklist.js';

interface CaseTableProps {
  rows: CaseRow[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** With the way to the case's prescriptions at the end of each row. */
  manage: boolean;
}

export function CaseTable({ rows, sort, onSort, manage }: CaseTableProps) {
  const by = { sort, onSort };
  return (
    <WorkTable
      label="Cases"
      head={
        <>
          <Head field="patient_name" {...by}>
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
        {formatDate(row.next_review_at, 'none set')}
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

/** How long something has been owed: the review that is overdue, else the first decision of an open case. */
function waiting(row: CaseRow): string {
  if (row.overdue && row.next_review_at) return `overdue ${formatAge(row.next_review_at)}`;
  return row.status === 'open' ? `open ${formatAge(row.waiting_since ?? row.created_at)}` : '';
}

const isCalm = (row: CaseRow) => !row.flagged && !row.overdue && !row.plan_waits && row.open_alerts === 0;

/** The most urgent finding with its value, then what else waits. */
function Attention({ row }: { row: CaseRow }) {
  if (isCalm(row)) return <Box sx={{ color: 'text.secondary' }}>none</Box>;
  const { top_alert: top } = row;
  const others = row.open_alerts - (top ? 1 : 0);
  return (
    <Box sx={{ display: 'grid', gap: 0.5, minWidth: 0 }}>
      {top && <TopAlert alert={top} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
        {row.plan_waits && (
          <StatusChip tone="warning">{row.flagged ? 'flagged' : LIST_TEXT.planWaits}</StatusChip>
        )}
        {row.overdue && <StatusChip tone="danger">overdue</StatusChip>}
        {others > 0 && (
          <StatusChip tone="neutral">{top ? LIST_TEXT.more(others) : LIST_TEXT.alerts(others)}</StatusChip>
        )}
      </Box>
    </Box>
  );
}

/** "Hematocrit 55.2 %, 2 days old", or the rule's title where it looked at nothing measured. */
function TopAlert({ alert }: { alert: NonNullable<CaseRow['top_alert']> }) {
  const measured = alert.evidence.find(
    (input) => typeof input.value === 'number' && input.age_days != null && input.threshold,
  );
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      <StatusChip tone={SEVERITY_TONE[alert.severity]}>{alert.severity}</StatusChip>{' '}
      <Box component="span" sx={{ fontWeight: 600 }}>
        {alert.title ?? alert.message}
      </Box>
      {measured && (
        <Box className="tabular" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
          {inputName(measured.name)} {evidenceText({ ...measured, threshold: null })}
        </Box>
      )}
    </Box>
  );
}
