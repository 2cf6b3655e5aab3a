/** Text of the password step, in its own file so that no other page downloads it. */
export const login = {
  title: 'Sign in',
  lead: 'Welcome back. This is an early-access program, and we’re still adding features.',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  submitting: 'Signing in…',
  useSso: 'Sign in with your organization',
  forgot: 'Forgot password?',
  noAccount: 'New here?',
  createAccount: 'Create account',
  missingEmail: 'Enter your email.',
  missingPassword: 'Enter your password.',
  failed: 'Unable to sign in.',
  statusUnknown: 'Unable to confirm backend connectivity. Try again in a moment.',
  databaseDown: 'Database connection issue',
};
