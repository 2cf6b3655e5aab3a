import EventOutlined from '@mui/icons-material/EventOutlined';
import VideocamOutlined from '@mui/icons-material/VideocamOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Appointment, AppointmentStatus, EmergencyAdvice } from '#common/api/index.js';
import type { Tone } from '#common/vocabulary/index.js';
import { StatusChip, visuallyHidden } from '../../shared/ui/index.js';
import { momentIn } from '../../shared/ui/zones.js';
import { Card, CardHead } from '../kit/CardGroup.js';
import { Facts } from '../kit/Facts.js';
import { CancelDialog } from './CancelDialog.js';
import { canCancel, startsSoon } from './moments.js';
import { APPOINTMENTS_TEXT as text } from './text/en.js';

const TONE: Record<AppointmentStatus, Tone> = {
  requested: 'warning',
  scheduled: 'info',
  completed: 'success',
  cancelled: 'neutral',
  no_show: 'neutral',
};
const MINUTE = 60_000;

function length({ starts_at: from, ends_at: to }: Appointment): string | null {
  return from && to ? text.minutes(Math.round((Date.parse(to) - Date.parse(from)) / MINUTE)) : null;
}

interface CardProps {
  appointment: Appointment;
  /** Requests another time for the same appointment. */
  onAgain: () => void;
  onEmergency: (advice: EmergencyAdvice | null) => void;
}

export function AppointmentCard({ appointment, onAgain, onEmergency }: CardProps) {
  const { status, starts_at: startsAt, timezone } = appointment;
  const kind = text.kind[appointment.kind];
  const when = startsAt ? momentIn(startsAt, timezone) : null;
  const running = status === 'scheduled' && appointment.started_at !== null;
  return (
    <Card sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <CardHead>
        <div>
          <Typography variant="h3" className="tabular">
            {when ?? kind}
          </Typography>
          <Typography>
            {when
              ? [kind, length(appointment)].filter(Boolean).join(', ')
              : status === 'cancelled'
                ? text.neverSet
                : text.notSet}
          </Typography>
        </div>
        <StatusChip tone={TONE[status]}>{running ? text.running : text.status[status]}</StatusChip>
      </CardHead>
      <Facts
        columnWidth={220}
        facts={[
          [text.with, appointment.provider_name],
          [text.about, appointment.reason],
          [text.why, appointment.cancel_reason],
        ]}
      />
      {status === 'requested' && <Proposed appointment={appointment} />}
      <Actions appointment={appointment} when={when ?? kind} onAgain={onAgain} onEmergency={onEmergency} />
    </Card>
  );
}

function Proposed({ appointment }: { appointment: Appointment }) {
  return (
    <div>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {text.proposed}
      </Typography>
      <Box component="ul" className="tabular" sx={{ margin: '4px 0 8px', paddingLeft: 2.5 }}>
        {appointment.preferred.map((time) => (
          <li key={time}>{momentIn(time, appointment.timezone)}</li>
        ))}
      </Box>
      <Typography sx={{ color: 'text.secondary' }}>{text.waiting}</Typography>
    </div>
  );
}

function Actions({ appointment, when, onAgain, onEmergency }: CardProps & { when: string }) {
  const [cancelling, setCancelling] = useState(false);
  const scheduled = appointment.status === 'scheduled';
  const join = scheduled && appointment.join_url;
  const file = scheduled && appointment.starts_at;
  const cancel = canCancel(appointment);
  const again = appointment.status === 'cancelled' || appointment.status === 'no_show';
  if (!join && !file && !cancel && !again) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      {join && (
        <Button
          component="a"
          href={join}
          target="_blank"
          rel="noreferrer noopener"
          variant={startsSoon(appointment) ? 'contained' : 'outlined'}
          startIcon={<VideocamOutlined />}
        >
          {text.join}
          <Hidden>{text.joinFor(when)}</Hidden>
        </Button>
      )}
      {file && (
        <Button
          component="a"
          href={`/files/appointments/${appointment.appointment_id}.ics`}
          download
          variant="outlined"
          startIcon={<EventOutlined />}
        >
          {text.calendar}
          <Hidden>{text.calendarFor(when)}</Hidden>
        </Button>
      )}
      {cancel && (
        <Button variant="outlined" onClick={() => setCancelling(true)}>
          {scheduled ? text.cancel : text.withdraw}
          <Hidden>{text.cancelFor(when)}</Hidden>
        </Button>
      )}
      {again && (
        <Button variant="outlined" onClick={onAgain}>
          {text.again}
          <Hidden>{text.cancelFor(when)}</Hidden>
        </Button>
      )}
      {cancelling && (
        <CancelDialog
          appointment={appointment}
          what={[...new Set([text.kind[appointment.kind], when])].join(', ')}
          onEmergency={onEmergency}
          onClose={() => setCancelling(false)}
        />
      )}
    </Box>
  );
}

const Hidden = ({ children }: { children: string }) => (
  <Box component="span" sx={visuallyHidden}>
    {children}
  </Box>
);
