/** What this room says to people. */
export const TEXT = {
  tooManyTries: (retryAfterS: string) => `Too many tries. Please wait ${retryAfterS} and try again.`,
};
