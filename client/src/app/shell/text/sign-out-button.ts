export const signOutText = 'Sign out';
