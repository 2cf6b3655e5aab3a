import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { AppointmentStatus, StaffAppointment } from '../../../../common/api/index.js';
import { type Tone } from '../../../../common/vocabulary/index.js';
import { formatAge, humanize, StatusChip, TextLink } from '../../shared/ui/index.js';
import { Cell, Head, Row, WorkTable } from '../kit/Worklist.js';
import { APPOINTMENTS_TEXT as words } from './text/en.js';
import { actsOf, patientsClock, whenText, type AppointmentAct } from './times.js';

const TONE: Record<AppointmentStatus, Tone> = {
  requested: 'warning',
  scheduled: 'info',
  completed: 'success',
  cancelled: 'neutral',
  no_show: 'danger',
};

interface AppointmentTableProps {
  rows: StaffAppointment[];
  onAct: ((act: AppointmentAct, appointment: StaffAppointment) => void) | undefined;
}

export function AppointmentTable({ rows, onAct }: AppointmentTableProps) {
  return (
    <WorkTable
      label="Appointments"
      stackBelow="lg"
      head={
        <>
          <Head>Patient</Head>
          <Head>Time</Head>
          <Head>About</Head>
          <Head>Status</Head>
          <Head end>Decision</Head>
        </>
      }
    >
      {rows.map((one) => (
        <Line key={one.id} one={one} onAct={onAct} />
      ))}
    </WorkTable>
  );
}

function Line({ one, onAct }: { one: StaffAppointment; onAct: AppointmentTableProps['onAct'] }) {
  return (
    <Row>
      <Cell>
        <Box sx={{ minWidth: 120 }}>
          <TextLink to={`/trt/provider/patients/${one.patient_id}`} bold>
            {one.patient_name}
          </TextLink>
          <Box className="tabular" sx={{ color: 'text.secondary' }}>
            {one.mrn}
          </Box>
        </Box>
      </Cell>
      <Cell name="Time">
        <Times one={one} />
      </Cell>
      <Cell name="About">
        <Box sx={{ overflowWrap: 'anywhere', maxWidth: 380 }}>
          {words.kind[one.kind]}
          {one.provider_name && ` with ${one.provider_name}`}
          <Box sx={{ color: 'text.secondary' }}>{one.reason}</Box>
          {one.note && <Box sx={{ whiteSpace: 'pre-line' }}>{one.note}</Box>}
          {one.cancel_reason && <Box sx={{ color: 'text.secondary' }}>Canceled: {one.cancel_reason}</Box>}
        </Box>
      </Cell>
      <Cell name="Status">
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
          <StatusChip tone={TONE[one.status] ?? 'neutral'}>{humanize(one.status).toLowerCase()}</StatusChip>
          {one.started_at && !one.ended_at && <StatusChip tone="info">visit in progress</StatusChip>}
          {one.status === 'completed' && !one.note && <StatusChip tone="warning">needs paperwork</StatusChip>}
        </Box>
      </Cell>
      <Cell end>
        {onAct && (
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
        )}
      </Cell>
    </Row>
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
      <Box sx={{ color: 'text.secondary' }}>asked {formatAge(one.created_at)} ago</Box>
    </Box>
  );
}
