/**
 * Limits that rules, the lab schedule, the measures and screens share. Stored evaluations refer to the keys of rules and measures,
 * so a key that names a number (`hct_on_therapy_over_54`) stays as it is when its limit changes. See CONTRIBUTING.md.
 */

/** Hematocrit in percent: a value counts strictly above it. Source: ES18, AUA18, ISSM15; the lower ones product defaults. */
export const HCT = {
  /** High-normal before treatment. */
  highNormal: 48,
  /** No start, no restart and no higher dose above it. */
  safe: 50,
  /** One step down. */
  reduce: 52,
  /** Treatment stops, and the patient is called the same day. */
  stop: 54,
} as const;

/** PSA in ng/mL: a value counts strictly above it, a value measured on a 5-alpha-reductase inhibitor is doubled first. Source: ES18, ES10. */
export const PSA = {
  /** Urology evaluation, before and on treatment. */
  limit: 4,
  /** Replaces it before treatment for men at a higher risk of prostate cancer. */
  highRiskLimit: 3,
  /** Over an earlier value, in the first year. */
  rise: 1.4,
  /** A year, over values at least 18 months apart. */
  velocity: 0.75,
} as const;

/** Blood pressure in mmHg: a value counts from it on, by either number. Source: FDA25, ACC-AHA; thresholds product defaults. */
export const BP = {
  /** Measured again, and no oral undecanoate or auto-injector. */
  raised: { systolic: 140, diastolic: 90 },
  /** No new order, no higher dose, and a call where the patient reported it. */
  high: { systolic: 160, diastolic: 100 },
} as const;

/** As thresholds write them: "54.0". */
export const tenths = (limit: number): string => limit.toFixed(1);
export const hundredths = (limit: number): string => limit.toFixed(2);
