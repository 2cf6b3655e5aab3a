import { spoken } from '#server/platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  chooseOneOfRoles: 'Choose one of your roles.',
  chooseStrongerPassword: 'Please choose a stronger password.',
  emailAlreadyRegistered: 'That email is already registered. Try signing in instead.',
  newEmailAlreadyRegistered: 'That email is already registered.',
  enter6DigitCode: 'Enter the 6-digit code.',
  enterCurrentPassword: 'Enter your current password.',
  enterEmailAddress: 'Enter your email address.',
  enterName: 'Enter a name.',
  enterNameOnOneLine: 'Enter a name on one line, without invisible characters.',
  enterNameWithoutAddress: 'Enter a name without a web address.',
  enterNewPassword: 'Enter a new password.',
  enterPassword: 'Enter your password.',
  enterAPassword: 'Enter a password.',
  enterPasswordAgain: 'Enter the password again.',
  enterPoliciesByState: 'Enter the policies by state.',
  givePasskeyName: 'Give the passkey a name.',
  givePasskeyNameOfAtMost: 'Give the passkey a name of at most 60 characters.',
  linkNotValid: 'The link is not valid.',
  notCodeOfState: (code: string) => `${code} is not the code of a state.`,
  notKnown: (unknown: string) => `${unknown} is not known.`,
  passkeyResponseMissing: 'The passkey response is missing.',
  passwordTooLong: 'The password is too long.',
  signInNotKnown: 'The sign-in is not known.',
  userWithEmailAlreadyExists: 'A user with this email already exists.',
});
