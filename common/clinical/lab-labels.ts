/** Labels for follow-up after a treatment that had begun. */
export const AFTER_STOPPING = ' after stopping';

const recheck = (what: string) => ({
  before: what,
  on: what,
  held: `${what} while treatment is held`,
  after: `${what}${AFTER_STOPPING}`,
});

/** Rechecks of a finding, worded for the patient's situation. */
export const RECHECK_LABELS = {
  hct_stop: recheck('Blood count recheck'),
  hct_high: recheck('Hematocrit recheck'),
  psa: recheck('PSA recheck'),
} as const;

/** Before a hold on treatment reaches its date. */
export const RELEASE_LABEL = 'Recheck before treatment resumes';

/** While a request for a refill waits for a result. */
export const REFILL_LABEL = 'Blood test before the refill';

/** What is required to confirm a diagnosis. */
export const MORNING_TESTS = {
  first: 'First morning testosterone, blood count and PSA.',
  second: 'Second morning testosterone on a different day.',
  third: 'Third morning testosterone on a different day.',
} as const;
