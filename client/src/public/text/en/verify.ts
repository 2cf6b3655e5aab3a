/** Text of /verify-email, in its own file so that no other page downloads it. */
export const verify = {
  title: 'Verify your email',
  processing: 'Checking your link…',
  success: 'Your email is verified. Thank you.',
  missing_token: 'This link is missing its token. Request a new email.',
  token_expired: 'This link has expired. Request a new email.',
  token_consumed: 'This link was already used.',
  usedBefore:
    'If it was you who opened it before, your email is verified and there is nothing more to do. If not, ask for a new email.',
  token_invalid: 'This link is not valid.',
  failed: "We couldn't verify your email. Please request a new link.",
  email: 'Email',
  resend: 'Resend verification email',
  resending: 'Sending…',
  resent: 'A new verification email is on its way.',
  resendFailed: "We couldn't send a new verification email.",
  noEmail: 'Add an email address to your profile to receive verification emails.',
  alreadyVerified: 'Your email is already verified.',
  missingEmail: 'Enter your email address.',
  invalidEmail: 'Enter a valid email address.',
  dashboard: 'Go to dashboard',
  signIn: 'Back to sign in',
};
