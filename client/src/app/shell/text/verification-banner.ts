export const emailVerificationText = 'Email verification';
