/** The patient's own curve: the population's, adjusted to their draws. */
import { DEFAULT_TARGET_RANGE } from '../../vocabulary/index.js';
import { assertRegimen, averageLevel, peakDay, steadyLevel, type Regimen } from './model.js';
import { measuredBelow, posteriorOf, quantile, shareWithin } from './posterior.js';
import type { DrawsInput, JudgedDraw, Levels, Posterior } from './posterior.js';
import { PK_PRODUCTS } from './products.js';

/** Levels in ng/dL at 5, 50 and 95% of the posterior. */
export type Band = readonly [p5: number, p50: number, p95: number];
const SHARES = [0.05, 0.5, 0.95] as const;
const PEAK_LIMIT_NG_DL = 1_000;
/** Above any level the input's bounds can give. */
const MOST_NG_DL = 1_000_000;
const WEEKS_SHOWN = 6;
/** At least so many an interval, and one a day where it is longer. */
const POINTS_AN_INTERVAL = 12;
const MAX_POINTS = 200;

export interface FitInput extends DrawsInput {
  readonly proposed?: Regimen | null;
  /** ng/dL; absent: 450-600. */
  readonly target?: { readonly low: number; readonly high: number };
}
export interface FittedLevels {
  readonly average: Band;
  readonly peak: Band;
  readonly middle: Band;
  readonly trough: Band;
  /** Probability that the mid-interval level (the average, if only that is known) is within 450-600. */
  readonly p_450_600: number;
  /** Probability that the level a draw of the product measures is within the target. */
  readonly in_target: number;
  /** Probability that the peak exceeds 1,000 ng/dL. */
  readonly peak_over_1000: number;
}
/** The next lab result of the level that is judged: the level's own uncertainty and the scatter of a single draw. */
export interface Measured {
  readonly range: Band;
  /** Probability that the result is within the target. */
  readonly in_target: number;
}
export interface FitResult {
  /** Whether any draw was used; false: the population's curve. */
  readonly used: boolean;
  /** ln of the patient's clearance and decline half-life relative to the population's, at the grid's most likely point. */
  readonly ln_cl: number;
  readonly ln_half_life: number;
  readonly clearance_factor: number;
  readonly z: readonly number[];
  readonly draws: readonly JudgedDraw[];
  readonly current: FittedLevels;
  readonly proposed: FittedLevels | null;
}
export interface CurvePoint {
  /** Days from the first dose shown. */
  readonly day: number;
  readonly low: number;
  readonly mid: number;
  readonly high: number;
}

const tidy = (value: number, places = 1): number => Number(value.toFixed(places));

function bandOf(posterior: Posterior, levels: Levels): Band {
  const logs = levels.map(Math.log);
  const [low, middle, high] = SHARES.map((share) => tidy(quantile(posterior, logs, share)));
  return [low!, middle!, high!];
}

/** Levels by half-life `day` days after a dose, at steady state. */
const levelsAt = (posterior: Posterior, { mg, interval_days }: Regimen, day: number): Levels =>
  posterior.rates.map((rates, row) =>
    steadyLevel(mg * posterior.amplitudes[row]!, rates, interval_days, day),
  );

/** The level that a draw of the product measures. */
function judgedLevels(input: FitInput, posterior: Posterior, regimen: Regimen): Levels {
  const average = averageLevel(PK_PRODUCTS[input.formulation], input.kg, regimen);
  const { interval_days: interval } = regimen;
  return {
    average: posterior.rates.map(() => average),
    middle: levelsAt(posterior, regimen, interval / 2),
    trough: levelsAt(posterior, regimen, interval),
  }[PK_PRODUCTS[input.formulation].judged_on];
}

function measured(input: FitInput, posterior: Posterior, regimen: Regimen): Measured {
  const below = measuredBelow(posterior, judgedLevels(input, posterior, regimen));
  const at = (share: number): number => {
    let [from, to] = [0, MOST_NG_DL];
    while (to - from > 0.1) {
      const middle = (from + to) / 2;
      if (below(middle) >= share) to = middle;
      else from = middle;
    }
    return tidy(to, 0);
  };
  const { low, high } = input.target ?? DEFAULT_TARGET_RANGE;
  return {
    range: [at(SHARES[0]), at(SHARES[1]), at(SHARES[2])],
    in_target: tidy(below(high) - below(low), 3),
  };
}

