import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  patientNotSubmittedIntakeYet: 'The patient has not submitted the intake yet.',
});
