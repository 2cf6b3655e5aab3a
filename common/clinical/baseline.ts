import { DEFAULT_TARGET_RANGE } from '../vocabulary/index.js';
import { deriveCase } from './case.js';
import type { ClinicalCase } from './case.js';
import { firstTroughDays } from './clinic-doses.js';
import { addDays } from './dates.js';
import type { ClinicalFacts, PlanFacts } from './facts.js';
import { FORMULATIONS, routeOf, usualStart } from './formulations.js';
import type { FormulationId } from './formulations.js';
import { RULE_BY_KEY } from './rules/registry.js';
import { alertsOf, effectsOf, evaluateCase, evaluateRules, firedKeys } from './rules/evaluate.js';
import { draftPrescription } from './supply.js';
import type { BaselineResult, Evaluation, PlanDraft } from './types.js';

const CYPIONATE = 'testosterone_cypionate_im';
const AUTO_INJECTOR = 'testosterone_enanthate_sc_auto';
const GEL = 'testosterone_gel_1_62';
const GEL_FIRST: readonly FormulationId[] = [GEL, AUTO_INJECTOR, CYPIONATE];
const AUTO_INJECTOR_FIRST: readonly FormulationId[] = [AUTO_INJECTOR, CYPIONATE, GEL];
const CYPIONATE_FIRST: readonly FormulationId[] = [CYPIONATE, AUTO_INJECTOR, GEL];

const HIGHER_START_KG = 100;
const HIGH_NORMAL_HCT = 48;
/** The first review is a week after the first draw: 49 days for injections, 35 for gels. */
const REVIEW_AFTER_LAB_DAYS = 7;
const DEFAULT_LAB_DAYS = 42;

/**
 * A draft plan and prescription from intake, labs and extras, for a prescriber to decide on: always pending review.
 * Deterministic. Doses in mg of product, testosterone in ng/dL. Throws RangeError on dates that cannot be read.
 */
export function generateBaselinePlan(facts: ClinicalFacts): BaselineResult {
  // What waits for an answer concerns the decision on the draft, not the draft.
  const {
    candidate_plan: _candidate,
    prescription: _prescription,
    plan: _plan,
    open_alerts: _alerts,
    recent_emergencies: _recent,
    approved_products: _products,
    unsent_answers: _unsent,
    unread_messages: _messages,
    treated_as: _treated,
    ...base
  } = facts;
  const c = deriveCase(base);
  const eligibility = evaluateCase(c, ['BE']);
  const blocking = firedKeys(eligibility, 'BLOCK', 'SUBMIT-BLOCK');
  if (blocking.length > 0) return notEligible(eligibility, blocking);

  const { order, conflict } = preferredOrder(c);
  const chosen = order.find((id) => !isProductBlocked(base, id));
  // No rule blocks the gel today; a future rule must not leave a plan without a product.
  if (!chosen) return notEligible(eligibility, ['no_suitable_formulation']);

  const plan = planFacts(c, chosen);
  const evaluation = evaluateRules({ ...base, candidate_plan: plan }, { phases: ['BE'] });
  const first = order[0] ?? chosen;
  const flags = [
    ...firedKeys(evaluation, 'FLAG'),
    ...(conflict ? ['preference_conflict'] : []),
    ...(chosen === first ? [] : [`switched_from_${first}`]),
  ];
  const blockedBy = firedKeys(evaluation, 'RXBLOCK');
  return {
    outcome: flags.length > 0 ? 'draft_flagged' : 'draft',
    plan: planDraft(plan, facts.today, flags),
    prescription: blockedBy.length > 0 ? null : draftPrescription(plan, facts.today),
    reasons: flags,
    flags,
    prescription_blocked_by: blockedBy,
    alerts: alertsOf(evaluation),
    evaluation,
  };
}

