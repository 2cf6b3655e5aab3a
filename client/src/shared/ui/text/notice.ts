export const closeText = 'Close';
