import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  answersMustOneObject: 'The answers must be one object.',
  notTheName: 'Type your full name as it is in section 1.',
  signatureSentWithSubmit: 'A signature is sent with submit.',
  typeFullName: 'Type your full name.',
  versionMust0OrMore: 'The version must be 0 or more.',
});
