import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  key1ToCharacters: (maxKey: number) => `The key has 1 to ${maxKey} characters.`,
  keyUsedBeforeForAnotherRequest: 'This key was used before for another request.',
  sameRequestBeingWorked: 'The same request is being worked on. Please wait a moment.',
});
