/** What is injected at the clinic, with a second dose sooner than the later ones. */
import { addDays } from './dates.js';
import {
  FORMULATIONS,
  INTERVAL_DAYS,
  isFormulationId,
  type FormulationId,
  type Frequency,
} from './formulations.js';
import type { Fill } from './supply-clock.js';

/** Days from the first dose to the second where treatment starts with a shorter interval. Source: label. */
const SECOND_DOSE_DAYS: Partial<Record<FormulationId, number>> = { testosterone_undecanoate_im: 28 };

interface Rhythm {
  readonly formulation: string;
  readonly frequency: Frequency;
}

/** Null for a product of which every dose follows the last one alike. */
export const secondDoseDays = (formulation: string): number | null =>
  SECOND_DOSE_DAYS[formulation as FormulationId] ?? null;

/** Days from a dose to the next one, when so many were given in a row. */
export const daysAfterDose = ({ formulation, frequency }: Rhythm, given: number): number =>
  (given === 1 ? secondDoseDays(formulation) : null) ?? INTERVAL_DAYS[frequency];

/** Days from the first dose to the third one, before which the first trough is drawn; null as above. */
export function firstTroughDays(formulation: string): number | null {
  const second = secondDoseDays(formulation);
  if (second === null || !isFormulationId(formulation)) return null;
  return second + INTERVAL_DAYS[FORMULATIONS[formulation].frequencies[0]!];
}

/**
 * The first day on or after one on which a trough can be drawn: that of the third injection or of a later one. Null for a
 * product without such a start. Source: label, 12.3 (levels from the third injection on).
 * @param given days of the injections on record, oldest first; without any, the first one is of the day it began
 */
export function troughFrom(
  plan: Rhythm,
  from: string,
  { given, startedOn }: { given: readonly string[]; startedOn: string },
): string | null {
  if (secondDoseDays(plan.formulation) === null) return null;
  const days = given.length ? [...given] : [startedOn];
  while (days.length < 3 || days.at(-1)! < from)
    days.push(addDays(days.at(-1)!, daysAfterDose(plan, days.length)));
  return days.slice(2).find((on) => on >= from)!;
}

/** Fills of one product as they are used: the vial of the first dose lasts until the second. */
export function fillsByDoses(formulation: string, fills: readonly Fill[]): Fill[] {
  const second = secondDoseDays(formulation);
  const [first, ...later] = fills.toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (second === null || !first) return [...fills];
  const [on, days, ...part] = first;
  return [[on, Math.min(days, second), ...part], ...later];
}
