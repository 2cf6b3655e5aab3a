import { useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Fragment, useEffect, useRef, useState } from 'react';
import type { Message, MessagesResponse, MessageThread } from '#common/api/index.js';
import { api } from '../../shared/api/index.js';
import { EmergencyCard } from '../../shared/emergency/EmergencyCard.js';
import { EMERGENCY_TEXT } from '../../shared/emergency/text.js';
import { useZone } from '../../shared/session/index.js';
import { StatusChip } from '../../shared/ui/index.js';
import { momentIn } from '../../shared/ui/zones.js';
import { messagesQuery } from '../data/queries.js';
import { Reply, type JustSent, type OnEmergency } from './MessageForms.js';
import { MESSAGES_TEXT as text } from './text/en.js';

interface ThreadProps {
  thread: MessageThread;
  justSent: JustSent | null;
  onEmergency: OnEmergency;
}
export function Thread({ thread, justSent, onEmergency }: ThreadProps) {
  // Messages that were new on opening keep their mark while the patient reads them.
  const [news] = useState(
    () => new Set(thread.messages.filter((one) => isUnread(one)).map((one) => one.message_id)),
  );
  useMarkRead(thread);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <Box
        component="ol"
        aria-label={thread.subject}
        sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 2 }}
      >
        {thread.messages.map((message) => (
          <Fragment key={message.message_id}>
            <Bubble message={message} fresh={news.has(message.message_id)} />
            <WhatToDo
              message={message}
              sent={justSent?.message_id === message.message_id ? justSent : null}
            />
          </Fragment>
        ))}
      </Box>
      <Reply thread={thread} onEmergency={onEmergency} />
    </Box>
  );
}

const isUnread = (message: Message) => message.from === 'care_team' && message.read_at === null;

interface BubbleProps {
  message: Message;
  fresh: boolean;
}

function Bubble({ message, fresh }: BubbleProps) {
  const zone = useZone();
  const own = message.from === 'patient';
  return (
    <Box
      component="li"
      sx={({ vars }) => ({
        justifySelf: own ? 'end' : 'start',
        maxWidth: { xs: '92%', sm: '80%' },
        padding: '12px 16px',
        borderRadius: '12px',
        border: `1px solid ${vars.palette.portal.border}`,
        backgroundColor: own ? vars.palette.portal.tones.success.ground : vars.palette.background.paper,
      })}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '2px 12px' }}>
        <Box component="span" sx={{ fontWeight: 650 }}>
          {own ? text.you : message.author_name}
        </Box>
        <Typography
          component="time"
          dateTime={message.sent_at}
          variant="body2"
          sx={{ color: 'text.secondary' }}
        >
          {momentIn(message.sent_at, zone)}
        </Typography>
        {fresh && <StatusChip tone="info">{text.newHere}</StatusChip>}
      </Box>
      {/* React escapes the text, so markup in a message stays plain characters. */}
      <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', marginTop: 0.5 }}>
        {message.body}
      </Typography>
    </Box>
  );
}

/** Under the message that mentions an emergency: first in view once it is sent, and there for as long as it is open. */
function WhatToDo({ message, sent }: { message: Message; sent: JustSent | null }) {
  const box = useRef<HTMLLIElement>(null);
  const here = sent !== null;
  useEffect(() => {
    if (!here) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView();
  }, [here]);
  const advice = message.emergency ?? sent?.advice;
  return (
    advice && (
      <Box component="li" ref={box} tabIndex={-1} sx={{ borderRadius: '10px' }}>
        <EmergencyCard kind={advice.kind} advice={advice.text}>
          {EMERGENCY_TEXT.sent}
        </EmergencyCard>
      </Box>
    )
  );
}

/** Marks an opened conversation as read; if the server cannot be reached it stays unread until the next time. */
function useMarkRead(thread: MessageThread): void {
  const queries = useQueryClient();
  const { thread_id: id, unread } = thread;
  useEffect(() => {
    if (unread === 0) return;
    const read = (before: MessagesResponse | undefined) =>
      before && {
        ...before,
        threads: before.threads.map((one) => (one.thread_id === id ? { ...one, unread: 0 } : one)),
      };
    api.post(`/api/messages/${id}/read`, {}).then(
      () => queries.setQueryData(messagesQuery.queryKey, read),
      () => undefined,
    );
  }, [id, unread, queries]);
}
