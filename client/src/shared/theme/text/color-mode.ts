export const lightColorsText = 'Switch to light colors';
export const darkColorsText = 'Switch to dark colors';
