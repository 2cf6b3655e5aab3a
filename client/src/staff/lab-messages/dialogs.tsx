import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { NOT_USED, type LabMessageDetail, type LabProblem } from '#common/api/lab-messages.js';
import { ANALYTES } from '#common/clinical/index.js';
import { useStaff } from '../data/useStaff.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { LAB_MESSAGE_TEXT as words } from './text/en.js';

interface DialogProps {
  message: LabMessageDetail;
  onClose: () => void;
}

export function MapDialog({ message, problem: asked, onClose }: DialogProps & { problem: LabProblem }) {
  const staff = useStaff();
  const code = asked.said ?? '';
  const [meaning, setMeaning] = useState(asked.proposal ?? '');
  const { busy, fields, save, problem } = useSave({
    send: (key) => staff.mapLabCode(message.id, { code, meaning, version: message.version }, key),
    done: words.mapped,
    onClose,
  });
  return (
    <ActionDialog
      title={words.mapTitle(code)}
      onClose={onClose}
      confirm={{ label: words.mapLabel, onConfirm: save, busy }}
      error={problem(words.mapFailed, words.changed)}
    >
      <Stack spacing={2}>
        <Box>{words.mapLead}</Box>
        <Box sx={{ overflowWrap: 'anywhere' }}>{asked.test}</Box>
        <SmallField
          id="lab-code-meaning"
          type="select"
          label={words.means}
          value={meaning}
          onChange={setMeaning}
          error={fields['meaning']}
        >
          <option value="">{words.choose}</option>
          {ANALYTES.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
          <option value={NOT_USED}>{words.notUsed}</option>
        </SmallField>
      </Stack>
    </ActionDialog>
  );
}

export function DiscardDialog({ message, onClose }: DialogProps) {
  const staff = useStaff();
  const [reason, setReason] = useState('');
  const { busy, fields, save, problem } = useSave({
    send: (key) => staff.discardLabMessage(message.id, { reason, version: message.version }, key),
    done: words.discarded,
    onClose,
  });
  return (
    <ActionDialog
      title={words.discardTitle}
      onClose={onClose}
      confirm={{ label: words.discardLabel, onConfirm: save, busy, danger: true }}
      error={problem(words.discardFailed, words.changed)}
    >
      <Stack spacing={2}>
        <Box>{words.discardLead}</Box>
        <SmallField
          id="lab-discard-reason"
          type="multiline"
          label={words.reason}
          value={reason}
          onChange={setReason}
          error={fields['reason']}
        />
      </Stack>
    </ActionDialog>
  );
}
