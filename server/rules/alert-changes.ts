import type { Evidence } from '#common/clinical/index.js';

/** A limit from above ('< 300 ng/dL') makes a lower value the worse one; every other limit a higher one. */
const lowerIsWorse = (threshold: string | null): boolean => threshold?.startsWith('<') ?? false;

/** Whether one of the measured values that a rule was judged on is worse than when the alert was acknowledged. */
export function isWorse(
  before: readonly Pick<Evidence, 'name' | 'value'>[],
  now: readonly Evidence[],
): boolean {
  return now.some(({ name, value, threshold, age_days }) => {
    const was = before.find((input) => input.name === name)?.value;
    // Only what was measured has an age; a count of days gets larger every day.
    if (age_days === null || !threshold || typeof value !== 'number' || typeof was !== 'number') return false;
    return lowerIsWorse(threshold) ? value < was : value > was;
  });
}
