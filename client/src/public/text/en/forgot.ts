/** Text of /forgot-password, in its own file so that no other page downloads it. */
export const forgot = {
  title: 'Reset your password',
  lead: 'Enter your account email. We’ll email you a one-time link that works for 15 minutes.',
  email: 'Email',
  submit: 'Send reset link',
  submitting: 'Sending…',
  back: 'Back to sign in',
  missingEmail: 'Enter your email address.',
  invalidEmail: 'Enter a valid email address.',
  failed: 'Unable to send reset instructions. Try again in a moment.',
  network: 'Unable to reach the password reset service. Try again in a moment.',
  success: 'If that email is linked to an account, reset instructions are on the way.',
  hint: 'No email after a few minutes? Look in your spam folder, or check the address and try again.',
};
