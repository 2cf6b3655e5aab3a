import { useQuery } from '@tanstack/react-query';
import AddOutlined from '@mui/icons-material/AddOutlined';
import ArrowBackOutlined from '@mui/icons-material/ArrowBackOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { MessagesResponse } from '#common/api/index.js';
import { ButtonLink, Empty, Notice, Page } from '../../shared/ui/index.js';
import { Loaded } from '../kit/Loaded.js';
import { Quiet } from '../kit/Quiet.js';
import { messagesQuery } from '../data/queries.js';
import { NEW } from './drafts.js';
import { NewMessage, type JustSent, type OnEmergency } from './MessageForms.js';
import { MESSAGES_TEXT as text } from './text/en.js';
import { Thread } from './Thread.js';
import { ThreadList } from './ThreadList.js';

export default function MessagesPage() {
  const query = useQuery(messagesQuery);
  const [justSent, setJustSent] = useState<JustSent | null>(null);
  return (
    <Page title={text.title} lead={text.lead} width={1040}>
      <Notice tone="warning" sx={{ marginBottom: 3 }}>
        {text.urgent}
      </Notice>
      <Loaded query={query} label={text.title} failed={text.loadFailed} rows={6}>
        {(answer) => (
          <>
            <ByPhone clinic={answer.clinic} />
            <Mailbox answer={answer} justSent={justSent} onEmergency={setJustSent} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** An answer kept from an earlier release has no clinic. */
function ByPhone({ clinic }: { clinic: MessagesResponse['clinic'] | undefined }) {
  if (!clinic?.phone) return null;
  return (
    <Typography sx={{ marginBottom: 3 }}>
      {text.byPhone(clinic.name)} <Link href={phoneHref(clinic.phone)}>{clinic.phone}</Link>
    </Typography>
  );
}
/** Without an extension, which is not part of the number to call. */
const phoneHref = (phone: string): string =>
  `tel:${phone.replace(/[a-z,;#].*$/i, '').replace(/[^\d+]/g, '')}`;

/** The list and the open thread: side by side on a wide screen, one at a time on a phone. */
function Mailbox({
  answer: { threads },
  justSent,
  onEmergency,
}: {
  answer: MessagesResponse;
  justSent: JustSent | null;
  onEmergency: OnEmergency;
}) {
  const [params, setParams] = useSearchParams();
  const open = params.get('thread');
  const thread = threads.find((one) => one.thread_id === open);
  // The card of an emergency that was just sent has the focus instead.
  const heading = useFocusOnOpening(open, justSent === null);
  if (threads.length === 0 && open !== NEW)
    return (
      <Empty
        title={text.empty}
        action={
          <ButtonLink to="?thread=new" variant="contained">
            {text.write}
          </ButtonLink>
        }
      >
        {text.emptyHint}
      </Empty>
    );
  const listHidden = open ? { xs: 'none', md: 'grid' } : 'grid';
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 320px) minmax(0, 1fr)' },
        alignItems: 'start',
      }}
    >
      <Box sx={{ display: listHidden, gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        {open !== NEW && (
          <div>
            <ButtonLink to="?thread=new" variant="contained" startIcon={<AddOutlined />}>
              {text.write}
            </ButtonLink>
          </div>
        )}
        {threads.length > 0 && <ThreadList threads={threads} current={open} />}
      </Box>
      <Box sx={{ minWidth: 0, display: open ? 'block' : { xs: 'none', md: 'block' } }}>
        {open === null && <Quiet>{text.choose}</Quiet>}
        {open === NEW && (
          <Opened key={NEW} title={text.newTitle} heading={heading}>
            <NewMessage
              onSent={(sent) => setParams({ thread: sent.thread_id }, { replace: true })}
              onEmergency={onEmergency}
            />
          </Opened>
        )}
        {open !== null && open !== NEW && (
          <Opened key={open} title={thread?.subject ?? text.gone} heading={heading}>
            {thread && <Thread thread={thread} justSent={justSent} onEmergency={onEmergency} />}
          </Opened>
        )}
      </Box>
    </Box>
  );
}

/** Focuses the heading of the opened thread, so that a screen reader announces it. */
function useFocusOnOpening(open: string | null, wanted: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(open);
  useEffect(() => {
    if (open !== null && open !== before.current && wanted) heading.current?.focus();
    before.current = open;
  }, [open, wanted]);
  return heading;
}

interface OpenedProps {
  title: string;
  heading: Ref<HTMLHeadingElement>;
  children: ReactNode;
}
function Opened({ title, heading, children }: OpenedProps) {
  return (
    <>
      <ButtonLink
        to="?"
        startIcon={<ArrowBackOutlined />}
        sx={{ display: { md: 'none' }, marginLeft: -1.5, marginBottom: 1 }}
      >
        {text.back}
      </ButtonLink>
      <Typography
        ref={heading}
        variant="h2"
        tabIndex={-1}
        sx={{ marginBottom: 2.5, overflowWrap: 'anywhere', scrollMarginTop: '16px' }}
      >
        {title}
      </Typography>
      {children}
    </>
  );
}
