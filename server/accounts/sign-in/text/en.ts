import { spoken } from '#server/platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  accountChangedInMeantime: 'Your account has changed in the meantime. Please try again.',
  accountSecondFactor: 'Your account has a second factor. Enter a code or a recovery code, or use a passkey.',
  alreadyEmailAddress: 'This is already your email address.',
  currentPassword: 'This is your current password. Choose another one.',
  enterPasswordOrCodeOfAuthenticator: 'Enter your password or a code of your authenticator app.',
  ifEmailLinkedToAccount: 'If that email is linked to an account, reset instructions are on the way.',
  linkAlreadyUsed: 'This link was already used.',
  linkExpired: 'This link has expired. Request a new email.',
  linkNotValid: 'This link is not valid.',
  passwordsDoNotMatch: 'Passwords do not match.',
  passwordUpdated: 'Password updated. You can sign in with your new credentials.',
  providerDoesNotAnswer: 'The provider does not answer. Try again in a moment.',
  signInWithOrganization: 'Sign in with your organization.',
});
