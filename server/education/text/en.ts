import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  confirmRead: 'Please confirm that you have read and understood.',
});
