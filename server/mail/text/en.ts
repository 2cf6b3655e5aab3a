import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  onlyUnsentAgain: 'Only an email that could not be sent can be sent again.',
});
