import type { FiredRule } from '#common/api/index.js';
import { casePhases, effectsOf, evaluateRules, isFormulationId } from '#common/clinical/index.js';
import { toldAgainst } from '../prescriptions/kept-back.js';
import type { WrittenOrder } from '../prescriptions/order-judging.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { wireRules } from '../rules/evaluations.service.js';

/** An order with the rules it passed by name. */
type PassedOrder = WrittenOrder & Parameters<typeof toldAgainst>[1];

/** What a clinician reads before a refill: critical findings, calls to the patient that wait, and what the patient told. */
export function refillFindings(known: CaseFacts, order: PassedOrder): FiredRule[] {
  const { facts } = known;
  const told = toldAgainst(known, order);
  const { formulation, dose, frequency, quantity, refills, days_supply } = order;
  const id = isFormulationId(formulation) ? formulation : null;
  const prescription = { formulation: id, dose, frequency, quantity, refills, days_supply };
  const judged = { ...facts, candidate_plan: null, prescription };
  return wireRules(evaluateRules(judged, { phases: casePhases(judged) })).filter(
    ({ severity, rule_key: key }) =>
      severity === 'critical' || effectsOf(key).includes('CALL') || told.includes(key),
  );
}
