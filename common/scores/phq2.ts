import { sumOf } from './items.js';

const POSITIVE_FROM = 3;

/** The sum of the items that were answered: no less than the total, so that a blank hides no low mood. */
export const phq2AtLeast = (items: readonly unknown[]): number =>
  items.reduce<number>((sum, item) => sum + (typeof item === 'number' ? item : 0), 0);
export const isLowMood = (items: readonly unknown[]): boolean => phq2AtLeast(items) >= POSITIVE_FROM;

export interface Phq2Score {
  /** 0-6; higher is worse. */
  readonly total: number;
  /** 3 or more: PHQ-9 and a call. */
  readonly positive: boolean;
}

/**
 * PHQ-2: the sum of two answers of 0-3; 3 or more is positive. Null unless there are two whole numbers of 0-3.
 * Source: Kroenke 2003 (doi 10.1097/01.MLR.0000093487.78664.3C); free to use.
 */
export function phq2(items: readonly unknown[]): Phq2Score | null {
  const total = sumOf(items, { count: 2, low: 0, high: 3 });
  return total === null ? null : { total, positive: total >= POSITIVE_FROM };
}
