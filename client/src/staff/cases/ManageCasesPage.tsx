import { CaseWorklist } from './CaseWorklist.js';

/** /trt/cases: the same list with a link to each case's prescriptions. */
export default function ManageCasesPage() {
  return <CaseWorklist manage />;
}
