import { useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import type { Appointment, EmergencyAdvice, SavedAppointment } from '#common/api/index.js';
import { api, isApiError } from '../../shared/api/index.js';
import { EmergencyCard } from '../../shared/emergency/EmergencyCard.js';
import { useEmergencyIn } from '../../shared/emergency/useEmergency.js';
import { TextQuestion } from '../../shared/forms/index.js';
import { missing, useAct } from '../../shared/forms/useAct.js';
import { toast } from '../../shared/toasts/index.js';
import { Notice } from '../../shared/ui/index.js';
import { useOnce } from '../kit/useOnce.js';
import { appointmentsQuery } from '../data/queries.js';
import { APPOINTMENTS_TEXT as text } from './text/en.js';

interface DialogProps {
  appointment: Appointment;
  /** The appointment, described in words. */
  what: string;
  onEmergency: (advice: EmergencyAdvice | null) => void;
  onClose: () => void;
}

export function CancelDialog({ appointment, what, onEmergency, onClose }: DialogProps) {
  const asked = appointment.status === 'requested';
  const [reason, setReason] = useState('');
  const danger = useEmergencyIn(reason);
  const queries = useQueryClient();
  const once = useOnce();
  const form = useAct({
    check: () => missing({ reason: !reason.trim() && text.missingReason }),
    act: async () => {
      const body = { reason: reason.trim() };
      try {
        const { emergency } = await once(body, (idempotencyKey) =>
          api.post<SavedAppointment>(`/api/appointments/${appointment.appointment_id}/cancel`, body, {
            idempotencyKey,
          }),
        );
        onEmergency(emergency);
        if (!emergency) toast.success(text.cancelled);
      } catch (error) {
        // It was changed elsewhere, so trying again cannot help; the list shows its current state.
        if (!isApiError(error) || error.code !== 'invalid_state') throw error;
        toast.warning(error.message, { timeout: 0 });
      }
      await queries.invalidateQueries({ queryKey: appointmentsQuery.queryKey });
      onClose();
    },
    failed: text.cancelFailed,
  });
  const error = form.problems.fields['reason'];
  return (
    <Dialog open onClose={onClose} aria-labelledby="cancel-title" fullWidth maxWidth="sm">
      <Box component="form" noValidate onSubmit={(event: FormEvent<HTMLFormElement>) => form.submit(event)}>
        <DialogTitle id="cancel-title">{asked ? text.withdrawTitle : text.cancelTitle}</DialogTitle>
        <DialogContent>
          <Typography sx={{ marginBottom: 2.5 }}>
            {asked ? text.withdrawLead(what) : text.cancelLead(what)}
          </Typography>
          {form.problems.form && (
            <Notice tone="danger" role="alert" sx={{ marginBottom: 2 }}>
              {form.problems.form}
            </Notice>
          )}
          <TextQuestion
            id="cancel-reason"
            label={text.reason}
            long
            value={reason}
            onChange={setReason}
            {...(error ? { error } : {})}
          />
          {danger && <EmergencyCard kind={danger} />}
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap' }}>
          <Button onClick={onClose}>{text.keep}</Button>
          <Button type="submit" variant="contained" color="error" loading={form.busy}>
            {text.confirm}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
