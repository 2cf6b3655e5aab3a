import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent, type ReactNode } from 'react';
import { CASE_EXTRAS, type ExtraDefinition } from '#common/clinical/case-extras.js';
import { isApiError } from '../../shared/api/index.js';
import { useKeptState } from '../../shared/session/index.js';
import { toast } from '../../shared/toasts/index.js';
import { Notice, Panel } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { explained } from '../forms/Failure.js';
import { isConflict, whoChanged } from '../forms/conflict.js';
import { focusFirstInvalid } from '../forms/focusFirstInvalid.js';
import { localToday } from '../kit/localToday.js';
import { SmallField } from '../forms/SmallField.js';
import { useRefresh } from '../data/useRefresh.js';
import { useStaff } from '../data/useStaff.js';
import {
  changedFacts,
  rebase,
  factProblems,
  serverProblems,
  toForm,
  type FactsForm,
} from './clinicalFacts.js';
import { CLINICAL_FACTS_FORM_TEXT, EDIT_CASE_TEXT, FACT_GROUPS_TEXT } from './text/en.js';

type Name = ExtraDefinition['name'];
const GROUPS: { title: string; names: Name[] }[] = [
  { title: FACT_GROUPS_TEXT.beforePrescribing, names: ['pdmp_checked_on', 'in_person_eval_on'] },
  { title: FACT_GROUPS_TEXT.bloodPressure, names: ['bp_systolic', 'bp_diastolic', 'bp_on'] },
  { title: FACT_GROUPS_TEXT.heart, names: ['cv_event_on', 'hf_controlled', 'hf_controlled_on'] },
  {
    title: FACT_GROUPS_TEXT.clearances,
    names: ['osa_cleared_on', 'hematology_cleared_on', 'free_t_low_confirmed_on'],
  },
  {
    title: FACT_GROUPS_TEXT.prostateAndBreast,
    names: [
      'ipss_total',
      'ipss_total_on',
      'prostate_high_risk',
      'prostate_high_risk_on',
      'urology_cleared',
      'urology_cleared_on',
      'breast_symptoms',
      'breast_symptoms_on',
    ],
  },
  {
    title: FACT_GROUPS_TEXT.therapy,
    names: [
      'therapy_started_on',
      'last_change_on',
      'symptoms_improved',
      'symptoms_improved_on',
      'since_h',
      'since_h_on',
    ],
  },
];

interface Editing {
  form: FactsForm;
  /** The base for detecting changes: the facts and their version when the form last loaded them. */
  base: { extras: CaseDetail['case']['extras']; version: number };
}
const isDirty = ({ form, base }: Editing): boolean => Object.keys(changedFacts(form, base.extras)).length > 0;

/** The facts that are edited and their saving: sends only what was changed, with the version it is based on. */
function useClinicalFacts(detail: CaseDetail) {
  const { extras, version, id } = detail.case;
  const staff = useStaff();
  const refresh = useRefresh();
  const [{ form, base }, setEditing] = useKeptState<Editing>(
    `clinical-facts:${id}`,
    () => ({ form: toForm(extras), base: { extras, version } }),
    isDirty,
  );
  const setForm = (next: FactsForm) => setEditing((before) => ({ ...before, form: next }));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [conflict, setConflict] = useState(false);
  const [busy, setBusy] = useState(false);

  // Newer facts replace an untouched form at once, and an edited one only after a conflict was reported.
  if (version !== base.version && !busy && (conflict || !isDirty({ form, base }))) {
    setEditing({ form: rebase(form, base.extras, extras), base: { extras, version } });
    setConflict(false);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const element = event.currentTarget;
    const changes = changedFacts(form, base.extras);
    setFailure(null);
    const found = factProblems(changes, base.extras, localToday());
    setProblems(found);
    if (Object.keys(found).length > 0) {
      focusFirstInvalid(element);
      return;
    }
    if (Object.keys(changes).length === 0) {
      toast.info(CLINICAL_FACTS_FORM_TEXT.nothingChanged);
      return;
    }
    setBusy(true);
    try {
      await staff.patchCase(id, {
        version: base.version,
        extras: changes,
        ...(reason.trim() && { reason: reason.trim() }),
      });
      setReason('');
      setEditing((before) => ({ ...before, base: { ...base, extras: { ...base.extras, ...changes } } }));
      toast.success(CLINICAL_FACTS_FORM_TEXT.clinicalFactsSaved);
      await refresh();
    } catch (error) {
      if (isApiError(error)) {
        setProblems(serverProblems(error.fields));
        focusFirstInvalid(element);
      }
      if (isConflict(error)) {
        setFailure(`${whoChanged(error, 'this case')} ${EDIT_CASE_TEXT.conflict}`);
        setConflict(true);
        await refresh();
      } else setFailure(explained(error) || CLINICAL_FACTS_FORM_TEXT.unableToSaveClinicalFacts);
    } finally {
      setBusy(false);
    }
  }
  return { form, setForm, reason, setReason, problems, failure, busy, submit };
}

