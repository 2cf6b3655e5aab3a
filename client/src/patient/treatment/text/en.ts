export const TREATMENT_TEXT = {
  title: 'My treatment',
  lead: 'Your doses, fills, lab results, symptoms, side effects, and visits on one time axis.',
  loadFailed: 'Unable to load your treatment.',
  careful:
    'Numbers alone say little. Do not change your dose because of a number. Ask your care team if something worries you.',
} as const;
