/** The words of the public pages. */
export const login = {
  title: 'Sign in',
  lead: 'Welcome back. This is an early-access program: new parts arrive step by step.',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  submitting: 'Signing in…',
  noAccount: 'New here?',
  createAccount: 'Create account',
  missingEmail: 'Enter your email.',
  missingPassword: 'Enter your password.',
  failed: 'Unable to sign in.',
  statusUnknown: 'Unable to confirm backend connectivity. Try again in a moment.',
  databaseDown: 'Database connection issue',
};

export const mfa = {
  title: 'One more step',
  lead: (email: string) => `Open your authenticator app and enter the code for ${email}.`,
  recoveryLead: 'Enter one of the recovery codes you saved. Each works once.',
  code: 'Authenticator code',
  recovery: 'Recovery code',
  verify: 'Verify',
  verifying: 'Verifying…',
  useRecovery: 'Use a recovery code',
  useApp: 'Use the authenticator app',
  otherAccount: 'Use a different account',
  sixDigits: 'Enter the 6-digit code.',
  missingRecovery: 'Enter a recovery code.',
  invalid: 'Invalid authentication code.',
  expired: 'That sign-in took too long. Please sign in again.',
};

export const signup = {
  title: 'Create account',
  lead: 'It takes a minute. Your intake comes next, and you can stop and come back at any time.',
  email: 'Email',
  password: 'Password',
  confirm: 'Confirm password',
  passwordHint: 'At least 12 characters. A few unrelated words work well.',
  submit: 'Create account',
  submitting: 'Creating your account…',
  haveAccount: 'Already registered?',
  signIn: 'Sign in',
  agree: [
    'By creating an account you agree to the ',
    'terms of use',
    ' and have read the ',
    'privacy notice',
    '.',
  ],
  missingEmail: 'Enter your email address.',
  invalidEmail: 'Enter a valid email address.',
  missingPassword: 'Enter a password.',
  tooShort: 'Use at least 12 characters.',
  missingConfirm: 'Enter the password again.',
  emailInUse: 'That email is already registered. Try signing in instead.',
  mismatch: 'Passwords do not match.',
  weak: 'Please choose a stronger password.',
  unavailable: 'Service temporarily unavailable. Please try again shortly.',
  failed: 'We could not create your account right now. Please try again later.',
  network: 'Network error. Please check your connection and try again.',
};

export const verify = {
  title: 'Verify your email',
  processing: 'Checking your link…',
  success: 'Your email is verified. Thank you.',
  missing_token: 'This link is missing its token. Request a new email.',
  token_expired: 'This link has expired. Request a new email.',
  token_consumed: 'This link was already used.',
  token_invalid: 'This link is not valid.',
  failed: "We couldn't verify your email. Please request a new link.",
  dashboard: 'Go to dashboard',
  signIn: 'Back to sign in',
};

export const show = { show: 'Show', hide: 'Hide' };
