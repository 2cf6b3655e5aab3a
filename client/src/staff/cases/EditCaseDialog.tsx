import { useQuery } from '@tanstack/react-query';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useSession } from '../../shared/session/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { SmallField } from '../forms/SmallField.js';
import { useStaff } from '../data/useStaff.js';
import { DIAGNOSES, EDIT_CASE_TEXT as words } from './text/en.js';
import { useCasePatch } from './useCasePatch.js';

interface EditCaseDialogProps {
  detail: CaseDetail;
  name: string;
  onClose: () => void;
}

/** The reason for the case and its provider: any provider of the clinic. */
export function EditCaseDialog({ detail, name, onClose }: EditCaseDialogProps) {
  const session = useSession();
  const { diagnosis: stored, primary_clinician, primary_clinician_id: clinician } = detail.case;
  const [diagnosis, setDiagnosis] = useState(stored ?? '');
  const [who, setWho] = useState(clinician ?? '');
  const staff = useStaff();
  const { data } = useQuery({
    queryKey: ['clinicians', detail.id],
    queryFn: ({ signal }) => staff.getClinicians(detail.id, signal),
  });
  const clinicians = data?.clinicians ?? [];
  // A provider who has left the clinic stays listed until another is chosen.
  const former = clinician !== null && !clinicians.some((one) => one.user_id === clinician);
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
          id="case-icd10"
          type="select"
          label={words.code}
          value={DIAGNOSES.find((one) => one === diagnosis) ?? ''}
          onChange={(code) => code && setDiagnosis(code)}
        >
          <option value="">{words.ownDiagnosis}</option>
          {DIAGNOSES.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </SmallField>
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
          <option value="">{words.unassigned}</option>
          {former && <option value={clinician}>{primary_clinician}</option>}
          {clinicians.map((one) => (
            <option key={one.user_id} value={one.user_id}>
              {one.user_id === session?.userId ? words.me(one.name) : one.name}
            </option>
          ))}
        </SmallField>
      </Stack>
    </ActionDialog>
  );
}
