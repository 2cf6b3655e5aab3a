import { BlockingRules } from '../orders/BlockingRules.js';
import { BLOCKED_TEXT as words } from './text/en.js';

interface BlockedPrescriptionProps {
  name: string;
  caseId: string;
  order: { prescription_id: string; version: number };
}

/** The plan is approved, its prescription is not: what blocks it, and what to do about that. */
export function BlockedPrescription({ name, caseId, order }: BlockedPrescriptionProps) {
  return (
    <BlockingRules
      order={order}
      caseId={caseId}
      name={name}
      title={words.title(name)}
      clear={words.clear(name)}
    />
  );
}
