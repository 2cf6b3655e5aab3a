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
      title={`Flag the plan of ${plan.patient_name}`}
      onClose={onClose}
      confirm={{ label: 'Flag plan', onConfirm: () => void confirm(), busy }}
      error={error}
    >
      <Typography sx={{ marginBottom: 2 }}>
        A flagged plan is left out when all unflagged plans are approved together.
      </Typography>
      <SmallField
        id="flag-reason"
        type="multiline"
        label="Reason (optional)"
        value={reason}
        onChange={setReason}
      />
    </ActionDialog>
  );
}
