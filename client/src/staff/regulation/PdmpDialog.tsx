import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PdmpCheckRequest, PdmpChecksResponse, PdmpFinding } from '#common/api/index.js';
import { PDMP_FINDINGS } from '#common/api/regulation.js';
import { isStateCode } from '#common/vocabulary/states.js';
import { formatDate, LoadError, Notice } from '../../shared/ui/index.js';
import { localToday } from '../kit/localToday.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { SmallField } from '../forms/SmallField.js';
import { StateField } from '../forms/StateField.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { Discrepancy } from './Discrepancy.js';
import { PDMP_TEXT as words } from './text/pdmp.js';

interface PdmpDialogProps {
  caseId: string;
  patientName: string;
  onRecorded: () => void;
  onClose: () => void;
}

interface Form {
  /** null: the patient's. */
  state: string | null;
  day: string;
  finding: PdmpFinding | '';
  reference: string;
  delegate: string;
  note: string;
}

/** Preselects only the patient's state and today's date: the rest is what the clinician saw. */
export function PdmpDialog({ caseId, patientName, onRecorded, onClose }: PdmpDialogProps) {
  const staff = useStaff();
  const onFile = useQuery({
    queryKey: ['pdmp-checks', caseId],
    queryFn: ({ signal }) => staff.getPdmpChecks(caseId, signal),
  });
  const [form, setForm] = useState<Form>({
    state: null,
    day: localToday(),
    finding: '',
    reference: '',
    delegate: '',
    note: '',
  });
  const [problems, setProblems] = useState<Record<string, string>>({});
  const told = onFile.data?.patient_state;
  const state = form.state ?? (isStateCode(told) ? told : '');
  const { busy, fields, save, edited, problem } = useSave({
    send: (key) => staff.addPdmpCheck(caseId, requestOf(form, state), key),
    done: words.done(patientName),
    onClose: () => {
      onRecorded();
      onClose();
    },
  });
  function edit(change: Partial<Form>) {
    edited();
    setForm({ ...form, ...change });
  }
  function confirm() {
    const found = {
      ...(!state && { state: words.noState }),
      ...(!form.day && { queried_on: words.noDay }),
      ...(!form.finding && { finding: words.noFinding }),
      ...(!form.reference.trim() && { report_ref: words.noReference }),
    };
    setProblems(found);
    if (Object.keys(found).length === 0) save();
  }
  return (
    <ActionDialog
      title={words.title(patientName)}
      onClose={onClose}
      confirm={{ label: words.confirm, onConfirm: confirm, busy }}
      error={problem(words.failed)}
    >
      <Stack spacing={2}>
        <Typography sx={{ color: 'text.secondary' }}>{words.lead}</Typography>
        <Fields form={form} state={state} onChange={edit} problems={{ ...fields, ...problems }} />
        {onFile.error ? (
          <LoadError error={onFile.error} message={words.loadFailed} onRetry={() => void onFile.refetch()} />
        ) : (
          onFile.data && (
            <History
              caseId={caseId}
              checks={onFile.data.checks}
              onResolved={() => {
                void onFile.refetch();
                onRecorded();
              }}
            />
          )
        )}
      </Stack>
    </ActionDialog>
  );
}

const requestOf = (form: Form, state: string): PdmpCheckRequest => ({
  state,
  queried_on: form.day,
  finding: form.finding || 'none',
  report_ref: form.reference.trim(),
  ...(form.delegate.trim() && { delegate_of: form.delegate.trim() }),
  ...(form.note.trim() && { note: form.note.trim() }),
});

interface FieldsProps {
  form: Form;
  state: string;
  onChange: (change: Partial<Form>) => void;
  problems: Record<string, string>;
}
function Fields({ form, state, onChange, problems }: FieldsProps) {
  return (
    <>
      <StateField
        id="pdmp-state"
        label={words.state}
        empty={words.choose}
        value={state}
        onChange={(code) => onChange({ state: code })}
        error={problems['state']}
      />
      <SmallField
        id="pdmp-day"
        type="date"
        label={words.day}
        value={form.day}
        onChange={(day) => onChange({ day })}
        error={problems['queried_on']}
      />
      <SmallField
        id="pdmp-finding"
        type="select"
        label={words.finding}
        value={form.finding}
        onChange={(text) => onChange({ finding: PDMP_FINDINGS.find((one) => one === text) ?? '' })}
        error={problems['finding']}
      >
        <option value="">{words.chooseFinding}</option>
        {PDMP_FINDINGS.map((one) => (
          <option key={one} value={one}>
            {words.findings[one]}
          </option>
        ))}
      </SmallField>
      {form.finding === 'discrepancy' && (
        <Notice tone="warning" role="status">
          {words.discrepancy}
        </Notice>
      )}
      <SmallField
        id="pdmp-reference"
        label={words.reference}
        value={form.reference}
        onChange={(reference) => onChange({ reference })}
        error={problems['report_ref']}
      />
      <SmallField
        id="pdmp-delegate"
        label={words.delegate}
        value={form.delegate}
        onChange={(delegate) => onChange({ delegate })}
        error={problems['delegate_of']}
      />
      <SmallField
        id="pdmp-note"
        type="multiline"
        label={words.note}
        value={form.note}
        onChange={(note) => onChange({ note })}
        error={problems['note']}
      />
    </>
  );
}

interface HistoryProps {
  caseId: string;
  checks: PdmpChecksResponse['checks'];
  onResolved: () => void;
}
function History({ caseId, checks, onResolved }: HistoryProps) {
  return (
    <Box>
      <Typography component="h3" sx={{ fontWeight: 650 }}>
        {words.history}
      </Typography>
      {checks.length === 0 && <Box sx={{ color: 'text.secondary' }}>{words.noHistory}</Box>}
      <Box component="ul" sx={{ margin: 0, paddingLeft: '18px', color: 'text.secondary' }}>
        {checks.map((one) => (
          <li key={one.id}>
            {words.line(
              formatDate(one.queried_on),
              one.state,
              words.findings[one.finding],
              one.queried_by,
              one.report_ref,
            )}
            {one.finding === 'discrepancy' && (
              <Discrepancy caseId={caseId} check={one} onResolved={onResolved} />
            )}
          </li>
        ))}
      </Box>
    </Box>
  );
}
