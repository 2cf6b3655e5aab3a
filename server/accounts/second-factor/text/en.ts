import { spoken } from '#server/platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  accountAtMostPasskeys: (most: number) => `An account has at most ${most} passkeys. Remove one first.`,
  canMakeNewOnesOnAccount: 'You can make new ones on the account security page.',
  codeIsntRight: 'That code isn’t right.',
  enterCodeOfAuthenticatorApp: 'Enter the code of your authenticator app as well.',
  invalidAuthenticationCode: 'Invalid authentication code.',
  ownSecondFactor:
    'You signed in through single sign-on. New staff, verified licenses and API keys stay when it ends, so they take a second factor of your own here that is at least a day old: set one up on the account security page. Or sign in with your password, or ask a system-wide administrator.',
  passkeyAlreadyInUse: 'This passkey is already in use.',
  passwordNotRight: 'The password is not right.',
  recoveryCodesLeft: (left: number) => `${left} recovery codes are left.`,
  signInAgainWithPasskey: 'Sign in again with your passkey, then remove it within ten minutes.',
  signInTookTooLong: 'That sign-in took too long. Please sign in again.',
  signInWithOrganizationAgain: 'Sign in with your organization again to confirm that it is you.',
  tookTooLong: 'This took too long. Please start again.',
  twoStepSign: 'Two-step sign-in is not on.',
  twoStepSignInAlready: 'Two-step sign-in is already on.',
});
