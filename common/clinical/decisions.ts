/** What the fired rules mean for an action: which orders are blocked, which approvals need a reason, which plans deviate. */
import { effectiveAnswers } from '../intake/index.js';
import { deriveCase } from './case.js';
import { SAME_EXPOSURE, equivalentWeekly } from './exposure.js';
import type { ClinicalFacts, EarlierDose, PlanFacts } from './facts.js';
import { routeOf, type FormulationId } from './formulations.js';
import { weeklyMg } from './frequency-words.js';
import { hasUnreadFormText, hasUnreadWarning, sentAgain, unreadOwnWords } from './history.js';
import {
  casePhases,
  effectsOf,
  evaluateRules,
  firedKeys,
  notOverridable,
  phasesOf,
} from './rules/evaluate.js';
import { PDMP_DISCREPANCY, isAboutClinician } from './rules/jurisdiction.js';
import { RULE_BY_KEY } from './rules/registry.js';
import { titrate } from './titration.js';
import { TOLD_FINDINGS, TOLD_IN_WORDS, standingFindings, type Passed } from './told-findings.js';
import type { Effect, Evaluation } from './types.js';

/** Weekly doses in mg of the product asked for. `weeklyDoseInForce` null = no active plan; null for the order = an unreadable dose. */
export interface DoseInQuestion {
  readonly weeklyDose: number | null;
  readonly weeklyDoseInForce: number | null;
  /** The product changes: the dose in force is the one that gives the same average level. */
  readonly switched?: boolean;
}

const SAME_WEEKLY_MG = 0.001;
const ALWAYS: readonly Effect[] = ['RXBLOCK', 'CONFIRM', 'BLOCK-FORM', 'BLOCK', 'STOP'];
const ON_RAISE: readonly Effect[] = ['HOLD', 'NO-INCREASE', 'DOSE↓'];

/** They say that a draw cannot be used, not that something is wrong with the patient. */
const UNUSABLE_DRAW: ReadonlySet<string> = new Set([
  'lab_timing_invalid',
  'steady_state_not_reached',
  'labs_stale',
]);

/** Whether a rule blocks a prescription whatever its dose. */
export function alwaysKeepsBack(ruleKey: string): boolean {
  const effects = effectsOf(ruleKey);
  return (
    ALWAYS.some((effect) => effects.includes(effect)) ||
    (effects.includes('HOLD') && effects.includes('REFER'))
  );
}

/**
 * Rule keys that block a prescription. A stop, a block or a hold with referral always does; a hold, a "no increase" or
 * a "reduce" does when the weekly dose rises, and a "reduce" also when it stays the same. A first plan is no increase.
 */
export function keepsBack(evaluation: Evaluation, dose: DoseInQuestion): string[] {
  const step = stepOf(dose);
  return firedKeys(evaluation).filter((key) => {
    const effects = effectsOf(key);
    const has = (effect: Effect): boolean => effects.includes(effect);
    if (alwaysKeepsBack(key)) return true;
    if (step === 'up') return ON_RAISE.some(has);
    return step === 'same' && has('DOSE↓');
  });
}

function stepOf({
  weeklyDose: wanted,
  weeklyDoseInForce: now,
  switched = false,
}: DoseInQuestion): 'up' | 'same' | 'down' | null {
  if (now === null) return null;
  // What two products give differs more from man to man than this.
  const margin = switched ? now * SAME_EXPOSURE : SAME_WEEKLY_MG;
  // An unreadable dose may be a higher one.
  if (wanted === null || wanted > now + margin) return 'up';
  return wanted < now - margin ? 'down' : 'same';
}

export interface PrescriptionJudgement {
  /** Keys that block approval now. */
  readonly blocked_by: string[];
  /** Those that no override reason can pass. */
  readonly legal: string[];
  readonly evaluation: Evaluation;
}

/** They compare a plan with the active one: once it is approved, they no longer see the raise. */
const STEADY_STATE = 'steady_state_not_reached';
const ABOUT_THE_RAISE: readonly string[] = ['no_level_since_change', 'dose_raised_by_half', STEADY_STATE];
/** Approving the plan is the change: the draw it was decided on came before. */
const drawnBeforeChange = (facts: ClinicalFacts): boolean => (deriveCase(facts).daysSinceChange ?? 1) <= 0;

