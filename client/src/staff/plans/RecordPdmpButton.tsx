import Button from '@mui/material/Button';
import { useState } from 'react';
import { toast } from '../../shared/toasts/index.js';
import { localToday } from '../cases/clinicalFacts.js';
import { explained } from '../kit/Failure.js';
import { useStaff } from '../kit/useStaff.js';

export const PDMP_RULE = 'pdmp_not_checked';

interface RecordPdmpButtonProps {
  caseId: string;
  patientName: string;
  onRecorded: () => void;
}

/** Notes that the prescription drug monitoring program was checked today. The check itself is the clinician's act. */
export function RecordPdmpButton({ caseId, patientName, onRecorded }: RecordPdmpButtonProps) {
  const staff = useStaff();
  const [busy, setBusy] = useState(false);
  async function record() {
    setBusy(true);
    try {
      const detail = await staff.getCase(caseId);
      await staff.patchCase(caseId, {
        version: detail.case.version,
        extras: { pdmp_checked_on: localToday() },
      });
      toast.success(`${patientName}: PDMP check of today recorded.`);
      onRecorded();
    } catch (error) {
      toast.error(explained(error) || 'The PDMP check could not be recorded.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button size="small" variant="outlined" type="button" loading={busy} onClick={() => void record()}>
      Record PDMP check
    </Button>
  );
}
