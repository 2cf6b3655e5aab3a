/**
 * SQL: a patient's message keeps decisions back until a provider has opened it and, where it says more than everyday
 * things, reviewed it.
 */
export const isToReview = (alias: string): string =>
  `${alias}.sender = 'patient' AND NOT ${alias}.reads_as_history AND (${alias}.provider_saw_at IS NULL OR (${alias}.says_more AND ${alias}.reviewed_at IS NULL))`;

/** SQL: the same, and what keeps decisions back as history until it was reviewed, here or on the case. */
export const isMarkedToReview = (alias: string): string =>
  `(${isToReview(alias)} OR (${alias}.sender = 'patient' AND ${alias}.reads_as_history AND ${alias}.reviewed_at IS NULL AND ${alias}.history_read_at IS NULL))`;
