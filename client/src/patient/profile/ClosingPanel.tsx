import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClosingResponse } from '#common/api/index.js';
import { actionErrorMessage, api } from '../../shared/api/index.js';
import { toast } from '../../shared/toasts/index.js';
import { Notice, Panel } from '../../shared/ui/index.js';
import { closingQuery } from '../data/queries.js';
import ClosingNotice, { Waits } from './ClosingNotice.js';
import { CLOSING_TEXT as text } from './text/closing.js';

/** The last panel of the profile; empty while the account's status is unknown. */
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

function ClosingDialog({ state, onClose }: { state: ClosingResponse; onClose: () => void }) {
  const queries = useQueryClient();
  const close = useMutation({
    mutationFn: () => api.post<ClosingResponse>(closingQuery.queryKey[2], {}),
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
