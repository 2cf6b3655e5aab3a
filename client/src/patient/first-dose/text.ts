export const FIRST_DOSE_TEXT = {
  title: 'Have you taken your first dose?',
  lead: 'Tell us the day. Your blood tests are planned from it.',
  notYet: 'Not yet? Leave this here and come back once you have.',
  day: 'Day of your first dose',
  today: 'Today',
  save: 'Save first dose',
  saved: 'Thank you. Your blood tests are planned from that day.',
  failed: 'Unable to save your first dose. Try again in a moment.',
  missing: 'Enter the full date of your first dose.',
} as const;
