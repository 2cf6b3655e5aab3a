/** The words of legal holds and closing accounts. */
export const LEGAL_HOLD_TEXT = {
  notice: (since: string) => `On legal hold since ${since}: nothing in this record is erased.`,
  closes: (on: string) =>
    `The patient asked to close the account on ${on}. It stays open while a prescription is in use or an appointment is open.`,
  place: 'Place legal hold',
  release: 'Release legal hold',
  placeTitle: (name: string) => `Place a legal hold on ${name}?`,
  placeLead:
    'Nothing in this record is erased until the hold is released. The patient can still close the account.',
  releaseTitle: (name: string) => `Release the legal hold on ${name}?`,
  releaseLead:
    'The record will be erased once its retention period is over. That may be in the next nightly run.',
  reason: 'Reason',
  reasonHint: 'Shown to administrators only.',
  placed: (name: string) => `${name} is on legal hold.`,
  released: (name: string) => `The legal hold on ${name} is released.`,
  failed: 'The legal hold was not changed',
};
