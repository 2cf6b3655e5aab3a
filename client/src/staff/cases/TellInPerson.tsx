import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { PATIENT_REASONS, type PatientReason } from '#common/clinical/rules/patient-reasons.js';
import { Panel, StatusChip } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { CheckField } from '../forms/CheckField.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { IN_PERSON_TEXT as words } from './text/en.js';

const REASONS: Readonly<Record<string, PatientReason | undefined>> = PATIENT_REASONS;

interface Reason {
  key: string;
  title: string;
  why: string;
}

/** The fired rules that keep a plan from being drafted, while there is none. */
function reasonsOf({ plan, pending_plan: pending, rules }: CaseDetail): Reason[] {
  if (plan?.plan_state === 'current' || pending) return [];
  return rules.flatMap(({ rule_key: key, title }) => {
    const reason = REASONS[key];
    return reason ? [{ key, title, why: reason.why }] : [];
  });
}

/** Why there is no plan, as the patient reads it, and which reasons a clinician explains in person. */
export function TellInPerson({ detail, readOnly }: { detail: CaseDetail; readOnly: boolean }) {
  const [open, setOpen] = useState(false);
  const reasons = reasonsOf(detail);
  // Answers that an earlier version cached for an outage do not include the list.
  const inPerson = detail.tell_in_person ?? [];
  if (reasons.length === 0) return null;
  return (
    <Panel
      title={words.title}
      actions={
        !readOnly && (
          <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
            {words.open}
          </Button>
        )
      }
    >
      <Stack component="ul" spacing={1} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {reasons.map(({ key, why }) => (
          <Box component="li" key={key} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {inPerson.includes(key) && <StatusChip tone="info">{words.chip}</StatusChip>}
            {why}
          </Box>
        ))}
      </Stack>
      {open && (
        <TellInPersonDialog
          detail={detail}
          reasons={reasons}
          before={inPerson}
          onClose={() => setOpen(false)}
        />
      )}
    </Panel>
  );
}

interface DialogProps {
  detail: CaseDetail;
  reasons: readonly Reason[];
  before: readonly string[];
  onClose: () => void;
}

function TellInPersonDialog({ detail, reasons, before, onClose }: DialogProps) {
  const staff = useStaff();
  const [version, setVersion] = useState(detail.case.version);
  const [keys, setKeys] = useState(before);
  const { busy, save, problem } = useSave<CaseDetail['case']>({
    send: (key) => staff.tellInPerson(detail.id, { keys: [...keys], version }, key),
    done: words.done(keys.length),
    onClose,
    onConflict: (current) => setVersion(current.version),
  });
  return (
    <ActionDialog
      title={words.dialog}
      onClose={onClose}
      confirm={{ label: words.save, onConfirm: save, busy }}
      error={problem(words.failed, words.again, 'this case')}
    >
      <Stack spacing={1.5}>
        <Typography>{words.about}</Typography>
        {reasons.map(({ key, title, why }) => (
          <CheckField
            key={key}
            label={title}
            hint={why}
            checked={keys.includes(key)}
            onChange={(checked) => setKeys(checked ? [...keys, key] : keys.filter((one) => one !== key))}
          />
        ))}
      </Stack>
    </ActionDialog>
  );
}
