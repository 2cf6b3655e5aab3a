import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { CaseAlert } from '../../../../common/api/index.js';
import { addDays } from '../../../../common/clinical/dates.js';
import { saysSomething, saysWhatWasAgreed } from '../../../../common/typed-reason.js';
import { Notice } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { ActionDialog } from '../kit/ActionDialog.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { RadioRow } from '../kit/RadioRow.js';
import { SmallField } from '../kit/SmallField.js';
import { useSave } from '../kit/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { localToday } from '../kit/localToday.js';
import { caseName } from './CaseFrame.js';
import { Contacts, PatientWords } from './EmergencyRecord.js';
import { EMERGENCY_TEXT as words } from './text/emergency.js';

type Reached = 'yes' | 'no' | '';
type Next = 'close' | 'recheck';

/** The reader's time, as a datetime-local field holds it. */
function localNow(now = new Date()): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${localToday(now)}T${two(now.getHours())}:${two(now.getMinutes())}`;
}

const contactProblem = (name: string): string => `contact.${name}`;

interface EmergencyForm {
  reached: Reached;
  at: string;
  note: string;
  next: Next;
  recheckOn: string;
}

/** What still has to be entered, by the name of the field. */
function lacking({ reached, at, note }: EmergencyForm): Record<string, string> {
  const found: Record<string, string> = {};
  if (!reached) found[contactProblem('reached')] = words.missingReached;
  if (!at) found[contactProblem('at')] = words.missingAt;
  // The message is the one of the question shown above the field.
  if (reached === 'no' ? !saysSomething(note) : !saysWhatWasAgreed(note))
    found[contactProblem('note')] = reached === 'no' ? words.missingTried : words.missingAgreed;
  return found;
}

interface EmergencyDialogProps {
  detail: CaseDetail;
  alert: CaseAlert;
  onClose: () => void;
}

/** The call to a patient in an emergency: it stays open until the patient was reached. */
export function EmergencyDialog({ detail, alert, onClose }: EmergencyDialogProps) {
  const staff = useStaff();
  const [version, setVersion] = useState(detail.case.version);
  const [form, setForm] = useState<EmergencyForm>(() => ({
    reached: '',
    at: localNow(),
    note: '',
    next: 'close',
    recheckOn: localToday(),
  }));
  const [pressed, setPressed] = useState(false);
  // Judged with each answer, so that a message leaves with what it is about.
  const problems = pressed ? lacking(form) : {};
  const closes = form.reached === 'yes' && form.next === 'close';
  const saving = useSave<{ version: number }>({
    send: (key) =>
      staff.acknowledgeAlert(
        detail.id,
        alert.id,
        {
          action: closes ? 'handled' : 'recheck',
          contact: {
            reached: form.reached === 'yes',
            at: new Date(form.at).toISOString(),
            note: form.note.trim(),
          },
          version,
          ...(!closes && { recheck_on: form.recheckOn }),
        },
        key,
      ),
    done: closes ? words.closed : words.recorded,
    onClose,
    onConflict: (current) => setVersion(current.version),
  });
  const change = (more: Partial<EmergencyForm>) => {
    saving.edited();
    setForm({ ...form, ...more });
  };
  const problem = (name: string) => problems[name] ?? saving.fields[name];
  function confirm() {
    setPressed(true);
    if (Object.keys(lacking(form)).length === 0) saving.save();
  }
  return (
    <ActionDialog
      title={words.title}
      onClose={onClose}
      confirm={{ label: closes ? words.close : words.record, onConfirm: confirm, busy: saving.busy }}
      error={saving.problem(words.failed, words.again, 'this case')}
      readFirst
    >
      <Stack spacing={2}>
        <PatientFacts detail={detail} name={caseName(detail)} call="emergency" />
        <Notice tone="danger" title={alert.message}>
          <PatientWords alert={alert} patientId={detail.case.patient_id} />
        </Notice>
        <Typography>{words.lead}</Typography>
        <Contacts alert={alert} />
        <RadioRow
          label={words.reached}
          value={form.reached}
          options={[
            ['yes', words.yes],
            ['no', words.no],
          ]}
          onChange={(reached) => change({ reached })}
          error={problem(contactProblem('reached'))}
        />
        <SmallField
          id="contact-at"
          type="datetime-local"
          label={words.at}
          value={form.at}
          onChange={(at) => change({ at })}
          error={problem(contactProblem('at'))}
        />
        <SmallField
          id="contact-note"
          type="multiline"
          label={form.reached === 'no' ? words.tried : words.agreed}
          hint={form.reached === 'no' ? words.triedHint : words.agreedHint}
          value={form.note}
          onChange={(note) => change({ note })}
          error={problem(contactProblem('note'))}
        />
        {form.reached === 'yes' && (
          <RadioRow
            label={words.next}
            value={form.next}
            options={[
              ['close', words.nextClose],
              ['recheck', words.nextRecheck],
            ]}
            onChange={(next) => change({ next })}
          />
        )}
        {form.reached && !closes && (
          <RadioRow
            label={words.callAgain}
            value={form.recheckOn}
            options={[
              [localToday(), words.today],
              [addDays(localToday(), 1), words.tomorrow],
            ]}
            onChange={(recheckOn) => change({ recheckOn })}
            error={problem('recheck_on')}
          />
        )}
      </Stack>
    </ActionDialog>
  );
}
