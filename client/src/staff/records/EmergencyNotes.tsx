import type { CaseDetail } from '../data/dataProvider.js';
import { Notice } from '../../shared/ui/index.js';
import { openEmergencies } from './openEmergencies.js';

/** Emergencies that no one has answered, before a dialog's question. */
export const EmergencyNotes = ({ detail }: { detail: CaseDetail }) =>
  openEmergencies(detail).map(({ id, message }) => (
    <Notice key={id} tone="danger">
      {message}
    </Notice>
  ));
