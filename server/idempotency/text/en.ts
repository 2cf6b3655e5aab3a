/** What this room says to people. */
export const TEXT = {
  key1ToCharacters: (maxKey: number) => `The key has 1 to ${maxKey} characters.`,
  keyUsedBeforeForAnotherRequest: 'This key was used before for another request.',
  sameRequestBeingWorked: 'The same request is being worked on. Please wait a moment.',
};
