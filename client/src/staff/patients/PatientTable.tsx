import Box from '@mui/material/Box';
import type { PatientRow } from '#common/api/patient.js';
import { formatDate, humanize, StatusChip, TextLink } from '../../shared/ui/index.js';
import { NewMessageButton } from '../messages/NewMessageButton.js';
import type { CsvColumns } from '../lists/listCsv.js';
import { Column, StaffTable } from '../lists/StaffTable.js';
import { VISIT_TONE } from './visitTone.js';
import { PATIENT_TABLE_TEXT } from './text/en.js';

export const PATIENT_CSV: CsvColumns<PatientRow> = {
  Name: (row) => row.name,
  MRN: (row) => row.mrn,
  'Date of birth': (row) => row.dob,
  Age: (row) => row.age,
  'Weight (lb)': (row) => row.weight,
  'Last visit': (row) => row.last_visit_at,
  'Last status': (row) => row.last_status,
};

export function PatientTable({ readOnly }: { readOnly: boolean }) {
  return (
    <StaffTable label={PATIENT_TABLE_TEXT.patients}>
      <Column<PatientRow>
        source="last_name"
        fixed
        label={PATIENT_TABLE_TEXT.name}
        sortable
        unlabeled
        render={(row) => (
          <TextLink to={`/trt/provider/patients/${row.patient_id}`} bold>
            {row.name || PATIENT_TABLE_TEXT.noNameYet}
          </TextLink>
        )}
      />
      <Column<PatientRow>
        source="mrn"
        label={PATIENT_TABLE_TEXT.mrn}
        render={(row) => (
          <Box component="span" className="tabular">
            {row.mrn}
          </Box>
        )}
      />
      <Column<PatientRow>
        source="dob"
        label={PATIENT_TABLE_TEXT.dateOfBirth}
        sortable
        oneLine
        render={(row) => formatDate(row.dob)}
      />
      <Column<PatientRow> source="age" label={PATIENT_TABLE_TEXT.age} end render={(row) => row.age} />
      <Column<PatientRow>
        source="weight"
        label={PATIENT_TABLE_TEXT.weight}
        end
        oneLine
        render={(row) => row.weight !== null && `${row.weight} lb`}
      />
      <Column<PatientRow>
        source="last_visit_at"
        label={PATIENT_TABLE_TEXT.lastVisit}
        sortable
        oneLine
        render={(row) => formatDate(row.last_visit_at, '—')}
      />
      <Column<PatientRow>
        source="last_status"
        label={PATIENT_TABLE_TEXT.lastStatus}
        render={(row) =>
          row.last_status && (
            <StatusChip tone={VISIT_TONE[row.last_status] ?? 'neutral'}>
              {humanize(row.last_status).toLowerCase()}
            </StatusChip>
          )
        }
      />
      <Column<PatientRow>
        source="message"
        label={PATIENT_TABLE_TEXT.message}
        end
        unlabeled
        render={(row) =>
          !readOnly && <NewMessageButton patientId={row.patient_id} name={row.name || row.mrn} plain />
        }
      />
    </StaffTable>
  );
}
