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

/**
 * IIEF-5 total: the sum of five answers of 0-5 (0 = no attempt), 25 at most.
 * Null when an item is blank or not a whole number of 0-5. Source: Rosen 1999 (Pfizer, licensed through Mapi Research
 * Trust), bands of the specification.
 */
export function iief5(answers: Iief5Answers): Iief5Score | null {
  let score = 0;
  for (const item of IIEF5_ITEMS) {
    const value = answers[item];
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 5) return null;
    score += value;
  }
  const { band, label } = IIEF5_BANDS.find(({ from }) => score >= from) ?? IIEF5_BANDS[4];
  return { score, band, label };
}
