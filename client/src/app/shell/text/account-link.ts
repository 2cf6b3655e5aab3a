export const accountText = 'Account';
