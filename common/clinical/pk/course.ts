/** The level over a whole treatment: the doses as planned, product after product. ng/dL, mg, days from the first dose, kg. */
import { OWN_UNKNOWN_NG_DL, amplitude, ownLevel, ratesOf } from './model.js';
import { PK_PRODUCTS, type PkFormulation } from './products.js';

export interface CoursePeriod {
  readonly formulation: PkFormulation;
  readonly mg: number;
  readonly interval_days: number;
  /** Days from the first dose to the second where that comes sooner. */
  readonly second_after?: number;
  /** First day, and the first one after it; days from the first dose. */
  readonly from: number;
  readonly to: number;
  /** What the patient's draws say: ln of clearance and half-life against the population. */
  readonly ln_cl?: number;
  readonly ln_half_life?: number;
}
export interface CourseInput {
  readonly kg: number;
  readonly c0?: number | null;
  /** Oldest first. */
  readonly periods: readonly CoursePeriod[];
}
/** The lowest, the average and the highest level of a week; of a product of which only the average is claimed, three times that. */
export interface CourseWeek {
  readonly day: number;
  readonly low: number;
  readonly mid: number;
  readonly high: number;
}

const WEEK = 7;
/** Not a whole number a day, so that a daily product is read at other hours each day. */
const SAMPLES = 25;
/** After as many half-lives less than half a percent of a dose is left. */
const GONE = 8;
const MOST_WEEKS = 520;

/** The level of one period's doses at a day, as a function of the day. */
function levelOf(period: CoursePeriod, kg: number): (day: number) => number {
  const product = PK_PRODUCTS[period.formulation];
  const rates = ratesOf(product, Math.exp(period.ln_half_life ?? 0));
  const each = (period.mg * amplitude(product, kg, rates)) / Math.exp(period.ln_cl ?? 0);
  const { k1, k2 } = rates;
  const gone = (GONE * Math.LN2) / Math.min(k1, k2);
  const { from, to, interval_days: interval } = period;
  const left = (day: number, taken: number): number =>
    Math.exp(-k2 * (day - taken)) - Math.exp(-k1 * (day - taken));
  const second = period.second_after ?? interval;
  return (day) => {
    const end = Math.min(day, to);
    // The later doses are an interval apart from the second one on.
    const regular = from + second;
    let sum = from < end && day - from <= gone ? left(day, from) : 0;
    const first = Math.max(0, Math.ceil((day - gone - regular) / interval));
    for (let taken = regular + first * interval; taken < end; taken += interval) sum += left(day, taken);
    return each * sum;
  };
}

const tidy = (value: number): number => Math.round(value);

/**
 * The simulated level, week by week, from the first dose to the end of the last period. Empty without a period.
 * Throws RangeError on a period that ends before it begins, and on a dose or interval not above 0.
 * Source: the model of this folder; every dose taken as planned. A model, not a measurement.
 */
export function course({ kg, c0, periods }: CourseInput): CourseWeek[] {
  for (const { mg, interval_days, from, to } of periods)
    if (!(mg > 0 && interval_days > 0 && to >= from && from >= 0)) throw new RangeError('An invalid period');
  const last = periods.at(-1);
  if (!last) return [];
  const levels = periods.map((period) => levelOf(period, kg));
  const productAt = (day: number) =>
    PK_PRODUCTS[(periods.findLast(({ from }) => from <= day) ?? periods[0]!).formulation];
  const at = (day: number): number =>
    levels.reduce((sum, level) => sum + level(day), ownLevel(productAt(day), c0 ?? OWN_UNKNOWN_NG_DL, day));
  const weeks = Math.min(MOST_WEEKS, Math.ceil(last.to / WEEK));
  return Array.from({ length: weeks }, (_, week) => {
    const drawn = Array.from({ length: SAMPLES }, (_none, n) => at((week + n / SAMPLES) * WEEK));
    const mean = drawn.reduce((sum, value) => sum + value, 0) / SAMPLES;
    const [low, high] = productAt(week * WEEK).average_only
      ? [mean, mean]
      : [Math.min(...drawn), Math.max(...drawn)];
    return { day: week * WEEK, low: tidy(low), mid: tidy(mean), high: tidy(high) };
  });
}
