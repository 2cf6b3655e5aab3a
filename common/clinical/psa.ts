/** PSA as the rules, the lab schedule and the measures judge it. */
import type { ClinicalCase } from './case.js';
import { PSA } from './limits.js';

interface Value {
  readonly value: number;
}
const FIRST_YEAR_DAYS = 365;

/** Doubled on a 5-alpha-reductase inhibitor, which halves it. */
export const judgedPsa = (c: ClinicalCase, draw: Value | null | undefined): number | null =>
  draw ? draw.value * c.psaFactor : null;

/** Rise from one value to a later one, rounded to two decimals. */
export const riseBetween = (c: ClinicalCase, earlier: number, later: number): number =>
  Math.round((later - earlier) * c.psaFactor * 100) / 100;

/** Rise over the last value up to the start: of the latest on treatment, or of the one given. */
export const psaRise = (c: ClinicalCase, draw: Value | null = c.psaSinceStart): number | null =>
  c.psaBaseline && draw ? riseBetween(c, c.psaBaseline.value, draw.value) : null;

export const isInFirstYear = (therapyDay: number): boolean => therapyDay <= FIRST_YEAR_DAYS;

/** Whether PSA on treatment goes to urology: it is above the limit, or has risen too far in the first year. */
export const isPsaAlarm = (judged: number | null, rise: number | null, therapyDay: number): boolean =>
  (judged ?? 0) > PSA.limit || (isInFirstYear(therapyDay) && (rise ?? 0) > PSA.rise);
