import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  tooManyTries: (retryAfterS: string) => `Too many tries. Please wait ${retryAfterS} and try again.`,
});
