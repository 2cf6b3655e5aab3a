import { CaseWorklist } from './CaseWorklist.js';

/** /trt/provider/cases: who needs attention, and the way to each case. */
export default function CaseListPage() {
  return <CaseWorklist />;
}
