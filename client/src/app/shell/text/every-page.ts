export const brandText = 'TRT Program';
export const skipToContentText = 'Skip to content';
