import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Reminder } from '#common/api/index.js';
import { LAB_STATUS } from '#common/vocabulary/index.js';
import { actionErrorMessage, api } from '../../shared/api/index.js';
import { useZone } from '../../shared/session/index.js';
import { toast } from '../../shared/toasts/index.js';
import { formatDate, Panel, StatusChip, TextLink, visuallyHidden } from '../../shared/ui/index.js';
import { dayIn } from '../../shared/ui/zones.js';
import { Loaded } from '../kit/Loaded.js';
import { Quiet } from '../kit/Quiet.js';
import { ASK_FOR_LAB_ORDER } from '../kit/ways.js';
import { usePress } from '../kit/usePress.js';
import { isKept, remindersQuery } from '../data/queries.js';
import { SAFETY_CHECK_TEXT } from '../safety-check/text/en.js';
import { DASHBOARD_TEXT } from './text/en.js';

const text = DASHBOARD_TEXT.reminders;

export function Reminders() {
  const query = useQuery(remindersQuery);
  return (
    <Panel title={text.title}>
      <Loaded query={query} label={text.title} failed={text.loadFailed} rows={2}>
        {({ reminders, ...answer }) =>
          reminders.length === 0 ? (
            <Quiet>{text.none}</Quiet>
          ) : (
            <RemindersTable reminders={reminders} readOnly={isKept(answer)} />
          )
        }
      </Loaded>
    </Panel>
  );
}

function RemindersTable({ reminders, readOnly }: { reminders: Reminder[]; readOnly: boolean }) {
  // With an order to be drawn there is none to ask for.
  const ordered = reminders.some(({ kind, status }) => kind === 'lab_order' && status !== 'completed');
  return (
    <Box
      component="table"
      aria-label={text.title}
      sx={(theme) => ({
        width: '100%',
        borderCollapse: 'collapse',
        '& th, & td': { textAlign: 'left', padding: '10px 12px 10px 0', verticalAlign: 'top' },
        '& th': { fontSize: '0.875rem', fontWeight: 600, color: theme.vars.palette.text.secondary },
        '& tbody tr': { borderTop: `1px solid ${theme.vars.palette.portal.border}` },
        '& th:last-of-type, & td:last-of-type': {
          paddingRight: 0,
          // The date on one line where three columns leave room for it.
          '@media (min-width: 380px)': { whiteSpace: 'nowrap' },
        },
      })}
    >
      <thead>
        <tr>
          <th scope="col">{text.what}</th>
          <th scope="col">{text.status}</th>
          <th scope="col">{text.due}</th>
        </tr>
      </thead>
      <tbody>
        {reminders.map((reminder) => (
          <tr key={reminder.id}>
            <td>
              {reminder.title}
              <WhatToDo reminder={reminder} ordered={ordered} readOnly={readOnly} />
            </td>
            <td>
              <StatusChip tone={LAB_STATUS[reminder.status].tone}>
                {text.statusWord[reminder.status]}
              </StatusChip>
            </td>
            <td className="tabular">
              {text.in(reminder.due_in_days)}
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {formatDate(reminder.due_date)}
              </Typography>
            </td>
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

/** Tasks done on another page cannot be completed by acknowledging the reminder. */
const DONE_AT: Record<string, { to: string; words: string }> = {
  lab_order: { to: '/trt/patient/lab-visit', words: DASHBOARD_TEXT.labs.visit },
  acknowledge_education: { to: '/trt/patient/education', words: text.toEducation },
  check_in: { to: '/trt/patient/progress?check-in=1', words: DASHBOARD_TEXT.checkIn.start },
  safety_check: { to: '/trt/patient/safety-check', words: SAFETY_CHECK_TEXT.start },
  complete_intake: { to: '/trt/patient/intake', words: text.toIntake },
};

interface ReminderProps {
  reminder: Reminder;
  /** From before an outage: readable, but cannot be acknowledged. */
  readOnly: boolean;
}
function WhatToDo({ reminder, ordered, readOnly }: ReminderProps & { ordered: boolean }) {
  const { kind, status } = reminder;
  const there = DONE_AT[kind];
  if (status === 'completed') return <Acknowledgement reminder={reminder} readOnly={readOnly} />;
  if (there)
    return (
      <Box sx={{ paddingBlock: 1.25 }}>
        <TextLink to={there.to}>{there.words}</TextLink>
      </Box>
    );
  if (kind === 'verify_email')
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {text.verify}
      </Typography>
    );
  return (
    <>
      {kind === 'lab_draw' && !ordered && (
        <Box sx={{ paddingBlock: 1.25 }}>
          <TextLink to={ASK_FOR_LAB_ORDER}>{DASHBOARD_TEXT.labs.askLink}</TextLink>
        </Box>
      )}
      {kind === 'provider_review' && status === 'overdue' && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {text.reviewLate}
        </Typography>
      )}
      <Acknowledgement reminder={reminder} readOnly={readOnly} />
    </>
  );
}

/** "I have seen it": tells the care team and stops further emails about it. */
function Acknowledgement({ reminder, readOnly }: ReminderProps) {
  const zone = useZone();
  const queries = useQueryClient();
  const acknowledge = useMutation({
    mutationFn: () => api.post<Reminder>(`/api/trt/reminders/${reminder.id}/ack`, {}),
    onSuccess: (answer) => {
      queries.setQueryData(
        remindersQuery.queryKey,
        (before) =>
          before && { reminders: before.reminders.map((one) => (one.id === answer.id ? answer : one)) },
      );
      toast.success(text.ackDone);
    },
    onError: (error) => toast.error(actionErrorMessage(error, text.ackFailed)),
  });
  const press = usePress(acknowledge);
  if (reminder.acknowledged_at)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {text.acknowledged(dayIn(reminder.acknowledged_at, zone))}
      </Typography>
    );
  if (reminder.status === 'completed') return null;
  return (
    <Button
      sx={{ display: 'block', marginLeft: -1.5, minHeight: 44, fontSize: '0.9375rem' }}
      disabled={readOnly || acknowledge.isPending}
      onClick={press}
    >
      {text.acknowledge}
      <Box component="span" sx={visuallyHidden}>
        {text.acknowledgeFor(reminder.title)}
      </Box>
    </Button>
  );
}
