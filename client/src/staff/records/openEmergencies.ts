import type { CaseAlert } from '#common/api/index.js';
import { isEmergencyAlert } from '#common/emergency/emergency-kinds.js';
import type { CaseDetail } from '../data/dataProvider.js';

/** Emergencies of the patient that no one has answered. */
export const openEmergencies = ({ alerts }: CaseDetail): CaseAlert[] =>
  alerts.filter(({ rule_key: key, acknowledged }) => isEmergencyAlert(key) && acknowledged === null);
