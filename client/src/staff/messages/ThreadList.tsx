import Box from '@mui/material/Box';
import { Link } from 'react-router-dom';
import type { StaffMessageThread } from '#common/api/index.js';
import type { Tone } from '#common/vocabulary/index.js';
import { formatAge, formatDateTime, StatusChip } from '../../shared/ui/index.js';
import { MESSAGES_TEXT as words } from './text/en.js';

const HOUR = 3_600_000;

/** Urgency by wait: within four hours, within a day, longer. */
export function waitTone(since: string, now: number = Date.now()): Tone {
  const hours = (now - Date.parse(since)) / HOUR;
  if (hours < 4) return 'info';
  return hours < 24 ? 'warning' : 'danger';
}

interface ThreadListProps {
  threads: StaffMessageThread[];
  openId: string | null;
  /** The URL that opens a thread. */
  linkTo: (id: string) => string;
}

export function ThreadList({ threads, openId, linkTo }: ThreadListProps) {
  return (
    <Box component="ul" aria-label={words.threads} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {threads.map((thread) => (
        <li key={thread.thread_id}>
          <Box
            component={Link}
            to={linkTo(thread.thread_id)}
            preventScrollReset
            aria-current={thread.thread_id === openId ? 'true' : undefined}
            sx={(theme) => ({
              display: 'grid',
              gap: 0.5,
              padding: '12px 16px',
              color: 'inherit',
              textDecoration: 'none',
              borderBottom: `1px solid ${theme.vars.palette.portal.border}`,
              backgroundColor:
                thread.thread_id === openId ? theme.vars.palette.portal.tones.neutral.ground : undefined,
              '&:hover': { backgroundColor: theme.vars.palette.background.sunken },
            })}
          >
            <Box sx={{ display: 'flex', justifyContent: 'space-between', flexWrap: 'wrap', gap: 1 }}>
              <Box component="span" sx={{ fontWeight: thread.unread > 0 ? 700 : 600, color: 'primary.main' }}>
                {thread.patient_name}
              </Box>
              <Box
                component="span"
                className="tabular"
                sx={{ color: 'text.secondary', fontSize: '0.875rem' }}
              >
                {formatDateTime(thread.last_message_at)}
              </Box>
            </Box>
            <Box sx={{ overflowWrap: 'anywhere' }}>{thread.subject}</Box>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
              {thread.emergency && <StatusChip tone="danger">{words.emergency}</StatusChip>}
              {thread.unread > 0 && <StatusChip tone="info">{words.unread(thread.unread)}</StatusChip>}
              {thread.to_review > 0 && <StatusChip tone="warning">{words.toReview}</StatusChip>}
              {thread.waiting_since ? (
                <StatusChip tone={waitTone(thread.waiting_since)}>
                  {words.waiting(formatAge(thread.waiting_since))}
                </StatusChip>
              ) : (
                <StatusChip tone="success">{words.answered}</StatusChip>
              )}
            </Box>
          </Box>
        </li>
      ))}
    </Box>
  );
}
