/** One-compartment model with first-order rise: concentrations in ng/dL, doses in mg, times in days, weight in kg. */
import { PK_PRODUCTS, hasPkModel, type PkFormulation, type PkProduct } from './products.js';

const NG_PER_MG = 1e6;
const REFERENCE_KG = 85;
const WEIGHT_EXPONENT = 0.75;
/** Endogenous production falls to its remaining share with this half-life. */
export const OWN_HALF_LIFE_DAYS = 3;
/** Endogenous level before treatment if no morning test is known. */
export const OWN_UNKNOWN_NG_DL = 250;

export interface Regimen {
  /** mg of product per administration, above 0. */
  readonly mg: number;
  /** Days between two doses, above 0. */
  readonly interval_days: number;
}
export interface SteadyStateInput extends Regimen {
  readonly formulation: PkFormulation;
  /** kg, 30-300. */
  readonly kg: number;
  /** Mean of the two morning totals before treatment, ng/dL, 0-2000; absent: 250. */
  readonly c0?: number | null;
}
export interface SteadyState {
  /** ng/dL, including endogenous production, to one decimal. */
  readonly average: number;
  readonly peak: number;
  /** Days after the dose, to three decimals. */
  readonly peak_day: number;
  /** Halfway between two doses. */
  readonly middle: number;
  /** Just before the next dose. */
  readonly trough: number;
}

const inside = (value: unknown, low: number, high: number): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= low && value <= high;

export function assertRegimen({ mg, interval_days: interval }: Regimen): void {
  if (!(mg > 0) || !inside(mg, 0, 5_000)) throw new RangeError('A dose is above 0 and at most 5,000 mg');
  if (!(interval > 0) || !inside(interval, 0, 366))
    throw new RangeError('An interval is above 0 and at most 366 days');
}

export function assertInput({ formulation, kg, c0, ...regimen }: SteadyStateInput): void {
  if (!hasPkModel(formulation)) throw new RangeError(`No model of ${String(formulation)}`);
  if (!inside(kg, 30, 300)) throw new RangeError('A weight is 30 to 300 kg');
  if (c0 !== undefined && c0 !== null && !inside(c0, 0, 2_000))
    throw new RangeError('The level before treatment is 0 to 2,000 ng/dL');
  assertRegimen(regimen);
}

/** Elimination and rise constants per day. `decline` scales the half-life of the decline. */
export interface Rates {
  readonly k1: number;
  readonly k2: number;
}
export const ratesOf = (product: PkProduct, decline = 1): Rates => ({
  k1: Math.LN2 / product.rise_half_life,
  k2: Math.LN2 / (product.decline_half_life * decline),
});

/** ng/dL per mg and unit of the sum of exponentials. */
export const amplitude = (product: PkProduct, kg: number, { k1, k2 }: Rates): number =>
  ((NG_PER_MG * product.fraction) / clearanceOf(product, kg)) * ((k1 * k2) / (k1 - k2));

const clearanceOf = (product: PkProduct, kg: number): number =>
  product.clearance * (kg / REFERENCE_KG) ** WEIGHT_EXPONENT;

/** ng/dL from endogenous production `day` days after the first dose; Infinity: at steady state. */
export const ownLevel = ({ own_share: share }: PkProduct, c0: number, day: number): number =>
  c0 * (share + (1 - share) * 2 ** (-day / OWN_HALF_LIFE_DAYS));

/** ng/dL from the doses alone at steady state, `day` days after a dose (0 to the interval). */
export function steadyLevel(scale: number, { k1, k2 }: Rates, interval: number, day: number): number {
  const slow = Math.exp(-k2 * day) / -Math.expm1(-k2 * interval);
  const fast = Math.exp(-k1 * day) / -Math.expm1(-k1 * interval);
  return scale * (slow - fast);
}

/** Days after the dose at which a steady-state interval peaks. */
export const peakDay = ({ k1, k2 }: Rates, interval: number): number =>
  Math.log((k1 * -Math.expm1(-k2 * interval)) / (k2 * -Math.expm1(-k1 * interval))) / (k1 - k2);

/** ng/dL from the doses alone, averaged over an interval at steady state. */
export const averageLevel = (product: PkProduct, kg: number, { mg, interval_days }: Regimen): number =>
  (mg * NG_PER_MG * product.fraction) / (clearanceOf(product, kg) * interval_days);

const tidy = (value: number, places: number): number => Number(value.toFixed(places));

/**
 * Steady-state levels of a regular dose for the average patient of this weight; ng/dL and days.
 * Throws RangeError on a product without a model and on input out of bounds.
 * Source: Bateman function with repeated doses; parameters and their sources in products.ts. A model, not a measurement.
 */
export function steadyState(input: SteadyStateInput): SteadyState {
  assertInput(input);
  const { kg, mg, interval_days: interval } = input;
  const product = PK_PRODUCTS[input.formulation];
  const rates = ratesOf(product);
  const own = ownLevel(product, input.c0 ?? OWN_UNKNOWN_NG_DL, Infinity);
  const scale = mg * amplitude(product, kg, rates);
  const at = (day: number): number => tidy(own + steadyLevel(scale, rates, interval, day), 1);
  const peak = peakDay(rates, interval);
  return {
    average: tidy(own + averageLevel(product, kg, input), 1),
    peak: at(peak),
    peak_day: tidy(peak, 3),
    middle: at(interval / 2),
    trough: at(interval),
  };
}
