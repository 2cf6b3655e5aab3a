import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  accountAlsoWorksInClinic:
    'This account also works in the clinic. Ask an administrator to end that part first.',
  closesInDays: (graceDays: number) =>
    `It closes in ${graceDays} days. Until then you can sign in, download your record and choose to keep your account.`,
  recordAlreadyOnLegalHold: 'This record is already on legal hold.',
  recordNotOnLegalHold: 'This record is not on legal hold.',
});
