import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Reminder } from '../../../../common/api/index.js';
import { LAB_STATUS } from '../../../../common/vocabulary/index.js';
import { isNotFound } from '../../shared/api/index.js';
import { formatDate, Loading, LoadError, Panel, StatusChip } from '../../shared/ui/index.js';
import { remindersQuery } from '../queries.js';
import { DASHBOARD_TEXT } from './text/en.js';

const text = DASHBOARD_TEXT.reminders;

export function Reminders() {
  const query = useQuery(remindersQuery);
  // A program that keeps no reminders has nothing to show here.
  if (query.isError && isNotFound(query.error)) return null;
  return (
    <Panel title={text.title}>
      {query.isPending && <Loading rows={2} label={text.title} />}
      {query.isError && !query.data && (
        <LoadError
          error={query.error}
          message={text.loadFailed}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.data &&
        (query.data.reminders.length === 0 ? (
          <Typography sx={{ color: 'text.secondary' }}>{text.none}</Typography>
        ) : (
          <RemindersTable reminders={query.data.reminders} />
        ))}
    </Panel>
  );
}

function RemindersTable({ reminders }: { reminders: Reminder[] }) {
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
          // A date in one line, where three columns leave room for that.
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
            <td>{reminder.title}</td>
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
