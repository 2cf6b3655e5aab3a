/** The words of the frame around signed-in pages. */
export const verification = {
  lead: (email: string) => `Please verify your email. We sent a link to ${email}.`,
  resend: 'Resend verification email',
  sending: 'Sending…',
  sent: 'Verification email sent. Check your inbox.',
  notSent: 'A verification email could not be sent right now.',
  no_email: 'Add an email address to your profile to receive verification emails.',
  already_verified: 'Your email is already verified.',
  token_unavailable: 'Unable to create a new verification link. Try again later.',
  failed: 'Unable to resend the verification email.',
};

export const expiry = {
  title: 'Are you still there?',
  lead: 'To keep your information private, you will be signed out soon because nothing was done here for a while.',
  left: (seconds: number) => `Signing out in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  stay: 'Stay signed in',
  leave: 'Sign out',
  longest:
    'You have been signed in for as long as one session may last. Finish what you are doing and sign in again; what you typed is kept.',
  failed: 'The session could not be extended. Try again.',
  understood: 'Continue',
};

export const unsaved = {
  title: 'You have unsaved changes',
  lead: 'You will lose this if you go on now:',
  open: 'Look at it',
  openFor: (name: string) => `: ${name}`,
  stay: 'Stay',
  leave: 'Leave without saving',
};

export const assistant = {
  open: 'Open TRT assistant',
  name: 'TRT assistant',
  failed: 'The assistant could not be loaded. In an emergency call 911; in crisis call or text 988.',
};

export const recordReason = {
  title: 'Why are you opening this record?',
  lead: 'Another clinician treats this patient. Your reason is recorded, that clinician is notified, and the patient can see that you opened the record. Access lasts one hour.',
  reason: 'Reason',
  missing: 'Enter the reason.',
  confirm: 'Open record',
  cancel: 'Cancel',
  failed: 'The record was not opened. Try again in a moment.',
};
