/** Which doses a product can give. In mg per administration. */
import type { PlanFacts } from './facts.js';
import { FORMULATIONS, INTERVAL_DAYS, doseLimits } from './formulations.js';
import type { FormulationId } from './formulations.js';

const SAME_MG = 1e-6;
const isMultiple = (dose: number, unit: number): boolean =>
  dose > 0 && Math.abs(dose / unit - Math.round(dose / unit)) < SAME_MG;

/** The amounts a dose is made of: strengths, actuations, packets. Null where any volume can be drawn or nothing is counted. */
export function unitsOf(id: FormulationId): readonly number[] | null {
  const { supply } = FORMULATIONS[id];
  switch (supply.kind) {
    case 'count':
      return supply.strengths_mg;
    case 'metered':
      return [supply.mg_per_actuation];
    case 'gram':
      return [supply.packet_mg];
    case 'vial':
    case 'none':
      return null;
  }
}

/** Whether the product can give this dose, in mg per administration. */
export function isDispensable(id: FormulationId, dose: number): boolean {
  const units = unitsOf(id);
  return units === null ? dose > 0 : units.some((unit) => isMultiple(dose, unit));
}

/** The nearest doses the product can give, below and above; the dose itself if it can. */
export function nearestDispensable(id: FormulationId, dose: number): number[] {
  const units = unitsOf(id);
  if (units === null || isDispensable(id, dose)) return [dose];
  const below = Math.max(...units.map((unit) => Math.floor(dose / unit) * unit));
  const above = Math.min(...units.map((unit) => Math.ceil(dose / unit) * unit));
  return [below, above].filter((one) => one > 0);
}

/** The doses the automatic titration may choose from, lowest first; null if it moves by volume or not at all. */
export function doseLadder(id: FormulationId): readonly number[] | null {
  const { dose } = FORMULATIONS[id];
  if (dose.kind === 'ladder') return dose.steps;
  if (dose.kind !== 'step') return null;
  const count = Math.round((dose.max - dose.min) / dose.step);
  return Array.from({ length: count + 1 }, (_, index) => dose.min + index * dose.step);
}

/** The next dose one step up or down, inside the automatic limits; the same dose if there is none (C19). */
export function nextDose(
  plan: Pick<PlanFacts, 'formulation' | 'frequency'>,
  dose: number,
  direction: 1 | -1,
): number {
  const limits = doseLimits(plan.formulation, plan.frequency);
  const range = FORMULATIONS[plan.formulation].dose;
  if (!limits || range.kind === 'fixed' || range.kind === 'none') return dose;
  if (direction > 0 ? dose >= limits.max : dose <= limits.min) return dose;
  const ladder = doseLadder(plan.formulation);
  if (ladder)
    return direction > 0
      ? Math.min(...ladder.filter((step) => step > dose))
      : Math.max(...ladder.filter((step) => step < dose));
  if (range.kind !== 'weekly') return dose;
  const step = (range.step * INTERVAL_DAYS[plan.frequency]) / 7;
  const moved = direction > 0 ? Math.min(dose + step, limits.max) : Math.max(dose - step, limits.min);
  return Math.round(moved * 10_000) / 10_000;
}
