import { EDUCATION_HEADINGS } from '#common/vocabulary/education.js';

export const EDUCATION_TEXT = {
  title: 'Education',
  heading: 'Before you start',
  lead: 'What testosterone treatment is, who it is not for, and how to stay safe on it. It takes about five minutes.',
  summary: EDUCATION_HEADINGS.summary_points,
  contraindications: EDUCATION_HEADINGS.contraindications,
  contraindicationsLead: 'You may not be able to start, or may need something else first.',
  points: EDUCATION_HEADINGS.education_points,
  confirm: 'Confirm',
  confirmLead:
    'By confirming, you agree that you’ve read this page. You can ask about any of it at your consultation.',
  button: 'I have read and understood',
  acknowledged: (when: string) => `Acknowledged on ${when}.`,
  next: 'Go to my plan',
  cached: (age: string) =>
    `Showing a cached summary while the primary database is down. It is ${age} old. We keep trying.`,
  loadFailed: 'Unable to load education content',
  empty: 'No education content available.',
  emptyHint: 'The summary will appear here. Please check again later.',
  failed: 'Unable to record acknowledgement',
  general: 'General education, not medical advice.',
} as const;
