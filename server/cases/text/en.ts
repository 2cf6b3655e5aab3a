/** What this room says to people. */
export const TEXT = {
  patientNotSubmittedIntakeYet: 'The patient has not submitted the intake yet.',
};
