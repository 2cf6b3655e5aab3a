import Box from '@mui/material/Box';
import type { Lab } from '#common/api/index.js';
import { hasLabResults } from '#common/vocabulary/index.js';
import { formatAge, formatDate } from '../../shared/ui/index.js';
import { CriticalMark } from '../cases/CriticalMark.js';
import { LabReview } from '../cases/LabReview.js';
import { LabValues } from '../cases/LabValues.js';
import { RecordStatus } from '../cases/RecordStatus.js';
import { Versions } from '../cases/Versions.js';
import type { CsvColumns } from '../lists/listCsv.js';
import { PatientName } from '../kit/PatientName.js';
import { Column, StaffTable } from '../lists/StaffTable.js';
import { LAB_TABLE_TEXT } from './text/en.js';

export const LAB_CSV: CsvColumns<Lab> = {
  Patient: (lab) => lab.patient_name,
  MRN: (lab) => lab.mrn,
  Status: (lab) => lab.status,
  Collected: (lab) => lab.collected_at,
  Due: (lab) => lab.due_on,
  Results: (lab) =>
    Object.entries(lab.results)
      .map(([analyte, { value, unit }]) => `${analyte} ${value} ${unit}`)
      .join('; '),
  Reviewed: (lab) => lab.reviewed_at,
};

/** Since when a result waits for its review, or a draw is due. */
const waitsSince = (lab: Lab): string | null =>
  hasLabResults(lab.status) ? (lab.reviewed_at ? null : lab.collected_at) : lab.due_on;

export function LabTable({ onReview }: { onReview: ((lab: Lab) => void) | undefined }) {
  return (
    <StaffTable label={LAB_TABLE_TEXT.labs}>
      <Column<Lab>
        source="patient"
        fixed
        label={LAB_TABLE_TEXT.patient}
        unlabeled
        render={(lab) => (
          <PatientName
            name={lab.patient_name}
            mrn={lab.mrn}
            to={`/trt/provider/patients/${lab.patient_id}`}
          />
        )}
      />
      <Column<Lab>
        source="draw"
        label={LAB_TABLE_TEXT.draw}
        oneLine
        render={(lab) => (
          <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
            <span>{lab.collected_at ? formatDate(lab.collected_at) : `due ${formatDate(lab.due_on)}`}</span>
            {(!lab.collected_at || lab.revision) && <RecordStatus lab={lab} />}
          </Box>
        )}
      />
      <Column<Lab>
        source="results"
        fixed
        label={LAB_TABLE_TEXT.results}
        blank={(lab) => Object.keys(lab.results).length === 0}
        render={(lab) => (
          <>
            <LabValues results={lab.results} />
            <CriticalMark lab={lab} readOnly={!onReview} />
          </>
        )}
      />
      <Column<Lab>
        source="waiting"
        label={LAB_TABLE_TEXT.waiting}
        end
        oneLine
        render={(lab) => {
          const since = waitsSince(lab);
          return since && formatAge(since);
        }}
      />
      <Column<Lab>
        source="review"
        fixed
        label={LAB_TABLE_TEXT.review}
        end
        render={(lab) => {
          if (hasLabResults(lab.status))
            return <LabReview lab={lab} onReview={onReview && (() => onReview(lab))} />;
          return lab.status === 'voided' && <Versions lab={lab} />;
        }}
      />
    </StaffTable>
  );
}
