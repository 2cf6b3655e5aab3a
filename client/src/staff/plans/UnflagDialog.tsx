import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { PendingPlan, StaffPlan } from '#common/api/index.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { openFlags } from '../kit/words.js';
import { FlagList } from './FlagList.js';
import { UNFLAG_TEXT as words } from './text/en.js';

/** Clears a plan's flags: with a typed reason if a rule set one. */
export function UnflagDialog({ plan: opened, onClose }: { plan: PendingPlan; onClose: () => void }) {
  const staff = useStaff();
  const [plan, setPlan] = useState<StaffPlan>(opened);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const required = openFlags(plan.flags).some((flag) => flag.kind === 'rule');
  const saving = useSave<StaffPlan>({
    send: () =>
      staff.unflagPlan({
        plan_id: plan.plan_id,
        version: plan.version,
        ...(reason.trim() && { reason: reason.trim() }),
      }),
    done: words.done(opened.patient_name),
    onClose,
    onConflict: setPlan,
  });

  function confirm() {
    const lacks = required && !reason.trim();
    setMissing(lacks ? words.missing : null);
    if (!lacks) saving.save();
  }
  return (
    <ActionDialog
      title={words.title(opened.patient_name)}
      onClose={onClose}
      confirm={{ label: words.confirm, onConfirm: confirm, busy: saving.busy }}
      error={saving.problem(words.failed, words.again, 'this plan')}
      readFirst
    >
      <Stack spacing={2}>
        <FlagList flags={plan.flags} />
        <Typography>{words.lead}</Typography>
        <SmallField
          id="unflag-reason"
          type="multiline"
          label={required ? words.required : words.optional}
          value={reason}
          onChange={(value) => {
            saving.edited();
            setReason(value);
          }}
          error={missing ?? saving.fields['reason']}
        />
      </Stack>
    </ActionDialog>
  );
}
