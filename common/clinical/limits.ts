/**
 * Limits that rules, the lab schedule, the measures and screens share, each passed by what lies above it. Keys of rules and
 * measures that name a number stay as they are. Changing one changes rules: see CONTRIBUTING.md.
 */

/** Hematocrit in percent. Source: ES18, AUA18, ISSM15; the lower ones product defaults. */
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

/** PSA in ng/mL, twice the value on a 5-alpha-reductase inhibitor. Source: ES18, ES10. */
export const PSA = {
  /** To urology. */
  limit: 4,
  /** The same before treatment at a higher risk of prostate cancer. */
  highRiskLimit: 3,
  /** Over an earlier value, in the first year. */
  rise: 1.4,
  /** A year, over values at least 18 months apart. */
  velocity: 0.75,
} as const;

/** As thresholds write them: "54.0". */
export const tenths = (limit: number): string => limit.toFixed(1);
export const hundredths = (limit: number): string => limit.toFixed(2);
