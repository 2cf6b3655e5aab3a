import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { ProviderPatientResponse } from '#common/api/index.js';
import { REASON_TOO_SHORT, saysWhy } from '#common/typed-reason.js';
import { useSession } from '../../shared/session/index.js';
import { formatDate, Notice } from '../../shared/ui/index.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { LEGAL_HOLD_TEXT as words } from './text/legal-hold.js';

/** What determines how long this record and its account are kept. */
export function RecordEnd({ data }: { data: ProviderPatientResponse }) {
  const { legal_hold_since, account_closes_at } = data;
  if (!legal_hold_since && !account_closes_at) return null;
  return (
    <Stack spacing={1.5} sx={{ marginBottom: 2.5 }}>
      {legal_hold_since && <Notice tone="warning">{words.notice(formatDate(legal_hold_since))}</Notice>}
      {account_closes_at && <Notice tone="info">{words.closes(formatDate(account_closes_at))}</Notice>}
    </Stack>
  );
}

interface LegalHoldProps {
  patientId: string;
  name: string;
  held: boolean;
}

/** For administrators: the server requires recent reauthentication before it changes a hold. */
export function LegalHoldButton(props: LegalHoldProps) {
  const session = useSession();
  const [asking, setAsking] = useState(false);
  if (!session?.roles.includes('system_admin')) return null;
  return (
    <>
      <Button variant="outlined" onClick={() => setAsking(true)}>
        {props.held ? words.release : words.place}
      </Button>
      {asking && <LegalHoldDialog {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

function LegalHoldDialog({ patientId, name, held, onClose }: LegalHoldProps & { onClose: () => void }) {
  const staff = useStaff();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const { busy, save, fields, edited, problem } = useSave({
    send: (key) =>
      held
        ? staff.releaseLegalHold(patientId, { reason: reason.trim() }, key)
        : staff.placeLegalHold(patientId, { reason: reason.trim() }, key),
    done: held ? words.released(name) : words.placed(name),
    onClose,
  });
  function confirm() {
    const said = saysWhy(reason);
    setMissing(!said);
    if (said) save();
  }
  return (
    <ActionDialog
      title={held ? words.releaseTitle(name) : words.placeTitle(name)}
      onClose={onClose}
      confirm={{ label: held ? words.release : words.place, onConfirm: confirm, busy, danger: held }}
      error={problem(words.failed)}
    >
      <Typography sx={{ marginBottom: 2 }}>{held ? words.releaseLead : words.placeLead}</Typography>
      <SmallField
        id="hold-reason"
        type="multiline"
        label={words.reason}
        hint={words.reasonHint}
        value={reason}
        onChange={(typed) => {
          edited();
          setMissing(false);
          setReason(typed);
        }}
        error={missing ? REASON_TOO_SHORT : fields['reason']}
      />
    </ActionDialog>
  );
}
