export const profileText = ', your profile';