/** They fire until therapy begins, which an approved plan counts as. */
const ABOUT_THE_START: readonly string[] = ['starting_dose_high', 'restart_after_safety_stop'];
/** Whether nothing of the active plan has left for the pharmacy yet. */
const isFirstOrder = ({ earlier_doses: earlier, prescription: order }: ClinicalFacts): boolean =>
  !earlier?.sent.some((sent) => sent.of_active_plan && sent.order_id !== order?.order_id);

/** Whether a prescription may be approved now: `facts.prescription` with its plan, against the dose taken so far. */
export function judgePrescription(facts: ClinicalFacts): PrescriptionJudgement {
  const evaluation = evaluateRules(facts, { phases: [...casePhases(facts), 'RX'] });
  const dose = doseInQuestion(facts);
  const passed = facts.earlier_doses?.approved_against ?? [];
  const compared = [
    ...(stepOf(dose) === 'up' ? ABOUT_THE_RAISE : []),
    ...(isFirstOrder(facts) ? ABOUT_THE_START : []),
  ];
  const blocked = [
    ...new Set([
      ...keepsBack(evaluation, dose).filter((key) => key !== STEADY_STATE || !drawnBeforeChange(facts)),
      ...passed.filter((key) => compared.includes(key)),
    ]),
  ];
  return { blocked_by: blocked, legal: notOverridable(blocked), evaluation };
}

/** The weekly dose of the order and the one being taken; nothing is taken before therapy has begun. */
export function doseInQuestion(facts: ClinicalFacts): DoseInQuestion {
  const { plan, prescription: order } = facts;
  const inForce = plan && deriveCase(facts).onTherapy ? plan : null;
  const product = order?.formulation ?? facts.candidate_plan?.formulation ?? plan?.formulation ?? null;
  const taken = inForce && product ? takenBefore(facts, inForce, product) : null;
  return {
    weeklyDose: order ? weeklyMg(order.dose, order.frequency) : null,
    weeklyDoseInForce: taken && taken.weekly,
    ...(taken?.switched && { switched: true }),
  };
}

/** A dose as mg a week of that product; null = unreadable. */
function asWeekly(
  { formulation, dose, frequency }: Pick<EarlierDose, 'formulation' | 'dose' | 'frequency'>,
  product: FormulationId,
): { weekly: number; switched: boolean } | null {
  const mg = weeklyMg(dose, frequency);
  const from = formulation ?? product;
  return mg === null ? null : { weekly: equivalentWeekly(mg, from, product), switched: from !== product };
}

/** The lower of the last dose that the pharmacy got and the plan before; the plan in force where neither is known. */
function takenBefore(
  { plan, candidate_plan: candidate, prescription, earlier_doses: earlier }: ClinicalFacts,
  inForce: PlanFacts,
  product: FormulationId,
): { weekly: number; switched: boolean } | null {
  const ownId = prescription?.order_id;
  const sent = earlier?.sent.find(({ order_id: id }) => id !== ownId);
  const dispensed = sent?.of_active_plan ?? false;
  const before = candidate ? plan : dispensed ? null : earlier?.plan;
  const doses = (earlier ? [sent, before] : []).flatMap((one) => (one && asWeekly(one, product)) ?? []);
  const [lowest] = doses.toSorted((a, b) => a.weekly - b.weekly);
  return lowest ?? asWeekly(inForce, product);
}

/** Keys of the fired rules for which an approval needs a typed reason. */
export const asksReason = (evaluation: Evaluation): string[] =>
  firedKeys(evaluation, 'FLAG', 'HOLD', 'BLOCK', 'SUBMIT-BLOCK', 'BLOCK-FORM', 'STOP').filter(
    (key) => !UNUSABLE_DRAW.has(key),
  );

