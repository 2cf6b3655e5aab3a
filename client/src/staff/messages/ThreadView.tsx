import { useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Message, StaffMessageThread } from '#common/api/index.js';
import { isApiError, newIdempotencyKey } from '../../shared/api/index.js';
import { useKeptState, useSession } from '../../shared/session/index.js';
import { toast } from '../../shared/toasts/index.js';
import { formatDate, formatDateTime, Notice, Panel, TextLink } from '../../shared/ui/index.js';
import type { Against } from '../records/AgainstTreatment.js';
import { MarkReviewed } from '../records/PatientMessages.js';
import { SpeaksAgainst } from '../records/SpeaksAgainst.js';
import { reviewedBy } from '../records/text/en.js';
import { useRecord } from '../records/useRecord.js';
import { ClinicalStrip } from '../kit/ClinicalStrip.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { isConflict } from '../forms/conflict.js';
import { explained, Failure } from '../forms/Failure.js';
import { focusFirstInvalid } from '../forms/focusFirstInvalid.js';
import { SmallField } from '../forms/SmallField.js';
import { useRefresh } from '../data/useRefresh.js';
import { useStaff } from '../data/useStaff.js';
import { MESSAGES_TEXT as words } from './text/en.js';

/** One conversation, oldest first, with the reply box below. Opening it marks it as read. */
export function ThreadView({ thread, readOnly }: { thread: StaffMessageThread; readOnly: boolean }) {
  const staff = useStaff();
  const client = useQueryClient();
  const { thread_id: id, unread, to_review: toReview } = thread;
  const [answer, setAnswer] = useState<Against>('');
  const reviews = useSession()?.roles.includes('provider') ?? false;
  const waits = reviews && toReview > 0;
  const answered = waits && answer ? answer === 'yes' : undefined;
  // Opened before by someone else: a provider's opening counts, too.
  const opens = unread > 0 || toReview > 0 || thread.waiting_since !== null;
  useEffect(() => {
    if (!opens || readOnly) return;
    // If marking as read fails, the next opening marks it.
    staff.readThread(id).then(
      () => client.invalidateQueries({ queryKey: ['messages'] }),
      () => undefined,
    );
  }, [staff, client, id, unread, opens, readOnly]);
  return (
    <Panel
      title={thread.subject}
      actions={<TextLink to={`/trt/provider/patients/${thread.patient_id}`}>{thread.patient_name}</TextLink>}
    >
      <ThreadPatient patientId={thread.patient_id} />
      <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1.5 }}>
        {thread.messages.map((message) => (
          <Bubble key={message.message_id} message={message} thread={thread} readOnly={readOnly} />
        ))}
      </Box>
      {!readOnly && thread.to_review > 0 && (
        <Notice tone="warning" sx={{ marginTop: 2 }}>
          <div>{words.keepsBack}</div>
          <MarkReviewed thread={thread} answer={answer} onAnswer={setAnswer} />
        </Notice>
      )}
      {!readOnly && thread.waiting_since !== null && <NoReply thread={thread} against={answered} />}
      {!readOnly && (
        <Reply key={id} thread={thread} waits={waits} against={answered} onReviewed={() => setAnswer('')} />
      )}
    </Panel>
  );
}

/** The patient's identity, allergies, dose and last labs, with links to the case and prescriptions. */
function ThreadPatient({ patientId }: { patientId: string }) {
  const caseId = useRecord('patients', patientId).data?.case_id;
  return caseId ? <ThreadCase caseId={caseId} /> : null;
}

function ThreadCase({ caseId }: { caseId: string }) {
  const { data } = useRecord('cases', caseId);
  if (!data) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1.5, marginBottom: 2.5 }}>
      <PatientFacts detail={data} />
      <ClinicalStrip detail={data} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2.5 }}>
        <TextLink to={`/trt/cases/${caseId}`}>{words.toCase}</TextLink>
        <TextLink to={`/trt/cases/${caseId}/prescriptions`}>{words.toPrescriptions}</TextLink>
      </Box>
    </Box>
  );
}

