export const mainText = 'Main';
