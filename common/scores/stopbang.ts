export const STOPBANG_ITEMS = [
  'stopbang_snoring',
  'stopbang_tired',
  'stopbang_observed',
  'stopbang_pressure',
  'stopbang_bmi',
  'stopbang_age',
  'stopbang_neck',
  'stopbang_male',
] as const;
export type StopBangAnswers = { readonly [Item in (typeof STOPBANG_ITEMS)[number]]?: unknown };

export const STOPBANG_BANDS = [
  { band: 'high', label: 'High risk', from: 5 },
  { band: 'intermediate', label: 'Intermediate risk', from: 3 },
  { band: 'low', label: 'Low risk', from: 0 },
] as const;
export type StopBangBand = (typeof STOPBANG_BANDS)[number]['band'];

export interface StopBangScore {
  /** Items answered yes, 0-8: a lower bound while items are unanswered. */
  readonly score: number;
  /** Of the first four items (snoring, tired, observed, pressure). */
  readonly stop_items: number;
  readonly answered: number;
  readonly complete: boolean;
  readonly band: StopBangBand;
  readonly label: string;
}

/**
 * STOP-BANG: one point for each of eight yes answers; 0-2 low, 3-4 intermediate, 5-8 high.
 * Null when nothing is answered; unanswered items count as zero and make `complete` false. Source: Chung, Anesthesiology
 * 108:812 (proprietary to University Health Network), bands of the specification.
 */
export function stopBang(answers: StopBangAnswers): StopBangScore | null {
  let score = 0;
  let stopItems = 0;
  let answered = 0;
  for (const [place, item] of STOPBANG_ITEMS.entries()) {
    const value = answers[item];
    if (typeof value !== 'boolean') continue;
    answered += 1;
    if (!value) continue;
    score += 1;
    if (place < 4) stopItems += 1;
  }
  if (answered === 0) return null;
  const { band, label } = STOPBANG_BANDS.find(({ from }) => score >= from) ?? STOPBANG_BANDS[2];
  return {
    score,
    stop_items: stopItems,
    answered,
    complete: answered === STOPBANG_ITEMS.length,
    band,
    label,
  };
}
