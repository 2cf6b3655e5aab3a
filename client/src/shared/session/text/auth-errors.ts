export const enterEmailAddressText = 'Enter your email address.';
export const enterPasswordText = 'Enter your password.';
export const emailOrPasswordIncorrectText = 'The email or password is incorrect.';
export const doNotAccessToApplicationText = 'You do not have access to this application.';
export const authenticationServiceUnavailableText =
  'Authentication service is unavailable. Try again in a moment.';
export const authenticationFailedText = 'Authentication failed. Please try again.';
