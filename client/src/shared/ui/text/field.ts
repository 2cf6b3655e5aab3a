export const hideText = 'Hide';
export const showText = 'Show';
