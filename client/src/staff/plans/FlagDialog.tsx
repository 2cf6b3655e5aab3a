import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { PendingPlan, StaffPlan } from '#common/api/index.js';
import { toast } from '../../shared/toasts/index.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { explained } from '../forms/Failure.js';
import { changedRecord, whoChanged } from '../forms/conflict.js';
import { SmallField } from '../forms/SmallField.js';
import { useRefresh } from '../data/useRefresh.js';
import { useStaff } from '../data/useStaff.js';
import { whatChanged } from './conflict.js';
import { FLAG_DIALOG_TEXT } from './text/en.js';

/** Takes a plan out of the bulk approval until a clinician has looked at it. */
export function FlagDialog({ plan, onClose }: { plan: PendingPlan; onClose: () => void }) {
  const staff = useStaff();
  const refresh = useRefresh();
  const [version, setVersion] = useState(plan.version);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    setError(null);
    try {
      const typed = reason.trim();
      await staff.flagPlan({ plan_id: plan.plan_id, version, ...(typed && { reason: typed }) });
      toast.success(`${plan.patient_name}: plan flagged.`);
      await refresh();
      onClose();
      return;
    } catch (failure) {
      const changed = changedRecord<StaffPlan>(failure);
      if (changed) setVersion(changed.version);
      const message = changed
        ? `${whoChanged(failure, 'this plan')} ${whatChanged(changed)}`
        : explained(failure);
      setError(message ? `Flag failed: ${message}` : 'Flag failed');
      setBusy(false);
    }
    await refresh();
  }
  return (
    <ActionDialog
      title={FLAG_DIALOG_TEXT.flagPlan(plan.patient_name)}
      onClose={onClose}
      confirm={{ label: FLAG_DIALOG_TEXT.flagPlan2, onConfirm: () => void confirm(), busy }}
      error={error}
    >
      <Typography sx={{ marginBottom: 2 }}>{FLAG_DIALOG_TEXT.flaggedPlanLeftOutWhen}</Typography>
      <SmallField
        id="flag-reason"
        type="multiline"
        label={FLAG_DIALOG_TEXT.reasonOptional}
        value={reason}
        onChange={setReason}
      />
    </ActionDialog>
  );
}