/** Keys for which approving a waiting plan needs a typed reason: also what argues against a dose that rises or is not lowered. */
export function planAsks(facts: ClinicalFacts, evaluation: Evaluation): string[] {
  const { plan, candidate_plan: candidate } = facts;
  const compared = plan && candidate && deriveCase(facts).onTherapy;
  const step = compared
    ? stepOf({
        weeklyDose: weeklyMg(candidate.dose, candidate.frequency),
        weeklyDoseInForce: asWeekly(plan, candidate.formulation)?.weekly ?? null,
        switched: plan.formulation !== candidate.formulation,
      })
    : null;
  const against = step === 'up' ? firedKeys(evaluation, ...ON_RAISE) : [];
  const unlowered = step === 'same' ? firedKeys(evaluation, 'DOSE↓') : [];
  const asking = new Set([...asksReason(evaluation), ...against, ...unlowered]);
  const asked = firedKeys(evaluation).filter((key) => asking.has(key));
  return unreadOwnWords(facts, effectiveAnswers(facts.intake)).length ? [...asked, UNREAD_OWN_WORDS] : asked;
}

/** Without the right to practice or prescribe where the patient is, a plan is approved for a stated reason only, and its order not at all. */
const RIGHT_TO_PRACTICE: ReadonlySet<string> = new Set([
  'license_missing_in_state',
  'license_unverified',
  'license_expired',
  'dea_missing',
  'nurse_practitioner_not_allowed',
]);

/** Those of the rules that fire for `facts.prescriber`, the clinician who approves a plan. */
export const planPracticeRules = (facts: ClinicalFacts): Evaluation => {
  const evaluation = actingEvaluation(facts);
  return {
    ...evaluation,
    results: evaluation.results.filter(({ rule_key: key }) => RIGHT_TO_PRACTICE.has(key)),
  };
};
export const planKeptFromActing = (facts: ClinicalFacts): string[] => firedKeys(planPracticeRules(facts));

/** What a patient told that argues against treatment, or that no clinician has read. */
export const isHistoryFlag = (ruleKey: string): boolean =>
  ruleKey === 'unread_history' || ruleKey.startsWith('text_') || TOLD_FINDINGS.includes(ruleKey);

/** What the patient told that no clinician has passed by name for this order. */
export const toldAndNotPassed = (facts: ClinicalFacts, passed: Passed): string[] =>
  standingFindings(facts, firedKeys(evaluateRules(facts, { phases: casePhases(facts) })), passed);

/** What was told in words: a plan approved for a reason does not take its order along, which is approved by name. */
export const toldAgainstOrder = (facts: ClinicalFacts): string[] =>
  toldAndNotPassed(facts, { rules: [], at: null }).filter((key) => TOLD_IN_WORDS.includes(key));

const UNREAD_MESSAGES = 'unread_from_patient';
/** Whether the patient wrote what no provider has opened: which no reason can override. */
export const hasUnopenedMessage = ({ unread_messages: unread }: ClinicalFacts): boolean =>
  (unread?.unopened ?? 0) > 0;
/** Those of the keys that cannot be overridden as things stand. */
export const notPassable = (facts: ClinicalFacts, ruleKeys: readonly string[]): string[] => {
  const unopened = hasUnopenedMessage(facts);
  const legal = notOverridable(ruleKeys);
  return ruleKeys.filter((key) => legal.includes(key) || (unopened && key === UNREAD_MESSAGES));
};

/** Keeps an approved order from the pharmacy until a clinician has read it; no reason overrides it. */
export const UNREAD_HISTORY = 'unread_history';
/** A first plan is approved for a stated reason, or once a clinician has read them. */
export const UNREAD_OWN_WORDS = 'unread_own_words';
export const unreadWarning = (facts: ClinicalFacts): boolean => {
  const { answers, dosed } = deriveCase(facts);
  return (
    hasUnreadWarning(answers, facts.history_reviewed, facts.safety_changes) ||
    // Before the first dose, in whatever words.
    ((!dosed || sentAgain(facts)) &&
      hasUnreadFormText(effectiveAnswers(facts.intake), facts.history_reviewed))
  );
};

/** Keys of the license, registration and location rules that keep this clinician from acting today. */
export const keptFromActing = (facts: ClinicalFacts): string[] =>
  firedKeys(actingEvaluation(facts)).filter(isAboutClinician);

