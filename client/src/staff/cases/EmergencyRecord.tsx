import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import type { AlertReport, CaseAlert } from '#common/api/index.js';
import { formatDate, formatDateTime, TextLink } from '../../shared/ui/index.js';
import { useStaff } from '../data/useStaff.js';
import { REPORT_PLACE } from './text/en.js';
import { EMERGENCY_TEXT as words } from './text/emergency.js';

/** The page where the care team reads what the patient wrote; null where only the patient can read it. */
function placeOf({ place, thread_id: thread }: AlertReport, patientId: string): string | null {
  if (place === 'assistant') return null;
  if (place === 'message')
    return thread ? `/trt/provider/messages?view=all&thread=${thread}` : '/trt/provider/messages';
  if (place === 'appointment') return '/trt/provider/appointments';
  if (place === 'refill') return '/trt/provider/refills';
  return `/trt/provider/patients/${patientId}`;
}

/** Where the patient wrote of it, with a link to the words. */
export function PatientWords({ alert, patientId }: { alert: Pick<CaseAlert, 'reports'>; patientId: string }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {alert.reports.map((report) => {
        const to = placeOf(report, patientId);
        return (
          <li key={`${report.place} ${report.at}`}>
            {REPORT_PLACE[report.place]}, {formatDateTime(report.at)}:{' '}
            {report.removed_at && `${words.removed(formatDateTime(report.removed_at))}, `}
            {to ? (
              <TextLink to={to}>{report.thread_id ? words.readMessage : words.readThere}</TextLink>
            ) : (
              words.privateChat
            )}
          </li>
        );
      })}
    </Box>
  );
}

/** Written in the same moment as the alert. */
const SAME_MOMENT_MS = 60_000;

/** The message itself: nobody closes an emergency without having read it. */
export function MessageWords({ alert }: { alert: Pick<CaseAlert, 'reports'> }) {
  const written = alert.reports.filter(({ place, thread_id: thread }) => place === 'message' && thread);
  return written.map((report) => <Quote key={report.at} report={report} />);
}

function Quote({ report }: { report: AlertReport }) {
  const staff = useStaff();
  const { data } = useQuery({
    queryKey: ['messages', 'thread', report.thread_id],
    queryFn: ({ signal }) => staff.getThread(report.thread_id!, signal),
  });
  const near = (data?.messages ?? []).filter(
    ({ from, sent_at: at }) =>
      from === 'patient' && Math.abs(Date.parse(at) - Date.parse(report.at)) < SAME_MOMENT_MS,
  );
  return near.map((message) => (
    <Box
      component="blockquote"
      key={message.message_id}
      sx={{
        margin: 0,
        paddingLeft: 1.5,
        borderLeft: 3,
        borderColor: 'divider',
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
    >
      <Box sx={{ fontWeight: 600 }}>{data?.subject}</Box>
      {message.body}
    </Box>
  ));
}

/** Every call so far. */
export function Contacts({ alert }: { alert: CaseAlert }) {
  // Answers that an earlier version cached for an outage do not include them.
  const contacts = alert.contacts ?? [];
  if (contacts.length === 0) return null;
  return (
    <Box component="ul" aria-label={words.calls} sx={{ margin: 0, paddingLeft: 2.5, fontSize: '0.875rem' }}>
      {contacts.map((one) => (
        <Box component="li" key={one.recorded_at} sx={{ overflowWrap: 'anywhere' }}>
          {words.call(one.reached, formatDateTime(one.at), one.by)}: {one.note}
          {one.recheck_on && `. ${words.callOn(formatDate(one.recheck_on))}`}
        </Box>
      ))}
    </Box>
  );
}
