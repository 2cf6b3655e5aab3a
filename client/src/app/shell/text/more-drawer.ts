export const moreText = 'More';