/** To say that what a patient wrote is no reason against treatment needs a valid license in the patient's state. */
const REVIEW_RULES: ReadonlySet<string> = new Set([
  'license_missing_in_state',
  'license_unverified',
  'license_expired',
]);
export const keptFromReviewing = (facts: ClinicalFacts): string[] =>
  firedKeys(actingEvaluation(facts)).filter((key) => REVIEW_RULES.has(key));

/** A laboratory order needs the license in the patient's state, and no registration for controlled substances. */
const LICENSE_RULES: ReadonlySet<string> = new Set([...REVIEW_RULES, 'state_unknown_or_old']);
export const keptFromOrderingLabs = (facts: ClinicalFacts): string[] =>
  firedKeys(actingEvaluation(facts)).filter((key) => LICENSE_RULES.has(key));

const actingEvaluation = ({
  candidate_plan: _candidate,
  prescription: _prescription,
  ...facts
}: ClinicalFacts): Evaluation => evaluateRules(facts, { phases: ['RX'] });

const STOPPING: readonly Effect[] = ['STOP', 'BLOCK', 'SUBMIT-BLOCK', 'BLOCK-FORM'];
const some = (ruleKeys: readonly string[], effects: readonly Effect[]): boolean =>
  ruleKeys.some((key) => effectsOf(key).some((effect) => effects.includes(effect)));

/** A finding in the patient, not in the order's arithmetic or paperwork. */
const isCriticalFinding = (key: string): boolean =>
  key !== PDMP_DISCREPANCY &&
  RULE_BY_KEY.get(key)?.severity === 'critical' &&
  phasesOf(key).some((phase) => phase !== 'RX');

/** No confirmed diagnosis, and without the tests that make treatment safe. */
const untested = (ruleKeys: readonly string[]): boolean =>
  ruleKeys.includes('low_t_unconfirmed') &&
  ['hct_missing_baseline', 'psa_missing'].some((key) => ruleKeys.includes(key));

const PLAN_BY_NAME: readonly string[] = [
  'therapy_on_hold',
  'product_switched_again',
  'restart_after_safety_stop',
  'restart_at_full_dose',
];

/** Whether approving a plan requires naming each rule: treatment stops, a finding is critical, the therapy is on hold, was paused or was stopped for safety, or its product was switched before. */
export const planAsksForNames = (ruleKeys: readonly string[]): boolean =>
  ruleKeys.some((key) => PLAN_BY_NAME.includes(key)) ||
  some(ruleKeys, STOPPING) ||
  ruleKeys.some(isCriticalFinding);

const ORDER_BY_NAME: ReadonlySet<string> = new Set([
  'rx_dose_over_max',
  'many_orders_open',
  'rx_long_supply',
  ...ABOUT_THE_RAISE,
  ...ABOUT_THE_START,
  ...TOLD_IN_WORDS,
]);

const MORE_THAN_NEEDED = ['another_order_sent', 'rx_quantity_mismatch', 'rx_long_supply'];
/** Early, and more of it than the plan uses up. */
const hoards = (ruleKeys: readonly string[]): boolean =>
  ruleKeys.includes('rx_early_refill') && MORE_THAN_NEEDED.some((key) => ruleKeys.includes(key));

/** The same of an order; also where its dose is high or raised without a level, where it brings more than is used up, where the patient told what argues against it, or without labs to treat on. */
export const asksForNames = (ruleKeys: readonly string[]): boolean =>
  planAsksForNames(ruleKeys) ||
  ruleKeys.some((key) => ORDER_BY_NAME.has(key)) ||
  hoards(ruleKeys) ||
  untested(ruleKeys);

const SAME_DOSE_MG = 0.001;

/** Whether a plan differs from the titration's recommendation. Without an active plan there is no recommendation. */
export function planDeparts(facts: ClinicalFacts, candidate: PlanFacts): boolean {
  const { plan } = facts;
  if (!plan) return false;
  const advised = titrate(facts);
  if (advised.recommendation === 'stop') return true;
  return (
    candidate.formulation !== plan.formulation ||
    candidate.frequency !== advised.frequency ||
    routeOf(candidate.formulation, candidate.route) !== advised.route ||
    Math.abs(candidate.dose - advised.suggested_dose) > SAME_DOSE_MG
  );
}
