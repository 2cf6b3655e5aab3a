import { deriveCase } from './case.js';
import type { ClinicalCase, Draw } from './case.js';
import { daysBetween } from './dates.js';
import type { ClinicalFacts, PlanFacts } from './facts.js';
import {
  FORMULATIONS,
  INTERVAL_DAYS,
  doseLimits,
  isFormulationId,
  isFrequency,
  isRoute,
  routeOf,
} from './formulations.js';
import type { Formulation, FormulationId, Frequency, Route } from './formulations.js';
import { evaluateCase, firedKeys } from './rules/evaluate.js';
import { RULE_BY_KEY } from './rules/registry.js';
import type { TitrationRecommendation, TitrationResult } from './types.js';

export const TITRATION_DISCLAIMER =
  'Decision support for a licensed clinician, not a validated protocol and not medical advice. Nothing changes until a clinician decides.';

const HCT_STOP_DAYS = 28;
const BP_STOP_DAYS = 14;
const CONTRAINDICATION_DAYS = 28;
const PSA_HOLD_DAYS = 28;
const REDRAW_DAYS = 7;
const BLOCKED_INCREASE_DAYS = 42;
const HIGH_HCT_DAYS = 42;
const OUT_OF_LABEL_DAYS = 28;
const STOP_AT_MINIMUM_DAYS = 42;
const FIRST_YEAR_DAYS = 90;
const LATER_DAYS = { quarterly: 91, guideline: 182 } as const;

/** Reasons to stop when they become true on treatment. */
const CONTRAINDICATIONS = [
  'prostate_cancer_history',
  'breast_cancer_history',
  'prostate_nodule',
  'mi_stroke_within_6_months',
  'thrombophilia',
  'heart_failure_unreviewed',
  'fertility_desired',
];
/** Findings against an increase, and for a decrease above target. */
const ADVERSE_SIGNALS = [
  'hct_on_therapy_over_54',
  'hct_on_therapy_52_54',
  'hct_on_therapy_50_52',
  'bp_uncontrolled',
  'estradiol_over_60',
  'estradiol_high_symptomatic',
];

interface Decision {
  readonly recommendation: TitrationRecommendation;
  /** mg per administration; the present dose when left out. */
  readonly dose?: number;
  readonly nextLabInDays: number;
  readonly rules: readonly string[];
  readonly rationale: string;
}

interface Situation {
  readonly c: ClinicalCase;
  readonly plan: PlanFacts;
  readonly product: Formulation;
  readonly fired: ReadonlySet<string>;
  /** The 'next lab' column of the catalogue. */
  readonly nextLabAfterChange: number;
}

/**
 * What to do with the plan in force: increase, decrease, hold or stop. A recommendation only.
 * Doses in mg per administration, testosterone in ng/dL. Throws RangeError without a plan in force and on dates that
 * cannot be read.
 */
export function titrate(facts: ClinicalFacts): TitrationResult {
  const plan = facts.plan;
  if (!plan) throw new RangeError('Titration needs a plan in force');
  const { candidate_plan: _candidate, prescription: _prescription, ...inForce } = facts;
  const c = deriveCase(inForce);
  const product = FORMULATIONS[plan.formulation];
  const fired = new Set(firedKeys(evaluateCase(c, ['BE', 'MO', 'TI', 'LS'])));
  const situation = {
    c,
    plan,
    product,
    fired,
    nextLabAfterChange: product.next_lab_days ?? STOP_AT_MINIMUM_DAYS,
  };
  const decision = safetyStop(situation) ?? psaHold(situation) ?? judgeDraw(situation);
  return {
    recommendation: decision.recommendation,
    current_dose: plan.dose,
    suggested_dose: decision.recommendation === 'stop' ? 0 : (decision.dose ?? plan.dose),
    frequency: plan.frequency,
    route: routeOf(plan.formulation, plan.route),
    next_lab_in_days: decision.nextLabInDays,
    blood_draw_timing: product.draw_timing,
    rules: decision.rules.map((key) => ({
      rule_key: key,
      recommendation: RULE_BY_KEY.get(key)?.recommendation ?? '',
    })),
    rationale: decision.rationale,
    disclaimer: TITRATION_DISCLAIMER,
  };
}

