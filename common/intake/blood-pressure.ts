/** Severe-range blood pressure in mmHg: contact the same day, at once with symptoms. Source: ACC/AHA 2025. */
export const SEVERE_SYSTOLIC = 180;
export const SEVERE_DIASTOLIC = 120;

/** @param systolic mmHg, like diastolic; null: not given */
export const isSeverePressure = (systolic: unknown, diastolic: unknown): boolean =>
  (typeof systolic === 'number' && systolic >= SEVERE_SYSTOLIC) ||
  (typeof diastolic === 'number' && diastolic >= SEVERE_DIASTOLIC);