function fittedLevels(input: FitInput, posterior: Posterior, regimen: Regimen): FittedLevels {
  const { interval_days: interval } = regimen;
  const product = PK_PRODUCTS[input.formulation];
  const average = averageLevel(product, input.kg, regimen);
  const averages = posterior.rates.map(() => average);
  const peaks = posterior.rates.map((rates, row) =>
    steadyLevel(regimen.mg * posterior.amplitudes[row]!, rates, interval, peakDay(rates, interval)),
  );
  const middles = levelsAt(posterior, regimen, interval / 2);
  const troughs = levelsAt(posterior, regimen, interval);
  const judged = judgedLevels(input, posterior, regimen);
  // If a product's curve shape is unknown, use its average.
  const usual = product.average_only ? averages : middles;
  const { low, high } = input.target ?? DEFAULT_TARGET_RANGE;
  return {
    average: bandOf(posterior, averages),
    peak: bandOf(posterior, peaks),
    middle: bandOf(posterior, middles),
    trough: bandOf(posterior, troughs),
    p_450_600: tidy(shareWithin(posterior, usual, 450, 600), 3),
    in_target: tidy(shareWithin(posterior, judged, low, high), 3),
    peak_over_1000: tidy(1 - shareWithin(posterior, peaks, 0, PEAK_LIMIT_NG_DL), 3),
  };
}

function read(input: FitInput): Posterior {
  if (input.proposed) assertRegimen(input.proposed);
  return posteriorOf(input);
}

function resultOf(input: FitInput, posterior: Posterior): FitResult {
  return {
    used: posterior.draws.some((draw) => draw.used),
    ln_cl: posterior.ln_cl,
    ln_half_life: posterior.ln_half_life,
    clearance_factor: tidy(Math.exp(posterior.ln_cl), 3),
    z: posterior.draws.map((draw) => draw.z),
    draws: posterior.draws,
    current: fittedLevels(input, posterior, input),
    proposed: input.proposed ? fittedLevels(input, posterior, input.proposed) : null,
  };
}

/**
 * Most likely clearance (and, for injections drawn at two phases, half-life) of one patient, with the steady-state levels
 * of the current and the proposed dose; mg, days, kg, ng/dL. A draw more than 2.5 standard deviations off is not used;
 * without a usable draw the population's curve is returned (`used` false). Throws RangeError on a product without a model,
 * on values outside the input's bounds, and on a draw before the first dose.
 * Source: MAP on a grid with the priors and residuals named in posterior.ts. A model, not a measurement; it chooses no dose.
 */
export const fit = (input: FitInput): FitResult => resultOf(input, read(input));

/**
 * Six weeks at steady state, or one interval if longer: twelve points per interval or one a day, fewer when there are many
 * intervals, and the peak itself.
 */
function curveOf(input: FitInput, posterior: Posterior, regimen: Regimen): CurvePoint[] {
  const { interval_days: interval } = regimen;
  const intervals = Math.max(1, Math.ceil((WEEKS_SHOWN * 7) / interval - 1e-9));
  const product = PK_PRODUCTS[input.formulation];
  if (product.average_only) return levelLine(input, posterior, regimen, intervals * interval);
  const wanted = Math.max(POINTS_AN_INTERVAL, Math.ceil(interval));
  const each = Math.max(4, Math.min(wanted, Math.floor(MAX_POINTS / intervals)));
  const even = Array.from({ length: each }, (_, index) => (index * interval) / each);
  const peaks = posterior.rates.map((rates) => peakDay(rates, interval));
  const peak = peaks[posterior.rates.length >> 1]!;
  const days = each > 4 ? [...even, peak].toSorted((a, b) => a - b) : even;
  // At a dose, use the level just before it.
  const shape = days.map((day) =>
    bandOf(posterior, levelsAt(posterior, regimen, day === 0 ? interval : day)),
  );
  const points = Array.from({ length: intervals }, (_, n) =>
    days.map((day, index) => pointOf(n * interval + day, shape[index]!)),
  ).flat();
  return [...points, pointOf(intervals * interval, shape[0]!)];
}

const pointOf = (day: number, [low, mid, high]: Band): CurvePoint => ({ day: tidy(day, 3), low, mid, high });

/** The average alone: a drawn shape between two doses would claim peaks that labels contradict. */
function levelLine(input: FitInput, posterior: Posterior, regimen: Regimen, lastDay: number): CurvePoint[] {
  const average = averageLevel(PK_PRODUCTS[input.formulation], input.kg, regimen);
  const [low, mid, high] = bandOf(
    posterior,
    posterior.rates.map(() => average),
  );
  return [0, tidy(lastDay, 3)].map((day) => ({ day, low, mid, high }));
}

export interface SimulatedLevels extends FittedLevels {
  readonly measured: Measured;
  readonly points: CurvePoint[];
}
export interface Simulation extends FitResult {
  readonly current: SimulatedLevels;
  readonly proposed: SimulatedLevels | null;
}

/** `fit` with the curves themselves, for a chart: ng/dL by day, 5, 50 and 95%. Bounds, errors and source as above. */
export function simulate(input: FitInput): Simulation {
  const posterior = read(input);
  const result = resultOf(input, posterior);
  const drawn = (levels: FittedLevels, regimen: Regimen): SimulatedLevels => ({
    ...levels,
    measured: measured(input, posterior, regimen),
    points: curveOf(input, posterior, regimen),
  });
  return {
    ...result,
    current: drawn(result.current, input),
    proposed: input.proposed && result.proposed ? drawn(result.proposed, input.proposed) : null,
  };
}