/** Step 1: a stop beats everything; hematocrit, then blood pressure, then a new contraindication (C11). */
function safetyStop({ fired }: Situation): Decision | null {
  const stop = (nextLabInDays: number, rules: readonly string[], rationale: string): Decision => ({
    recommendation: 'stop',
    nextLabInDays,
    rules,
    rationale,
  });
  if (fired.has('hct_on_therapy_over_54'))
    return stop(
      HCT_STOP_DAYS,
      ['hct_on_therapy_over_54'],
      'Hematocrit above 54 %: stop until it is safe and recheck the blood count.',
    );
  if (fired.has('bp_severe'))
    return stop(
      BP_STOP_DAYS,
      ['bp_severe'],
      'Severe blood pressure: stop, and contact the patient the same day.',
    );
  const contraindications = CONTRAINDICATIONS.filter((key) => fired.has(key));
  if (contraindications.length > 0)
    return stop(
      CONTRAINDICATION_DAYS,
      contraindications,
      'New contraindication: stopping is recommended, contact the patient.',
    );
  return null;
}

function psaHold({ fired }: Situation): Decision | null {
  const rules = ['psa_on_therapy_over_4', 'psa_rise_over_1_4'].filter((key) => fired.has(key));
  if (rules.length === 0) return null;
  return hold(PSA_HOLD_DAYS, rules, 'PSA needs confirming: repeat PSA, urology, no refill until reviewed.');
}

const hold = (nextLabInDays: number, rules: readonly string[], rationale: string): Decision => ({
  recommendation: 'hold',
  nextLabInDays,
  rules,
  rationale,
});

/** Step 2: a result that cannot be judged changes nothing. */
function judgeDraw(situation: Situation): Decision {
  const { c, product, fired } = situation;
  const draw = c.treatmentTotal;
  if (!draw) return hold(REDRAW_DAYS, [], 'No testosterone result on treatment yet: draw now.');
  if (fired.has('labs_stale'))
    return hold(
      REDRAW_DAYS,
      ['labs_stale'],
      'No usable testosterone result: the last one is over 90 days old, redraw.',
    );
  if (fired.has('lab_timing_invalid'))
    return hold(
      REDRAW_DAYS,
      ['lab_timing_invalid'],
      'The draw does not fit the dosing cycle, or its hour is unknown: redraw at the correct time.',
    );
  if (fired.has('steady_state_not_reached'))
    return hold(
      daysToWait(situation),
      ['steady_state_not_reached'],
      'Too early after the last change: wait for steady state.',
    );
  const titratable =
    product.dose.kind !== 'fixed' && product.dose.kind !== 'none' && product.action_band !== null;
  return titratable ? judgeLevel(situation, draw) : judgeFixed(situation, draw);
}

function daysToWait({ c, nextLabAfterChange }: Situation): number {
  const since = c.lastChangeOn === null ? 0 : daysBetween(c.lastChangeOn, c.today);
  return Math.max(1, nextLabAfterChange - since);
}

/** Products without an automatic dose: only Tlando has a labelled limit to stop at. */
function judgeFixed({ product, nextLabAfterChange }: Situation, draw: Draw): Decision {
  const band = product.action_band;
  const outside = band !== null && (draw.value < band.low || draw.value > band.high);
  if (product.id === 'testosterone_undecanoate_oral_tlando' && outside)
    return {
      recommendation: 'stop',
      nextLabInDays: OUT_OF_LABEL_DAYS,
      rules: [],
      rationale: `Testosterone outside ${band.low}-${band.high} ng/dL on a fixed dose: stop, choose another product.`,
    };
  return hold(nextLabAfterChange, [], 'This product has no automatic dose step: the clinician decides.');
}

/** Steps 3 to 8: the level against the action band and the target range. */
function judgeLevel(situation: Situation, draw: Draw): Decision {
  const { c, product, fired } = situation;
  const band = product.action_band ?? { low: c.targetLow, high: c.targetHigh };
  const level = draw.value;
  const adverse = ADVERSE_SIGNALS.filter((key) => fired.has(key));
  const only = (...keys: string[]): string[] => keys.filter((key) => fired.has(key));

  if (fired.has('hct_on_therapy_52_54') && level >= c.targetLow)
    return decrease(situation, 1, ['hct_on_therapy_52_54'], 'Hematocrit 52–54 %: one step down.', {
      recommendation: 'stop',
      nextLabInDays: STOP_AT_MINIMUM_DAYS,
      rules: ['hct_on_therapy_52_54'],
      rationale: 'Hematocrit 52–54 % at the minimum dose: stop and recheck the blood count.',
    });
  if (fired.has('t_supraphysiologic'))
    return decrease(
      situation,
      2,
      only('t_supraphysiologic', 't_above_target'),
      'Above 1000 ng/dL: two steps down.',
    );
  if (level > band.high)
    return decrease(situation, 1, only('t_above_target'), 'Above the action band: one step down.');
  if (level > c.targetHigh && adverse.length > 0)
    return decrease(
      situation,
      1,
      [...only('t_above_target'), ...adverse],
      'Above target with an adverse signal: one step down.',
    );

  const belowWithSymptoms = level < c.targetLow && c.facts.extras.symptoms_improved === false;
  if (level < band.low || belowWithSymptoms) {
    const why = level < band.low ? 'Below the action band' : 'Below target with symptoms';
    return increase(situation, only('t_below_target'), adverse, why);
  }
  return holdInPlace(situation, level, only);
}

