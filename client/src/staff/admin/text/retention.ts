import type { RetentionRule } from '#common/api/index.js';

export const RETENTION_TEXT = {
  title: 'Retention',
  lead: 'What is kept and for how long, which accounts are closing, and which records are on legal hold.',
  loading: 'Loading retention',
  failed: 'Unable to load retention.',
  schedule: 'Schedule',
  scheduleColumns: { what: 'What', kept: 'Kept', ends: 'Then', source: 'Why' },
  ends: { erased: 'erased', deleted: 'deleted', kept: 'kept' } satisfies Record<
    RetentionRule['ends'],
    string
  >,
  closings: 'Closing accounts',
  closingColumns: { patient: 'Patient', asked: 'Asked on', closes: 'Closes on', hold: 'Legal hold' },
  noClosings: 'No account is closing.',
  onHold: 'on hold',
  notOnHold: 'none',
  holds: 'Legal holds',
  holdColumns: { patient: 'Patient', since: 'Since', by: 'Placed by', reason: 'Reason' },
  noHolds: 'No record is on legal hold. Place one on the patient’s page.',
};
