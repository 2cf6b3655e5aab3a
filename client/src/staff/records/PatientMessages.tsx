import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { MessageBesideCase } from '#common/api/index.js';
import { useSession } from '../../shared/session/index.js';
import { toast } from '../../shared/toasts/index.js';
import { formatDate, formatDateTime, Panel, TextLink } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { useRefresh } from '../data/useRefresh.js';
import { useStaff } from '../data/useStaff.js';
import { isConflict } from '../forms/conflict.js';
import { explained } from '../forms/Failure.js';
import { AgainstTreatment, type Against } from './AgainstTreatment.js';
import { SpeaksAgainst } from './SpeaksAgainst.js';
import { PATIENT_MESSAGES_TEXT as words } from './text/en.js';

interface PatientMessagesProps {
  detail: CaseDetail;
  readOnly: boolean;
  onReviewed?: (() => void) | undefined;
}

/** What the patient wrote lately, beside every decision: who read it and who decides need not be the same person. */
export function PatientMessages({ detail, readOnly, onReviewed }: PatientMessagesProps) {
  // Answers that an earlier version cached for an outage do not include them.
  const messages = detail.patient_messages ?? [];
  const open = messages.filter((one) => one.to_review);
  const reviewed = messages.filter((one) => !one.to_review);
  return (
    <>
      {open.length > 0 && (
        <Panel title={words.open}>
          <Messages
            messages={open}
            readOnly
            {...(!readOnly && { onReviewed: onReviewed ?? (() => undefined) })}
          />
        </Panel>
      )}
      {reviewed.length > 0 && (
        <Panel title={words.recent}>
          <Messages messages={reviewed} readOnly={readOnly} {...(onReviewed && { onSaid: onReviewed })} />
        </Panel>
      )}
    </>
  );
}

function Messages({
  messages,
  readOnly,
  onSaid,
  onReviewed,
}: {
  messages: readonly MessageBesideCase[];
  readOnly: boolean;
  onSaid?: () => void;
  /** Absent where nothing is to be reviewed. */
  onReviewed?: () => void;
}) {
  const threads = [...new Set(messages.map((one) => one.thread_id))];
  return (
    <Stack spacing={1.5}>
      {threads.map((id) => {
        const written = messages.filter((one) => one.thread_id === id);
        return (
          <Box key={id}>
            <TextLink to={`/trt/provider/messages?view=all&thread=${id}`}>{written[0]!.subject}</TextLink>
            {written.map((one) => (
              <Said key={one.message_id} message={one} readOnly={readOnly} onSaid={onSaid} />
            ))}
            {onReviewed && <OwnReview thread={written[0]!} onReviewed={onReviewed} />}
          </Box>
        );
      })}
    </Stack>
  );
}

interface SaidProps {
  message: MessageBesideCase;
  readOnly: boolean;
  onSaid: (() => void) | undefined;
}
function Said({ message, readOnly, onSaid }: SaidProps) {
  const staff = useStaff();
  const { body, asked, sent_at: sentAt, reviewed } = message;
  return (
    <Box sx={{ marginTop: 0.5, maxWidth: '75ch', overflowWrap: 'anywhere' }}>
      {asked && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {words.asked(asked)}
        </Typography>
      )}
      <Typography sx={{ whiteSpace: 'pre-wrap' }}>{body}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {formatDateTime(sentAt)}
        {reviewed &&
          `. ${words.reviewedBy(reviewed.by, formatDate(reviewed.at), reviewed.against_treatment)}`}
      </Typography>
      {!readOnly && (
        <SpeaksAgainst
          against={reviewed?.against_treatment ?? null}
          send={() =>
            staff.reviewThread(message.thread_id, {
              last_message_at: message.last_message_at,
              against_treatment: true,
              message_id: message.message_id,
            })
          }
          onDone={onSaid}
        />
      )}
    </Box>
  );
}

/** Below what it is about: it is read on the way. */
function OwnReview(props: { thread: ReviewedThread; onReviewed: () => void }) {
  const [answer, setAnswer] = useState<Against>('');
  return <MarkReviewed {...props} answer={answer} onAnswer={setAnswer} />;
}

type ReviewedThread = Pick<MessageBesideCase, 'thread_id' | 'last_message_at'>;
interface MarkReviewedProps {
  thread: ReviewedThread;
  onReviewed?: () => void;
  answer: Against;
  onAnswer: (answer: Against) => void;
}
/** The question, and the button that records its answer. */
export function MarkReviewed({ thread, onReviewed, answer, onAnswer }: MarkReviewedProps) {
  const staff = useStaff();
  const refresh = useRefresh();
  const reviews = useSession()?.roles.includes('provider') ?? false;
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  async function mark() {
    setTried(true);
    if (!answer) return;
    setBusy(true);
    try {
      await staff.reviewThread(thread.thread_id, {
        last_message_at: thread.last_message_at,
        against_treatment: answer === 'yes',
      });
      toast.success(words.done);
      onAnswer('');
      setTried(false);
      onReviewed?.();
    } catch (error) {
      toast.error(isConflict(error) ? words.changed : explained(error), { title: words.failed });
    }
    await refresh();
    setBusy(false);
  }
  if (!reviews) return null;
  return (
    <Box sx={{ marginTop: 0.75, display: 'grid', gap: 0.75, justifyItems: 'start' }}>
      <AgainstTreatment answer={answer} onAnswer={onAnswer} missing={tried} />
      <Button size="small" variant="contained" loading={busy} onClick={() => void mark()}>
        {words.mark}
      </Button>
    </Box>
  );
}
