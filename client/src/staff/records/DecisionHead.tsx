import { ClinicalStrip } from '../kit/ClinicalStrip.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { ToReview } from './ToReview.js';

/** Above every decision: who the patient is, what waits to be reviewed, and the values that decide. */
export function DecisionHead({ detail }: { detail: CaseDetail | undefined }) {
  if (!detail) return null;
  return (
    <>
      <PatientFacts detail={detail} />
      <ToReview detail={detail} />
      <ClinicalStrip detail={detail} />
    </>
  );
}
