import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useKeptState } from '../../shared/session/index.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { NEW_MESSAGE_TEXT as words } from './text/en.js';

interface Draft {
  subject: string;
  body: string;
}
const EMPTY: Draft = { subject: '', body: '' };

interface NewMessageProps {
  patientId: string;
  name: string;
}

/** Lets the care team start a conversation, from any screen that shows the patient. */
interface NewMessageButtonProps extends NewMessageProps {
  small?: boolean;
  /** In a row or a notice: inherits the surrounding color, and names the patient. */
  plain?: boolean;
}
export function NewMessageButton({ small = false, plain = false, ...props }: NewMessageButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        color={plain ? 'inherit' : 'primary'}
        size={small || plain ? 'small' : 'medium'}
        aria-label={plain ? words.to(props.name) : undefined}
        onClick={() => setOpen(true)}
      >
        {words.open}
      </Button>
      {open && <NewMessageDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Keeps the text until it is sent, also through an expired session. */
export function NewMessageDialog({ patientId, name, onClose }: NewMessageProps & { onClose: () => void }) {
  const staff = useStaff();
  const [draft, setDraft, release] = useKeptState<Draft>(
    `staff-message:${patientId}`,
    () => EMPTY,
    ({ subject, body }) => Boolean(subject || body),
  );
  const [tried, setTried] = useState(false);
  const missing = { subject: !draft.subject.trim(), body: !draft.body.trim() };
  const { busy, save, problem, fields, edited } = useSave({
    send: (key) =>
      staff.startThread(
        { patient_id: patientId, subject: draft.subject.trim(), body: draft.body.trim() },
        key,
      ),
    done: words.done(name),
    onClose: () => {
      release();
      onClose();
    },
  });
  const change = (part: Partial<Draft>) => {
    edited();
    setDraft({ ...draft, ...part });
  };
  const errorOf = (field: keyof Draft) =>
    fields[field] ?? (tried && missing[field] ? words.missing[field] : null);
  return (
    <ActionDialog
      title={words.title(name)}
      onClose={onClose}
      confirm={{
        label: words.send,
        busy,
        onConfirm: () => {
          setTried(true);
          if (!missing.subject && !missing.body) save();
        },
      }}
      error={problem(words.failed)}
    >
      <Stack spacing={2}>
        <Typography>{words.lead}</Typography>
        <SmallField
          id="new-message-subject"
          label={words.subject}
          value={draft.subject}
          onChange={(subject) => change({ subject })}
          error={errorOf('subject')}
        />
        <SmallField
          id="new-message-body"
          type="multiline"
          label={words.body}
          value={draft.body}
          onChange={(body) => change({ body })}
          error={errorOf('body')}
        />
      </Stack>
    </ActionDialog>
  );
}
