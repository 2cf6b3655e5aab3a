import { dateIn } from '#common/clinical/index.js';
import type { PatientRow } from './patients.repository.js';

/** The day of a moment in answers to patients: where they live. Staff, the rules and the law keep the clinic's (`timezone`). */
export const ownDay = ({ zone }: Pick<PatientRow, 'zone'>, at: Date | string): string =>
  dateIn(new Date(at), zone);

/** What the clinic dated today does not lie ahead of a patient for whom it is still yesterday. */
export const notAhead = (day: string, today: string): string => (day > today ? today : day);
