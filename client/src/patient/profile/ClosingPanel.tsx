import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClosingResponse, OpenMatter } from '../../../../common/api/index.js';
import { actionErrorMessage, api } from '../../shared/api/index.js';
import { useZone } from '../../shared/session/index.js';
import { toast } from '../../shared/toasts/index.js';
import { Notice, Panel } from '../../shared/ui/index.js';
import { dayIn } from '../../shared/ui/zones.js';
import { closingQuery } from '../queries.js';
import { CLOSING_TEXT as text } from './text/closing.js';

const PATH = closingQuery.queryKey[2];

/** The last panel of the profile; nothing while it cannot be known how the account stands. */
export function ClosingPanel() {
  const { data } = useQuery(closingQuery);
  const [asking, setAsking] = useState(false);
  if (!data) return null;
  return (
    <Panel title={text.title}>
      {data.closing ? (
        <ClosingNotice />
      ) : (
        <Box sx={{ display: 'grid', gap: 1.5, maxWidth: '60ch', justifyItems: 'start' }}>
          <Typography>{text.lead(data.grace_days)}</Typography>
          <Typography>{text.kept(data.record_years)}</Typography>
          <Typography>{text.exportFirst}</Typography>
          <Waits matters={data.waits_for} />
          <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
            {text.open}
          </Button>
        </Box>
      )}
      {asking && <ClosingDialog state={data} onClose={() => setAsking(false)} />}
    </Panel>
  );
}

/** When the account closes, what it waits for, and the way back. */
export function ClosingNotice() {
  const { data } = useQuery(closingQuery);
  const queries = useQueryClient();
  const zone = useZone();
  const keep = useMutation({
    mutationFn: () => api.delete<ClosingResponse>(PATH),
    onSuccess: (answer) => {
      queries.setQueryData(closingQuery.queryKey, answer);
      toast.success(text.keptDone);
    },
    onError: (error) => toast.error(actionErrorMessage(error, text.failed)),
  });
  if (!data?.closing) return null;
  return (
    <Notice tone="warning" title={text.asked(dayIn(data.closing.closes_at, zone))}>
      <Waits matters={data.waits_for} />
      <Button variant="outlined" loading={keep.isPending} onClick={() => keep.mutate()} sx={{ marginTop: 1 }}>
        {text.keep}
      </Button>
    </Notice>
  );
}

function Waits({ matters }: { matters: readonly OpenMatter[] }) {
  if (matters.length === 0) return null;
  return (
    <div>
      {text.waitsLead}
      <Box component="ul" sx={{ margin: 0, paddingLeft: '22px' }}>
        {matters.map((matter) => (
          <li key={matter}>{text.waits[matter]}</li>
        ))}
      </Box>
    </div>
  );
}

function ClosingDialog({ state, onClose }: { state: ClosingResponse; onClose: () => void }) {
  const queries = useQueryClient();
  const close = useMutation({
    mutationFn: () => api.post<ClosingResponse>(PATH, {}),
    onSuccess: (answer) => {
      queries.setQueryData(closingQuery.queryKey, answer);
      toast.success(text.closingDone);
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby="closing-title" fullWidth maxWidth="sm">
      <DialogTitle id="closing-title">{text.dialogTitle}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
          <Typography>{text.dialogLead(state.grace_days)}</Typography>
          <Typography>{text.kept(state.record_years)}</Typography>
          <Button component="a" href="/files/export.zip" download variant="outlined">
            {text.download}
          </Button>
          {close.error && (
            <Notice tone="danger" role="alert">
              {actionErrorMessage(close.error, text.failed)}
            </Notice>
          )}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={close.isPending}>
          {text.cancel}
        </Button>
        <Button variant="contained" color="error" loading={close.isPending} onClick={() => close.mutate()}>
          {text.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
