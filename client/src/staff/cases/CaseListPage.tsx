import { CaseWorklist } from './CaseWorklist.js';

/** /trt/provider/cases: who needs attention, with a link to each case. */
export default function CaseListPage() {
  return <CaseWorklist />;
}
