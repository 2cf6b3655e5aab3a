import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { StaffAppointment } from '#common/api/index.js';
import { useSession } from '../../shared/session/index.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { CheckField } from '../forms/CheckField.js';
import { Failure } from '../forms/Failure.js';
import { RadioRow } from '../forms/RadioRow.js';
import { SmallField } from '../forms/SmallField.js';
import { APPOINTMENTS_TEXT, SCHEDULE_TEXT as words } from './text/en.js';
import { lengthOf, LENGTHS, overlapText, proposedTimes, span, toLocalField, whenText } from './times.js';
import { useChange } from './useChange.js';

interface DialogProps {
  appointment: StaffAppointment;
  onClose: () => void;
}
const OTHER = 'other';

/** The time that is chosen, and its saving. */
function useSchedule({ appointment, onClose }: DialogProps) {
  const session = useSession();
  const coming = proposedTimes(appointment);
  const start = appointment.starts_at ?? coming[0];
  const [local, setLocal] = useState(start ? toLocalField(start) : '');
  const [minutes, setMinutes] = useState(lengthOf(appointment));
  const [link, setLink] = useState(appointment.join_url ?? '');
  const [allTheSame, setAllTheSame] = useState(false);
  const { change, busy, failure, overlaps, problems, setProblems } = useChange(appointment, onClose);
  const lengths: number[] = [...new Set([...LENGTHS, minutes])].sort((a, b) => a - b);
  const proposed = coming.find((time) => toLocalField(time) === local) ?? OTHER;

  function confirm() {
    const times = span(local, minutes);
    if (!times) {
      setProblems({ starts_at: words.missing });
      return;
    }
    const self = session?.roles.includes('provider') && !appointment.provider_id ? session.userId : null;
    void change(
      {
        ...(appointment.status === 'requested' && { status: 'scheduled' }),
        ...times,
        ...(appointment.kind === 'video' && { join_url: link.trim() || null }),
        ...(self && { provider_id: self }),
        ...(!allTheSame && { free_only: true }),
      },
      words.done(appointment.patient_name),
    );
  }
  const time = { local, setLocal, minutes, setMinutes, lengths, coming, proposed };
  const another = { overlaps, allTheSame, setAllTheSame };
  return { time, link, setLink, another, busy, failure, problems, confirm };
}

/** Schedules a request: at a time the patient proposed, or another. */
export function ScheduleDialog({ appointment, onClose }: DialogProps) {
  const schedule = useSchedule({ appointment, onClose });
  const { link, setLink, busy, failure, problems, confirm } = schedule;
  const { overlaps, allTheSame, setAllTheSame } = schedule.another;
  return (
    <ActionDialog
      title={words.title(appointment.patient_name)}
      onClose={onClose}
      confirm={{ label: words.save, onConfirm: confirm, busy }}
      error={
        failure !== null && (
          <Stack spacing={1.5}>
            <Failure
              title={APPOINTMENTS_TEXT.actFailed}
              detail={[failure, ...overlaps.map(overlapText)].join(' ')}
            />
            {overlaps.length > 0 && (
              <CheckField label={words.allTheSame} checked={allTheSame} onChange={setAllTheSame} />
            )}
          </Stack>
        )
      }
    >
      <Stack spacing={2}>
        <Typography>
          {APPOINTMENTS_TEXT.kind[appointment.kind]}
          {appointment.reason && `: ${appointment.reason}`}
        </Typography>
        <Time schedule={schedule} />
        {appointment.kind === 'video' && (
          <SmallField
            id="appointment-link"
            label={words.link}
            value={link}
            onChange={setLink}
            error={problems['join_url']}
          />
        )}
      </Stack>
    </ActionDialog>
  );
}

function Time({
  schedule: {
    time: { local, setLocal, minutes, setMinutes, lengths, coming, proposed },
    problems,
  },
}: {
  schedule: ReturnType<typeof useSchedule>;
}) {
  return (
    <>
      {coming.length > 0 && (
        <RadioRow
          label={words.proposed}
          value={proposed}
          options={[...coming.map((time) => [time, whenText(time)] as const), [OTHER, words.other]]}
          onChange={(time) => setLocal(time === OTHER ? '' : toLocalField(time))}
        />
      )}
      <SmallField
        id="appointment-start"
        type="datetime-local"
        label={words.starts}
        hint={words.startsHint}
        value={local}
        onChange={setLocal}
        error={problems['starts_at']}
      />
      <SmallField
        id="appointment-length"
        type="select"
        label={words.length}
        value={String(minutes)}
        onChange={(value) => setMinutes(Number(value))}
        error={problems['ends_at']}
      >
        {lengths.map((length) => (
          <option key={length} value={length}>
            {words.minutes(length)}
          </option>
        ))}
      </SmallField>
    </>
  );
}
