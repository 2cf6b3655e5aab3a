export const tooShortText = 'Too short: use at least 12 characters.';
export const easyToGuessText = 'Easy to guess. Add a few unrelated words.';
export const fairOneMoreWordMakesText = 'Fair. One more word makes it strong.';
