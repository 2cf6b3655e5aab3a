import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useRef, useState } from 'react';
import {
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookEvent,
  type WebhookWithSecret,
} from '#common/api/webhooks.js';
import { useSession } from '#client/shared/session/index.js';
import { ActionDialog } from '../../forms/ActionDialog.js';
import { CheckField } from '../../forms/CheckField.js';
import { SmallField } from '../../forms/SmallField.js';
import { useSave } from '../../forms/useSave.js';
import { useStaff } from '../../data/useStaff.js';
import { OrganisationField } from '../kit/OrganisationField.js';
import { EVENT_TEXT, WEBHOOKS_TEXT as words } from './text/en.js';

interface EditProps {
  /** null: a new one. */
  webhook: Webhook | null;
  onClose: () => void;
  onMade: (made: WebhookWithSecret) => void;
}
/** Asks where to send, and what. */
export function WebhookDialog({ webhook, onClose, onMade }: EditProps) {
  const staff = useStaff();
  const systemWide = useSession()?.orgId === null;
  const made = useRef<WebhookWithSecret | null>(null);
  const [form, setForm] = useState({
    url: webhook?.url ?? '',
    events: webhook?.events ?? ([...WEBHOOK_EVENTS] as WebhookEvent[]),
    orgId: '',
  });
  const { busy, fields, save, problem } = useSave({
    // No idempotency key: the answer holds the secret, and must not be stored for a replay.
    send: async () => {
      const { url, events, orgId } = form;
      if (webhook) await staff.patchWebhook(webhook.id, { url, events });
      else
        made.current = await staff.createWebhook({
          url,
          events,
          ...(systemWide && orgId && { org_id: orgId }),
        });
    },
    done: webhook ? words.saved : words.made,
    onClose: () => (made.current ? onMade(made.current) : onClose()),
  });
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part });
  return (
    <ActionDialog
      title={webhook ? words.editTitle : words.createTitle}
      onClose={onClose}
      confirm={{ label: webhook ? words.save : words.make, onConfirm: save, busy }}
      error={problem(webhook ? words.failedSave : words.failedMake)}
    >
      <Stack spacing={2}>
        <SmallField
          id="webhook-url"
          label={words.url}
          hint={words.urlHint}
          value={form.url}
          onChange={(url) => change({ url })}
          error={fields['url']}
        />
        {systemWide && !webhook && (
          <OrganisationField
            id="webhook-organisation"
            value={form.orgId}
            onChange={(orgId) => change({ orgId })}
            error={fields['org_id']}
          />
        )}
        <Box
          component="fieldset"
          sx={{ border: 0, margin: 0, padding: 0 }}
          aria-describedby="webhook-events-help"
        >
          <Box component="legend" sx={{ fontSize: '0.875rem', fontWeight: 600, padding: 0 }}>
            {words.events}
          </Box>
          {WEBHOOK_EVENTS.map((event) => (
            <CheckField
              key={event}
              label={EVENT_TEXT[event]}
              checked={form.events.includes(event)}
              onChange={(on) =>
                change({
                  events: WEBHOOK_EVENTS.filter((one) => (one === event ? on : form.events.includes(one))),
                })
              }
            />
          ))}
          <Box id="webhook-events-help" sx={{ fontSize: '0.8125rem', color: 'error.main' }}>
            {fields['events']}
          </Box>
        </Box>
      </Stack>
    </ActionDialog>
  );
}

interface RotateProps {
  webhook: Webhook;
  onClose: () => void;
  onMade: (made: WebhookWithSecret) => void;
}
export function RotateDialog({ webhook, onClose, onMade }: RotateProps) {
  const staff = useStaff();
  const made = useRef<WebhookWithSecret | null>(null);
  const { busy, save, problem } = useSave({
    send: async () => {
      made.current = await staff.rotateWebhookSecret(webhook.id);
    },
    done: words.rotated,
    onClose: () => made.current && onMade(made.current),
  });
  return (
    <ActionDialog
      title={words.rotateTitle}
      onClose={onClose}
      confirm={{ label: words.rotateLabel, onConfirm: save, busy }}
      error={problem(words.rotateFailed)}
    >
      <Box sx={{ overflowWrap: 'anywhere' }}>{webhook.url}</Box>
      <Box sx={{ marginTop: 1 }}>{words.rotateLead}</Box>
    </ActionDialog>
  );
}
