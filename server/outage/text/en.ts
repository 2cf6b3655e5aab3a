import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  offlineCacheReadyForOutage: 'Offline cache is ready for an outage.',
});
