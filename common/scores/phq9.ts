import { sumOf } from './items.js';

export interface Phq9Score {
  /** 0-27; higher is worse. */
  readonly total: number;
  /** Item 9 (thoughts of being better off dead or of hurting oneself) is not "not at all". */
  readonly self_harm: boolean;
}

const ITEMS = { count: 9, low: 0, high: 3 };

/** PHQ-9: the sum of nine answers of 0-3. Null unless there are nine. Source: Kroenke 2001; free to use. */
export function phq9(items: readonly unknown[]): Phq9Score | null {
  const total = sumOf(items, ITEMS);
  return total === null ? null : { total, self_harm: items[8] !== 0 };
}
