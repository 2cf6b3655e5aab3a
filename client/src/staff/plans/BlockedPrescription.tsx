import { useState } from 'react';
import { Notice } from '../../shared/ui/index.js';
import { ruleTitle } from '../kit/words.js';
import { PDMP_RULE, RecordPdmpButton } from './RecordPdmpButton.js';

export const CLINICAL_ONLY =
  'This is clinical approval. It sends nothing to a pharmacy and is not an electronic signature of a prescription.';

interface BlockedPrescriptionProps {
  name: string;
  caseId: string | undefined;
  blockedBy: string[];
}

/** The plan is in force, its prescription is not: which rule holds it, and what can be done about that. */
export function BlockedPrescription({ name, caseId, blockedBy }: BlockedPrescriptionProps) {
  const [recorded, setRecorded] = useState(false);
  const canRecord = caseId !== undefined && blockedBy.includes(PDMP_RULE) && !recorded;
  return (
    <Notice
      tone={recorded ? 'info' : 'warning'}
      title={`${name}: the prescription stays a draft`}
      action={
        canRecord && (
          <RecordPdmpButton caseId={caseId} patientName={name} onRecorded={() => setRecorded(true)} />
        )
      }
    >
      {recorded
        ? 'The PDMP check is recorded. The prescription can now be approved on its own.'
        : blockedBy.map(ruleTitle).join(' · ')}
    </Notice>
  );
}
