import type { OrderRequest } from '#common/api/index.js';
import {
  FORMULATIONS,
  isFormulationId,
  parseDoseMg,
  parseFrequency,
  parseRoute,
  sigText,
  type FormulationId,
  type PlanFacts,
  type VialKind,
} from '#common/clinical/index.js';
import { invalidState, validationFailed } from '../platform/errors/errors.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';

/** The directions in words, from what was typed where it can be read. */
export function directions(formulation: string, { dose, frequency, route }: OrderRequest): string {
  const mg = parseDoseMg(dose);
  const often = parseFrequency(frequency);
  const usual =
    isFormulationId(formulation) && often !== null && FORMULATIONS[formulation].frequencies.includes(often);
  if (mg === null || often === null || !usual) return `${dose} ${frequency}, ${route}`;
  return sigText(formulation as FormulationId, mg, often, parseRoute(route));
}

export function assertVial(formulation: string, vial: VialKind | null | undefined): void {
  if (vial && isFormulationId(formulation) && FORMULATIONS[formulation].supply.kind !== 'vial')
    throw validationFailed({ vial: 'This product does not come in vials that are drawn up.' });
}

/** The plan a new order of this case follows: the one waiting, else the one in force. */
export function planOf(known: CaseFacts): PlanFacts {
  const plan = known.pendingPlan ?? known.facts.plan;
  if (!plan) throw invalidState('There is no plan to prescribe for yet.');
  return plan;
}
