/** Logged doses the care team must know about: taken while on hold or without a plan, far above the plan, or twice within half the interval. */
import { DOSE_UNITS, type DoseUnit } from '../vocabulary/index.js';
import { addDays, daysBetween } from './dates.js';
import type { PlanFacts } from './facts.js';
import { daysAfterDose } from './clinic-doses.js';
import { FORMULATIONS, isFormulationId } from './formulations.js';
import { pieces } from './pieces.js';

/** What one dose is to be, and for what is drawn up how much one mL holds where an order says it. */
type Ordered = Pick<PlanFacts, 'formulation' | 'dose'> & { readonly mg_per_ml?: number | null };

export type DoseConcern = 'far_over_plan' | 'too_soon' | 'on_hold' | 'no_plan';
export interface LoggedDose {
  readonly taken_at: string;
  readonly dose: number;
  readonly unit: DoseUnit;
}
export interface DoseSituation {
  readonly plan: (Ordered & Pick<PlanFacts, 'frequency'>) | null;
  /** Whether treatment was on hold when the dose was taken. */
  readonly held: boolean;
  /** No approved plan was active when the dose was taken. */
  readonly unplanned?: boolean;
  /** The other doses on record, in any order. */
  readonly others: readonly LoggedDose[];
}

/** Units in which a product given in pieces is logged; the others are injections. */
const PIECES: Readonly<Record<string, DoseUnit>> = {
  patches: 'patches',
  capsules: 'capsules',
  pellets: 'pellets',
};

/** The units a dose of a product is logged in, with the prescribed mg first; every unit where the product is unknown. */
export function loggedUnits(formulation: string): readonly DoseUnit[] {
  if (!isFormulationId(formulation)) return DOSE_UNITS;
  const { supply } = FORMULATIONS[formulation];
  switch (supply.kind) {
    case 'vial':
      return ['mg', 'mL', 'injections'];
    case 'metered':
      return ['mg', formulation === 'testosterone_nasal' ? 'sprays' : 'pumps'];
    case 'gram':
      return ['mg', 'packets', 'g'];
    case 'count':
      return ['mg', PIECES[supply.unit] ?? 'injections'];
    case 'none':
      return DOSE_UNITS;
  }
}

const DAY_MS = 86_400_000;
const FAR_OVER = 2;
/** Two half doses count as one; two doses within half the interval are too many. */
const TOO_SOON_SHARE = 1.5;
const EPSILON = 1e-6;

/** Milligrams of a dose in the patient's unit; null if the strength is unknown. */
export function doseInMg({ dose, unit }: Pick<LoggedDose, 'dose' | 'unit'>, plan: Ordered): number | null {
  const { supply } = FORMULATIONS[plan.formulation];
  if (unit === 'mg') return dose;
  if (unit === 'injections') return dose * plan.dose;
  if (supply.kind === 'vial') return unit === 'mL' ? dose * (plan.mg_per_ml ?? supply.mg_per_ml) : null;
  if (supply.kind === 'metered') {
    if (unit === 'pumps' || unit === 'sprays') return dose * supply.mg_per_actuation;
    // Logged by weight in an earlier version.
    return unit === 'g' && supply.grams
      ? (dose * supply.mg_per_actuation * supply.actuations) / supply.grams
      : null;
  }
  if (supply.kind === 'gram') {
    if (unit === 'g') return dose * supply.mg_per_g;
    return unit === 'packets' ? dose * supply.packet_mg : null;
  }
  if (supply.kind !== 'count' || unit !== PIECES[supply.unit]) return null;
  // Of several strengths the one that the order is drafted with; where none makes the dose, the strongest.
  return dose * (pieces(supply.strengths_mg, plan.dose)?.strength ?? Math.max(...supply.strengths_mg));
}

/** The other doses within half an interval of this one: of that which follows the earlier of the two. */
function near(taken: LoggedDose, { plan, others }: Pick<DoseSituation, 'plan' | 'others'>): LoggedDose[] {
  if (!plan) return [];
  const at = Date.parse(taken.taken_at);
  return others.filter((one) => {
    const other = Date.parse(one.taken_at);
    const earlier = Math.min(at, other);
    // Which one of its product it is: of what the clinic gives only the second dose may come sooner.
    const before = others.filter(({ taken_at: then }) => Date.parse(then) < earlier).length;
    return Math.abs(other - at) < (daysAfterDose(plan, before + 1) * DAY_MS) / 2;
  });
}

