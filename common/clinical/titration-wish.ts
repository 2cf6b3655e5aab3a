/** A change a clinician wants to save: whether it can be saved, and whether it needs a reason. */
import { isDispensable, nearestDispensable } from './dispensing.js';
import type { PlanFacts } from './facts.js';
import {
  FORMULATIONS,
  doseLimits,
  isFormulationId,
  isFrequency,
  isRoute,
  weeklyDose,
  weeklyMaximum,
} from './formulations.js';
import { doseText } from './order-words.js';
import type { FormulationId, Frequency, Route } from './formulations.js';
import type { TitrationResult } from './types.js';

/** What a clinician wants to save: the body of the titrate call. */
export interface TitrationWish {
  readonly formulation: FormulationId;
  /** mg per administration. */
  readonly dose: number;
  readonly frequency: Frequency;
  readonly route: Route;
}

const SAME_DOSE_MG = 0.001;

/**
 * Whether saving this change needs a reason: its dose differs from the recommended one, it leaves the catalog's automatic
 * range, or it changes product, frequency or route, which no recommendation does.
 */
export function needsReason(
  wish: TitrationWish,
  recommendation: Pick<TitrationResult, 'suggested_dose' | 'frequency' | 'route'>,
  plan: Pick<PlanFacts, 'formulation'>,
): boolean {
  if (wish.formulation !== plan.formulation) return true;
  if (wish.frequency !== recommendation.frequency || wish.route !== recommendation.route) return true;
  if (Math.abs(wish.dose - recommendation.suggested_dose) > SAME_DOSE_MG) return true;
  const limits = doseLimits(wish.formulation, wish.frequency);
  return limits === null || wish.dose < limits.min - SAME_DOSE_MG || wish.dose > limits.max + SAME_DOSE_MG;
}

/** The rule that a dose above the product's maximum overrides. */
export const OVER_MAXIMUM = 'rx_dose_over_max';
/** Above this multiple of the maximum a dose is a typo, whatever the reason. */
const IMPLAUSIBLE = 2;

/** Whether the weekly dose is above the product's maximum, or that multiple of it. */
export function overMaximum(
  { formulation, dose, frequency }: Pick<TitrationWish, 'formulation' | 'dose' | 'frequency'>,
  times = 1,
): boolean {
  const most = weeklyMaximum(formulation);
  return most !== null && weeklyDose(dose, frequency) > most * times + SAME_DOSE_MG;
}

/** The fields the catalog cannot accept, with a sentence each; empty if all are valid. */
export function wishErrors(wish: {
  formulation: unknown;
  dose: unknown;
  frequency: unknown;
  route: unknown;
}): Record<string, string> {
  const errors: Record<string, string> = {};
  if (typeof wish.dose !== 'number' || !Number.isFinite(wish.dose) || wish.dose <= 0)
    errors['dose'] = 'Enter the dose in mg, a number above 0.';
  if (!isFormulationId(wish.formulation)) {
    errors['formulation'] = 'Choose a formulation from the catalog.';
    return errors;
  }
  if (!errors['dose'] && typeof wish.dose === 'number' && !isDispensable(wish.formulation, wish.dose))
    errors['dose'] = `No strength makes this dose. Choose ${nearestDispensable(wish.formulation, wish.dose)
      .map(doseText)
      .join(' or ')}.`;
  const { frequencies, routes } = FORMULATIONS[wish.formulation];
  if (!isFrequency(wish.frequency) || !frequencies.includes(wish.frequency))
    errors['frequency'] = `Choose ${frequencies.join(' or ')} for this formulation.`;
  if (!isRoute(wish.route) || !routes.includes(wish.route))
    errors['route'] = `Choose ${routes.join(' or ')} for this formulation.`;
  if (!errors['dose'] && !errors['frequency']) {
    const meant = {
      formulation: wish.formulation,
      dose: wish.dose,
      frequency: wish.frequency,
    } as TitrationWish;
    if (overMaximum(meant, IMPLAUSIBLE))
      errors['dose'] =
        `More than twice the product maximum of ${doseText(weeklyMaximum(meant.formulation)!)} a week: check for a slip of a digit.`;
  }
  return errors;
}
