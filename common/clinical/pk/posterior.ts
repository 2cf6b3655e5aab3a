/** What a patient's draws say about their clearance and half-life: a posterior on a fixed grid, so that it is deterministic. */
import { OWN_UNKNOWN_NG_DL, amplitude, assertInput, ownLevel, ratesOf, type Rates } from './model.js';
import type { SteadyStateInput } from './model.js';
import { PK_PRODUCTS, type PkProduct } from './products.js';

/** ln(CL/CL of the population): -1.2 to 1.2. */
export const CLEARANCE = { steps: 241, from: -1.2, step: 0.01, sd: 0.25 } as const;
/** ln(half-life/half-life of the population): -0.9 to 0.9. */
const DECLINE = { steps: 61, from: -0.9, step: 0.03, sd: 0.3 } as const;
/** Residual: a proportional part and a fixed part in ng/dL (Pastuszak 2021: 18.8% and 56.8; Bi 2018: 23.9% and 51). */
const RESIDUAL_SHARE = 0.18;
const RESIDUAL_NG_DL = 50;
/** Beyond this a draw is shown but not fitted: dose, hour, arm or unit may be wrong. */
export const Z_LIMIT = 2.5;
/** Phases closer than this, in days, say nothing about the decline. */
const SAME_PHASE_DAYS = 0.1;
const MAX_DRAWS = 200;
const MAX_DAY = 36_525;

/** Days since the first dose and mg of each dose that was taken. */
export type DoseHistory = readonly (readonly [day: number, mg: number])[];
/** Days since the first dose and ng/dL; with the doses themselves if they did not follow the regimen. */
export type FitDraw = readonly [day: number, ng_dl: number, doses?: DoseHistory];
export interface JudgedDraw {
  readonly day: number;
  readonly value: number;
  /** How far the value is from the population's curve, in standard deviations, to two decimals. */
  readonly z: number;
  readonly used: boolean;
  /** Too little of a dose is in the blood to tell it from the scatter of a result: the draw says nothing about it. */
  readonly too_early?: true;
}

export interface DrawsInput extends SteadyStateInput {
  readonly draws?: readonly FitDraw[];
}

/** Weights by half-life, then clearance; each row is summed from its end, so that a tail is one lookup. */
export interface Posterior {
  readonly rates: readonly Rates[];
  /** ng/dL per mg at the population's clearance, by half-life. */
  readonly amplitudes: readonly number[];
  readonly tails: readonly Float64Array[];
  readonly own: number;
  readonly ln_cl: number;
  readonly ln_half_life: number;
  readonly draws: readonly JudgedDraw[];
}

const gridOf = ({ steps, from, step }: { steps: number; from: number; step: number }): number[] =>
  Array.from({ length: steps }, (_, index) => Number((from + index * step).toFixed(2)));
const CLEARANCES = gridOf(CLEARANCE);
const DECLINES = gridOf(DECLINE);
/** How a level from the doses scales with the clearance. */
const SHRINK = Float64Array.from(CLEARANCES, (ln) => Math.exp(-ln));

/** The exponentials of one dose, `since` days ago. */
const bracket = ({ k1, k2 }: Rates, since: number): number =>
  since > 0 ? Math.exp(-k2 * since) - Math.exp(-k1 * since) : 0;

/** The same, summed over doses every `interval` days from day 0 to the last before `day`. */
function repeated({ k1, k2 }: Rates, interval: number, day: number): number {
  const doses = Math.floor(day / interval) + 1;
  const since = day - (doses - 1) * interval;
  const sum = (k: number): number =>
    (Math.exp(-k * since) * Math.expm1(-k * doses * interval)) / Math.expm1(-k * interval);
  return sum(k2) - sum(k1);
}

/** ng/dL from the doses at the population's clearance. */
function doseLevel(input: DrawsInput, [day, , doses]: FitDraw, rates: Rates, each: number): number {
  if (!doses) return each * input.mg * repeated(rates, input.interval_days, day);
  return each * doses.reduce((sum, [taken, mg]) => sum + mg * bracket(rates, day - taken), 0);
}

