import {
  FORMULATIONS,
  OVER_MAXIMUM,
  addDays,
  casePhases,
  doseLimits,
  evaluateRules,
  firedKeys,
  overMaximum,
  reviewDays,
  wishErrors,
  type ClinicalFacts,
  type Evaluation,
  type PlanDraft,
  type PlanFacts,
} from '#common/clinical/index.js';
import { DEFAULT_TARGET_RANGE } from '#common/vocabulary/index.js';
import { validationFailed } from '../platform/errors/errors.js';
import { assertNamed } from '../rules/override-reasons.js';
import { TEXT } from './text/en.js';

const OUTSIDE_RANGE = 'dose_outside_range';

/** What a clinician asks for, before the catalogue has checked it. */
export interface PlanWish {
  formulation: string;
  dose: number;
  frequency: string;
  route: string;
  blood_draw_timing?: string;
}

const outsideRange = ({ formulation, dose, frequency }: PlanFacts): boolean => {
  const limits = doseLimits(formulation, frequency);
  return limits !== null && (dose < limits.min || dose > limits.max);
};

/** The wish as the catalogue reads it; 422 with the fields that it cannot take. */
export function readWish(wish: PlanWish, target: Partial<PlanFacts> | null): PlanFacts & { route: string } {
  const errors = wishErrors(wish);
  if (Object.keys(errors).length) throw validationFailed(errors);
  const { formulation, dose, frequency, route } = wish as unknown as Required<PlanFacts>;
  if (Number(dose.toFixed(2)) !== dose) throw validationFailed({ dose: TEXT.atMostTwoDecimals });
  return {
    formulation,
    dose,
    frequency,
    route: route!,
    target_range_low: target?.target_range_low ?? null,
    target_range_high: target?.target_range_high ?? null,
  };
}

/** A dose above the maximum is saved with more than a word, and with the rule named; throws 422 otherwise. */
export function assertMaximumNamed(
  candidate: PlanFacts,
  { reason, overrides = [] }: { reason: string | null; overrides: string[] | undefined },
  field: 'override_reason' | 'reason',
): void {
  if (overMaximum(candidate)) assertNamed([OVER_MAXIMUM], { reason: reason ?? '', overrides, field });
}

/** The rules of the case with that plan in it, and the keys that flag it. */
export function judgeWish(
  facts: ClinicalFacts,
  candidate: PlanFacts,
  ...effects: Parameters<typeof firedKeys>[1][]
): { evaluation: Evaluation; flags: string[] } {
  const evaluation = evaluateRules(
    { ...facts, candidate_plan: candidate },
    { phases: casePhases(facts).filter((phase) => phase !== 'BE' || !facts.plan) },
  );
  const flags = [
    ...(outsideRange(candidate) ? [OUTSIDE_RANGE] : []),
    ...(overMaximum(candidate) ? [OVER_MAXIMUM] : []),
    ...firedKeys(evaluation, ...effects),
  ];
  return { evaluation, flags };
}

export function draftOf(
  candidate: PlanFacts,
  today: string,
  flags: readonly string[],
  timing: string | undefined,
): PlanDraft {
  return {
    formulation: candidate.formulation,
    dose: candidate.dose,
    starting_dose: candidate.dose,
    frequency: candidate.frequency,
    route: candidate.route!,
    target_range_low: candidate.target_range_low ?? DEFAULT_TARGET_RANGE.low,
    target_range_high: candidate.target_range_high ?? DEFAULT_TARGET_RANGE.high,
    blood_draw_timing: timing?.trim() || FORMULATIONS[candidate.formulation].draw_timing,
    next_review_at: addDays(today, reviewDays(candidate.formulation)),
    status: 'pending_review',
    flagged: flags.length > 0,
    flag_reason: flags.length ? flags.join(', ') : null,
  };
}