/** The facts only a clinician can enter. */
export function ClinicalFactsForm({ detail, readOnly }: { detail: CaseDetail; readOnly: boolean }) {
  const { form, setForm, reason, setReason, problems, failure, busy, submit } = useClinicalFacts(detail);
  return (
    <Panel title={CLINICAL_FACTS_FORM_TEXT.clinicalFacts}>
      <form
        noValidate
        aria-label={CLINICAL_FACTS_FORM_TEXT.clinicalFacts}
        onSubmit={(event) => void submit(event)}
      >
        <Stack spacing={2.5}>
          {GROUPS.map((group) => (
            <Group key={group.title} title={group.title}>
              {group.names.map((name) => (
                <Fact
                  key={name}
                  name={name}
                  value={form[name]}
                  onChange={(value) => setForm({ ...form, [name]: value })}
                  error={problems[name]}
                  disabled={readOnly}
                />
              ))}
            </Group>
          ))}
        </Stack>
        {(problems['reason'] || reason) && (
          <Box sx={{ marginTop: 2 }}>
            <SmallField
              id="fact-reason"
              type="multiline"
              label={EDIT_CASE_TEXT.factReason}
              value={reason}
              onChange={setReason}
              error={problems['reason']}
              disabled={readOnly}
            />
          </Box>
        )}
        {failure && (
          <Notice tone="danger" role="alert" sx={{ marginTop: 2 }}>
            {failure}
          </Notice>
        )}
        {!readOnly && (
          <Button type="submit" variant="outlined" fullWidth loading={busy} sx={{ marginTop: 2.5 }}>
            {CLINICAL_FACTS_FORM_TEXT.saveClinicalFacts}
          </Button>
        )}
      </form>
    </Panel>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="fieldset" sx={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Typography
        component="legend"
        variant="body2"
        sx={{ color: 'text.secondary', padding: 0, marginBottom: 1 }}
      >
        {title}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
          alignItems: 'end',
        }}
      >
        {children}
      </Box>
    </Box>
  );
}

interface FactProps {
  name: Name;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  disabled: boolean;
}
function Fact({ name, ...field }: FactProps) {
  const definition = CASE_EXTRAS.find((fact) => fact.name === name);
  if (!definition) return null;
  const id = `fact-${name}`;
  const label = definition.unit ? `${definition.label} (${definition.unit})` : definition.label;
  if (definition.type === 'boolean') {
    return (
      <SmallField id={id} label={label} type="select" {...field}>
        <option value="">{CLINICAL_FACTS_FORM_TEXT.notRecorded}</option>
        <option value="yes">{CLINICAL_FACTS_FORM_TEXT.yes}</option>
        <option value="no">{CLINICAL_FACTS_FORM_TEXT.no}</option>
      </SmallField>
    );
  }
  return (
    <SmallField
      id={id}
      label={label}
      type={definition.type === 'date' ? 'date' : 'text'}
      inputMode={definition.type === 'number' ? 'decimal' : undefined}
      {...field}
    />
  );
}
