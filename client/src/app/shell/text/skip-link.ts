export const skipToContentText = 'Skip to content';
