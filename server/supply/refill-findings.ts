import type { FiredRule } from '../../common/api/index.js';
import { casePhases, effectsOf, evaluateRules, isFormulationId } from '../../common/clinical/index.js';
import type { WrittenOrder } from '../prescriptions/order-judging.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { wireRules } from '../rules/evaluations.service.js';

/** What a clinician reads before a refill: critical findings, and calls to the patient that wait. */
export function refillFindings({ facts }: CaseFacts, order: WrittenOrder): FiredRule[] {
  const { formulation, dose, frequency, quantity, refills, days_supply } = order;
  const id = isFormulationId(formulation) ? formulation : null;
  const prescription = { formulation: id, dose, frequency, quantity, refills, days_supply };
  const judged = { ...facts, candidate_plan: null, prescription };
  return wireRules(evaluateRules(judged, { phases: casePhases(judged) })).filter(
    ({ severity, rule_key: key }) => severity === 'critical' || effectsOf(key).includes('CALL'),
  );
}
