import Box from '@mui/material/Box';
import type { Lab } from '../../../../common/api/index.js';
import { hasLabResults } from '../../../../common/vocabulary/index.js';
import { formatAge, formatDate, TextLink } from '../../shared/ui/index.js';
import { CriticalMark } from '../cases/CriticalMark.js';
import { LabReview } from '../cases/LabReview.js';
import { LabValues } from '../cases/LabValues.js';
import { RecordStatus } from '../cases/RecordStatus.js';
import { Versions } from '../cases/Versions.js';
import { Cell, Head, Row, WorkTable } from '../kit/Worklist.js';

interface LabTableProps {
  rows: Lab[];
  onReview: ((lab: Lab) => void) | undefined;
}

export function LabTable({ rows, onReview }: LabTableProps) {
  return (
    <WorkTable
      label="Labs"
      head={
        <>
          <Head>Patient</Head>
          <Head>Draw</Head>
          <Head>Results</Head>
          <Head end>Waiting</Head>
          <Head end>Review</Head>
        </>
      }
    >
      {rows.map((lab) => (
        <Line key={lab.id} lab={lab} onReview={onReview && (() => onReview(lab))} />
      ))}
    </WorkTable>
  );
}

function Line({ lab, onReview }: { lab: Lab; onReview: (() => void) | undefined }) {
  const counts = hasLabResults(lab.status);
  const waits = counts ? !lab.reviewed_at && lab.collected_at : lab.due_on;
  return (
    <Row>
      <Cell>
        <Box sx={{ minWidth: 120 }}>
          <TextLink to={`/trt/provider/patients/${lab.patient_id}`} bold>
            {lab.patient_name}
          </TextLink>
          <Box className="tabular" sx={{ color: 'text.secondary' }}>
            {lab.mrn}
          </Box>
        </Box>
      </Cell>
      <Cell name="Draw" oneLine>
        {lab.collected_at ? (
          <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
            {formatDate(lab.collected_at)}
            {lab.revision && <RecordStatus lab={lab} />}
          </Box>
        ) : (
          <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
            <span>due {formatDate(lab.due_on)}</span>
            <RecordStatus lab={lab} />
          </Box>
        )}
      </Cell>
      <Cell name="Results" blank={Object.keys(lab.results).length === 0}>
        <LabValues results={lab.results} />
        <CriticalMark lab={lab} readOnly={!onReview} />
      </Cell>
      <Cell name="Waiting" end oneLine blank={!waits}>
        {waits && formatAge(waits)}
      </Cell>
      <Cell name="Review" end blank={!counts && lab.status !== 'voided'}>
        {counts && <LabReview lab={lab} onReview={onReview} />}
        {lab.status === 'voided' && <Versions lab={lab} />}
      </Cell>
    </Row>
  );
}
