import type { AppointmentStatus } from '#common/api/appointments.js';
import { TransitionTable } from '../platform/lifecycle/transition-table.js';

export const APPOINTMENT_LIFECYCLE = new TransitionTable<AppointmentStatus>(
  'appointment',
  {
    requested: ['scheduled', 'cancelled'],
    scheduled: ['completed', 'cancelled', 'no_show'],
    completed: [],
    cancelled: [],
    no_show: [],
  },
  {
    requested: ['not scheduled yet', 'a request again'],
    completed: ['over', 'completed'],
    cancelled: ['canceled', 'canceled'],
    no_show: ['over', 'closed as a no show'],
  },
);

/** The documentation status of a started appointment; the columns are those of `a`. */
export const VISIT_STATUS_SQL = `CASE WHEN a.ended_at IS NULL THEN 'in_progress' WHEN a.note_enc IS NULL THEN 'needs_paperwork' ELSE 'completed' END`;
