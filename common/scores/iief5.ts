import { sumOf } from './items.js';

export const IIEF5_ITEMS = [
  'iief_confidence',
  'iief_hardness',
  'iief_maintain',
  'iief_difficulty',
  'iief_satisfaction',
] as const;
export type Iief5Answers = { readonly [Item in (typeof IIEF5_ITEMS)[number]]?: unknown };

/** Bands of the specification, worst last; the published names differ (12-16 mild to moderate, 8-11 moderate). */
export const IIEF5_BANDS = [
  { band: 'none', label: 'No ED', from: 22 },
  { band: 'mild', label: 'Mild', from: 17 },
  { band: 'moderate', label: 'Moderate', from: 12 },
  { band: 'moderate_severe', label: 'Moderate-severe', from: 8 },
  { band: 'severe', label: 'Severe', from: 0 },
] as const;
export type Iief5Band = (typeof IIEF5_BANDS)[number]['band'];

export interface Iief5Score {
  /** 0-25. */
  readonly score: number;
  readonly band: Iief5Band;
  readonly label: string;
}

/** The published bands, worst last; a total below 5 only where some questions were answered with "no attempt". */
const PUBLISHED_BANDS = [
  { published: 'none', from: 22 },
  { published: 'mild', from: 17 },
  { published: 'mild to moderate', from: 12 },
  { published: 'moderate', from: 8 },
  { published: 'severe', from: 0 },
] as const;
export type Iief5PublishedBand = (typeof PUBLISHED_BANDS)[number]['published'];

export interface Iief5Total {
  /** 0-25; higher is better. */
  readonly total: number;
  readonly published: Iief5PublishedBand;
  /** Questions 2 to 5 all say "no attempt": the total says nothing about erections. */
  readonly not_active: boolean;
}

const ITEMS = { count: IIEF5_ITEMS.length, low: 0, high: 5 };

/**
 * IIEF-5 total: the sum of five answers of 0-5 (0 = no attempt), at most 25. From a list: the total with its published
 * band; from answers by name: with the specification's band. Null when an item is blank or not a whole number of 0-5.
 * Source: Rosen 1999 (Pfizer, licensed through Mapi Research Trust), bands of the specification.
 */
export function iief5(items: readonly unknown[]): Iief5Total | null;
export function iief5(answers: Iief5Answers): Iief5Score | null;
export function iief5(given: readonly unknown[] | Iief5Answers): Iief5Total | Iief5Score | null {
  const items = isList(given) ? given : IIEF5_ITEMS.map((item) => given[item]);
  const score = sumOf(items, ITEMS);
  if (score === null) return null;
  if (!isList(given)) {
    const { band, label } = IIEF5_BANDS.find(({ from }) => score >= from) ?? IIEF5_BANDS[4];
    return { score, band, label };
  }
  return {
    total: score,
    published: PUBLISHED_BANDS.find(({ from }) => score >= from)?.published ?? 'severe',
    not_active: items.slice(1).every((item) => item === 0),
  };
}

const isList = (given: readonly unknown[] | Iief5Answers): given is readonly unknown[] =>
  Array.isArray(given);
