import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnSession } from '#common/api/index.js';
import { actionErrorMessage, api } from '../shared/api/index.js';
import { toast } from '../shared/toasts/index.js';
import { useZone } from '../shared/session/index.js';
import { Loading, LoadError, Panel, StatusChip } from '../shared/ui/index.js';
import { momentIn } from '../shared/ui/zones.js';
import { deviceName } from './device.js';
import { SESSIONS_KEY, sessionsQuery } from './queries.js';
import { sessions as words } from './text/en.js';

/** Every device signed in to this account, with a way to sign each one out. */
export function SessionsPanel() {
  const client = useQueryClient();
  const { data, error, refetch, isFetching } = useQuery(sessionsQuery);
  const end = useMutation({
    mutationFn: (id: string | null) =>
      id ? api.delete(`/auth/sessions/${id}`) : api.post('/auth/sessions/revoke-others'),
    onSuccess: (_answer, id) => toast.success(id ? words.ended : words.endedOthers),
    onError: (failure) => toast.error(actionErrorMessage(failure, words.failed)),
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
  // This device first, then the most recently seen.
  const sessions = [...(data ?? [])].sort(
    (a, b) => Number(b.current) - Number(a.current) || b.last_seen_at.localeCompare(a.last_seen_at),
  );
  return (
    <Panel title={words.title}>
      <Typography sx={{ color: 'text.secondary', marginBottom: 1 }}>{words.lead}</Typography>
      {error && (
        <LoadError
          error={error}
          message={words.loadFailed}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!error && !data && <Loading rows={3} />}
      {data && (
        <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {sessions.map((session) => (
            <Row
              key={session.id}
              session={session}
              busy={end.isPending && (end.variables === session.id || end.variables === null)}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </Box>
      )}
      {sessions.length > 1 && (
        <Button
          variant="outlined"
          sx={{ marginTop: 2 }}
          loading={end.isPending && end.variables === null}
          onClick={() => end.mutate(null)}
        >
          {words.endOthers}
        </Button>
      )}
    </Panel>
  );
}

function Row({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }) {
  const device = deviceName(session.user_agent);
  const zone = useZone();
  return (
    <Box component="li" sx={{ paddingBlock: 1.5, borderBottom: 1, borderColor: 'divider' }}>
      <Stack direction="row" spacing={2} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
          <Box sx={{ fontWeight: 600 }}>{device}</Box>
          <Box sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
            {words.seen(momentIn(session.last_seen_at, zone))},{' '}
            {words.since(momentIn(session.created_at, zone))}
          </Box>
        </Box>
        {session.current ? (
          <StatusChip tone="success">{words.here}</StatusChip>
        ) : (
          <Button aria-label={words.endNamed(device)} disabled={busy} onClick={onEnd}>
            {words.end}
          </Button>
        )}
      </Stack>
    </Box>
  );
}