/** Days from the last dose to the draw. */
function phaseOf({ interval_days: interval }: DrawsInput, [day, , doses]: FitDraw): number {
  if (!doses) return day - Math.floor(day / interval) * interval;
  return Math.min(...doses.map(([taken]) => day - taken).filter((since) => since >= 0));
}

function assertDraws(draws: readonly FitDraw[]): void {
  if (draws.length > MAX_DRAWS) throw new RangeError(`At most ${MAX_DRAWS} draws can be fitted`);
  for (const [day, value, doses] of draws) {
    if (!(day >= 0 && day <= MAX_DAY))
      throw new RangeError('A draw is on or after the day of the first dose');
    if (!(value > 0 && value <= 10_000))
      throw new RangeError('A drawn value is above 0 and at most 10,000 ng/dL');
    if (doses && (!doses.length || doses.some(([taken, mg]) => !(taken <= day) || !(mg > 0))))
      throw new RangeError('Each dose of a draw is above 0 mg and before the draw');
  }
}

/** Levels of the draws by half-life, at the population's clearance. */
interface Predicted {
  readonly value: number;
  readonly own: number;
  readonly doses: readonly number[];
}

/** Log of prior and likelihood at one point of the grid. */
function logDensity(
  lnCl: number,
  lnHalf: number,
  index: number,
  drawn: readonly Predicted[],
  shrink: number,
): number {
  let log = -0.5 * ((lnCl / CLEARANCE.sd) ** 2 + (lnHalf / DECLINE.sd) ** 2);
  for (const { value, own, doses } of drawn) {
    const level = own + doses[index]! * shrink;
    const variance = (RESIDUAL_SHARE * level) ** 2 + RESIDUAL_NG_DL ** 2;
    log -= 0.5 * (Math.log(variance) + (value - level) ** 2 / variance);
  }
  return log;
}

const zOf = (value: number, level: number): number =>
  (Math.log(value) - Math.log(level)) /
  Math.sqrt(CLEARANCE.sd ** 2 + RESIDUAL_SHARE ** 2 + (RESIDUAL_NG_DL / level) ** 2);

function judge(input: DrawsInput, product: PkProduct, c0: number): JudgedDraw[] {
  const rates = ratesOf(product);
  const each = amplitude(product, input.kg, rates);
  return (input.draws ?? []).map((draw) => {
    const [day, value] = draw;
    const dosed = doseLevel(input, draw, rates, each);
    const z = zOf(value, ownLevel(product, c0, day) + dosed);
    const judged = { day, value, z: Number(z.toFixed(2)) };
    if (dosed < RESIDUAL_NG_DL) return { ...judged, used: false, too_early: true };
    return { ...judged, used: Math.abs(z) <= Z_LIMIT };
  });
}

/** The half-lives to try: only the population's, or all if an injection was drawn at two phases. */
function declinesFor(input: DrawsInput, product: PkProduct, used: readonly FitDraw[]): readonly number[] {
  const phases = used.map((draw) => phaseOf(input, draw));
  const apart = Math.max(...phases) - Math.min(...phases) >= SAME_PHASE_DAYS;
  return product.injection && used.length > 1 && apart ? DECLINES : [0];
}

/** Posterior of one patient. Throws RangeError on input out of bounds. */
export function posteriorOf(input: DrawsInput): Posterior {
  assertInput(input);
  assertDraws(input.draws ?? []);
  const product = PK_PRODUCTS[input.formulation];
  const c0 = input.c0 ?? OWN_UNKNOWN_NG_DL;
  const judged = judge(input, product, c0);
  const used = (input.draws ?? []).filter((_, index) => judged[index]!.used);
  const declines = declinesFor(input, product, used);
  const rates = declines.map((ln) => ratesOf(product, Math.exp(ln)));
  const amplitudes = rates.map((one) => amplitude(product, input.kg, one));
  const drawn = used.map((draw) => ({
    value: draw[1],
    own: ownLevel(product, c0, draw[0]),
    doses: rates.map((one, index) => doseLevel(input, draw, one, amplitudes[index]!)),
  }));
  return {
    ...weigh(declines, drawn),
    rates,
    amplitudes,
    own: ownLevel(product, c0, Infinity),
    draws: judged,
  };
}

