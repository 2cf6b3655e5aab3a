import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { CaseAlert } from '#common/api/index.js';
import { mayBeMisread } from '#common/clinical/contact-alerts.js';
import { addDays } from '#common/clinical/dates.js';
import { saysSomething, saysWhatItMeans, saysWhatWasAgreed } from '#common/typed-reason.js';
import { useSession } from '../../shared/session/index.js';
import { Notice } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { RadioRow } from '../forms/RadioRow.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { localToday } from '../kit/localToday.js';
import { caseName } from './CaseFrame.js';
import { Contacts, MessageWords, PatientWords } from './EmergencyRecord.js';
import { EMERGENCY_TEXT as words } from './text/emergency.js';

type Reached = 'yes' | 'no' | 'misread' | '';
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
  if (reached === 'misread') return saysWhatItMeans(note) ? {} : { note: words.missingMeaning };
  const found: Record<string, string> = {};
  if (!reached) found[contactProblem('reached')] = words.missingReached;
  if (!at) found[contactProblem('at')] = words.missingAt;
  // The message is the one of the question shown above the field.
  if (reached === 'no' ? !saysSomething(note) : !saysWhatWasAgreed(note))
    found[contactProblem('note')] = reached === 'no' ? words.missingTried : words.missingAgreed;
  return found;
}

/** The words of the field for the note, and of the button, by what happened. */
function wordsFor({ reached }: EmergencyForm, closes: boolean) {
  if (reached === 'misread')
    return {
      note: words.meaning,
      hint: words.meaningHint,
      confirm: words.closeMisread,
      done: words.closedMisread,
    };
  const [note, hint] = reached === 'no' ? [words.tried, words.triedHint] : [words.agreed, words.agreedHint];
  return closes
    ? { note, hint, confirm: words.close, done: words.closed }
    : { note, hint, confirm: words.record, done: words.recorded };
}

/** What is sent. */
function answerOf({ reached, at, note, recheckOn }: EmergencyForm, closes: boolean) {
  if (reached === 'misread') return { action: 'handled' as const, misread: true as const, note: note.trim() };
  const contact = { reached: reached === 'yes', at: new Date(at).toISOString(), note: note.trim() };
  return closes
    ? { action: 'handled' as const, contact }
    : { action: 'recheck' as const, contact, recheck_on: recheckOn };
}

interface EmergencyDialogProps {
  detail: CaseDetail;
  alert: CaseAlert;
  onClose: () => void;
}

/** What is entered of the call, and its saving. */
function useEmergencyCall({ detail, alert, onClose }: EmergencyDialogProps) {
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
  const misread = form.reached === 'misread';
  const closes = form.reached === 'yes' && form.next === 'close';
  const shown = wordsFor(form, closes);
  const saving = useSave<{ version: number }>({
    send: (key) => staff.acknowledgeAlert(detail.id, alert.id, { ...answerOf(form, closes), version }, key),
    done: shown.done,
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
  return { form, change, problem, shown, closes, misread, saving, confirm };
}

/** The call to a patient in an emergency: it stays open until the patient was reached. */
export function EmergencyDialog(props: EmergencyDialogProps) {
  const { detail, alert, onClose } = props;
  const call = useEmergencyCall(props);
  const { shown, saving, confirm } = call;
  return (
    <ActionDialog
      title={words.title}
      onClose={onClose}
      confirm={{ label: shown.confirm, onConfirm: confirm, busy: saving.busy }}
      error={saving.problem(words.failed, words.again, 'this case')}
      readFirst
    >
      <Stack spacing={2}>
        <PatientFacts detail={detail} name={caseName(detail)} call="emergency" />
        <Notice tone="danger" title={alert.message}>
          <PatientWords alert={alert} patientId={detail.case.patient_id} />
          <MessageWords alert={alert} />
        </Notice>
        <Typography>{words.lead}</Typography>
        <Contacts alert={alert} />
        <Call call={call} mayMisread={mayBeMisread(alert)} />
      </Stack>
    </ActionDialog>
  );
}

interface CallProps {
  call: ReturnType<typeof useEmergencyCall>;
  mayMisread: boolean;
}
function Call({ call: { form, change, problem, shown, closes, misread }, mayMisread }: CallProps) {
  const isProvider = useSession()?.roles.includes('provider') ?? false;
  return (
    <>
      <RadioRow
        label={words.reached}
        value={form.reached}
        options={[
          ['yes', words.yes],
          ['no', words.no],
          ...(isProvider && mayMisread ? ([['misread', words.misread]] as const) : []),
        ]}
        onChange={(reached) => change({ reached })}
        error={problem(contactProblem('reached')) ?? problem('misread')}
      />
      {!misread && (
        <SmallField
          id="contact-at"
          type="datetime-local"
          label={words.at}
          value={form.at}
          onChange={(at) => change({ at })}
          error={problem(contactProblem('at'))}
        />
      )}
      <SmallField
        id="contact-note"
        type="multiline"
        label={shown.note}
        hint={shown.hint}
        value={form.note}
        onChange={(note) => change({ note })}
        error={problem(misread ? 'note' : contactProblem('note'))}
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
      {form.reached && !closes && !misread && (
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
    </>
  );
}
