import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Lab } from '#common/api/index.js';
import { formatDateTime, Notice, TextLink } from '../../shared/ui/index.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { localToday } from '../kit/localToday.js';
import { PersonFacts } from '../kit/PatientBanner.js';
import { RadioRow } from '../forms/RadioRow.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { useRecord } from '../records/useRecord.js';
import { criticalInWords, rulesReading } from './labWords.js';
import { RuleAdvice } from './RuleAdvice.js';
import { TherapyOfCase } from './TherapyButtons.js';
import { CRITICAL_TEXT as words } from './text/en.js';

/** Critical panels one after another: the result, what to do, and the call to the patient. */
export function CriticalDialog({ labs, onClose }: { labs: readonly Lab[]; onClose: () => void }) {
  const [at, setAt] = useState(0);
  const lab = labs[at];
  if (!lab) return null;
  const next = () => (at + 1 < labs.length ? setAt(at + 1) : onClose());
  return (
    <CriticalPanel
      key={lab.id}
      lab={lab}
      place={labs.length > 1 ? words.place(at + 1, labs.length) : null}
      onClose={next}
    />
  );
}

interface CriticalPanelProps {
  lab: Lab;
  place: string | null;
  onClose: () => void;
}
function CriticalPanel({ lab, place, onClose }: CriticalPanelProps) {
  const staff = useStaff();
  const [day, setDay] = useState(localToday);
  const [reached, setReached] = useState<'yes' | 'no' | ''>('');
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const { busy, save, fields, edited, problem } = useSave<Lab>({
    send: (key) =>
      staff.recordLabCall(lab.lab_id, { called_on: day, reached: reached === 'yes', note: note.trim() }, key),
    done: words.done,
    onClose,
  });
  const change = (act: () => void) => {
    edited();
    act();
  };
  function confirm() {
    setMissing(reached ? null : words.noAnswer);
    if (reached) save();
  }
  return (
    <ActionDialog
      title={words.title(lab.critical.length)}
      onClose={onClose}
      cancelLabel={words.later}
      sticky
      confirm={{ label: words.record, onConfirm: confirm, busy, disabled: !day }}
      error={problem(words.failed)}
      readFirst
    >
      <Stack spacing={2}>
        {place && <Typography sx={{ color: 'text.secondary' }}>{place}</Typography>}
        <CriticalFacts lab={lab} />
        <SmallField
          id="call-day"
          type="date"
          label={words.calledOn}
          value={day}
          onChange={(text) => change(() => setDay(text))}
          error={day ? fields['called_on'] : words.noDay}
        />
        <RadioRow
          label={words.reached}
          value={reached}
          options={[
            ['yes', words.yes],
            ['no', words.no],
          ]}
          onChange={(answer) => change(() => setReached(answer))}
          error={reached ? null : (missing ?? fields['reached'])}
        />
        <SmallField
          id="call-note"
          type="multiline"
          label={words.note}
          value={note}
          onChange={(text) => change(() => setNote(text))}
          error={fields['note']}
          hint={words.laterHint}
        />
      </Stack>
    </ActionDialog>
  );
}

/** The patient, how far the values are past their limits, and what the fired rules require. */
export function CriticalFacts({ lab }: { lab: Lab }) {
  const { data } = useRecord('patients', lab.patient_id);
  const analytes = lab.critical.map((one) => one.analyte);
  const rules = data ? rulesReading(data.rules, analytes) : [];
  return (
    <>
      <PersonFacts
        name={lab.patient_name}
        mrn={lab.mrn}
        intake={data?.intake_summary ? data.summary : null}
        {...(data && { phone: data.summary.phone })}
      />
      <Notice tone="danger" role="alert">
        {lab.critical.map((one) => (
          <Box key={one.analyte} sx={{ fontWeight: 650 }}>
            {criticalInWords(one)}
          </Box>
        ))}
        {words.drawn(formatDateTime(lab.collected_at))}
      </Notice>
      {data && (
        <Box>
          <Typography component="h3" sx={{ fontWeight: 650, marginBottom: 1 }}>
            {words.rules}
          </Typography>
          {rules.length > 0 ? <RuleAdvice rules={rules} /> : words.noRules}
        </Box>
      )}
      {data?.case_id && <TherapyOfCase caseId={data.case_id} rules={rules} />}
      {data?.case_id && <TextLink to={`/trt/cases/${data.case_id}`}>{words.openCase}</TextLink>}
    </>
  );
}