/** How many doses were taken within half an interval, and what they add up to in mg; null if a strength is unknown. */
export function takenTogether(
  taken: LoggedDose,
  situation: Pick<DoseSituation, 'plan' | 'others'>,
): { doses: number; mg: number } | null {
  const { plan } = situation;
  if (!plan) return null;
  const all = [taken, ...near(taken, situation)].map((one) => doseInMg(one, plan));
  return all.includes(null) ? null : { doses: all.length, mg: all.reduce<number>((sum, mg) => sum + mg!, 0) };
}

/** Whether a dose, with the others within half an interval of it, is well over one planned dose. */
export function moreThanOne(
  taken: LoggedDose,
  plan: NonNullable<DoseSituation['plan']>,
  all: readonly LoggedDose[],
): boolean {
  const sum = takenTogether(taken, { plan, others: all.filter((one) => one !== taken) });
  return sum !== null && sum.mg > TOO_SOON_SHARE * plan.dose + EPSILON;
}

/** The most severe concern about a dose; null if there is none or it is unknown. */
export function doseConcern(
  taken: LoggedDose,
  { plan, held, others, unplanned = false }: DoseSituation,
): DoseConcern | null {
  const mg = plan && doseInMg(taken, plan);
  if (plan && mg !== null) {
    const before = near(taken, { plan, others });
    // Many entries of one dose each are as much as one entry of them all.
    const sum = before.reduce((total, other) => total + (doseInMg(other, plan) ?? 0), mg);
    if (sum > FAR_OVER * plan.dose + EPSILON) return 'far_over_plan';
    if (before.length > 0 && sum > TOO_SOON_SHARE * plan.dose + EPSILON) return 'too_soon';
  }
  return held ? 'on_hold' : unplanned ? 'no_plan' : null;
}

/** How many of the planned doses a logged one was; one where its strength is unknown. */
export function plannedDoses(taken: Pick<LoggedDose, 'dose' | 'unit'>, plan: Ordered): number {
  const mg = doseInMg(taken, plan);
  return mg === null || plan.dose <= 0 ? 1 : mg / plan.dose;
}

export interface DosesInHandInput {
  readonly today: string;
  /** When the drug was last filled. */
  readonly filled_on: string;
  /** Days of supply left, counted from the fills. */
  readonly days_left: number;
  /** Days between two doses. */
  readonly interval: number;
  /** What was logged, in any order: the day, and how many of the planned doses it was. */
  readonly taken: readonly { readonly on: string; readonly doses: number }[];
}

export interface DosesInHand {
  readonly left: number;
  /** They end before the days do. */
  readonly short: boolean;
  /** The first day for which there is no dose, where that is before the days end; otherwise null. */
  readonly out_on: string | null;
}

/**
 * How many doses are left: what was in hand at the last fill without what was logged since, and never more than the days cover.
 * With the day on which one is missing where they end before the days do.
 */
export function dosesInHand({ today, filled_on, days_left, interval, taken }: DosesInHandInput): DosesInHand {
  if (days_left <= 0) return { left: 0, short: false, out_on: null };
  const held = Math.max(1, Math.round((days_left + daysBetween(filled_on, today)) / interval));
  const byDays = Math.min(held, Math.max(1, Math.round(days_left / interval)));
  const since = taken.filter(({ on }) => on >= filled_on && on <= today);
  const logged = since.reduce((sum, { doses }) => sum + doses, 0);
  const left = logged === 0 ? byDays : Math.max(0, Math.min(byDays, Math.round(held - logged)));
  // A dose just taken covers its interval; one taken early by less than half of it is no shortage.
  const short = left < Math.floor(days_left / interval - 0.5);
  const [last] = since
    .map(({ on }) => on)
    .toSorted()
    .toReversed();
  if (!last || (!short && left > 0)) return { left, short, out_on: null };
  const next = addDays(last, Math.ceil(interval));
  const out = addDays(next < today ? today : next, Math.floor(left * interval));
  return { left, short, out_on: out < addDays(today, days_left) ? out : null };
}

/** Clocks and memories differ by so much. */
const HOURS_APART = 3;

/** Whether the log has a later dose than hours that were entered with a draw; one that is missing there proves nothing. */
export const contradictsLog = (hours: number | null, logged: number | null): boolean =>
  hours !== null && logged !== null && hours - logged > HOURS_APART;
