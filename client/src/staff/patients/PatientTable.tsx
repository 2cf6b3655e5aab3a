import Box from '@mui/material/Box';
import type { PatientRow, VisitStatus } from '../../../../common/api/patient.js';
import { type Tone } from '../../../../common/vocabulary/index.js';
import { formatDate, humanize, StatusChip, TextLink } from '../../shared/ui/index.js';
import { NewMessageButton } from '../messages/NewMessageButton.js';
import { Cell, Head, Row, WorkTable, type Sort } from '../kit/Worklist.js';

export const VISIT_TONE: Record<VisitStatus, Tone> = {
  completed: 'success',
  needs_paperwork: 'warning',
  in_progress: 'info',
};

interface PatientTableProps {
  rows: PatientRow[];
  readOnly: boolean;
  sort: Sort;
  onSort: (sort: Sort) => void;
}

export function PatientTable({ rows, sort, onSort, readOnly }: PatientTableProps) {
  const by = { sort, onSort };
  return (
    <WorkTable
      label="Patients"
      head={
        <>
          <Head field="last_name" {...by}>
            Name
          </Head>
          <Head>MRN</Head>
          <Head field="dob" {...by}>
            Date of birth
          </Head>
          <Head end>Age</Head>
          <Head end>Weight</Head>
          <Head field="last_visit_at" {...by}>
            Last visit
          </Head>
          <Head>Last status</Head>
          <Head end>Message</Head>
        </>
      }
    >
      {rows.map((row) => (
        <Line key={row.id} row={row} readOnly={readOnly} />
      ))}
    </WorkTable>
  );
}

function Line({ row, readOnly }: { row: PatientRow; readOnly: boolean }) {
  return (
    <Row>
      <Cell>
        <TextLink to={`/trt/provider/patients/${row.patient_id}`} bold>
          {row.name || 'No name yet'}
        </TextLink>
      </Cell>
      <Cell name="MRN">
        <Box component="span" className="tabular">
          {row.mrn}
        </Box>
      </Cell>
      <Cell name="Date of birth" oneLine>
        {formatDate(row.dob)}
      </Cell>
      <Cell name="Age" end blank={row.age === null}>
        {row.age}
      </Cell>
      <Cell name="Weight" end oneLine blank={row.weight === null}>
        {row.weight !== null && `${row.weight} lb`}
      </Cell>
      <Cell name="Last visit" oneLine>
        {formatDate(row.last_visit_at, '—')}
      </Cell>
      <Cell name="Last status" blank={!row.last_status}>
        {row.last_status && (
          <StatusChip tone={VISIT_TONE[row.last_status] ?? 'neutral'}>
            {humanize(row.last_status).toLowerCase()}
          </StatusChip>
        )}
      </Cell>
      <Cell end blank={readOnly}>
        {!readOnly && <NewMessageButton patientId={row.patient_id} name={row.name || row.mrn} plain />}
      </Cell>
    </Row>
  );
}
