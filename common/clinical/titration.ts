import { deriveCase } from './case.js';
import type { ClinicalCase, Draw } from './case.js';
import { daysBetween } from './dates.js';
import type { ClinicalFacts, PlanFacts } from './facts.js';
import { FORMULATIONS, isAboveBand, routeOf } from './formulations.js';
import type { Formulation } from './formulations.js';
import { nextDose } from './dispensing.js';
import { titrationEvidence } from './evidence.js';
import { hasUnreadWarning } from './history.js';
import { HCT } from './limits.js';
import { effectsOf, evaluateCase, firedKeys } from './rules/evaluate.js';
import { RULE_BY_KEY } from './rules/registry.js';
import type { RuleKey } from './rules/registry.js';
import { RESTART_AT_FULL_DOSE, pauseAgainst } from './rules/restart-dose.js';
import { recommendationFor } from './rules/rule.js';
import { RULE_TITLES, titleOf } from './rules/titles.js';
import { suggestNextLab } from './schedule.js';
import { standingFindings } from './told-findings.js';
import type { Effect, TitrationRecommendation, TitrationResult } from './types.js';

export const TITRATION_DISCLAIMER =
  'Decision support for a licensed clinician, not a validated protocol and not medical advice. Nothing changes until a clinician decides.';

const HCT_STOP_DAYS = 28;
const BP_STOP_DAYS = 14;
const CONTRAINDICATION_DAYS = 28;
const PSA_HOLD_DAYS = 28;
const REDRAW_DAYS = 7;
const BLOCKED_INCREASE_DAYS = 42;
const HIGH_BP_DAYS = 42;
const BP_160_DAYS = 14;
const HOLD_RECHECK_DAYS = 28;
const HIGH_HCT_DAYS = 42;
const OUT_OF_LABEL_DAYS = 28;
const STOP_AT_MINIMUM_DAYS = 42;
const FIRST_YEAR_DAYS = 90;
const LATER_DAYS = { quarterly: 91, guideline: 182 } as const;

/** Reasons to stop if they become true on treatment. */
const CONTRAINDICATIONS: readonly RuleKey[] = [
  'prostate_cancer_history',
  'breast_cancer_history',
  'prostate_nodule',
  'mi_stroke_within_6_months',
  'thrombophilia',
  'vte_history',
  'polycythemia_history',
  'osa_untreated',
  'luts_severe',
  'heart_failure_unreviewed',
  'fertility_desired',
];
/** Findings against an increase that require no decrease. */
const INCREASE_BLOCKERS: readonly RuleKey[] = [
  'bp_160_100',
  'hct_stale',
  'bp_stale',
  'psa_velocity',
  'hct_missing_on_therapy',
];
/** Findings against an increase, and for a decrease above target. */
const ADVERSE_SIGNALS: readonly RuleKey[] = [
  'hct_on_therapy_over_54',
  'hct_on_therapy_52_54',
  'hct_over_54_lately',
  'hct_on_therapy_50_52',
  'bp_uncontrolled',
  'estradiol_over_60',
  'estradiol_high_symptomatic',
];

interface Decision {
  readonly recommendation: TitrationRecommendation;
  /** mg per administration; the current dose if omitted. */
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
  /** What the patient told since the plan was approved, or what was not passed then. */
  readonly told: readonly string[];
  /** The catalog's 'next lab' column. */
  readonly nextLabAfterChange: number;
}

/**
 * What to do with the active plan: increase, decrease, hold or stop. A recommendation only.
 * Doses in mg per administration, testosterone in ng/dL. Throws RangeError without an active plan and on invalid
 * dates.
 */
