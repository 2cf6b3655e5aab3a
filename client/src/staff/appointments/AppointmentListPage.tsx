import { useState } from 'react';
import type { StaffAppointment } from '#common/api/index.js';
import { toast } from '../../shared/toasts/index.js';
import { Page } from '../../shared/ui/index.js';
import { explained } from '../forms/Failure.js';
import { ListFrame } from '../lists/ListFrame.js';
import { isStale, SourceBanner } from '../lists/SourceBanner.js';
import { usePageParams } from '../lists/usePageParams.js';
import { useStaffList } from '../lists/useStaffList.js';
import { useRefresh } from '../data/useRefresh.js';
import { useStaff } from '../data/useStaff.js';
import { ViewTabs } from '../lists/ViewTabs.js';
import type { Sort } from '../lists/Worklist.js';
import { APPOINTMENT_CSV, AppointmentTable } from './AppointmentTable.js';
import { EndDialog } from './EndDialog.js';
import { NoteDialog } from './NoteDialog.js';
import { ScheduleDialog } from './ScheduleDialog.js';
import { APPOINTMENTS_TEXT as words, APPOINTMENT_LIST_PAGE_TEXT, APPOINTMENT_VIEWS_TEXT } from './text/en.js';
import type { AppointmentAct } from './times.js';

const VIEWS: Record<'requests' | 'schedule' | 'past', { label: string; filter: object; sort: Sort }> = {
  requests: {
    label: APPOINTMENT_VIEWS_TEXT.requests,
    filter: { status: 'requested' },
    sort: { field: 'created_at', order: 'ASC' },
  },
  schedule: {
    label: APPOINTMENT_VIEWS_TEXT.schedule,
    filter: { status: 'scheduled', upcoming: true },
    sort: { field: 'starts_at', order: 'ASC' },
  },
  past: {
    label: APPOINTMENT_VIEWS_TEXT.past,
    filter: { upcoming: false },
    sort: { field: 'starts_at', order: 'DESC' },
  },
};
type View = keyof typeof VIEWS;

/** /trt/provider/appointments: requests to schedule, the schedule, and visits to document. */
export default function AppointmentListPage() {
  const staff = useStaff();
  const refresh = useRefresh();
  const place = usePageParams([], VIEWS.requests.sort);
  const { params, change } = place;
  const named = params.get('view');
  const view: View = named === 'schedule' || named === 'past' ? named : 'requests';
  const [open, setOpen] = useState<{ act: AppointmentAct; appointment: StaffAppointment } | null>(null);
  const { filter, sort } = VIEWS[view];
  const list = useStaffList<StaffAppointment>('appointments', {
    place: { ...place, sort },
    filter: { ...filter },
  });
  const { data, total, meta } = list;
  const readOnly = isStale(meta?.source);
  const close = () => setOpen(null);

  async function start(appointment: StaffAppointment) {
    try {
      await staff.changeAppointment(appointment.appointment_id, {
        version: appointment.version,
        started_at: new Date().toISOString(),
      });
      toast.success(words.started(appointment.patient_name));
    } catch (error) {
      toast.error(explained(error) || words.actFailed, { title: words.actFailed });
    }
    await refresh();
  }
  function act(what: AppointmentAct, appointment: StaffAppointment) {
    if (what === 'start') void start(appointment);
    else setOpen({ act: what, appointment });
  }
  return (
    <Page title={words.title} width={1440} count={data ? total : undefined}>
      {readOnly && <SourceBanner kind="fallback appointments" asOf={meta?.as_of} />}
      <ViewTabs label={words.views} value={view} views={VIEWS} onChange={(next) => change({ view: next })}>
        <ListFrame
          title={VIEWS[view].label}
          list={list}
          csv={APPOINTMENT_CSV}
          failed={words.failed}
          loading={APPOINTMENT_LIST_PAGE_TEXT.loadingAppointments}
          empty={words.none[view]}
        >
          <AppointmentTable onAct={readOnly ? undefined : act} />
        </ListFrame>
      </ViewTabs>
      {open && <OpenDialog {...open} onClose={close} />}
    </Page>
  );
}

interface OpenDialogProps {
  act: AppointmentAct;
  appointment: StaffAppointment;
  onClose: () => void;
}
function OpenDialog({ act, appointment, onClose }: OpenDialogProps) {
  switch (act) {
    case 'schedule':
    case 'reschedule':
      return <ScheduleDialog appointment={appointment} onClose={onClose} />;
    case 'complete':
    case 'writeNote':
      return <NoteDialog appointment={appointment} ending={act === 'complete'} onClose={onClose} />;
    case 'cancel':
    case 'decline':
    case 'noShow':
      return <EndDialog appointment={appointment} how={act} onClose={onClose} />;
    case 'start':
      return null;
  }
}
