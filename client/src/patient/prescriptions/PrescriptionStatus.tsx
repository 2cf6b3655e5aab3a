import type { PatientPrescription } from '#common/api/index.js';
import { StatusChip } from '../../shared/ui/index.js';
import { isOnHold, PRESCRIPTION_TONE } from './supply.js';
import { PRESCRIPTIONS_TEXT as text } from './text/en.js';

/** An order's status; one on hold is not shown as sent or filled. */
export function PrescriptionStatus({ order }: { order: PatientPrescription }) {
  if (isOnHold(order)) return <StatusChip tone="warning">{text.onHold}</StatusChip>;
  return <StatusChip tone={PRESCRIPTION_TONE[order.status]}>{text.status[order.status]}</StatusChip>;
}
