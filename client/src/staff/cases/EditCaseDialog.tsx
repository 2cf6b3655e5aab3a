import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useSession } from '../../shared/session/index.js';
import type { CaseDetail } from '../dataProvider.js';
import { ActionDialog } from '../kit/ActionDialog.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { SmallField } from '../kit/SmallField.js';
import { EDIT_CASE_TEXT as words } from './text/en.js';
import { useCasePatch } from './useCasePatch.js';

interface EditCaseDialogProps {
  detail: CaseDetail;
  name: string;
  onClose: () => void;
}

/** What the case is about and who cares for it. A provider takes a case himself; nobody hands one to somebody else. */
export function EditCaseDialog({ detail, name, onClose }: EditCaseDialogProps) {
  const session = useSession();
  const { diagnosis: stored, primary_clinician, primary_clinician_id: clinician } = detail.case;
  const [diagnosis, setDiagnosis] = useState(stored ?? '');
  const [who, setWho] = useState(clinician ?? '');
  const mine = session?.roles.includes('provider') ? session.userId : null;
  const {
    busy,
    fields: problems,
    save,
    problem,
  } = useCasePatch(detail, {
    change: () => ({ diagnosis: diagnosis.trim() || null, primary_clinician: who || null }),
    done: words.saved(name),
    onClose,
  });
  return (
    <ActionDialog
      title={words.title(name)}
      onClose={onClose}
      confirm={{ label: words.save, onConfirm: save, busy }}
      error={problem(words.failed, words.conflict, 'this case')}
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
