import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useRef, useState, type FormEvent } from 'react';
import type { Lab } from '#common/api/index.js';
import type { AnalyteKey } from '#common/clinical/labs.js';
import { isApiError, newIdempotencyKey } from '../../shared/api/index.js';
import { useKeptState } from '../../shared/session/index.js';
import { toast } from '../../shared/toasts/index.js';
import { Notice, Panel } from '../../shared/ui/index.js';
import { explained } from '../forms/Failure.js';
import { focusFirstInvalid } from '../forms/focusFirstInvalid.js';
import { SmallField } from '../forms/SmallField.js';
import { useRefresh } from '../data/useRefresh.js';
import { useStaff } from '../data/useStaff.js';
import { AnalyteField } from './AnalyteField.js';
import { CriticalDialog } from './CriticalDialog.js';
import {
  EMPTY_DRAFT,
  isTouched,
  MAIN_ANALYTES,
  OTHER_ANALYTES,
  readLabDraft,
  type LabDraft,
  type LabProblems,
} from './labEntry.js';
import { LAB_ENTRY_FORM_TEXT, LAB_ENTRY_TEXT as words } from './text/en.js';
import { useSinceDose } from './useSinceDose.js';

const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 230px), 1fr))',
  alignItems: 'start',
};

/** The target of the link at the top of a long page. */
export const FIRST_LAB_FIELD = 'lab-collected';

interface EntryProps {
  caseId: string;
  patientId: string;
}

/** The panel that is typed, and its saving. */
function useLabEntry({ caseId, patientId }: EntryProps) {
  const staff = useStaff();
  const refresh = useRefresh();
  const [draft, setDraft] = useKeptState<LabDraft>(`lab-entry:${caseId}`, () => EMPTY_DRAFT, isTouched);
  const [problems, setProblems] = useState<LabProblems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [critical, setCritical] = useState<Lab[]>([]);
  const since = useSinceDose(draft, patientId);
  // One key per filled-in form: retrying after a lost answer must not record the panel again.
  const key = useRef<string | null>(null);

  function change(next: LabDraft) {
    key.current = null;
    setDraft(next);
  }
  function report(found: LabProblems, form: HTMLFormElement) {
    setProblems(found);
    focusFirstInvalid(form);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const read = readLabDraft({ ...draft, hours: since.hours }, patientId);
    setFailure(null);
    if ('problems' in read) {
      report(read.problems, form);
      return;
    }
    setBusy(true);
    setProblems({});
    key.current ??= newIdempotencyKey();
    try {
      const lab = await staff.addLab(read.request, key.current);
      change(EMPTY_DRAFT);
      toast.success(LAB_ENTRY_FORM_TEXT.labResultsSaved);
      if (lab.critical.length > 0) setCritical([lab]);
      await refresh();
    } catch (error) {
      if (isApiError(error)) report(error.fields, form);
      setFailure(explained(error) || LAB_ENTRY_FORM_TEXT.unableToSaveLabResults);
    } finally {
      setBusy(false);
    }
  }

  return { draft, change, since, problems, failure, busy, submit, critical, setCritical };
}

/** Enters one panel of results for this patient. */
export function LabEntryForm(props: EntryProps) {
  const entry = useLabEntry(props);
  const { draft, change, problems, failure, busy, submit, critical, setCritical } = entry;
  const value = (name: AnalyteKey) => (
    <AnalyteField
      key={name}
      name={name}
      draft={draft}
      onChange={change}
      error={problems[`results.${name}`] ?? problems[`units.${name}`]}
    />
  );
  return (
    <Panel title={LAB_ENTRY_FORM_TEXT.enterLabResults}>
      <form noValidate aria-label={LAB_ENTRY_FORM_TEXT.labResults} onSubmit={(event) => void submit(event)}>
        <Draw entry={entry} />
        <Typography sx={{ marginTop: 2, color: 'text.secondary' }}>{words.limits}</Typography>
        <Box sx={{ ...grid, marginTop: 2 }}>{MAIN_ANALYTES.map(value)}</Box>
        <Box component="details" sx={{ marginTop: 2 }}>
          <Typography
            component="summary"
            sx={{ cursor: 'pointer', fontWeight: 600, color: 'primary.main', width: 'fit-content' }}
          >
            {LAB_ENTRY_FORM_TEXT.moreAnalytes}
          </Typography>
          <Box sx={{ ...grid, marginTop: 2 }}>{OTHER_ANALYTES.map(value)}</Box>
        </Box>
        {(failure || problems['results']) && (
          <Notice tone="danger" role="alert" sx={{ marginTop: 2 }}>
            {failure ?? problems['results']}
          </Notice>
        )}
        <Button type="submit" variant="contained" loading={busy} sx={{ marginTop: 2.5 }}>
          {LAB_ENTRY_FORM_TEXT.saveLabResults}
        </Button>
      </form>
      {critical.length > 0 && <CriticalDialog labs={critical} onClose={() => setCritical([])} />}
    </Panel>
  );
}

/** When the blood was drawn, how long after a dose, and what it is. */
function Draw({ entry: { draft, change, since, problems } }: { entry: ReturnType<typeof useLabEntry> }) {
  return (
    <Box sx={grid}>
      <SmallField
        id={FIRST_LAB_FIELD}
        type="datetime-local"
        label={LAB_ENTRY_FORM_TEXT.collectedAt}
        value={draft.collected}
        onChange={(collected) => change({ ...draft, collected })}
        error={problems['collected_at']}
        hint={LAB_ENTRY_FORM_TEXT.localTime}
      />
      <SmallField
        id="lab-hours"
        inputMode="decimal"
        label={LAB_ENTRY_FORM_TEXT.hoursSinceLastDoseOptional}
        value={since.hours}
        onChange={(hours) => change({ ...draft, hours, hoursTyped: true, hoursConfirmed: false })}
        {...(since.fromLog && { hint: LAB_ENTRY_FORM_TEXT.fromPatientsDoseLog })}
        error={problems['since_last_dose_h']}
      />
      {(problems['since_last_dose_h'] || draft.hoursConfirmed) && draft.hours !== '' && (
        <FormControlLabel
          control={<Checkbox />}
          checked={draft.hoursConfirmed ?? false}
          onChange={(_event, hoursConfirmed) => change({ ...draft, hoursConfirmed })}
          label={LAB_ENTRY_FORM_TEXT.hoursAreRight}
        />
      )}
      <SmallField
        id="lab-specimen"
        label={LAB_ENTRY_FORM_TEXT.specimenOptional}
        value={draft.specimen}
        onChange={(specimen) => change({ ...draft, specimen })}
        error={problems['specimen']}
      />
    </Box>
  );
}