/** The whole grid: its best point, and its weights summed from the end of each row. */
function weigh(
  declines: readonly number[],
  drawn: readonly Predicted[],
): Pick<Posterior, 'ln_cl' | 'ln_half_life' | 'tails'> {
  const tails = declines.map(() => new Float64Array(CLEARANCE.steps + 1));
  let best = { log: -Infinity, ln_cl: 0, ln_half_life: 0 };
  for (const [row, lnHalf] of declines.entries())
    for (const [column, lnCl] of CLEARANCES.entries()) {
      const log = logDensity(lnCl, lnHalf, row, drawn, SHRINK[column]!);
      tails[row]![column] = log;
      if (log > best.log) best = { log, ln_cl: lnCl, ln_half_life: lnHalf };
    }
  let total = 0;
  for (const tail of tails)
    for (let column = 0; column < CLEARANCE.steps; column += 1)
      total += tail[column] = Math.exp(tail[column]! - best.log);
  for (const tail of tails)
    for (let column = CLEARANCE.steps - 1; column >= 0; column -= 1)
      tail[column] = tail[column]! / total + tail[column + 1]!;
  return { tails, ln_cl: best.ln_cl, ln_half_life: best.ln_half_life };
}

/** Standard normal distribution function (Abramowitz and Stegun 26.2.17, error below 1e-7). */
function normal(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    0.3989422804 *
    Math.exp((-x * x) / 2) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x > 0 ? 1 - tail : tail;
}

const NEGLIGIBLE = 1e-7;

/** Share of single lab results at most `value` ng/dL: the posterior with the residual around each of its levels. */
export function measuredBelow({ tails, own }: Posterior, levels: Levels): (value: number) => number {
  const points = tails.flatMap((tail, row) =>
    Array.from(SHRINK, (shrink, column) => {
      const level = own + levels[row]! * shrink;
      return {
        level,
        sd: Math.hypot(RESIDUAL_SHARE * level, RESIDUAL_NG_DL),
        weight: tail[column]! - tail[column + 1]!,
      };
    }).filter(({ weight }) => weight > NEGLIGIBLE),
  );
  return (value) =>
    points.reduce((sum, { level, sd, weight }) => sum + weight * normal((value - level) / sd), 0);
}

/** A level by half-life at the population's clearance, from the doses alone. */
export type Levels = readonly number[];

/** Share of the posterior whose level is at most `level` ng/dL. */
function below({ tails, own }: Posterior, lnLevels: Levels, level: number): number {
  if (!(level > own)) return 0;
  const lnRest = Math.log(level - own);
  let share = 0;
  for (const [row, tail] of tails.entries()) {
    const first = Math.ceil((lnLevels[row]! - lnRest - CLEARANCE.from) / CLEARANCE.step - 1e-9);
    if (first <= CLEARANCE.steps) share += tail[Math.max(0, first)]!;
  }
  return share;
}

/** Share of the posterior between two levels, both included. */
export function shareWithin(posterior: Posterior, levels: Levels, low: number, high: number): number {
  const logs = levels.map(Math.log);
  return Math.max(0, below(posterior, logs, high) - below(posterior, logs, low - 1e-9));
}

/** The level at a given quantile of the posterior, by bisection on the grid's own levels. */
export function quantile(posterior: Posterior, lnLevels: Levels, share: number): number {
  let low = posterior.own + Math.exp(Math.min(...lnLevels) - 1.21);
  let high = posterior.own + Math.exp(Math.max(...lnLevels) + 1.21);
  while (high - low > 0.005) {
    const middle = (low + high) / 2;
    if (below(posterior, lnLevels, middle) >= share) high = middle;
    else low = middle;
  }
  return high;
}
