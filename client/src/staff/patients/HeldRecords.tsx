import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { REASON_TOO_SHORT, saysWhy } from '#common/typed-reason.js';
import { Notice, formatDate, Panel, TextLink } from '../../shared/ui/index.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { HELD_TEXT as words } from './text/held.js';

/** Records entered before their email address was verified; hidden when there are none. */
export function HeldRecords() {
  const staff = useStaff();
  const { data } = useQuery({
    queryKey: ['held-records'],
    queryFn: ({ signal }) => staff.getHeldRecords(signal),
  });
  if (!data?.records.length) return null;
  return (
    <Box sx={{ marginBottom: 2.5 }}>
      <Panel title={words.title}>
        <Typography sx={{ color: 'text.secondary', marginBottom: 1.5 }}>{words.lead}</Typography>
        <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {data.records.map((record) => {
            const name = record.name ?? record.email;
            return (
              <Box
                key={record.patient_id}
                component="li"
                sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', paddingBlock: 1 }}
              >
                <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
                  <TextLink to={`/trt/provider/patients/${record.patient_id}`}>{name}</TextLink>
                  <Box sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
                    {words.row(record.email, formatDate(record.held_since))}
                  </Box>
                </Box>
                {record.begun_anew ? words.begunAnew : <Release patientId={record.patient_id} name={name} />}
              </Box>
            );
          })}
        </Box>
      </Panel>
    </Box>
  );
}

/** Shown on the record: why nothing can be decided on it yet. */
export function HeldNotice({ patientId, name, since }: { patientId: string; name: string; since: string }) {
  return (
    <Notice tone="warning" action={<Release patientId={patientId} name={name} />}>
      {words.notice(formatDate(since))}
    </Notice>
  );
}

function Release({ patientId, name }: { patientId: string; name: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="outlined" aria-label={words.releaseNamed(name)} onClick={() => setAsking(true)}>
        {words.release}
      </Button>
      {asking && <ReleaseDialog patientId={patientId} name={name} onClose={() => setAsking(false)} />}
    </>
  );
}

interface ReleaseDialogProps {
  patientId: string;
  name: string;
  onClose: () => void;
}

function ReleaseDialog({ patientId, name, onClose }: ReleaseDialogProps) {
  const staff = useStaff();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const saving = useSave({
    send: (key) => staff.releaseRecord(patientId, { reason: reason.trim() }, key),
    done: words.done(name),
    onClose,
  });
  function confirm() {
    const said = saysWhy(reason);
    setMissing(!said);
    if (said) saving.save();
  }
  return (
    <ActionDialog
      title={words.dialogTitle(name)}
      onClose={onClose}
      confirm={{ label: words.confirm, onConfirm: confirm, busy: saving.busy }}
      error={saving.problem(words.failed)}
    >
      <Typography sx={{ marginBottom: 2 }}>{words.dialogLead}</Typography>
      <SmallField
        id="release-reason"
        type="multiline"
        label={words.reason}
        hint={words.reasonHint}
        value={reason}
        onChange={(typed) => {
          saving.edited();
          setMissing(false);
          setReason(typed);
        }}
        error={missing ? REASON_TOO_SHORT : saving.fields['reason']}
      />
    </ActionDialog>
  );
}
