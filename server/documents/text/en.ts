/** What this room says to people. */
export const TEXT = {
  notAgreed: 'Not agreed.',
};
