import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { isApiError } from '../../shared/api/index.js';
import { useSession } from '../../shared/session/index.js';
import { toast } from '../../shared/toasts/index.js';
import type { CaseDetail } from '../dataProvider.js';
import { ActionDialog } from '../kit/ActionDialog.js';
import { isConflict, whoChanged } from '../kit/conflict.js';
import { explained, Failure } from '../kit/Failure.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { SmallField } from '../kit/SmallField.js';
import { useRefresh } from '../kit/useRefresh.js';
import { useStaff } from '../kit/useStaff.js';
import { EDIT_CASE_TEXT as words } from './text/en.js';

interface EditCaseDialogProps {
  detail: CaseDetail;
  name: string;
  onClose: () => void;
}

/** What the case is about and who cares for it. A provider takes a case himself; nobody hands one to somebody else. */
export function EditCaseDialog({ detail, name, onClose }: EditCaseDialogProps) {
  const staff = useStaff();
  const refresh = useRefresh();
  const session = useSession();
  const { diagnosis: stored, primary_clinician, primary_clinician_id: clinician, version } = detail.case;
  const [base, setBase] = useState(version);
  const [diagnosis, setDiagnosis] = useState(stored ?? '');
  const [who, setWho] = useState(clinician ?? '');
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const mine = session?.roles.includes('provider') ? session.userId : null;

  async function confirm() {
    setBusy(true);
    setFailure(null);
    setProblems({});
    try {
      await staff.patchCase(detail.id, {
        version: base,
        diagnosis: diagnosis.trim() || null,
        primary_clinician: who || null,
      });
      toast.success(words.saved(name));
      onClose();
    } catch (error) {
      const conflict = isConflict(error);
      if (isApiError(error)) setProblems(error.fields);
      setFailure(conflict ? `${whoChanged(error, 'this case')} ${words.conflict}` : explained(error));
      if (conflict) {
        const now = await staff.getCase(detail.id).catch(() => null);
        if (now) setBase(now.case.version);
      }
      setBusy(false);
    }
    await refresh();
  }
  return (
    <ActionDialog
      title={words.title(name)}
      onClose={onClose}
      confirm={{ label: words.save, onConfirm: () => void confirm(), busy }}
      error={failure !== null && <Failure title={words.failed} detail={failure} />}
    >
      <Stack spacing={2}>
        <PatientFacts detail={detail} />
        <SmallField
          id="case-diagnosis"
          label={words.diagnosis}
          value={diagnosis}
          onChange={setDiagnosis}
          error={problems['diagnosis']}
        />
        <SmallField
          id="case-clinician"
          type="select"
          label={words.clinician}
          value={who}
          onChange={setWho}
          error={problems['primary_clinician']}
        >
          <option value="">{words.nobody}</option>
          {clinician && clinician !== mine && <option value={clinician}>{primary_clinician}</option>}
          {mine && <option value={mine}>{words.me}</option>}
        </SmallField>
      </Stack>
    </ActionDialog>
  );
}
