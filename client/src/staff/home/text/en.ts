export const HOME_TEXT = {
  first: 'Most urgent cases',
  firstFailed: 'Unable to load cases.',
  firstNone: 'No case needs attention.',
  all: 'All cases',
};

export const STAFF_HOME_TEXT = {
  loadingCases: 'Loading cases',
};
