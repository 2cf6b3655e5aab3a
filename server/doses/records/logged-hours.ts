import { INTERVAL_DAYS } from '#common/clinical/index.js';

/** A logged dose says how long ago the last dose was only while no later one can have been forgotten. */
const FORGOTTEN_AFTER = 1.5;
/** Without a plan, doses are taken for weekly ones. */
const USUAL_DAYS = INTERVAL_DAYS['once weekly'];

const DAYS_OF = Object.entries(INTERVAL_DAYS)
  .map(([frequency, days]) => `WHEN '${frequency}' THEN ${days}`)
  .join(' ');

/** Days between two doses at a moment: of the plan approved last before it, otherwise of the first one after it. */
const intervalDays = (patient: string, at: string): string => `COALESCE((
  SELECT CASE pl.frequency ${DAYS_OF} END FROM plans pl
  WHERE pl.patient_id = ${patient} AND (pl.approved_at IS NOT NULL OR pl.lifecycle = 'pending_review')
  ORDER BY pl.approved_at > ${at}, abs(extract(epoch FROM pl.approved_at - ${at})), pl.id LIMIT 1), ${USUAL_DAYS})`;

/** SQL: hours from the last dose that the patient logged to a moment, as `l.collected_at` of a draw; null where the log does not say. */
export const loggedHours = (patient: string, at: string): string => `(
  SELECT round((extract(epoch FROM ${at} - ds.taken_at) / 3600)::numeric, 1)::float8 FROM doses ds
  WHERE ds.patient_id = ${patient} AND NOT ds.missed AND ds.removed_at IS NULL AND ds.taken_at <= ${at}
    AND ds.taken_at >= ${at} - ${FORGOTTEN_AFTER} * interval '1 day' * ${intervalDays(patient, at)}
  ORDER BY ds.taken_at DESC LIMIT 1)`;

/** SQL: as above for a draw `l`, and only where it has no hours of its own. */
export const HOURS_FROM_LOG = `CASE WHEN l.since_last_dose_h IS NULL THEN ${loggedHours('l.patient_id', 'l.collected_at')} END`;

/** SQL: as above for a draw `l` with hours of its own, unless they were confirmed. */
export const HOURS_BESIDE_LOG = `CASE WHEN l.since_last_dose_h IS NOT NULL AND NOT l.hours_confirmed THEN ${loggedHours('l.patient_id', 'l.collected_at')} END`;
