import { sumOf } from './items.js';

/**
 * Quantitative ADAM: the sum of ten answers of 1-5, so 10-50; higher is better.
 * Null unless there are ten whole numbers of 1-5. Source: Mohamed 2010 (doi 10.1038/ijir.2009.35; questions: Saint Louis
 * University). No validated threshold: for tracking over time.
 */
export const qadam = (items: readonly unknown[]): number | null =>
  sumOf(items, { count: 10, low: 1, high: 5 });
