export const SAVED_TEXT = {
  loading: 'Loading your answers',
  untouched: 'Saves as you type',
  notYet: 'Not saved yet',
  justNow: 'Saved just now',
  minutes: (n: number) => `Saved ${n} min ago`,
  hours: (n: number) => `Saved ${n} hr ago`,
};
