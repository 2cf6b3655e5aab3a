import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ConnectedApp } from '#common/api/patient-apps.js';
import { actionErrorMessage, api } from '../../shared/api/index.js';
import { useZone } from '../../shared/session/index.js';
import { toast } from '../../shared/toasts/index.js';
import { Page, Panel, visuallyHidden } from '../../shared/ui/index.js';
import { dayIn, momentIn } from '../../shared/ui/zones.js';
import { connectedAppsQuery } from '../data/queries.js';
import { Facts } from '../kit/Facts.js';
import { Loaded } from '../kit/Loaded.js';
import { Quiet } from '../kit/Quiet.js';
import { usePress } from '../kit/usePress.js';
import { APPS_TEXT as text, GROUP_TEXT } from './text/en.js';

/** /trt/patient/apps: which apps read the patient's record, and their end. */
export default function ConnectedAppsPage() {
  const query = useQuery(connectedAppsQuery);
  return (
    <Page title={text.title} lead={text.lead}>
      <Loaded query={query} label={text.title} failed={text.failed} rows={4}>
        {({ apps }) => (
          <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
            {apps.length === 0 && <Quiet>{text.none}</Quiet>}
            {apps.map((app) => (
              <AppPanel key={app.id} app={app} />
            ))}
            <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: '60ch' }}>
              {text.hint}
            </Typography>
          </Box>
        )}
      </Loaded>
    </Page>
  );
}

function AppPanel({ app }: { app: ConnectedApp }) {
  const zone = useZone();
  const queries = useQueryClient();
  const disconnect = useMutation({
    mutationFn: () => api.post<void>(`/api/patient/apps/${app.id}/disconnect`, {}),
    onSuccess: () => toast.success(text.disconnected(app.name)),
    onError: (error) => toast.error(actionErrorMessage(error, text.disconnectFailed)),
    onSettled: () => queries.invalidateQueries({ queryKey: connectedAppsQuery.queryKey }),
  });
  return (
    <Panel
      title={app.name}
      actions={
        <Button
          variant="outlined"
          color="error"
          loading={disconnect.isPending}
          onClick={usePress(disconnect)}
        >
          {text.disconnect}
          <Box component="span" sx={visuallyHidden}>
            {text.disconnectFrom(app.name)}
          </Box>
        </Button>
      }
    >
      <Facts
        columnWidth={290}
        facts={[
          [text.reads, app.groups.map((group) => GROUP_TEXT[group]).join('\n')],
          [text.connected, momentIn(app.connected_at, zone)],
          [text.used, app.last_used_at ? momentIn(app.last_used_at, zone) : text.never],
          [text.ends, dayIn(app.expires_at, zone)],
        ]}
      />
    </Panel>
  );
}
