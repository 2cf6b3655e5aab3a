import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  cannotActOnOwnRecord: 'You cannot act on your own record as a member of the care team.',
  gaveCase: (name: string) => `Gave the case to ${name}.`,
  gaveCaseToYou: 'Gave the case to you.',
  recordInCaseLoad: 'This record is in your case load: it needs no reason.',
  sayWhyOpenRecord: 'Say why you open this record.',
});
