/** The words of records that are held. */
export const HELD_TEXT = {
  title: 'Held records',
  lead: 'Entered before the email address was verified. Since then the owner of the mailbox has taken over the account. Check by phone or in person that both are the same person, then release the record.',
  row: (email: string, since: string) => `${email}, held since ${since}`,
  begunAnew: 'The patient has entered a new record since.',
  notice: (since: string) =>
    `This record has been held since ${since}: it was entered before the email address was verified. Nothing can be decided on it, and its patient cannot see it, until it is released.`,
  release: 'Release',
  releaseNamed: (name: string) => `Release the record of ${name}`,
  dialogTitle: (name: string) => `Release the record of ${name}`,
  dialogLead:
    'The owner of the mailbox then sees everything in this record. Release it only after you have confirmed that this is the person who entered it.',
  reason: 'How did you confirm it?',
  reasonHint: 'Kept with the record and in the audit log.',
  confirm: 'Release record',
  done: (name: string) => `The record of ${name} is released.`,
  failed: 'The record was not released.',
};
