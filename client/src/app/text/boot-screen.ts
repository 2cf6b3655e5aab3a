export const checkingSessionText = 'Checking your session…';
