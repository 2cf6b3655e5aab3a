export const ADAM_ITEMS = [
  'decreased_libido',
  'lack_of_energy',
  'decreased_strength',
  'loss_of_height',
  'decreased_enjoyment',
  'sadness_mood',
  'weaker_erections',
  'decreased_sports',
  'falling_asleep_dinner',
  'work_performance',
] as const;
export type AdamItem = (typeof ADAM_ITEMS)[number];
export type AdamAnswers = { readonly [Item in AdamItem | `${AdamItem}_severity`]?: unknown };

export interface AdamScore {
  /** Items answered yes, 0-10. */
  readonly count: number;
  /** Sum of the severities of the items answered yes, 0-100; a trend only, not a validated score. */
  readonly severity_sum: number;
  /** Items answered yes without a severity of 0-10; they add nothing to the sum. */
  readonly unrated: number;
  /** Item 1 (libido) or 7 (erections), or any three items. */
  readonly positive: boolean;
  readonly answered: number;
}

/**
 * ADAM screen: yes/no for ten items, each with a severity of 0-10. Unanswered items count as not reported.
 * Null when nothing is answered. Source: Morley, Metabolism 49:1239 (questions: Saint Louis University).
 */
export function adam(answers: AdamAnswers): AdamScore | null {
  let count = 0;
  let severitySum = 0;
  let answered = 0;
  let unrated = 0;
  for (const item of ADAM_ITEMS) {
    const value = answers[item];
    if (typeof value !== 'boolean') continue;
    answered += 1;
    if (!value) continue;
    count += 1;
    const severity = answers[`${item}_severity`];
    if (typeof severity === 'number' && severity >= 0 && severity <= 10) severitySum += severity;
    else unrated += 1;
  }
  if (answered === 0) return null;
  const positive = answers.decreased_libido === true || answers.weaker_erections === true || count >= 3;
  return { count, severity_sum: severitySum, unrated, positive, answered };
}
