import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { AppointmentStatus, StaffAppointment } from '#common/api/index.js';
import { type Tone } from '#common/vocabulary/index.js';
import { formatAge, humanize, StatusChip } from '../../shared/ui/index.js';
import type { CsvColumns } from '../lists/listCsv.js';
import { PatientName } from '../kit/PatientName.js';
import { ActsColumn, Column, StaffTable } from '../lists/StaffTable.js';
import { APPOINTMENTS_TEXT as words, APPOINTMENT_TABLE_TEXT } from './text/en.js';
import { actsOf, patientsClock, whenText, type AppointmentAct } from './times.js';

const TONE: Record<AppointmentStatus, Tone> = {
  requested: 'warning',
  scheduled: 'info',
  completed: 'success',
  cancelled: 'neutral',
  no_show: 'danger',
};

export const APPOINTMENT_CSV: CsvColumns<StaffAppointment> = {
  Patient: (one) => one.patient_name,
  MRN: (one) => one.mrn,
  Status: (one) => one.status,
  Starts: (one) => one.starts_at,
  About: (one) => words.kind[one.kind],
  With: (one) => one.provider_name,
  Requested: (one) => one.created_at,
};

interface AppointmentTableProps {
  onAct: ((act: AppointmentAct, appointment: StaffAppointment) => void) | undefined;
}

export function AppointmentTable({ onAct }: AppointmentTableProps) {
  return (
    <StaffTable label={APPOINTMENT_TABLE_TEXT.appointments} stackBelow="lg">
      <Column<StaffAppointment>
        source="patient"
        fixed
        label={APPOINTMENT_TABLE_TEXT.patient}
        unlabeled
        render={(one) => (
          <PatientName
            name={one.patient_name}
            mrn={one.mrn}
            to={`/trt/provider/patients/${one.patient_id}`}
          />
        )}
      />
      <Column<StaffAppointment>
        source="time"
        label={APPOINTMENT_TABLE_TEXT.time}
        render={(one) => <Times one={one} />}
      />
      <Column<StaffAppointment>
        source="about"
        label={APPOINTMENT_TABLE_TEXT.about}
        render={(one) => <About one={one} />}
      />
      <Column<StaffAppointment>
        source="status"
        label={APPOINTMENT_TABLE_TEXT.status}
        render={(one) => (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
            <StatusChip tone={TONE[one.status] ?? 'neutral'}>{humanize(one.status).toLowerCase()}</StatusChip>
            {one.started_at && !one.ended_at && (
              <StatusChip tone="info">{APPOINTMENT_TABLE_TEXT.visitInProgress}</StatusChip>
            )}
            {one.status === 'completed' && !one.note && (
              <StatusChip tone="warning">{APPOINTMENT_TABLE_TEXT.needsPaperwork}</StatusChip>
            )}
          </Box>
        )}
      />
      <ActsColumn<StaffAppointment>
        label={APPOINTMENT_TABLE_TEXT.decision}
        render={(one) => onAct && <Acts one={one} onAct={onAct} />}
      />
    </StaffTable>
  );
}

function About({ one }: { one: StaffAppointment }) {
  return (
    <Box sx={{ overflowWrap: 'anywhere', maxWidth: 380 }}>
      {words.kind[one.kind]}
      {one.provider_name && ` with ${one.provider_name}`}
      <Box sx={{ color: 'text.secondary' }}>{one.reason}</Box>
      {one.note && <Box sx={{ whiteSpace: 'pre-line' }}>{one.note}</Box>}
      {one.cancel_reason && (
        <Box sx={{ color: 'text.secondary' }}>{APPOINTMENT_TABLE_TEXT.canceled(one.cancel_reason)}</Box>
      )}
    </Box>
  );
}

interface ActsProps {
  one: StaffAppointment;
  onAct: (act: AppointmentAct, appointment: StaffAppointment) => void;
}
function Acts({ one, onAct }: ActsProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: { xs: 'wrap', lg: 'nowrap' },
        gap: 0.75,
        justifyContent: { lg: 'flex-end' },
      }}
    >
      {actsOf(one).map((act, index) => (
        <Button
          key={act}
          size="small"
          variant={index === 0 ? 'outlined' : 'text'}
          aria-label={`${words[act]}, ${one.patient_name}`}
          sx={{ whiteSpace: 'nowrap', flex: 'none' }}
          onClick={() => onAct(act, one)}
        >
          {words[act]}
        </Button>
      ))}
    </Box>
  );
}

function Times({ one }: { one: StaffAppointment }) {
  const theirs = patientsClock(one);
  const at = one.starts_at ?? one.started_at;
  if (at) {
    return (
      <Box className="tabular">
        <span className="one-line">{whenText(at)}</span>
        {theirs && <Box sx={{ color: 'text.secondary' }}>{words.forPatient(theirs)}</Box>}
      </Box>
    );
  }
  return (
    <Box>
      {one.preferred.length === 0 && words.noTime}
      {one.preferred.map((time) => (
        <Box key={time} className="tabular one-line">
          {whenText(time)}
        </Box>
      ))}
      <Box sx={{ color: 'text.secondary' }}>{APPOINTMENT_TABLE_TEXT.askedAgo(formatAge(one.created_at))}</Box>
    </Box>
  );
}
