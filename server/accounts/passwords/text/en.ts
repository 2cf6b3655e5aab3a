import { spoken } from '#server/platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  atLeastCharacters: (passwordMin: number) => `Use at least ${passwordMin} characters.`,
  commonPassword: 'This is a common password. Three or four unrelated words make a strong one.',
  doNotUseEmailAddress: 'Do not use your email address as the password.',
  doNotUseNameAsPassword: 'Do not use your name as the password.',
  doNotUseNameOfProgram: 'Do not use the name of this program as the password.',
  manyPeopleSigningInRightNow: 'Many people are signing in right now. Please try again in a moment.',
  passwordAppearedInDataBreach:
    'This password appeared in a data breach. Three or four unrelated words make a strong one.',
  passwordEasyToGuess: 'This password is easy to guess. Three or four unrelated words make a strong one.',
});
