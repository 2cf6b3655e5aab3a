import { sumOf } from './items.js';

/** From the total on, worst first. */
export const AMS_BANDS = [
  { band: 'severe', from: 50 },
  { band: 'moderate', from: 37 },
  { band: 'mild', from: 27 },
  { band: 'none', from: 17 },
] as const;
export type AmsBand = (typeof AMS_BANDS)[number]['band'];

/** Question numbers, from 1. */
const PSYCHOLOGICAL = [6, 7, 8, 11, 13];
const SOMATOVEGETATIVE = [1, 2, 3, 4, 5, 9, 10];
const SEXUAL = [12, 14, 15, 16, 17];

export interface AmsScore {
  /** 17-85; higher is worse. */
  readonly total: number;
  readonly band: AmsBand;
  /** 5-25, 7-35 and 5-25. */
  readonly psychological: number;
  readonly somatovegetative: number;
  readonly sexual: number;
}

/**
 * Aging Males' Symptoms scale: seventeen answers of 1-5, their sum and three subscores; 26 or less none, 27-36 mild, 37-49
 * moderate, 50 or more severe. Null unless there are seventeen whole numbers of 1-5. Source: Heinemann 1999 (ask the
 * owner for a license before use).
 */
export function ams(items: readonly unknown[]): AmsScore | null {
  const total = sumOf(items, { count: 17, low: 1, high: 5 });
  if (total === null) return null;
  const part = (numbers: readonly number[]): number =>
    numbers.reduce((sum, number) => sum + (items[number - 1] as number), 0);
  return {
    total,
    band: AMS_BANDS.find(({ from }) => total >= from)?.band ?? 'none',
    psychological: part(PSYCHOLOGICAL),
    somatovegetative: part(SOMATOVEGETATIVE),
    sexual: part(SEXUAL),
  };
}
