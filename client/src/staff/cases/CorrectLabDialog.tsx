import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import type { Lab } from '#common/api/index.js';
import { ANALYTES } from '#common/clinical/labs.js';
import { formatDate, Notice } from '../../shared/ui/index.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { PersonFacts } from '../kit/PatientBanner.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { useRecord } from '../records/useRecord.js';
import { AnalyteField } from './AnalyteField.js';
import { CriticalDialog } from './CriticalDialog.js';
import { draftOf, readCorrection, type LabProblems } from './labEntry.js';
import { CORRECT_TEXT as words } from './text/en.js';

/** Corrects the values on file, or voids the whole panel; both need a reason. */
export function CorrectLabDialog({ lab, onClose }: { lab: Lab; onClose: () => void }) {
  const [voiding, setVoiding] = useState(false);
  const [critical, setCritical] = useState<Lab | null>(null);
  if (critical) return <CriticalDialog labs={[critical]} onClose={onClose} />;
  if (voiding) return <VoidDialog lab={lab} onClose={onClose} />;
  return (
    <CorrectDialog
      lab={lab}
      onVoid={() => setVoiding(true)}
      onClose={(saved) => (saved?.critical.length ? setCritical(saved) : onClose())}
    />
  );
}

function Person({ lab }: { lab: Lab }) {
  const { data } = useRecord('patients', lab.patient_id);
  return (
    <PersonFacts name={lab.patient_name} mrn={lab.mrn} intake={data?.intake_summary ? data.summary : null} />
  );
}

interface CorrectDialogProps {
  lab: Lab;
  onVoid: () => void;
  /** @param saved the current panel, if it was corrected */
  onClose: (saved?: Lab) => void;
}
function CorrectDialog({ lab, onVoid, onClose }: CorrectDialogProps) {
  const staff = useStaff();
  const [base, setBase] = useState(lab);
  const [draft, setDraft] = useState(() => draftOf(lab));
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<LabProblems>({});
  const saved = useRef<Lab | undefined>(undefined);
  const read = readCorrection(draft, base);
  const { busy, save, fields, problem } = useSave<Lab>({
    send: async () => {
      saved.current = await staff.correctLab(lab.lab_id, {
        ...read.request,
        reason: reason.trim(),
        version: base.version,
      });
    },
    done: words.done,
    onClose: () => onClose(saved.current),
    onConflict: setBase,
  });
  function confirm() {
    const found = { ...read.problems, ...(!reason.trim() && { reason: words.noReason }) };
    setProblems(found);
    if (Object.keys(found).length === 0) save();
  }
  const wrong: LabProblems = { ...fields, ...problems };
  return (
    <ActionDialog
      title={words.title(formatDate(lab.collected_at))}
      onClose={() => onClose()}
      wide
      confirm={{ label: words.confirm, onConfirm: confirm, busy }}
      error={problem(words.failed, words.again, 'this panel')}
      readFirst
    >
      <Stack spacing={2}>
        <Person lab={lab} />
        <Typography sx={{ color: 'text.secondary', maxWidth: '75ch' }}>{words.lead}</Typography>
        <Values lab={base} draft={draft} onChange={setDraft} problems={wrong} />
        {wrong['results'] && (
          <Notice tone="danger" role="alert">
            {wrong['results']}
          </Notice>
        )}
        <SmallField
          id="correct-reason"
          type="multiline"
          label={words.reason}
          value={reason}
          onChange={setReason}
          error={wrong['reason']}
        />
        <Box>
          <Button size="small" variant="outlined" color="error" onClick={onVoid}>
            {words.void}
          </Button>
        </Box>
      </Stack>
    </ActionDialog>
  );
}

const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 230px), 1fr))',
  alignItems: 'start',
};

type Draft = ReturnType<typeof draftOf>;
interface ValuesProps {
  lab: Lab;
  draft: Draft;
  onChange: (draft: Draft) => void;
  problems: LabProblems;
}
/** The values on file first; missing ones can be added. */
function Values({ lab, draft, onChange, problems }: ValuesProps) {
  const field = (name: (typeof ANALYTES)[number]['key']) => (
    <AnalyteField
      key={name}
      name={name}
      prefix="correct"
      draft={draft}
      onChange={onChange}
      error={problems[`results.${name}`] ?? problems[`units.${name}`]}
    />
  );
  const keys = ANALYTES.map((entry) => entry.key);
  return (
    <>
      <Box sx={grid}>{keys.filter((key) => key in lab.results).map(field)}</Box>
      <Box component="details">
        <Typography
          component="summary"
          sx={{ cursor: 'pointer', fontWeight: 600, color: 'primary.main', width: 'fit-content' }}
        >
          {words.add}
        </Typography>
        <Box sx={{ ...grid, marginTop: 2 }}>{keys.filter((key) => !(key in lab.results)).map(field)}</Box>
      </Box>
    </>
  );
}

function VoidDialog({ lab, onClose }: { lab: Lab; onClose: () => void }) {
  const staff = useStaff();
  const [version, setVersion] = useState(lab.version);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const { busy, save, fields, problem } = useSave<Lab>({
    send: () => staff.voidLab(lab.lab_id, { reason: reason.trim(), version }),
    done: words.voided,
    onClose,
    onConflict: (current) => setVersion(current.version),
  });
  function confirm() {
    setMissing(!reason.trim());
    if (reason.trim()) save();
  }
  return (
    <ActionDialog
      title={words.voidTitle(formatDate(lab.collected_at))}
      onClose={onClose}
      confirm={{ label: words.voidConfirm, onConfirm: confirm, busy, danger: true }}
      error={problem(words.voidFailed, words.again, 'this panel')}
      readFirst
    >
      <Stack spacing={2}>
        <Person lab={lab} />
        <Typography>{words.voidLead}</Typography>
        <SmallField
          id="void-reason"
          type="multiline"
          label={words.reason}
          value={reason}
          onChange={setReason}
          error={missing && !reason.trim() ? words.noReason : fields['reason']}
        />
      </Stack>
    </ActionDialog>
  );
}
