/** SQL: a patient's message keeps decisions back until it is opened and, where it says more than everyday things, reviewed. */
export const isToReview = (alias: string): string =>
  `${alias}.sender = 'patient' AND NOT ${alias}.reads_as_history AND (${alias}.read_at IS NULL OR (${alias}.says_more AND ${alias}.reviewed_at IS NULL))`;
