import { FORMULATIONS, isFormulationId, type PlanFacts, type VialKind } from '#common/clinical/index.js';
import { invalidState, validationFailed } from '../platform/errors/errors.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { TEXT } from './text/en.js';

export function assertVial(formulation: string, vial: VialKind | null | undefined): void {
  if (vial && isFormulationId(formulation) && FORMULATIONS[formulation].supply.kind !== 'vial')
    throw validationFailed({ vial: TEXT.productDoesNotComeInVials });
}

/** The plan a new order of this case follows: the one waiting, else the one in force. */
export function planOf(known: CaseFacts): PlanFacts {
  const plan = known.pendingPlan ?? known.facts.plan;
  if (!plan) throw invalidState(TEXT.noPlanToPrescribeForYet);
  return plan;
}
