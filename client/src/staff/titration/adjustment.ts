import type { Plan, TitrateRequest, TitrateResponse } from '#common/api/index.js';
import {
  doseLimits,
  FORMULATIONS,
  isFormulationId,
  type FormulationId,
  type Frequency,
  type Route,
} from '#common/clinical/formulations.js';
import { OVER_MAXIMUM, needsReason, overMaximum, wishErrors } from '#common/clinical/titration-wish.js';
import { formatAge } from '../../shared/ui/format.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { approver, doseLine, formulationName } from '../kit/words.js';
import { TITRATION_TEXT as words } from './text/en.js';

/** The form as typed. */
export interface Adjustment {
  formulation: string;
  dose: string;
  frequency: string;
  route: string;
  timing: string;
  reason: string;
  /** The dose above the maximum was confirmed. */
  overMaximum: boolean;
}

export const fromPlan = (plan: Plan): Adjustment => ({
  formulation: plan.formulation,
  dose: String(plan.dose),
  frequency: plan.frequency,
  route: plan.route,
  timing: plan.blood_draw_timing,
  reason: '',
  overMaximum: false,
});

export const isTouched = (form: Adjustment, plan: Plan): boolean =>
  JSON.stringify(form) !== JSON.stringify(fromPlan(plan));

/** Another product brings its own frequency, route and timing; its dose must be typed, never carried over. */
export function withFormulation(form: Adjustment, formulation: string): Adjustment {
  if (!isFormulationId(formulation) || formulation === form.formulation) return { ...form, formulation };
  const { frequencies, routes, draw_timing } = FORMULATIONS[formulation];
  return { ...form, formulation, dose: '', frequency: frequencies[0], route: routes[0], timing: draw_timing };
}

export function usualRange({ formulation, frequency }: Adjustment): string | null {
  if (!isFormulationId(formulation)) return null;
  const limits = doseLimits(formulation, frequency as Frequency);
  if (!limits) return null;
  return limits.min === limits.max ? `${limits.min} mg` : `${limits.min} to ${limits.max} mg`;
}

const NUMBER = /^\d+([.,]\d+)?$/;
const doseOf = (text: string): number =>
  NUMBER.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;

/** The request, or the errors by field name. */
export function readAdjustment(
  form: Adjustment,
): { wish: TitrateRequest } | { problems: Record<string, string> } {
  const { formulation, frequency, route } = form;
  const dose = doseOf(form.dose);
  const problems = wishErrors({ formulation, dose, frequency, route });
  if (Object.keys(problems).length > 0) return { problems };
  const timing = form.timing.trim();
  const reason = form.reason.trim();
  return {
    wish: {
      formulation,
      dose,
      frequency,
      route,
      ...(timing && { blood_draw_timing: timing }),
      ...(reason && { reason }),
      ...(form.overMaximum && { overrides: [OVER_MAXIMUM] }),
    },
  };
}

/** Whether the dose differs from the recommendation or leaves the usual range: the server judges the same way. */
export function wantsReason(form: Adjustment, advice: TitrateResponse, plan: Plan): boolean {
  const read = readAdjustment(form);
  if ('problems' in read) return false;
  const { formulation, dose, frequency, route } = read.wish;
  return needsReason(
    {
      formulation: formulation as FormulationId,
      dose,
      frequency: frequency as Frequency,
      route: route as Route,
    },
    {
      suggested_dose: advice.suggested_dose,
      frequency: advice.frequency as Frequency,
      route: advice.route as Route,
    },
    { formulation: plan.formulation as FormulationId },
  );
}

/** The usual range if the typed dose is outside it, else null: the server judges the same way. */
export function rangeLeft(form: Adjustment): string | null {
  const read = readAdjustment(form);
  if ('problems' in read) return null;
  const formulation = read.wish.formulation as FormulationId;
  const wish = {
    formulation,
    dose: read.wish.dose,
    frequency: read.wish.frequency as Frequency,
    route: read.wish.route as Route,
  };
  // If it matches the recommendation exactly, only the range can require a reason.
  return needsReason(wish, { ...wish, suggested_dose: wish.dose }, { formulation }) ? usualRange(form) : null;
}

/** Whether the typed dose is above the product's maximum. */
export function aboveMaximum(form: Adjustment): boolean {
  const read = readAdjustment(form);
  return !('problems' in read) && overMaximum(read.wish as Parameters<typeof overMaximum>[0]);
}

/** What an adjustment is based on: the plans, and the version of their case. */
export interface PlanBasis {
  version: number;
  inForce: Plan | null;
  waiting: Plan | null;
}
const stamp = (plan: Plan | null): string => (plan ? `${plan.plan_id}:${plan.version}` : '');
export const basisOf = (detail: CaseDetail, inForce: Plan | null): PlanBasis => ({
  version: detail.case.version,
  inForce,
  waiting: detail.pending_plan,
});

const named = (plan: Plan): string => `${formulationName(plan.formulation)}, ${doseLine(plan)}`;

/** How the plans have changed since the form was opened, in sentences; empty if they have not. */
export function changesSince(before: PlanBasis, now: PlanBasis): string[] {
  const changes: string[] = [];
  if (stamp(before.inForce) !== stamp(now.inForce)) {
    const by = now.inForce && approver(now.inForce);
    changes.push(
      now.inForce ? words.nowInForce(named(now.inForce), by ? `, approved${by}` : '') : words.noneInForce,
    );
  }
  if (stamp(before.waiting) !== stamp(now.waiting)) {
    changes.push(
      now.waiting
        ? words.nowWaiting(named(now.waiting), formatAge(now.waiting.created_at))
        : words.nothingWaits,
    );
  }
  return changes;
}