function decrease(
  situation: Situation,
  steps: number,
  rules: readonly string[],
  rationale: string,
  atMinimum: Decision = hold(
    situation.nextLabAfterChange,
    rules,
    'Above the range at the minimum dose: switch or stop.',
  ),
): Decision {
  const { plan, nextLabAfterChange } = situation;
  let dose = plan.dose;
  for (let step = 0; step < steps; step += 1) dose = nextDose(plan, dose, -1);
  if (dose >= plan.dose) return atMinimum;
  return { recommendation: 'decrease', dose, nextLabInDays: nextLabAfterChange, rules, rationale };
}

function increase(
  situation: Situation,
  rules: readonly string[],
  adverse: readonly string[],
  why: string,
): Decision {
  const { fired, plan, nextLabAfterChange } = situation;
  const noHct = fired.has('hct_missing_on_therapy') ? ['hct_missing_on_therapy'] : [];
  if (adverse.length > 0 || noHct.length > 0)
    return hold(
      BLOCKED_INCREASE_DAYS,
      [...rules, ...adverse, ...noHct],
      `${why}, but an increase is blocked by a safety signal.`,
    );
  const dose = nextDose(plan, plan.dose, 1);
  if (dose <= plan.dose)
    return hold(
      nextLabAfterChange,
      rules,
      `${why} at the maximum dose: check adherence and absorption, or switch formulation.`,
    );
  return {
    recommendation: 'increase',
    dose,
    nextLabInDays: nextLabAfterChange,
    rules,
    rationale: `${why}: one step up.`,
  };
}

/** Steps 7 and 8: nothing to change. */
function holdInPlace(
  { c, fired }: Situation,
  level: number,
  only: (...keys: string[]) => string[],
): Decision {
  const year1 = (c.therapyDay ?? 0) < 365;
  const usual = year1 ? FIRST_YEAR_DAYS : LATER_DAYS[c.policy.monitoring_mode];
  const nextLab = fired.has('hct_on_therapy_52_54') ? HIGH_HCT_DAYS : usual;
  const inTarget = level >= c.targetLow && level <= c.targetHigh;
  if (inTarget && fired.has('no_response_after_6_months'))
    return hold(
      nextLab,
      ['no_response_after_6_months'],
      'In target for six months without benefit: discuss stopping and other causes.',
    );
  if (inTarget) return hold(nextLab, [], 'In target: no change.');
  return hold(
    nextLab,
    only('t_below_target', 't_above_target'),
    'Between target and action band without a trigger: no change.',
  );
}

/** The next dose one step up or down, inside the automatic limits; the same dose where there is none (C19). */
function nextDose(plan: PlanFacts, dose: number, direction: 1 | -1): number {
  const limits = doseLimits(plan.formulation, plan.frequency);
  const range = FORMULATIONS[plan.formulation].dose;
  if (!limits || range.kind === 'fixed' || range.kind === 'none') return dose;
  if (direction > 0 ? dose >= limits.max : dose <= limits.min) return dose;
  if (range.kind === 'ladder')
    return direction > 0
      ? Math.min(...range.steps.filter((step) => step > dose))
      : Math.max(...range.steps.filter((step) => step < dose));
  const step = range.kind === 'weekly' ? (range.step * INTERVAL_DAYS[plan.frequency]) / 7 : range.step;
  const moved = direction > 0 ? Math.min(dose + step, limits.max) : Math.max(dose - step, limits.min);
  return Math.round(moved * 10_000) / 10_000;
}

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
 * Whether saving this wish needs a reason: its dose differs from the recommended one, it leaves the catalogue's automatic
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

/** The fields of a wish that the catalogue cannot take, with a sentence each; empty when all fit. */
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
    errors['formulation'] = 'Choose a formulation of the catalogue.';
    return errors;
  }
  const { frequencies, routes } = FORMULATIONS[wish.formulation];
  if (!isFrequency(wish.frequency) || !frequencies.includes(wish.frequency))
    errors['frequency'] = `Choose ${frequencies.join(' or ')} for this formulation.`;
  if (!isRoute(wish.route) || !routes.includes(wish.route))
    errors['route'] = `Choose ${routes.join(' or ')} for this formulation.`;
  return errors;
}
