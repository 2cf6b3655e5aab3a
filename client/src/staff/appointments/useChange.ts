import { useState } from 'react';
import type { AppointmentChange, AppointmentOverlap, StaffAppointment } from '#common/api/index.js';
import { isApiError } from '../../shared/api/index.js';
import { toast } from '../../shared/toasts/index.js';
import { explained } from '../forms/Failure.js';
import { useRefresh } from '../data/useRefresh.js';
import { useStaff } from '../data/useStaff.js';

/** The provider's conflicting appointment, when that is why the change was refused. */
function overlapsOf(error: unknown): AppointmentOverlap[] {
  const overlaps = isApiError(error) ? error.body['overlaps'] : undefined;
  return Array.isArray(overlaps) ? (overlaps as AppointmentOverlap[]) : [];
}

/** One change to an appointment, with the version it is based on. */
export function useChange(appointment: StaffAppointment, onDone: () => void) {
  const staff = useStaff();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [overlaps, setOverlaps] = useState<AppointmentOverlap[]>([]);
  const [problems, setProblems] = useState<Record<string, string>>({});

  async function change(body: AppointmentChange, said: string) {
    setBusy(true);
    setFailure(null);
    setProblems({});
    setOverlaps([]);
    try {
      await staff.changeAppointment(appointment.appointment_id, { version: appointment.version, ...body });
      toast.success(said);
      onDone();
    } catch (error) {
      if (isApiError(error)) setProblems(error.fields);
      setOverlaps(overlapsOf(error));
      setFailure(explained(error));
      setBusy(false);
    }
    await refresh();
  }
  return { change, busy, failure, overlaps, problems, setProblems };
}
