import { useQuery } from '@tanstack/react-query';
import { ButtonLink, formatDate, Notice } from '../../shared/ui/index.js';
import { remindersQuery } from '../data/queries.js';
import { DASHBOARD_TEXT } from './text/en.js';

const text = DASHBOARD_TEXT.checkIn;

/** Shown while a check-in is asked for; nothing while that cannot be known. */
export function CheckInCard() {
  const { data } = useQuery(remindersQuery);
  const due = data?.reminders.find(({ kind, status }) => kind === 'check_in' && status !== 'completed');
  if (!due) return null;
  const says = due.due_in_days < 0 ? text.late : text.due;
  return (
    <Notice
      tone="info"
      title={text.title}
      action={
        <ButtonLink to="/trt/patient/progress?check-in=1" variant="contained">
          {text.start}
        </ButtonLink>
      }
    >
      {says(due.title, formatDate(due.due_date))}
    </Notice>
  );
}
