import type { SsoRefusal } from '#common/api/index.js';

/** Text of signing in with an organization, in its own file so that no other page downloads it. */
export const sso = {
  title: 'Sign in with your organization',
  lead: 'For clinic staff. Enter your work email, and your organization’s sign-in page opens.',
  email: 'Work email',
  submit: 'Continue',
  submitting: 'Opening…',
  usePassword: 'Use a password',
  missingEmail: 'Enter your email.',
  none: 'No organization signs in with this address. Use your password instead.',
  required: 'Your organization asks its staff to sign in on its own page.',
  failed: 'Your organization’s sign-in page could not be opened. Try again in a moment.',
  badStep: 'That sign-in could not be continued. Please start again.',
  refusals: {
    refused:
      'You are not signed in. Check that you used your work account, or ask your administrator whether your account here is active.',
    expired: 'That sign-in took too long or was started in another window. Please start again.',
    unavailable: 'Your organization’s sign-in page does not answer. Try again in a moment.',
  } satisfies Record<SsoRefusal, string>,
};
