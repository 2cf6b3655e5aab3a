import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import type { MessageThread } from '#common/api/index.js';
import { useZone } from '../../shared/session/index.js';
import { StatusChip } from '../../shared/ui/index.js';
import { momentIn } from '../../shared/ui/zones.js';
import { MESSAGES_TEXT as text } from './text/en.js';

export function ThreadList({
  threads,
  current,
}: {
  threads: readonly MessageThread[];
  current: string | null;
}) {
  return (
    <Box
      component="nav"
      aria-label={text.threads}
      sx={{ border: 1, borderColor: 'divider', borderRadius: '12px', overflow: 'hidden' }}
    >
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          margin: 0,
          padding: 0,
          '& li + li': { borderTop: 1, borderColor: 'divider' },
        }}
      >
        {threads.map((thread) => (
          <li key={thread.thread_id}>
            <ThreadLink thread={thread} here={thread.thread_id === current} />
          </li>
        ))}
      </Box>
    </Box>
  );
}

interface ThreadLinkProps {
  thread: MessageThread;
  here: boolean;
}

function ThreadLink({ thread, here }: ThreadLinkProps) {
  const zone = useZone();
  const last = thread.messages.at(-1);
  return (
    <Box
      component={Link}
      to={`?thread=${thread.thread_id}`}
      aria-current={here ? 'true' : undefined}
      sx={({ vars }) => ({
        display: 'block',
        padding: '12px 16px',
        color: vars.palette.text.primary,
        textDecoration: 'none',
        backgroundColor: here ? vars.palette.portal.sunken : vars.palette.background.paper,
        boxShadow: here ? `inset 3px 0 0 ${vars.palette.primary.main}` : 'none',
        '&:hover': { backgroundColor: vars.palette.portal.sunken },
        '&:focus-visible': { outlineOffset: '-3px' },
      })}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '2px 12px' }}>
        <Box component="span" sx={{ fontWeight: thread.unread > 0 ? 700 : 600, overflowWrap: 'anywhere' }}>
          {thread.subject}
        </Box>
        {thread.unread > 0 && <StatusChip tone="info">{text.unread(thread.unread)}</StatusChip>}
      </Box>
      {last && (
        <Typography
          component="span"
          variant="body2"
          sx={{
            color: 'text.secondary',
            display: '-webkit-box',
            WebkitLineClamp: 2,
            WebkitBoxOrient: 'vertical',
            overflow: 'hidden',
            overflowWrap: 'anywhere',
          }}
        >
          {text.last(last.from === 'patient' ? text.you : last.author_name, last.body)}
        </Typography>
      )}
      <Typography component="span" variant="body2" sx={{ color: 'text.secondary', display: 'block' }}>
        {momentIn(thread.last_message_at, zone)}
      </Typography>
    </Box>
  );
}
