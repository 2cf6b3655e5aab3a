import { useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import {
  APPOINTMENT_KINDS,
  type Appointment,
  type AppointmentKind,
  type AppointmentRequest,
  type SavedAppointment,
} from '#common/api/appointments.js';
import type { EmergencyAdvice } from '#common/api/messages.js';
import { actionErrorMessage, api, isApiError } from '../../shared/api/index.js';
import { EmergencyCard } from '../../shared/emergency/EmergencyCard.js';
import { useEmergencyIn } from '../../shared/emergency/useEmergency.js';
import { MomentQuestion, RadioQuestion, TextQuestion } from '../../shared/forms/index.js';
import { missing, useAct } from '../../shared/forms/useAct.js';
import { useKeptState, useZone } from '../../shared/session/index.js';
import { toast } from '../../shared/toasts/index.js';
import { fromField, toField, zoneTitle } from '../../shared/ui/zones.js';
import { SmallForm } from '../kit/SmallForm.js';
import { useOnce } from '../kit/useOnce.js';
import { appointmentsQuery } from '../data/queries.js';
import { isOutOfHours } from './moments.js';
import { APPOINTMENTS_TEXT } from './text/en.js';

const text = APPOINTMENTS_TEXT.form;
/** The key that keeps the form across an expired session. */
export const REQUEST_KEY = 'appointment-request';
const CHOICES = [text.first, text.second, text.third] as const;
const idOf = (field: string) => (field === 'preferred' ? 'appointment-time-0' : `appointment-${field}`);

interface Draft {
  kind: AppointmentKind | undefined;
  reason: string;
  times: readonly string[];
}
const EMPTY: Draft = { kind: undefined, reason: '', times: ['', '', ''] };
const isTouched = (draft: Draft) =>
  draft.kind !== undefined || draft.reason !== '' || draft.times.some((time) => time !== '');

function timeProblem(times: readonly Date[]): string | false {
  if (times.length === 0) return text.missingTime;
  if (times.some((time) => time.getTime() <= Date.now())) return text.past;
  return new Set(times.map((time) => time.getTime())).size < times.length && text.same;
}

interface RequestFormProps {
  /** An appointment that did not take place and can be requested again. */
  like: Appointment | undefined;
  onEmergency: (advice: EmergencyAdvice | null) => void;
  onClose: () => void;
}

export function RequestForm({ like, onEmergency, onClose }: RequestFormProps) {
  const start = () => (like ? { ...EMPTY, kind: like.kind, reason: like.reason ?? '' } : EMPTY);
  const [draft, setDraft, release] = useKeptState<Draft>(REQUEST_KEY, start, isTouched);
  const close = () => {
    release();
    onClose();
  };
  const zone = useZone();
  const [earliest] = useState(() => toField(new Date(), zone));
  const queries = useQueryClient();
  const once = useOnce();
  const danger = useEmergencyIn(draft.reason);
  const times = draft.times.flatMap((time) => fromField(time, zone) ?? []);
  const form = useAct({
    check: () =>
      missing({
        kind: !draft.kind && text.missingKind,
        reason: !draft.reason.trim() && text.missingReason,
        preferred: timeProblem(times),
      }),
    act: async () => {
      const body = {
        kind: draft.kind,
        reason: draft.reason.trim(),
        preferred: times.map((time) => time.toISOString()),
      } as AppointmentRequest;
      const { emergency } = await once(body, (idempotencyKey) =>
        api.post<SavedAppointment>('/api/appointments', body, { idempotencyKey }),
      );
      onEmergency(emergency);
      if (!emergency) toast.success(text.sent);
      await queries.invalidateQueries({ queryKey: appointmentsQuery.queryKey });
      close();
    },
    explain: (error) =>
      isApiError(error) && Object.keys(error.fields).length > 0
        ? null
        : { form: actionErrorMessage(error, text.failed), fields: {} },
    failed: text.failed,
  });
  const errorOf = (field: string) => {
    const error = form.problems.fields[field];
    return error ? { error } : {};
  };
  return (
    <SmallForm
      form={form}
      label={APPOINTMENTS_TEXT.ask}
      submit={text.submit}
      idOf={idOf}
      cancel={{ label: text.cancel, onCancel: close }}
    >
      <RadioQuestion
        id={idOf('kind')}
        label={text.kind}
        value={draft.kind}
        onChange={(kind) => setDraft({ ...draft, kind })}
        options={APPOINTMENT_KINDS.map((kind) => ({ value: kind, label: text.options[kind] }))}
        {...errorOf('kind')}
      />
      <TextQuestion
        id={idOf('reason')}
        label={text.reason}
        hint={text.reasonHint}
        long
        value={draft.reason}
        onChange={(reason) => setDraft({ ...draft, reason })}
        {...errorOf('reason')}
      />
      {danger && <EmergencyCard kind={danger} />}
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        <div>
          <Typography variant="h3" component="h3">
            {text.times}
          </Typography>
          <Typography sx={{ color: 'text.secondary' }}>{text.zone(zoneTitle(zone))}</Typography>
        </div>
        {CHOICES.map((label, index) => (
          <MomentQuestion
            key={label}
            id={`appointment-time-${index}`}
            label={label}
            min={earliest}
            value={draft.times[index] ?? ''}
            {...(isOutOfHours(draft.times[index] ?? '') ? { hint: text.outOfHours } : {})}
            onChange={(time) => setDraft({ ...draft, times: draft.times.with(index, time) })}
            {...(index === 0 ? errorOf('preferred') : {})}
          />
        ))}
      </Box>
    </SmallForm>
  );
}