interface BubbleProps {
  message: Message;
  thread: StaffMessageThread;
  readOnly: boolean;
}
function Bubble({ message, thread, readOnly }: BubbleProps) {
  const staff = useStaff();
  const { message_id: id, reviewed } = message;
  const ours = message.from === 'care_team';
  return (
    <Box
      component="li"
      sx={(theme) => ({
        maxWidth: '75ch',
        width: 'fit-content',
        minWidth: 'min(100%, 260px)',
        justifySelf: ours ? 'end' : 'start',
        padding: '10px 14px',
        borderRadius: '10px',
        border: `1px solid ${theme.vars.palette.portal.border}`,
        backgroundColor: ours ? theme.vars.palette.portal.tones.neutral.ground : 'transparent',
      })}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {message.author_name}, {formatDateTime(message.sent_at)}
      </Typography>
      <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message.body}</Box>
      {reviewed && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {reviewedBy(reviewed.by, formatDate(reviewed.at), reviewed.against_treatment)}
        </Typography>
      )}
      {reviewed && !readOnly && (
        <SpeaksAgainst
          against={reviewed.against_treatment}
          send={() =>
            staff.reviewThread(thread.thread_id, {
              last_message_at: thread.last_message_at,
              against_treatment: true,
              message_id: id,
            })
          }
        />
      )}
    </Box>
  );
}

/** For "Good, thank you.": removes the thread from the waiting list. */
function NoReply({ thread, against }: { thread: StaffMessageThread; against: boolean | undefined }) {
  const staff = useStaff();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  async function mark() {
    setBusy(true);
    try {
      await staff.noReplyNeeded(thread.thread_id, {
        last_message_at: thread.last_message_at,
        ...(against !== undefined && { against_treatment: against }),
      });
      toast.success(words.noReplyDone);
    } catch (error) {
      toast.error(isConflict(error) ? words.noReplyChanged : explained(error), {
        title: words.noReplyFailed,
      });
    }
    await refresh();
    setBusy(false);
  }
  return (
    <Box sx={{ marginTop: 2 }}>
      <Button variant="outlined" loading={busy} onClick={() => void mark()}>
        {words.noReply}
      </Button>
    </Box>
  );
}

interface ReplyProps {
  thread: StaffMessageThread;
  /** What the patient wrote waits for this provider's review. */
  waits: boolean;
  /** The answer that goes along, if it was given. */
  against: boolean | undefined;
  onReviewed: () => void;
}
function Reply({ thread, waits, against, onReviewed }: ReplyProps) {
  const { thread_id: threadId, last_message_at: shown } = thread;
  const staff = useStaff();
  const refresh = useRefresh();
  const [text, setText] = useKeptState(`staff-reply:${threadId}`, () => '', Boolean);
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // One key per text: retrying after a lost answer must not send it again.
  const key = useRef<{ of: string; id: string } | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const body = text.trim();
    const form = event.currentTarget;
    setProblem(body ? null : words.missing);
    setFailure(null);
    if (!body) {
      focusFirstInvalid(form);
      return;
    }
    setBusy(true);
    const reply = {
      body,
      ...(against !== undefined && { against_treatment: against, last_message_at: shown }),
    };
    const of = JSON.stringify(reply);
    if (key.current?.of !== of) key.current = { of, id: newIdempotencyKey() };
    try {
      await staff.replyToThread(threadId, reply, key.current.id);
      key.current = null;
      setText('');
      if (against !== undefined) onReviewed();
      toast.success(waits && against === undefined ? words.sentToReview : words.sent);
    } catch (error) {
      if (isApiError(error)) setProblem(error.fields['body'] ?? null);
      setFailure(isConflict(error) ? words.noReplyChanged : explained(error));
    }
    setBusy(false);
    await refresh();
  }
  return (
    <Box
      component="form"
      noValidate
      aria-label={words.answer}
      onSubmit={(event: FormEvent<HTMLFormElement>) => void submit(event)}
      sx={{ marginTop: 2.5, display: 'grid', gap: 1.5 }}
    >
      <SmallField
        id="reply-text"
        type="multiline"
        label={words.reply}
        value={text}
        onChange={setText}
        error={problem}
        hint={waits ? (against === undefined ? words.staysToReview : words.reviewsToo) : undefined}
      />
      {failure !== null && <Failure title={words.sendFailed} detail={failure} />}
      <Box>
        <Button type="submit" variant="contained" loading={busy}>
          {words.send}
        </Button>
      </Box>
    </Box>
  );
}
