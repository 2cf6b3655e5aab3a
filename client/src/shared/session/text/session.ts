export const sessionExpiredDueToInactivityText =
  'Your session has expired due to inactivity. Please sign in again.';
export const signedOutOnScreenText =
  'You are signed out on this screen. The server could not be told yet; this device keeps trying.';
export const mfaNotPendingText = 'MFA is not pending.';
