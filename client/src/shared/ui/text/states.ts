export const tryAgainText = 'Try again';
