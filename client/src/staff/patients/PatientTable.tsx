import Box from '@mui/material/Box';
import type { PatientRow } from '#common/api/patient.js';
import { formatDate, humanize, StatusChip, TextLink } from '../../shared/ui/index.js';
import { NewMessageButton } from '../messages/NewMessageButton.js';
import type { CsvColumns } from '../lists/listCsv.js';
import { Column, StaffTable } from '../lists/StaffTable.js';
import { VISIT_TONE } from './visitTone.js';

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
    <StaffTable label="Patients">
      <Column<PatientRow>
        source="last_name"
        fixed
        label="Name"
        sortable
        unlabeled
        render={(row) => (
          <TextLink to={`/trt/provider/patients/${row.patient_id}`} bold>
            {row.name || 'No name yet'}
          </TextLink>
        )}
      />
      <Column<PatientRow>
        source="mrn"
        label="MRN"
        render={(row) => (
          <Box component="span" className="tabular">
            {row.mrn}
          </Box>
        )}
      />
      <Column<PatientRow>
        source="dob"
        label="Date of birth"
        sortable
        oneLine
        render={(row) => formatDate(row.dob)}
      />
      <Column<PatientRow> source="age" label="Age" end render={(row) => row.age} />
      <Column<PatientRow>
        source="weight"
        label="Weight"
        end
        oneLine
        render={(row) => row.weight !== null && `${row.weight} lb`}
      />
      <Column<PatientRow>
        source="last_visit_at"
        label="Last visit"
        sortable
        oneLine
        render={(row) => formatDate(row.last_visit_at, '—')}
      />
      <Column<PatientRow>
        source="last_status"
        label="Last status"
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
        label="Message"
        end
        unlabeled
        render={(row) =>
          !readOnly && <NewMessageButton patientId={row.patient_id} name={row.name || row.mrn} plain />
        }
      />
    </StaffTable>
  );
}
