import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { CaseAlert } from '#common/api/index.js';
import { ALERT_ACTIONS, SEVERITY_TONE, type AlertAction } from '#common/vocabulary/index.js';
import { Notice } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { EvidenceLine } from '../kit/Evidence.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { RadioRow } from '../forms/RadioRow.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { caseName } from './CaseFrame.js';
import { ACKNOWLEDGE_TEXT as words } from './text/decisions.js';

const ACTION_WORDS: Record<AlertAction, string> = { recheck: words.recheck, handled: words.handled };

interface AcknowledgeDialogProps {
  detail: CaseDetail;
  alert: CaseAlert;
  onClose: () => void;
}

/** A clinician has seen the alert and says what happens next; a planned recheck can be rescheduled, or closed as handled. */
export function AcknowledgeDialog({ detail, alert, onClose }: AcknowledgeDialogProps) {
  const staff = useStaff();
  const [version, setVersion] = useState(detail.case.version);
  const planned = alert.acknowledged !== null;
  const [action, setAction] = useState<AlertAction>(planned ? 'handled' : 'recheck');
  const [date, setDate] = useState('');
  const [note, setNote] = useState('');
  const [problems, setProblems] = useState<Record<string, string>>({});
  const saving = useSave<{ version: number }>({
    send: (key) =>
      staff.acknowledgeAlert(
        detail.id,
        alert.id,
        { action, note: note.trim(), version, ...(action === 'recheck' && { recheck_on: date }) },
        key,
      ),
    done: planned ? words.changed : words.done,
    onClose,
    onConflict: (current) => setVersion(current.version),
  });
  function confirm() {
    const found: Record<string, string> = {};
    if (action === 'recheck' && !date) found['recheck_on'] = words.missingDate;
    if (!note.trim()) found['note'] = words.missingNote;
    setProblems(found);
    if (Object.keys(found).length === 0) saving.save();
  }
  return (
    <ActionDialog
      title={planned ? words.changeTitle : words.title}
      onClose={onClose}
      confirm={{
        label: planned ? words.changeConfirm : words.confirm,
        onConfirm: confirm,
        busy: saving.busy,
      }}
      error={saving.problem(words.failed, words.again, 'this case')}
      readFirst
    >
      <Stack spacing={2}>
        <PatientFacts detail={detail} name={caseName(detail)} call="patient" />
        <Notice tone={SEVERITY_TONE[alert.severity]} title={alert.title ?? alert.message}>
          <EvidenceLine evidence={alert.evidence} />
          {alert.title && alert.message}
        </Notice>
        <Typography>{planned ? words.changeLead : words.lead}</Typography>
        <RadioRow
          label={words.action}
          value={action}
          options={ALERT_ACTIONS.map((one) => [one, ACTION_WORDS[one]] as const)}
          onChange={setAction}
        />
        {action === 'recheck' && (
          <SmallField
            id="recheck-on"
            type="date"
            label={words.date}
            value={date}
            onChange={(value) => {
              saving.edited();
              setDate(value);
            }}
            error={problems['recheck_on'] ?? saving.fields['recheck_on']}
          />
        )}
        <SmallField
          id="acknowledge-note"
          type="multiline"
          label={words.note}
          hint={words.noteHint}
          value={note}
          onChange={(value) => {
            saving.edited();
            setNote(value);
          }}
          error={problems['note'] ?? saving.fields['note']}
        />
      </Stack>
    </ActionDialog>
  );
}
