import Box from '@mui/material/Box';
import type { AlertReport, CaseAlert } from '#common/api/index.js';
import { formatDate, formatDateTime, TextLink } from '../../shared/ui/index.js';
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
