import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  cannotApproveOwnRecord: 'You cannot approve your own record.',
  patientEnteredNewRecordSince:
    'This patient has entered a new record since. Continue with that one; the held record stays separate.',
  recordOnHoldUntilCareTeam:
    'This record is on hold until the care team confirms whose it is and releases it.',
});
