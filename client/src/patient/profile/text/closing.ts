import type { OpenMatter } from '#common/api/index.js';

/** Words of closing the account. */
export const CLOSING_TEXT = {
  title: 'Close your account',
  lead: (days: number) =>
    `You can close your account at any time. It stays open for ${days} days after you ask, in case you change your mind.`,
  kept: (years: number) =>
    `The law asks the clinic to keep the record of your care. It is kept for ${years} years after your last care or sign-in and then erased. If you had no care yet, everything is erased a day after the account closes.`,
  exportFirst: 'Download your data above first: you cannot sign in once the account is closed.',
  open: 'Close my account',
  dialogTitle: 'Close your account?',
  dialogLead: (days: number) =>
    `You can sign in and change your mind for ${days} days. After that you can no longer sign in to this account.`,
  download: 'Download my data first',
  confirm: 'Close my account',
  cancel: 'Cancel',
  failed: 'Your account was not changed. Try again in a moment.',
  asked: (date: string) => `Your account closes on ${date}.`,
  waits: {
    emergencies: 'You told us of an emergency. Your care team has to reach you about it first.',
    prescriptions:
      'You have a prescription in use. Write to your care team, so that your treatment ends safely.',
    appointments: 'You have an appointment. Cancel it, or come to it first.',
  } satisfies Record<OpenMatter, string>,
  waitsLead: 'Before the account can close:',
  keep: 'Keep my account',
  keptDone: 'Your account stays open.',
  closingDone: 'Your request is recorded. We sent you an email about it.',
};
