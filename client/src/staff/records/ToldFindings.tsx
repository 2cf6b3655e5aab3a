import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { ToldFindingRecord } from '#common/api/index.js';
import { UNCLEAR_ALLERGY } from '#common/clinical/allergy-words.js';
import { FEWEST_NAMED_CHARACTERS, SETTLED_TOO_SHORT, saysWhy } from '#common/typed-reason.js';
import { fieldByName, isFieldName } from '#common/intake/index.js';
import { formatDate, Panel, StatusChip } from '../../shared/ui/index.js';
import { useStaff } from '../data/useStaff.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { RadioRow } from '../forms/RadioRow.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { changeName, TOLD_TEXT as words } from './text/en.js';

export const labelOf = (field: string): string =>
  isFieldName(field) ? fieldByName(field).label : (changeName(field) ?? field);

interface ToldFindingsProps {
  detail: CaseDetail;
  readOnly: boolean;
  onSettled?: (() => void) | undefined;
}

/** What rules read in the patient’s words, and what a clinician decided about it. */
export function ToldFindings({ detail, readOnly, onSettled }: ToldFindingsProps) {
  const [open, setOpen] = useState<ToldFindingRecord | null>(null);
  // Answers that an earlier version cached for an outage do not include them.
  const findings = detail.told_findings ?? [];
  if (findings.length === 0) return null;
  return (
    <Panel title={words.title}>
      <Stack component="ul" spacing={2} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {findings.map((finding) => (
          <li key={finding.rule_key}>
            <Finding finding={finding} titled />
            {!readOnly && (
              <Button
                size="small"
                variant="outlined"
                sx={{ marginTop: 1 }}
                aria-label={`${finding.open ? words.open : words.change}: ${finding.title}`}
                onClick={() => setOpen(finding)}
              >
                {finding.open ? words.open : words.change}
              </Button>
            )}
          </li>
        ))}
      </Stack>
      {open && (
        <SettleDialog detail={detail} finding={open} onSettled={onSettled} onClose={() => setOpen(null)} />
      )}
    </Panel>
  );
}

function Finding({ finding, titled = false }: { finding: ToldFindingRecord; titled?: boolean }) {
  const { settled, open, title, texts } = finding;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', fontWeight: 600 }}>
        {titled && title}
        <StatusChip tone={open ? 'warning' : 'neutral'}>{open ? words.isOpen : words.isSettled}</StatusChip>
      </Box>
      {texts.map(({ field, on, text }, place) => (
        <Typography
          key={place}
          sx={{ maxWidth: '75ch', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        >{`${labelOf(field)}${on ? `, ${formatDate(on)}` : ''}: “${text}”`}</Typography>
      ))}
      {settled && (
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {words.decided(settled, finding.rule_key)} {words.by(settled.by, formatDate(settled.at))}:{' '}
          {settled.note}
        </Typography>
      )}
    </>
  );
}

interface SettleProps {
  detail: CaseDetail;
  finding: ToldFindingRecord;
  onSettled: (() => void) | undefined;
  onClose: () => void;
}
function SettleDialog({ detail, finding, onSettled, onClose }: SettleProps) {
  const staff = useStaff();
  const [version, setVersion] = useState(detail.case.version);
  const [choice, setChoice] = useState('');
  const [note, setNote] = useState('');
  const [asked, setAsked] = useState(false);
  const options = optionsOf(finding.rule_key);
  const problems = {
    choice: choice ? null : words.choose,
    note: saysWhy(note, FEWEST_NAMED_CHARACTERS) ? null : SETTLED_TOO_SHORT,
  };
  const { busy, save, problem } = useSave<CaseDetail['case']>({
    send: async (key) => {
      const applies = choice !== NONE;
      const settle = [{ rule_key: applies ? choice : finding.rule_key, applies }];
      await staff.reviewHistory(detail.id, { version, settle, note: note.trim() }, key);
      onSettled?.();
    },
    done: words.done,
    onClose,
    onConflict: (current) => setVersion(current.version),
  });
  function confirm() {
    setAsked(true);
    if (!problems.choice && !problems.note) save();
  }
  return (
    <ActionDialog
      title={finding.title}
      onClose={onClose}
      confirm={{ label: words.confirm, onConfirm: confirm, busy }}
      error={problem(words.failed, words.again, 'this case')}
      readFirst
    >
      <Stack spacing={2}>
        <PatientFacts detail={detail} name={detail.case.patient_name} call="patient" />
        <Finding finding={finding} />
        <Typography>{words.about}</Typography>
        <RadioRow
          label={words.choice}
          value={choice}
          options={options}
          onChange={setChoice}
          error={asked ? problems.choice : null}
        />
        <SmallField
          id="settle-note"
          type="multiline"
          label={words.note}
          hint={words.noteHint}
          value={note}
          onChange={setNote}
          error={asked ? problems.note : null}
        />
      </Stack>
    </ActionDialog>
  );
}

const NONE = 'none';
/** An allergy that is not clear is recorded under its ingredient. */
const optionsOf = (key: string): readonly (readonly [string, string])[] =>
  key === UNCLEAR_ALLERGY
    ? [[NONE, words.noIngredient], ...Object.entries(words.vehicles)]
    : [
        [key, words.applies],
        [NONE, words.appliesNot],
      ];