export function titrate(facts: ClinicalFacts): TitrationResult {
  const plan = facts.plan;
  if (!plan) throw new RangeError('Titration needs an active plan');
  const { candidate_plan: _candidate, prescription: _prescription, ...inForce } = facts;
  const c = deriveCase(inForce);
  const product = FORMULATIONS[plan.formulation];
  const evaluation = evaluateCase(c, ['BE', 'MO', 'TI', 'LS']);
  const fired: ReadonlySet<string> = new Set(firedKeys(evaluation));
  const situation = {
    c,
    plan,
    product,
    fired,
    told: standingFindings(facts, fired, {
      rules: facts.earlier_doses?.approved_against ?? [],
      at: facts.earlier_doses?.approved_at ?? null,
    }),
    nextLabAfterChange: product.next_lab_days ?? STOP_AT_MINIMUM_DAYS,
  };
  const decision =
    safetyStop(situation) ??
    onHold(situation) ??
    psaHold(situation) ??
    highHct(situation) ??
    restart(situation) ??
    judgeDraw(situation);
  // Whatever is recommended, it is read with what else holds, and with what the patient told.
  const also = alsoHolding(situation, decision);
  const rules = [...new Set([...decision.rules, ...also, ...situation.told])];
  return {
    recommendation: decision.recommendation,
    current_dose: plan.dose,
    suggested_dose: decision.recommendation === 'stop' ? 0 : (decision.dose ?? plan.dose),
    frequency: plan.frequency,
    route: routeOf(plan.formulation, plan.route),
    next_lab_in_days: Math.min(
      decision.nextLabInDays,
      ...RECHECKS.filter(([key]) => also.includes(key)).map(([, days]) => days),
    ),
    blood_draw_timing: product.draw_timing,
    rules: rules.map((key) => ({
      rule_key: key,
      recommendation: words(key, c),
    })),
    rationale: [decision.rationale, ...(also.length ? [`Also: ${also.map(titleOf).join('; ')}.`] : [])].join(
      ' ',
    ),
    evidence: titrationEvidence(c, evaluation, rules),
    rule_set_version: evaluation.rule_set_version,
    disclaimer: TITRATION_DISCLAIMER,
  };
}

const HOLDING: readonly Effect[] = ['STOP', 'HOLD', 'DOSE↓'];
const HOLDING_TOO: readonly string[] = [...CONTRAINDICATIONS, 'bp_160_100', 'psa_velocity'];
/** That the draw cannot be used holds nothing back where something else does. */
const UNUSABLE_DRAW: ReadonlySet<string> = new Set([
  'lab_timing_invalid',
  'steady_state_not_reached',
  'labs_stale',
]);
const holds = (key: string): boolean =>
  !UNUSABLE_DRAW.has(key) &&
  (HOLDING_TOO.includes(key) || HOLDING.some((effect) => effectsOf(key).includes(effect)));
/** The first reason decides; the others that keep the dose from rising stand beside it. */
const alsoHolding = ({ fired }: Situation, { recommendation, rules }: Decision): string[] =>
  recommendation === 'hold' || recommendation === 'stop'
    ? [...fired].filter(
        (key) => holds(key) && !rules.includes(key) && !(key === 'bp_160_100' && fired.has('bp_severe')),
      )
    : [];

function words(key: string, c: ClinicalCase): string {
  const rule = RULE_BY_KEY.get(key);
  if (rule) return recommendationFor(rule, c.state);
  return c.facts.open_alerts?.find(({ rule_key }) => rule_key === key)?.message ?? '';
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
      `Hematocrit above ${HCT.stop} %: stop until it is safe and recheck the blood count.`,
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
      `New contraindication (${contraindications.map((key) => RULE_TITLES[key]).join('; ')}): stopping is recommended, contact the patient.`,
    );
  return null;
}

