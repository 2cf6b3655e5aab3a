import { CaseWorklist } from './CaseWorklist.js';

/** /trt/cases: the same list with the way to each case's prescriptions. */
export default function ManageCasesPage() {
  return <CaseWorklist manage />;
}
