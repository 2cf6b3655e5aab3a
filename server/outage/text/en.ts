/** What this room says to people. */
export const TEXT = {
  offlineCacheReadyForOutage: 'Offline cache is ready for an outage.',
};
