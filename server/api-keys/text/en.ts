import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  apiKeyNotValid: 'This API key is not valid.',
  chooseAtLeastOneScope: 'Choose at least one scope, each once.',
  chooseTimeWithinNextDays: (most: number) => `Choose a time within the next ${most} days.`,
  clinicLimitsRecordsToProviders:
    'Your clinic limits records to its providers. A provider of the clinic who is also its administrator can create this key.',
  clinicRequiresReasonForOpeningRecord: (noRecords: string) =>
    `This clinic requires a reason for opening a record, which a program cannot give. A key can have ${noRecords} only.`,
  enterKeySetOfUp: 'Enter a key set of up to 20,000 characters.',
  enterPublicKeysOrUrl: 'Enter the public keys or their URL, not both.',
  enterTimeWithOffset: 'Enter a time with its offset, for example 2027-01-31T00:00:00Z.',
  sendApiKeyOrSession: 'Send an API key or a session, not both.',
});
