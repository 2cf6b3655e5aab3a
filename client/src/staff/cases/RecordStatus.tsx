import type { Lab } from '#common/api/index.js';
import { LAB_RECORD_STATUS } from '#common/vocabulary/index.js';
import { StatusChip } from '../../shared/ui/index.js';

/** A panel's status, from ordered to voided. */
export function RecordStatus({ lab }: { lab: Pick<Lab, 'status'> }) {
  const { tone, label } = LAB_RECORD_STATUS[lab.status] ?? { tone: 'neutral', label: lab.status };
  return <StatusChip tone={tone}>{label}</StatusChip>;
}