function notEligible(evaluation: Evaluation, reasons: string[]): BaselineResult {
  return {
    outcome: 'not_eligible_pending_review',
    plan: null,
    prescription: null,
    reasons,
    flags: [],
    prescription_blocked_by: firedKeys(evaluation, 'RXBLOCK'),
    alerts: alertsOf(evaluation),
    evaluation,
  };
}

/** Preference and comfort set the order; blood count, apnea, bleeding, fertility and anticoagulants change it. */
function preferredOrder(c: ClinicalCase): { order: readonly FormulationId[]; conflict: boolean } {
  const {
    formulation_preference: preference,
    injection_comfort: comfort,
    bleeding_disorders: bleeding,
  } = c.answers;
  let order = GEL_FIRST;
  if (preference === 'injection' || preference === 'no_preference') {
    if (comfort === 'comfortable') order = CYPIONATE_FIRST;
    else if (comfort === 'willing') order = AUTO_INJECTOR_FIRST;
  }
  const conflict = preference === 'injection' && order === GEL_FIRST;
  if (preference === 'no_preference') {
    const children = Number(c.answers.number_of_children ?? 0);
    if (hctAboveHighNormal(c) || c.answers.sleep_apnea === true || bleeding === true) order = GEL_FIRST;
    else if (children >= 1 && order[0] === GEL && comfort !== 'reluctant') order = AUTO_INJECTOR_FIRST;
  }
  const anticoagulant = RULE_BY_KEY.get('ddi_anticoagulant')?.test(c) === true;
  if (bleeding === true || anticoagulant) order = [...order.filter((id) => id !== CYPIONATE), CYPIONATE];
  return { order, conflict };
}

const isProductBlocked = (facts: ClinicalFacts, id: FormulationId): boolean =>
  evaluateRules({ ...facts, candidate_plan: catalogueStart(id) }, { phases: ['BE'] }).results.some(
    ({ fired, rule_key: key }) => fired && effectsOf(key).includes('BLOCK-FORM'),
  );

/** A missing hematocrit counts as normal here: the rules flag it and block the prescription. */
const hctAboveHighNormal = (c: ClinicalCase): boolean => c.hct !== null && c.hct.value > HIGH_NORMAL_HCT;

const catalogueStart = (id: FormulationId): PlanFacts => ({
  formulation: id,
  ...usualStart(id),
  route: routeOf(id),
});

function planFacts(c: ClinicalCase, id: FormulationId): PlanFacts {
  const start = catalogueStart(id);
  const heavyAndWell =
    c.weightKg !== null &&
    c.weightKg >= HIGHER_START_KG &&
    c.age !== null &&
    c.age < 65 &&
    !hctAboveHighNormal(c) &&
    c.answers.sleep_apnea !== true &&
    c.answers.high_blood_pressure !== true;
  return {
    ...start,
    dose: id === CYPIONATE && heavyAndWell ? 100 : start.dose,
    target_range_low: DEFAULT_TARGET_RANGE.low,
    target_range_high: DEFAULT_TARGET_RANGE.high,
  };
}

/** Days from drafting or approving a plan to its review. */
export const reviewDays = (id: FormulationId): number =>
  (firstTroughDays(id) ?? FORMULATIONS[id].next_lab_days ?? DEFAULT_LAB_DAYS) + REVIEW_AFTER_LAB_DAYS;

function planDraft(plan: PlanFacts, today: string, flags: readonly string[]): PlanDraft {
  const { formulation, dose, frequency } = plan;
  return {
    formulation,
    dose,
    starting_dose: dose,
    frequency,
    route: routeOf(formulation, plan.route),
    target_range_low: DEFAULT_TARGET_RANGE.low,
    target_range_high: DEFAULT_TARGET_RANGE.high,
    blood_draw_timing: FORMULATIONS[formulation].draw_timing,
    next_review_at: addDays(today, reviewDays(formulation)),
    status: 'pending_review',
    flagged: flags.length > 0,
    flag_reason: flags.length > 0 ? flags.join(', ') : null,
  };
}
