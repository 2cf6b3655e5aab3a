/** The headings of the education summary, on the page and in the signed PDF alike. */
export const EDUCATION_HEADINGS = {
  summary_points: 'In short',
  contraindications: 'Tell us if any of these is true for you',
  education_points: 'Using it safely',
} as const;
