import { FORMULATIONS, isFormulationId } from '../../../../common/clinical/formulations.js';
import { formatNumber } from './format.js';

/** What a quantity of this product counts: 'mL', 'capsules'; empty where the catalogue counts nothing out. */
export function quantityUnit(formulation: string): string {
  if (!isFormulationId(formulation)) return '';
  const { supply } = FORMULATIONS[formulation];
  if (supply.kind === 'vial') return 'mL';
  if (supply.kind === 'gram') return 'g';
  return supply.kind === 'none' ? '' : supply.unit;
}

/** "4 mL", "1 pump", "30 patches". */
export function quantityText(quantity: number, formulation: string): string {
  const unit = quantityUnit(formulation);
  const named = quantity === 1 ? unit.replace(/(ch)es$|s$/, '$1') : unit;
  return `${formatNumber(quantity)} ${named}`.trim();
}