/** A therapy on hold is not titrated: it continues with a new plan. */
function onHold({ c, fired }: Situation): Decision | null {
  const { hold: pause } = c.facts;
  if (!pause || !fired.has('therapy_on_hold')) return null;
  if (fired.has('restart_after_hold'))
    return hold(
      HOLD_RECHECK_DAYS,
      ['therapy_on_hold', 'restart_after_hold'],
      `On hold since ${pause.since}; the restart limit is reached: resume with a new plan, one step lower or with a gel.`,
    );
  return hold(
    HOLD_RECHECK_DAYS,
    ['therapy_on_hold'],
    `On hold since ${pause.since}: no dose change until a clinician releases it.`,
  );
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

const HIGH_HCT = `Hematocrit ${HCT.reduce}–${HCT.stop} %`;
/** Hematocrit below the stop limit does not wait for testosterone: one step down if the level allows it, otherwise a clinician decides. */
function highHct(situation: Situation): Decision | null {
  const { c, product, fired } = situation;
  if (!fired.has('hct_on_therapy_52_54')) return null;
  const rules = ['hct_on_therapy_52_54'];
  const unusable = unusableDraw(situation);
  if (unusable)
    return hold(
      unusable.nextLabInDays,
      [...rules, ...unusable.rules],
      `${HIGH_HCT}: a clinician decides; recheck hematocrit in ${HIGH_HCT_DAYS} days. ${unusable.rationale}`,
    );
  if (!isTitratable(product))
    return (
      outOfLabel(situation) ??
      hold(
        HIGH_HCT_DAYS,
        rules,
        `${HIGH_HCT} on a product without a dose step: a clinician decides; recheck hematocrit.`,
      )
    );
  if ((c.treatmentTotal?.value ?? 0) < c.targetLow) return null;
  return decrease(situation, 1, rules, `${HIGH_HCT}: one step down.`, {
    recommendation: 'stop',
    nextLabInDays: STOP_AT_MINIMUM_DAYS,
    rules,
    rationale: `${HIGH_HCT} at the minimum dose: stop and recheck the blood count.`,
  });
}

/** After a pause for hematocrit therapy goes on one step lower, unless a clinician has approved the dose since. */
function restart(situation: Situation): Decision | null {
  const { c, plan, product } = situation;
  const pause = pauseAgainst(c, plan);
  if (!pause) return null;
  const approved = c.facts.earlier_doses?.approved_against.includes(RESTART_AT_FULL_DOSE);
  if (pause.approved_since.length > 0 && approved) return null;
  const level = isTitratable(product) ? judgeDraw(situation) : null;
  const rules = [RESTART_AT_FULL_DOSE];
  if (level?.recommendation === 'decrease') return { ...level, rules: [...rules, ...level.rules] };
  const noStep = hold(
    HIGH_HCT_DAYS,
    rules,
    'Restart after a pause for hematocrit without a lower step: a clinician decides; a gel or stopping.',
  );
  if (!isTitratable(product)) return noStep;
  return decrease(situation, 1, rules, 'Restart after a pause for hematocrit: one step down.', noStep);
}

const isTitratable = ({ dose, action_band: band }: Formulation): boolean =>
  dose.kind !== 'fixed' && dose.kind !== 'none' && band !== null;

/** Step 2: an unusable result changes nothing. */
function unusableDraw(situation: Situation): Decision | null {
  const { c, fired } = situation;
  if (!c.treatmentTotal) return noResultYet(situation);
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
  return null;
}

/** In the first weeks a level says nothing about the dose: the first draw is the one of the schedule. */
function noResultYet({ c, product }: Situation): Decision {
  const minimum = product.steady_state_days;
  const early = minimum !== null && c.therapyDay !== null && c.therapyDay < minimum;
  const next = early ? suggestNextLab(c) : null;
  // One of the first day, drawn at another hour than the window of the product.
  if (c.dosedTotal && c.dosedTimingValid === false)
    return hold(
      next ? Math.max(1, next.suggested_in_days) : REDRAW_DAYS,
      [],
      `The only testosterone result on treatment was drawn outside the draw window: it does not count. ${next ? `Draw as scheduled (${next.label}).` : 'Draw now, at the correct time.'}`,
    );
  if (!next) return hold(REDRAW_DAYS, [], 'No testosterone result on treatment yet: draw now.');
  return hold(
    Math.max(1, next.suggested_in_days),
    [],
    `No testosterone result on treatment yet, and steady state is not reached: draw as scheduled (${next.label}).`,
  );
}

function judgeDraw(situation: Situation): Decision {
  const draw = situation.c.treatmentTotal;
  const unusable = unusableDraw(situation);
  if (unusable || !draw) return unusable ?? hold(REDRAW_DAYS, [], 'Draw testosterone now.');
  return isTitratable(situation.product) ? judgeLevel(situation, draw) : judgeFixed(situation);
}

function daysToWait({ c, nextLabAfterChange }: Situation): number {
  const since = c.lastChangeOn === null ? 0 : daysBetween(c.lastChangeOn, c.today);
  return Math.max(1, nextLabAfterChange - since);
}

/** Among the products with one dose only Tlando has a labeled range for stopping. */
function outOfLabel({ c, product }: Situation): Decision | null {
  const band = product.action_band;
  const level = c.treatmentTotal?.value;
  if (product.id !== 'testosterone_undecanoate_oral_tlando' || band === null || level === undefined)
    return null;
  if (level >= band.low && level <= band.high) return null;
  return {
    recommendation: 'stop',
    nextLabInDays: OUT_OF_LABEL_DAYS,
    rules: [level < band.low ? 't_below_action_band' : 't_above_action_band'],
    rationale: `Testosterone outside ${band.low}-${band.high} ng/dL on a fixed dose: stop, choose another product.`,
  };
}

function judgeFixed(situation: Situation): Decision {
  return (
    outOfLabel(situation) ??
    hold(situation.nextLabAfterChange, [], 'This product has no automatic dose step: the clinician decides.')
  );
}

/** Steps 3 to 8: the level against the action band and the target range. */
function judgeLevel(situation: Situation, draw: Draw): Decision {
  const { c, product, fired } = situation;
  const band = product.action_band ?? { low: c.targetLow, high: c.targetHigh };
  const level = draw.value;
  const adverse: readonly string[] = ADVERSE_SIGNALS.filter((key) => fired.has(key));
  const only = (...keys: string[]): string[] => keys.filter((key) => fired.has(key));

  if (fired.has('t_supraphysiologic'))
    return decrease(
      situation,
      2,
      only('t_supraphysiologic', 't_above_action_band', 't_above_target'),
      'Above 1000 ng/dL: two steps down.',
    );
  if (isAboveBand(band, level))
    return decrease(
      situation,
      1,
      only('t_above_action_band', 't_above_target'),
      'Above the action band: one step down.',
    );
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
    return increase(situation, only('t_below_action_band', 't_below_target'), adverse, why);
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

/** Critical alerts, unread texts with words against treatment, and what was told: first these, then a higher dose. */
const waitingForClinician = ({ c, told }: Situation): string[] => [
  ...(c.facts.open_alerts ?? []).map(({ rule_key }) => rule_key),
  ...(hasUnreadWarning(c.answers, c.facts.history_reviewed, c.facts.safety_changes)
    ? ['unread_history']
    : []),
  ...told,
];

function increase(
  situation: Situation,
  rules: readonly string[],
  adverse: readonly string[],
  why: string,
): Decision {
  const { fired, plan, nextLabAfterChange } = situation;
  const against = [...adverse, ...INCREASE_BLOCKERS.filter((key) => fired.has(key))];
  if (against.length > 0)
    return hold(
      soonest(situation, BLOCKED_INCREASE_DAYS),
      [...rules, ...against],
      `${why}, but an increase is blocked by a safety signal.`,
    );
  const waiting = waitingForClinician(situation);
  if (waiting.length > 0)
    return hold(
      soonest(situation, REDRAW_DAYS),
      [...rules, ...waiting],
      `${why}, but something waits for a clinician (${waiting.map((key) => titleOf(key) ?? 'critical alert').join('; ')}): hold, a clinician decides.`,
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

const RECHECKS: readonly (readonly [RuleKey, number])[] = [
  ['hct_missing_on_therapy', REDRAW_DAYS],
  ['bp_160_100', BP_160_DAYS],
  ['bp_uncontrolled', HIGH_BP_DAYS],
  ['hct_on_therapy_52_54', HIGH_HCT_DAYS],
];

/** The recheck for what fired, if it comes before the usual draw. */
const soonest = ({ fired }: Situation, usual: number): number =>
  Math.min(usual, ...RECHECKS.filter(([key]) => fired.has(key)).map(([, days]) => days));

/** Steps 7 and 8: nothing to change; findings that need a recheck are named. */
function holdInPlace(situation: Situation, level: number, only: (...keys: string[]) => string[]): Decision {
  const { c } = situation;
  const year1 = (c.therapyDay ?? 0) < 365;
  const nextLab = soonest(situation, year1 ? FIRST_YEAR_DAYS : LATER_DAYS[c.policy.monitoring_mode]);
  const recheck = only(...RECHECKS.map(([key]) => key));
  const also = recheck.length > 0 ? ' A recheck is due.' : '';
  const inTarget = level >= c.targetLow && level <= c.targetHigh;
  const noBenefit = inTarget ? only('no_response_after_6_months') : [];
  if (noBenefit.length > 0)
    return hold(
      nextLab,
      [...noBenefit, ...recheck],
      `In target for six months without benefit: discuss stopping and other causes.${also}`,
    );
  if (inTarget) return hold(nextLab, recheck, `In target: no change.${also}`);
  return hold(
    nextLab,
    [...only('t_below_target', 't_above_target'), ...recheck],
    `Between target and action band without a trigger: no change.${also}`,
  );
}
