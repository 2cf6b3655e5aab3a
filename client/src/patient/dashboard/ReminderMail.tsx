import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { ReminderMailResponse } from '#common/api/index.js';
import { actionErrorMessage, api } from '../../shared/api/index.js';
import { Choice } from '../../shared/forms/Choice.js';
import { useZone } from '../../shared/session/index.js';
import { toast } from '../../shared/toasts/index.js';
import { Panel } from '../../shared/ui/index.js';
import { dayIn } from '../../shared/ui/zones.js';
import { Loaded } from '../kit/Loaded.js';
import { reminderMailQuery } from '../data/queries.js';
import { DASHBOARD_TEXT } from './text/en.js';

const text = DASHBOARD_TEXT.mail;

/** Whether reminders also come by email, and what such an email says. */
export function ReminderMail() {
  const query = useQuery(reminderMailQuery);
  return (
    <Panel title={text.title}>
      <Loaded query={query} label={text.title} failed={text.loadFailed} rows={2}>
        {(mail) => <Preference mail={mail} />}
      </Loaded>
    </Panel>
  );
}

function Preference({ mail }: { mail: ReminderMailResponse }) {
  const zone = useZone();
  const queries = useQueryClient();
  // Shows the patient's choice, dimmed, until the server answers; a refused one is reverted.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const change = useMutation({
    mutationFn: (enabled: boolean) => api.put<ReminderMailResponse>('/api/trt/reminders/email', { enabled }),
    onSuccess: (answer) => {
      queries.setQueryData(reminderMailQuery.queryKey, answer);
      toast.success(answer.enabled ? text.on : text.stopped);
    },
    onError: (error) => toast.error(actionErrorMessage(error, text.failed)),
    onSettled: () => setWanted(null),
  });
  const choose = (enabled: boolean) => {
    if (wanted !== null) return;
    setWanted(enabled);
    change.mutate(enabled);
  };
  const id = 'reminder-mail';
  return (
    <>
      <Box
        component="label"
        htmlFor={id}
        sx={(theme) => ({
          position: 'relative',
          display: 'flex',
          alignItems: 'center',
          gap: 1.25,
          minHeight: 48,
          paddingInline: 1.75,
          fontWeight: 600,
          borderRadius: '8px',
          cursor: 'pointer',
          border: `1px solid ${theme.vars.palette.portal.inputBorder}`,
          opacity: wanted === null ? 1 : 0.6,
          '&:has(input:focus-visible)': {
            outline: `3px solid ${theme.vars.palette.primary.main}`,
            outlineOffset: 2,
          },
        })}
      >
        <Choice
          type="checkbox"
          id={id}
          checked={wanted ?? mail.enabled}
          aria-describedby={`${id}-note`}
          onChange={choose}
        />
        {text.label}
      </Box>
      <Typography
        id={`${id}-note`}
        sx={{ color: 'text.secondary', marginTop: 1.25, overflowWrap: 'anywhere' }}
      >
        {mail.enabled
          ? `${text.to(mail.email)} ${mail.next_send_at ? text.next(dayIn(mail.next_send_at, zone)) : text.none}`
          : text.off}
      </Typography>
      <Box component="details" sx={{ marginTop: 1 }}>
        <Box
          component="summary"
          sx={{ cursor: 'pointer', color: 'primary.main', minHeight: 44, paddingBlock: '10px' }}
        >
          {text.preview}
        </Box>
        <Box sx={{ backgroundColor: 'background.sunken', borderRadius: '8px', padding: 2 }}>
          <Typography sx={{ fontWeight: 600 }}>{mail.preview.subject}</Typography>
          <Typography sx={{ whiteSpace: 'pre-line', marginTop: 1, overflowWrap: 'anywhere' }}>
            {mail.preview.text.replaceAll(/\n{3,}/g, '\n\n')}
          </Typography>
        </Box>
      </Box>
    </>
  );
}
